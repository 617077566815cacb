(** * Heights: positions of any number of rows, all but the first two or three of one square

    For which number of rows they are losing, by the rules of the game: the formula of Winning Ways (rows a and b), and
    [Sun02], Theorem 1 (rows a, b and 2). By Lemma 1 of [Sun02] it is the least number that no move in the first two
    (three) rows leads to. *)

From Coq Require Import List Arith Lia ZArith ZifyNat.
From ZChomp Require Import Chomp.
Import ListNotations.

(** ** The formulas

    Moves do not keep the number that the formula gives, and lead to every smaller one; which move does is said in each
    case. *)

(** lia is to know quotients and remainders. *)
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(** The formula of Winning Ways, as [Sun02] quotes it: for a >= b >= 1. *)
Definition winning_ways (a b : nat) : nat :=
  if (a + b) mod 2 =? 0 then (2 * a + b) / 2
  else Nat.min ((2 * a - b + 1) / 2) ((3 * (a - b) + 1) / 2).

(** [Sun02], Theorem 1: for a >= b >= 2. *)
Definition sun (a b : nat) : nat :=
  if a =? b + 1 then 2
  else if (a + b) mod 2 =? 1 then (2 * a + b) / 2
  else if a =? b then 3 * a / 2 + 1
  else Nat.min ((2 * a - b + 1) / 2) (3 * (a - b) / 2).

(** ** The formulas without quotients *)

Lemma half b : exists h, 2 * h <= b <= 2 * h + 1.
Proof. exists (b / 2). lia. Qed.

Lemma parity a b : b <= a -> exists d, a = b + 2 * d \/ a = b + 2 * d + 1.
Proof. exists ((a - b) / 2). lia. Qed.

Ltac formula := unfold winning_ways, sun;
  repeat match goal with |- context [?x =? ?y] => destruct (Nat.eqb_spec x y) end; lia.

Lemma ww_even a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d -> winning_ways a b = a + h.
Proof. intros. formula. Qed.

Lemma ww_odd a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d + 1 ->
  winning_ways a b = Nat.min (a - h) (3 * d + 2).
Proof. intros. formula. Qed.

Lemma sun_next b : sun (b + 1) b = 2.
Proof. formula. Qed.

Lemma sun_odd a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d + 3 -> sun a b = a + h.
Proof. intros. formula. Qed.

Lemma sun_diagonal a h : 2 * h <= a <= 2 * h + 1 -> sun a a = a + h + 1.
Proof. intros. formula. Qed.

Lemma sun_even a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d + 2 ->
  sun a b = Nat.min (a - h) (3 * d + 3).
Proof. intros. formula. Qed.

Ltac Zify.zify_post_hook ::= idtac.

(** ** Winning Ways *)

(** All cases of the formula. *)
Lemma ww_cases a b : b <= a -> exists h d, 2 * h <= b <= 2 * h + 1 /\
  (a = b + 2 * d /\ winning_ways a b = a + h \/
   a = b + 2 * d + 1 /\ winning_ways a b = Nat.min (a - h) (3 * d + 2)).
Proof.
  intros Hab. destruct (half b) as (h & Hh), (parity a b Hab) as (d & [Hd|Hd]); exists h, d; (split; [trivial|]).
  - left. split; trivial. now apply (ww_even a b h d).
  - right. split; trivial. now apply ww_odd.
Qed.

(** Moves in the first two rows do not keep the height. *)
Lemma ww_new a b j : 1 <= b <= a -> 1 <= j ->
  (j < a -> 2 <= winning_ways a b -> winning_ways j (Nat.min j b) <> winning_ways a b) /\
  (j < b -> winning_ways a j <> winning_ways a b).
Proof.
  intros Hab Hj. destruct (ww_cases a b) as (h & d & Hh & C); [lia|]. split.
  - intros Hlt H2. destruct (ww_cases j (Nat.min j b)) as (h' & d' & Hh' & C'); lia.
  - intros Hlt. destruct (ww_cases a j) as (h' & d' & Hh' & C'); lia.
Qed.

(** x is the height of a position that biting row 1 or row 2 leads to. *)
Definition reached (f : nat -> nat -> nat) (least a b x : nat) : Prop :=
  (exists j, least <= j < a /\ f j (Nat.min j b) = x) \/ (exists j, least <= j < b /\ f a j = x).

