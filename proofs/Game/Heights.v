(** * Heights: positions of any number of rows, all but the first two or three of one square

    For which number of rows they are losing, by the rules of the game: the formula of Winning Ways (rows a and b), and
    [Sun02], Theorem 1 (rows a, b and 2). *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp HeightFormulas.
Import ListNotations.

(** ** Rows of one square and of none *)

Lemma losing_zero_rows (p : rows) m : losing (p ++ repeat 0 m) <-> losing p.
Proof.
  induction m as [|m IH]; [now rewrite app_nil_r|].
  rewrite <- IH, <- (losing_zero_row (p ++ repeat 0 m)), <- app_assoc, <- repeat_cons. reflexivity.
Qed.

Lemma losing_one_row a : 1 <= a -> (losing [a] <-> a = 1).
Proof.
  assert (Hone : losing [1]).
  { apply losing_iff. intros q [[|[|i]] j Hj Hnot]; simpl in Hj; try lia. destruct j; [now elim Hnot | lia]. }
  intros Ha. split; [|now intros ->]. rewrite losing_iff. destruct a as [|[|a]]; [lia | trivial |].
  intros H. elim (H (bite 0 1 [S (S a)])); [constructor; [simpl; lia | easy] | exact Hone].
Qed.

Lemma map_min_ones j n : map (Nat.min j) (repeat 1 n) = repeat (Nat.min j 1) n.
Proof. induction n; simpl; congruence. Qed.

Lemma nth_ones m n : nth m (repeat 1 n) 0 = if m <? n then 1 else 0.
Proof. revert m. induction n as [|n IH]; intros [|m]; simpl; trivial. apply IH. Qed.

Lemma bite_ones m n : m <= n -> bite m 0 (repeat 1 n) = repeat 1 m ++ repeat 0 (n - m).
Proof.
  unfold bite. revert m. induction n as [|n IH]; intros [|m] H; [trivial | lia | |].
  - exact (map_min_ones 0 (S n)).
  - simpl. f_equal. apply IH. lia.
Qed.

(** Winning Ways: rows a and b, and n rows of one square. *)
Theorem winning_ways_heights a b n : 1 <= b <= a -> (losing (a :: b :: repeat 1 n) <-> n + 2 = winning_ways a b).
Proof.
  remember (a + b + n) as size eqn:Hsize. revert a b n Hsize.
  induction size as [size IH] using lt_wf_ind. intros a b n -> Hab.
  assert (Hrow1 : forall j, 1 <= j < a -> (losing (bite 0 j (a :: b :: repeat 1 n)) <->
    n + 2 = winning_ways j (Nat.min j b))).
  { intros j Hj. unfold bite. simpl. rewrite map_min_ones, !(Nat.min_l j) by lia.
    replace (Nat.min j 1) with 1 by lia. now apply (IH (j + Nat.min j b + n)); lia. }
  assert (Hrow2 : forall j, 1 <= j < b -> (losing (bite 1 j (a :: b :: repeat 1 n)) <-> n + 2 = winning_ways a j)).
  { intros j Hj. unfold bite. simpl. rewrite map_min_ones, (Nat.min_l j b), (Nat.min_r j 1) by lia.
    now apply (IH (a + j + n)); lia. }
  assert (Hrow2' : losing (bite 1 0 (a :: b :: repeat 1 n)) <-> a = 1).
  { change (bite 1 0 (a :: b :: repeat 1 n)) with (a :: 0 :: map (Nat.min 0) (repeat 1 n)).
    rewrite map_min_ones, <- losing_one_row by lia. exact (losing_zero_rows [a] (S n)). }
  assert (Hmore : forall m, m < n -> (losing (bite (2 + m) 0 (a :: b :: repeat 1 n)) <-> m + 2 = winning_ways a b)).
  { intros m Hm. change (bite (2 + m) 0 (a :: b :: repeat 1 n)) with (a :: b :: bite m 0 (repeat 1 n)).
    rewrite bite_ones by lia. rewrite <- (IH (a + b + m)) by lia.
    exact (losing_zero_rows (a :: b :: repeat 1 m) (n - m)). }
  assert (Hpos : 1 <= winning_ways a b) by (destruct (ww_cases a b) as (h & d & Hh & C); lia).
  rewrite losing_iff. split.
  - intros Hnone. destruct (lt_eq_lt_dec (n + 2) (winning_ways a b)) as [[Hlt|Heq]|Hgt]; trivial; exfalso.
    + destruct (ww_reached a b (n + 2)) as [(j & Hj & E)|(j & Hj & E)]; [lia|lia| |].
      * apply (Hnone (bite 0 j (a :: b :: repeat 1 n))); [|now apply Hrow1].
        constructor; [simpl; lia | intros [= ->]; lia].
      * apply (Hnone (bite 1 j (a :: b :: repeat 1 n))); [|now apply Hrow2]. constructor; [simpl; lia | easy].
    + destruct (Nat.eq_dec (winning_ways a b) 1) as [E|].
      * apply (Hnone (bite 1 0 (a :: b :: repeat 1 n))); [constructor; [simpl; lia | easy]|].
        apply Hrow2'. destruct (ww_cases a b) as (h & d & Hh & C); lia.
      * apply (Hnone (bite (2 + (winning_ways a b - 2)) 0 (a :: b :: repeat 1 n))); [|apply Hmore; lia].
        constructor; [|easy]. simpl. rewrite nth_ones. destruct (Nat.ltb_spec (winning_ways a b - 2) n); lia.
  - intros Hn q [[|[|m]] j Hj Hnot]; simpl in Hj.
    + assert (1 <= j) by (destruct j; [now elim Hnot | lia]). rewrite Hrow1, Hn by lia.
      intros E. symmetry in E. revert E. apply (ww_new a b j); lia.
    + destruct j as [|j].
      * rewrite Hrow2'. intros ->. destruct (ww_cases 1 b) as (h & d & Hh & C); lia.
      * rewrite Hrow2, Hn by lia. intros E. symmetry in E. revert E. apply (ww_new a b (S j)); lia.
    + rewrite nth_ones in Hj. destruct (Nat.ltb_spec m n); [|lia]. assert (j = 0) by lia. subst j.
      change (S (S m)) with (2 + m). rewrite Hmore by lia. lia.
Qed.

(** [Sun02], Theorem 1: rows a and b, a row of two squares, and n rows of one square. *)
Theorem sun_heights a b n : 2 <= b <= a -> (losing (a :: b :: 2 :: repeat 1 n) <-> n + 3 = sun a b).
Proof.
  remember (a + b + n) as size eqn:Hsize. revert a b n Hsize.
  induction size as [size IH] using lt_wf_ind. intros a b n -> Hab. set (p := a :: b :: 2 :: repeat 1 n).
  assert (Hrow1 : forall j, 2 <= j < a -> (losing (bite 0 j p) <-> n + 3 = sun j (Nat.min j b))).
  { intros j Hj. change (bite 0 j p) with (Nat.min j a :: Nat.min j b :: Nat.min j 2 :: map (Nat.min j) (repeat 1 n)).
    rewrite map_min_ones, (Nat.min_l j a), (Nat.min_r j 2), (Nat.min_r j 1) by lia.
    now apply (IH (j + Nat.min j b + n)); lia. }
  assert (Hrow1' : ~ losing (bite 0 1 p)).
  { change (bite 0 1 p) with (Nat.min 1 a :: Nat.min 1 b :: 1 :: map (Nat.min 1) (repeat 1 n)).
    rewrite map_min_ones, (Nat.min_l 1 a), (Nat.min_l 1 b) by lia.
    change (1 :: repeat (Nat.min 1 1) n) with (repeat 1 (S n)).
    rewrite winning_ways_heights by lia. destruct (ww_cases 1 1) as (h & d & Hh & C); lia. }
  assert (Hrow2 : forall j, 2 <= j < b -> (losing (bite 1 j p) <-> n + 3 = sun a j)).
  { intros j Hj. change (bite 1 j p) with (a :: Nat.min j b :: Nat.min j 2 :: map (Nat.min j) (repeat 1 n)).
    rewrite map_min_ones, (Nat.min_l j b), (Nat.min_r j 2), (Nat.min_r j 1) by lia. now apply (IH (a + j + n)); lia. }
  assert (Hrow2' : losing (bite 1 1 p) <-> n + 3 = winning_ways a 1).
  { change (bite 1 1 p) with (a :: Nat.min 1 b :: 1 :: map (Nat.min 1) (repeat 1 n)).
    rewrite map_min_ones, (Nat.min_l 1 b) by lia. change (1 :: repeat (Nat.min 1 1) n) with (repeat 1 (S n)).
    rewrite winning_ways_heights by lia. lia. }
  assert (Hrow2'' : ~ losing (bite 1 0 p)).
  { change (bite 1 0 p) with (a :: 0 :: 0 :: map (Nat.min 0) (repeat 1 n)). rewrite map_min_ones.
    pose proof (losing_zero_rows [a] (S (S n))) as E. simpl in E |- *. rewrite E, losing_one_row; lia. }
  assert (Hrow3 : losing (bite 2 1 p) <-> n + 3 = winning_ways a b).
  { change (bite 2 1 p) with (a :: b :: 1 :: map (Nat.min 1) (repeat 1 n)). rewrite map_min_ones.
    change (1 :: repeat (Nat.min 1 1) n) with (repeat 1 (S n)). rewrite winning_ways_heights by lia. lia. }
  assert (Hrow3' : losing (bite 2 0 p) <-> 2 = winning_ways a b).
  { change (bite 2 0 p) with (a :: b :: 0 :: map (Nat.min 0) (repeat 1 n)). rewrite map_min_ones.
    rewrite <- (winning_ways_heights a b 0) by lia. exact (losing_zero_rows [a; b] (S n)). }
  assert (Hmore : forall m, m < n -> (losing (bite (3 + m) 0 p) <-> m + 3 = sun a b)).
  { intros m Hm. change (bite (3 + m) 0 p) with (a :: b :: 2 :: bite m 0 (repeat 1 n)).
    rewrite bite_ones by lia. rewrite <- (IH (a + b + m)) by lia.
    exact (losing_zero_rows (a :: b :: 2 :: repeat 1 m) (n - m)). }
  assert (Hmove : forall i j, i <= 2 -> j < nth i [a; b; 2] 0 -> (i, j) <> (0, 0) -> move p (bite i j p)).
  { intros i j Hi Hj Hnot. constructor; trivial. destruct i as [|[|[|i]]]; simpl in *; lia. }
  rewrite losing_iff. split.
  - intros Hnone. destruct (lt_eq_lt_dec (n + 3) (sun a b)) as [[Hlt|Heq]|Hgt]; trivial; exfalso.
    + destruct (sun_reached a b (n + 3)) as [[(j & Hj & E)|(j & Hj & E)]|[E|E]]; [lia|lia| | | |].
      * apply (Hnone (bite 0 j p)); [apply Hmove; simpl; [lia | lia | intros [= ->]; lia] | now apply Hrow1].
      * apply (Hnone (bite 1 j p)); [apply Hmove; simpl; [lia | lia | easy] | now apply Hrow2].
      * apply (Hnone (bite 1 1 p)); [apply Hmove; simpl; [lia | lia | easy] | now apply Hrow2'].
      * apply (Hnone (bite 2 1 p)); [apply Hmove; simpl; [lia | lia | easy] | now apply Hrow3].
    + destruct (sun_cases a b) as (h & d & Hh & C); [lia|]. destruct (Nat.eq_dec (sun a b) 2) as [E|].
      * apply (Hnone (bite 2 0 p)); [apply Hmove; simpl; [lia | lia | easy]|]. apply Hrow3'.
        destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia.
      * apply (Hnone (bite (3 + (sun a b - 3)) 0 p)); [|apply Hmore; lia].
        constructor; [|easy]. simpl. rewrite nth_ones. destruct (Nat.ltb_spec (sun a b - 3) n); lia.
  - intros Hn q [i j Hj Hnot]. destruct (sun_new a b (Nat.max j 2)) as (N1 & N2 & N3 & N4 & N5); [lia..|].
    destruct i as [|[|[|m]]]; simpl in Hj.
    + destruct j as [|[|j]]; [now elim Hnot | exact Hrow1' |]. rewrite Hrow1, Hn by lia.
      rewrite Nat.max_l in N1 by lia. intros E. apply N1; [lia | now symmetry].
    + destruct j as [|[|j]]; [exact Hrow2'' | rewrite Hrow2'; lia |]. rewrite Hrow2, Hn by lia.
      rewrite Nat.max_l in N2 by lia. intros E. apply N2; [lia | now symmetry].
    + destruct j as [|[|j]]; [rewrite Hrow3'; lia | rewrite Hrow3; lia | lia].
    + rewrite nth_ones in Hj. destruct (Nat.ltb_spec m n); [|lia]. assert (j = 0) by lia. subst j.
      change (S (S (S m))) with (3 + m). rewrite Hmore by lia. lia.
Qed.

(** ** Heights, as [Sun02] defines them *)

(** The first x rows of a position, or all of them and then rows of one square, x rows in all. *)
Definition with_rows (x : nat) (p : rows) : rows := firstn x p ++ repeat 1 (x - length p).

Theorem winning_ways_height a b x : 1 <= b <= a -> 1 <= x -> (losing (with_rows x [a; b]) <-> x = winning_ways a b).
Proof.
  intros Hab Hx. destruct x as [|[|n]]; [lia| |]; unfold with_rows; simpl.
  - rewrite losing_one_row by lia. destruct (ww_cases a b) as (h & d & Hh & C); lia.
  - rewrite firstn_nil, Nat.sub_0_r. simpl. rewrite winning_ways_heights by lia. lia.
Qed.

Theorem sun_height a b x : 2 <= b <= a -> 1 <= x -> (losing (with_rows x [a; b; 2]) <-> x = sun a b).
Proof.
  intros Hab Hx. destruct x as [|[|[|n]]]; [lia| | |]; unfold with_rows; simpl.
  - rewrite losing_one_row by lia. destruct (sun_cases a b) as (h & d & Hh & C); lia.
  - rewrite (winning_ways_heights a b 0) by lia.
    destruct (ww_cases a b) as (h & d & Hh & C), (sun_cases a b) as (h' & d' & Hh' & C'); lia.
  - rewrite firstn_nil, Nat.sub_0_r. simpl. rewrite sun_heights by lia. lia.
Qed.