(** Biting row 1 down to j, with b' squares in row 2 after that, or row 2 down to j; and the formula that applies. *)
Ltac row1 j b' formula :=
  left; exists j; split; [lia|];
  match goal with |- context [Nat.min ?u ?v] => replace (Nat.min u v) with b' by lia end; rewrite formula by lia; lia.
Ltac row2 j formula := right; exists j; split; [lia|]; rewrite formula by lia; lia.

Lemma ww_reached a b x : 1 <= b <= a -> 2 <= x < winning_ways a b -> reached winning_ways 1 a b x.
Proof.
  intros Hab Hx. destruct (ww_cases a b) as (h & d & Hh & C); [lia|]. destruct (half a) as (p & Hp).
  assert (Hrow2 : forall t, x + t = a -> 1 <= t -> 2 * t < b ->
            (a = 2 * p /\ 2 * t + 1 < b /\ 4 * t + 2 <= a \/ a = 2 * p + 1 /\ 4 * t <= a + 1) ->
              reached winning_ways 1 a b x).
  { intros t Ht Hpos Hb [[E Hj]|[E Hj]].
    - row2 (2 * t + 1) (ww_odd a (2 * t + 1) t (p - t - 1)).
    - row2 (2 * t) (ww_odd a (2 * t) t (p - t)). }
  assert (Hrow2' : forall t, x = a + t -> t < h -> reached winning_ways 1 a b x).
  { intros t -> Ht. destruct (Nat.eq_dec a (2 * p)), (Nat.eq_dec t 0) as [->|].
    - row2 1 (ww_odd a 1 0 (p - 1)).
    - row2 (2 * t) (ww_even a (2 * t) t (p - t)).
    - row2 1 (ww_even a 1 0 p).
    - row2 (2 * t + 1) (ww_even a (2 * t + 1) t (p - t)). }
  assert (Hfar : 3 * b <= 2 * x + 1 -> reached winning_ways 1 a b x).
  { intros Hge. destruct (parity x (b + h)) as (e & [E|E]); [lia| |].
    - row1 (b + 2 * e) b (ww_even (b + 2 * e) b h e).
    - destruct (Nat.lt_ge_cases (x + h) a).
      + row1 (x + h) b (ww_odd (x + h) b h (h + e)).
      + destruct (Nat.lt_ge_cases x a); [apply (Hrow2 (a - x)); lia | apply (Hrow2' (x - a)); lia]. }
  destruct (Nat.le_gt_cases (3 * b) (2 * x + 1)) as [|Hnear]; [now apply Hfar|].
  assert (Hk : exists k, x = 3 * k \/ x = 3 * k + 1 \/ x = 3 * k + 2).
  { exists (x / 3). pose proof (Nat.div_mod x 3). pose proof (Nat.mod_upper_bound x 3). lia. }
  destruct Hk as (k & [E|[E|E]]).
  - row1 (2 * k) (2 * k) (ww_even (2 * k) (2 * k) k 0).
  - row1 (2 * k + 1) (2 * k + 1) (ww_even (2 * k + 1) (2 * k + 1) k 0).
  - destruct (Nat.lt_ge_cases (b + 2 * k + 1) a).
    + row1 (b + 2 * k + 1) b (ww_odd (b + 2 * k + 1) b h k).
    + destruct (Nat.le_gt_cases (4 * k + 3) a).
      * destruct (half (a - 2 * k - 1)) as (h' & Hh'). row2 (a - 2 * k - 1) (ww_odd a (a - 2 * k - 1) h' k).
      * destruct (Nat.lt_ge_cases x a); [apply (Hrow2 (a - x)); lia | apply (Hrow2' (x - a)); lia].
Qed.

(** ** [Sun02], Theorem 1 *)

Lemma sun_cases a b : b <= a -> exists h d, 2 * h <= b <= 2 * h + 1 /\
  (a = b /\ sun a b = a + h + 1 \/ a = b + 1 /\ sun a b = 2 \/
   a = b + 2 * d + 2 /\ sun a b = Nat.min (a - h) (3 * d + 3) \/ a = b + 2 * d + 3 /\
   sun a b = a + h).
Proof.
  intros Hab. destruct (half b) as (h & Hh), (parity a b Hab) as (d & [Hd|Hd]); exists h, (d - 1); (split; [trivial|]).
  - destruct (Nat.eq_dec d 0) as [->|].
    + left. rewrite Nat.mul_0_r, Nat.add_0_r in Hd. subst a. split; trivial. now apply sun_diagonal.
    + right; right; left. split; [lia|]. apply sun_even; lia.
  - destruct (Nat.eq_dec d 0) as [->|].
    + right; left. rewrite Nat.mul_0_r, Nat.add_0_r in Hd. subst a. split; trivial. apply sun_next.
    + right; right; right. split; [lia|]. apply (sun_odd a b h (d - 1)); lia.
Qed.

Lemma sun_new a b j : 2 <= b <= a -> 2 <= j -> 3 <= sun a b ->
  (j < a -> sun j (Nat.min j b) <> sun a b) /\ (j < b -> sun a j <> sun a b) /\
  winning_ways a 1 <> sun a b /\ winning_ways a b <> sun a b /\ winning_ways a b <> 2.
Proof.
  intros Hab Hj H3. destruct (sun_cases a b) as (h & d & Hh & C); [lia|]. repeat split; intros Hlt.
  - destruct (sun_cases j (Nat.min j b)) as (h' & d' & Hh' & C'); lia.
  - destruct (sun_cases a j) as (h' & d' & Hh' & C'); lia.
  - destruct (ww_cases a 1) as (h' & d' & Hh' & C'); lia.
  - destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia.
  - destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia.
Qed.

Lemma sun_reached a b x : 2 <= b <= a -> 3 <= x < sun a b ->
  reached sun 2 a b x \/ winning_ways a 1 = x \/ winning_ways a b = x.
Proof.
  intros Hab Hx. destruct (sun_cases a b) as (h & d & Hh & C); [lia|]. destruct (half a) as (p & Hp).
  destruct (Nat.eq_dec (winning_ways a b) x) as [|Hne]; [auto|].
  assert (Hdiagonal : a = b -> x <> a + h) by (intros Heq E; apply Hne; rewrite (ww_even a b h 0); lia).
  assert (Hrow2 : forall t, x + t = a -> 1 <= t -> 2 * t < b ->
            (a = 2 * p /\ 4 * t <= a \/ a = 2 * p + 1 /\ 2 * t + 1 < b /\ 4 * t + 3 <= a) -> reached sun 2 a b x).
  { clear C Hdiagonal. intros t Ht Hpos Hb [[E Hj]|[E Hj]].
    - row2 (2 * t) (sun_even a (2 * t) t (p - t - 1)).
    - row2 (2 * t + 1) (sun_even a (2 * t + 1) t (p - t - 1)). }
  assert (Hrow2' : forall t, x = a + t -> t <= h -> 2 * t + 3 <= a ->
    reached sun 2 a b x \/ winning_ways a 1 = x \/ winning_ways a b = x).
  { intros t -> Ht Hta. destruct (Nat.eq_dec t 0) as [->|]; [right; left|destruct (Nat.eq_dec a (2 * p))].
    - destruct (ww_cases a 1) as (h' & d' & Hh' & C'); lia.
    - destruct (Nat.lt_ge_cases (2 * t + 1) b).
      + left. clear C Hdiagonal. row2 (2 * t + 1) (sun_odd a (2 * t + 1) t (p - t - 2)).
      + right; right. destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia.
    - destruct (Nat.lt_ge_cases (2 * t) b).
      + left. clear C Hdiagonal. row2 (2 * t) (sun_odd a (2 * t) t (p - t - 1)).
      + right; right. destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia. }
  destruct (Nat.le_gt_cases (2 * x) (3 * b + 3)) as [Hnear|Hfar].
  - assert (Hk : exists k, x = 3 * k \/ x = 3 * k + 1 \/ x = 3 * k + 2).
    { exists (x / 3). pose proof (Nat.div_mod x 3). pose proof (Nat.mod_upper_bound x 3). lia. }
    destruct Hk as (k & [E|[E|E]]).
    + destruct (Nat.lt_ge_cases (b + 2 * k) a).
      * left. clear C. row1 (b + 2 * k) b (sun_even (b + 2 * k) b h (k - 1)).
      * destruct (Nat.le_gt_cases (4 * k) a).
        -- left. assert (a < b + 2 * k) by lia. clear C. destruct (half (a - 2 * k)) as (h' & Hh').
           row2 (a - 2 * k) (sun_even a (a - 2 * k) h' (k - 1)).
        -- destruct (Nat.lt_ge_cases x a); [left; apply (Hrow2 (a - x)) | apply (Hrow2' (x - a))]; lia.
    + left. row1 (2 * k) (2 * k) (sun_diagonal (2 * k) k).
    + left. row1 (2 * k + 1) (2 * k + 1) (sun_diagonal (2 * k + 1) k).
  - destruct (parity x (b + h)) as (e & [E|E]); [lia| |].
    + destruct (Nat.lt_ge_cases (x + h) a).
      * left. clear C. row1 (x + h) b (sun_even (x + h) b h (h + e - 1)).
      * destruct (Nat.lt_ge_cases x a); [left; apply (Hrow2 (a - x)) | apply (Hrow2' (x - a))]; lia.
    + left. row1 (b + 2 * e + 1) b (sun_odd (b + 2 * e + 1) b h (e - 1)).
Qed.

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
Theorem winning_ways_heights a b n : 1 <= b <= a ->
  (losing (a :: b :: repeat 1 n) <-> n + 2 = winning_ways a b).
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
Definition of_height (x : nat) (p : rows) : rows := firstn x p ++ repeat 1 (x - length p).

Theorem winning_ways_height a b x : 1 <= b <= a -> 1 <= x ->
  (losing (of_height x [a; b]) <-> x = winning_ways a b).
Proof.
  intros Hab Hx. destruct x as [|[|n]]; [lia| |]; unfold of_height; simpl.
  - rewrite losing_one_row by lia. destruct (ww_cases a b) as (h & d & Hh & C); lia.
  - rewrite firstn_nil, Nat.sub_0_r. simpl. rewrite winning_ways_heights by lia. lia.
Qed.

Theorem sun_height a b x : 2 <= b <= a -> 1 <= x ->
  (losing (of_height x [a; b; 2]) <-> x = sun a b).
Proof.
  intros Hab Hx. destruct x as [|[|[|n]]]; [lia| | |]; unfold of_height; simpl.
  - rewrite losing_one_row by lia. destruct (sun_cases a b) as (h & d & Hh & C); lia.
  - rewrite (winning_ways_heights a b 0) by lia.
    destruct (ww_cases a b) as (h & d & Hh & C), (sun_cases a b) as (h' & d' & Hh' & C'); lia.
  - rewrite firstn_nil, Nat.sub_0_r. simpl. rewrite sun_heights by lia. lia.
Qed.
