(** * Two rows: the nim-value of every position, in closed form

    In normal play there is no poison: who takes the last square wins. The value of normal play is
    one more than the nim-value of Chomp, for any number of rows; and for two rows p >= q it has a
    closed formula, which is proved by giving the move to every smaller value. two-rows.md has the
    proof on paper. *)

From Coq Require Import List Arith Lia ZArith ZifyNat.
From ZChomp Require Import Chomp Nim.
Import ListNotations.

(** ** Normal play, any number of rows *)

(** Every square may be bitten off, the smallest one too. *)
Definition normal_move (p q : rows) : Prop := exists i j, j < nth i p 0 /\ q = bite i j p.

Lemma normal_move_iff p q :
  normal_move p q <-> move p q \/ (0 < nth 0 p 0 /\ q = bite 0 0 p).
Proof.
  split.
  - intros (i & j & Hj & ->). destruct (Nat.eq_dec i 0) as [->|Hi], (Nat.eq_dec j 0) as [->|Hn];
      [now right | | |]; left; constructor; trivial; congruence.
  - intros [[i j Hj Hne]|[Hj ->]]; [now exists i, j | now exists 0, 0].
Qed.

(** Rows do not increase; there may be no square left. *)
Definition is_sorted (p : rows) : Prop := forall i, nth (S i) p 0 <= nth i p 0.

Lemma nth_empty p : is_sorted p -> nth 0 p 0 = 0 -> forall i, nth i p 0 = 0.
Proof. intros Hp H0 i. induction i as [|i IH]; trivial. specialize (Hp i). lia. Qed.

Lemma normal_move_sorted p q : is_sorted p -> normal_move p q -> is_sorted q.
Proof.
  intros Hp (i & j & _ & ->) k. rewrite !nth_bite. specialize (Hp k).
  destruct (Nat.ltb_spec k i), (Nat.ltb_spec (S k) i); lia.
Qed.

Lemma normal_move_squares p q : normal_move p q -> squares q < squares p.
Proof.
  rewrite normal_move_iff. intros [H|[H ->]]; [now apply move_squares|].
  destruct p as [|x p]; [easy|]. pose proof (squares_map_min 0 p).
  unfold bite. cbn [nth firstn skipn map app squares] in *. lia.
Qed.

(** The value of normal play. That it is one, and the only one, is proved below: it is the least
    number that is not the value of a position that a move leads to. *)
Definition normal_value (p : rows) : nat := if nth 0 p 0 =? 0 then 0 else S (nim_value p).

Lemma normal_value_empty p : nth 0 p 0 = 0 -> normal_value p = 0.
Proof. unfold normal_value. now intros ->. Qed.

Lemma normal_value_position p : 0 < nth 0 p 0 -> normal_value p = S (nim_value p).
Proof. unfold normal_value. now destruct (nth 0 p 0); [lia|]. Qed.

Lemma nth_bite_all p : nth 0 (bite 0 0 p) 0 = 0.
Proof. now rewrite nth_bite. Qed.

Lemma normal_value_next p q : is_position p -> move p q -> normal_value q = S (nim_value q).
Proof. intros Hp Hq. apply normal_value_position. now apply (move_position p q). Qed.

(** ** The formula *)

(** For p >= q, with d = p - q: p + ceil (q / 2) if d is even, and d + min (q / 2) (d / 2) if d is
    odd. Quotients are rounded down, and ceil (q / 2) = (q + 1) / 2. *)
Definition two_rows_value (p q : nat) : nat :=
  if Nat.even (p - q) then p + (q + 1) / 2
  else p - q + Nat.min (q / 2) ((p - q) / 2).

(** *** Without quotients: q = 2h + e, p = q + 2k or p = q + 2k + 1 *)

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Lemma even_difference n k : n = 2 * k -> Nat.even n = true.
Proof. intros ->. apply Nat.even_spec. now exists k. Qed.

Lemma odd_difference n k : n = 2 * k + 1 -> Nat.even n = false.
Proof. intros ->. rewrite <- Nat.negb_odd, (proj2 (Nat.odd_spec _)); trivial. now exists k. Qed.

Lemma value_even p q h e k : e <= 1 -> q = 2 * h + e -> p = q + 2 * k ->
  two_rows_value p q = p + h + e.
Proof.
  intros. unfold two_rows_value. rewrite (even_difference _ k) by lia.
  replace ((q + 1) / 2) with (h + e) by lia. lia.
Qed.

Lemma value_odd p q h e k : e <= 1 -> q = 2 * h + e -> p = q + 2 * k + 1 ->
  two_rows_value p q = 2 * k + 1 + Nat.min h k.
Proof.
  intros. unfold two_rows_value. rewrite (odd_difference _ k) by lia.
  replace (p - q) with (2 * k + 1) by lia. replace (q / 2) with h by lia.
  now replace ((2 * k + 1) / 2) with k by lia.
Qed.

Lemma value_cases p q : q <= p -> exists h e k, e <= 1 /\ q = 2 * h + e /\
  (p = q + 2 * k /\ two_rows_value p q = p + h + e \/
   p = q + 2 * k + 1 /\ two_rows_value p q = 2 * k + 1 + Nat.min h k).
Proof.
  intros Hq. exists (q / 2), (q mod 2), ((p - q) / 2). split; [lia|]. split; [lia|].
  assert (C : p = q + 2 * ((p - q) / 2) \/ p = q + 2 * ((p - q) / 2) + 1) by lia.
  destruct C as [C|C]; [left | right]; (split; [exact C|]).
  - apply (value_even p q _ _ ((p - q) / 2)); lia.
  - apply (value_odd p q _ (q mod 2) ((p - q) / 2)); lia.
Qed.

Lemma thirds v : exists i, v = 3 * i \/ v = 3 * i + 1 \/ v = 3 * i + 2.
Proof. exists (v / 3). lia. Qed.

Ltac Zify.zify_post_hook ::= idtac.

(** *** The values that a bite leads to: u squares of row 1 left, or u squares of row 2 *)

Definition leads_to (p q v : nat) : Prop :=
  (exists u, u < p /\ two_rows_value u (Nat.min u q) = v) \/
  (exists u, u < q /\ two_rows_value p u = v).

(** No bite keeps the value. *)
Lemma value_changes p q : q <= p -> ~ leads_to p q (two_rows_value p q).
Proof.
  intros Hq [(u & Hu & E)|(u & Hu & E)]; destruct (value_cases p q Hq) as (h & e & k & C).
  - destruct (value_cases u (Nat.min u q)) as (h' & e' & k' & C'); lia.
  - destruct (value_cases p u) as (h' & e' & k' & C'); lia.
Qed.

(** Bites of row 1: to the square (2i, 2i) or (2i + 1, 2i + 1), to an even or an odd difference. *)
Lemma leads_square p q u h e : e <= 1 -> u = 2 * h + e -> u <= q -> u < p ->
  leads_to p q (3 * h + 2 * e).
Proof.
  intros. left. exists u. split; [trivial|]. rewrite Nat.min_l by trivial.
  rewrite (value_even u u h e 0); lia.
Qed.

Lemma leads_even p q h e i : e <= 1 -> q = 2 * h + e -> q + 2 * i < p ->
  leads_to p q (q + 2 * i + h + e).
Proof.
  intros. left. exists (q + 2 * i). split; [trivial|]. rewrite Nat.min_r by lia.
  now apply (value_even _ q h e i).
Qed.

Lemma leads_odd p q h e i : e <= 1 -> q = 2 * h + e -> q + 2 * i + 1 < p ->
  leads_to p q (2 * i + 1 + Nat.min h i).
Proof.
  intros. left. exists (q + 2 * i + 1). split; [trivial|]. rewrite Nat.min_r by lia.
  now apply (value_odd _ q h e i).
Qed.

(** Bites of row 2: to an even or an odd difference. *)
Lemma leads_even_2 p q u h e i : e <= 1 -> u = 2 * h + e -> u < q -> p = u + 2 * i ->
  leads_to p q (p + h + e).
Proof. intros. right. exists u. split; [trivial|]. now apply (value_even p u h e i). Qed.

Lemma leads_odd_2 p q u h e i : e <= 1 -> u = 2 * h + e -> u < q -> p = u + 2 * i + 1 ->
  leads_to p q (2 * i + 1 + Nat.min h i).
Proof. intros. right. exists u. split; [trivial|]. now apply (value_odd p u h e i). Qed.

(** *** Every smaller value is led to *)

(** A number below 3h is 3i, 3i + 1 or 3i + 2 with i < h; any other is 3h + 2i or 3h + 2i + 1. *)
Lemma value_kinds h v : exists i,
  (v = 3 * i /\ i < h) \/ (v = 3 * i + 2 /\ i < h) \/ (v = 3 * i + 1 /\ i < h) \/
  v = 3 * h + 2 * i \/ v = 3 * h + 2 * i + 1.
Proof.
  destruct (Nat.le_gt_cases (3 * h) v) as [Hv|Hv].
  - destruct (Nat.Even_or_Odd (v - 3 * h)) as [[i Hi]|[i Hi]]; exists i; lia.
  - destruct (thirds v) as (i & C). exists i. lia.
Qed.

(** Multiples of 3 below 3h, and those with 2 added, are the values of squares. *)
Lemma reach_square p q h e i : e <= 1 -> q = 2 * h + e -> q <= p -> i < h ->
  leads_to p q (3 * i) /\ leads_to p q (3 * i + 2).
Proof.
  intros. replace (3 * i) with (3 * i + 2 * 0) at 1 by lia. split.
  - apply (leads_square p q (2 * i)); lia.
  - apply (leads_square p q (2 * i + 1) i 1); lia.
Qed.

(** 3h + 2i, as long as it is not too large. *)
Lemma reach_even p q h e i : e <= 1 -> q = 2 * h + e -> q <= p -> 3 * h + 2 * i < h + e + p ->
  leads_to p q (3 * h + 2 * i).
Proof.
  intros. destruct (Nat.eq_dec i 0) as [->|]; [destruct (Nat.eq_dec e 0) as [->|]|].
  - replace (3 * h + 2 * 0) with (q + 2 * 0 + h + 0) by lia. apply leads_even; lia.
  - apply (leads_square p q (2 * h)); lia.
  - replace (3 * h + 2 * i) with (q + 2 * (i - e) + h + e) by lia. apply leads_even; lia.
Qed.

(** The difference is odd: bites of row 1 are enough. *)
Lemma reach_from_odd p q h e k v : e <= 1 -> q = 2 * h + e -> p = q + 2 * k + 1 ->
  v < 2 * k + 1 + Nat.min h k -> leads_to p q v.
Proof.
  intros He Hq Hp Hv. destruct (value_kinds h v) as (i & [[-> Hi]|[[-> Hi]|[[-> Hi]|[-> | ->]]]]).
  - now apply (reach_square p q h e i); trivial; lia.
  - now apply (reach_square p q h e i); trivial; lia.
  - replace (3 * i + 1) with (2 * i + 1 + Nat.min h i) by lia. apply (leads_odd p q h e); lia.
  - apply (reach_even p q h e); lia.
  - replace (3 * h + 2 * i + 1) with (2 * (h + i) + 1 + Nat.min h (h + i)) by lia.
    apply (leads_odd p q h e); lia.
Qed.

(** The difference is even, and v would be the value of a larger p with an odd difference. If v is
    at least p, bite row 2 to an even difference; else to an odd one. *)
Lemma reach_by_row_2 p q h e k i v : e <= 1 -> q = 2 * h + e -> p = q + 2 * k ->
  v = 2 * i + 1 + Nat.min h i -> k <= i -> v < p + h + e -> leads_to p q v.
Proof.
  intros He Hq Hp Hi Hk Hv. destruct (Nat.le_gt_cases (p + e) v) as [Hge|Hlt].
  { replace v with (p + (v - p - e) + e) by lia.
    apply (leads_even_2 p q (2 * (v - p - e) + e) _ _ (h + k - (v - p - e))); lia. }
  set (g := p + e - 1 - v). set (j := h + k + e - 1).
  destruct (Nat.le_gt_cases (2 * g) j) as [Hg|Hg].
  - replace v with (2 * (j - g) + 1 + Nat.min g (j - g)) by lia.
    apply (leads_odd_2 p q (2 * g + (1 - e)) g (1 - e)); lia.
  - replace v with (2 * i + 1 + Nat.min (j - i) i) by lia.
    apply (leads_odd_2 p q (2 * (j - i) + (1 - e)) (j - i) (1 - e)); lia.
Qed.

Lemma reach_from_even p q h e k v : e <= 1 -> q = 2 * h + e -> p = q + 2 * k ->
  v < p + h + e -> leads_to p q v.
Proof.
  intros He Hq Hp Hv.
  assert (Hodd : forall i, v = 2 * i + 1 + Nat.min h i -> leads_to p q v).
  { intros i Hi. destruct (Nat.lt_ge_cases i k); [|now apply (reach_by_row_2 p q h e k i)].
    rewrite Hi. apply (leads_odd p q h e); lia. }
  destruct (value_kinds h v) as (i & [[-> Hi]|[[-> Hi]|[[E Hi]|[-> | E]]]]).
  - now apply (reach_square p q h e i); trivial; lia.
  - now apply (reach_square p q h e i); trivial; lia.
  - apply (Hodd i). lia.
  - apply (reach_even p q h e); lia.
  - apply (Hodd (h + i)). lia.
Qed.

Lemma two_rows_mex p q : q <= p -> is_mex (leads_to p q) (two_rows_value p q).
Proof.
  intros Hq. split; [now apply value_changes|]. intros v Hv.
  destruct (value_cases p q Hq) as (h & e & k & He & Hh & [[Hp E]|[Hp E]]); rewrite E in Hv.
  - now apply (reach_from_even p q h e k).
  - now apply (reach_from_odd p q h e k).
Qed.

(** *** Bites of two rows *)

Lemma normal_moves_of_two p q r : q <= p -> (normal_move [p; q] r <->
  (exists u, u < p /\ r = [u; Nat.min u q]) \/ (exists u, u < q /\ r = [p; u])).
Proof.
  intros Hq. split.
  - intros (i & j & Hj & ->). destruct i as [|[|[|i]]]; simpl in Hj; try lia; unfold bite; simpl.
    + left. exists j. now rewrite (Nat.min_l j p) by lia.
    + right. exists j. now rewrite (Nat.min_l j q) by lia.
  - intros [(u & Hu & ->)|(u & Hu & ->)]; [exists 0, u | exists 1, u]; unfold bite; simpl.
    + now rewrite (Nat.min_l u p) by lia.
    + now rewrite (Nat.min_l u q) by lia.
Qed.

Lemma two_sorted p q : q <= p -> is_sorted [p; q].
Proof. intros Hq [|[|i]]; simpl; trivial; [lia | now destruct i]. Qed.

(** ** The theorems *)

(** What makes it the value of normal play: it is the least number that no move leads to. *)
Theorem normal_value_mex p : is_sorted p ->
  is_mex (fun h => exists q, normal_move p q /\ normal_value q = h) (normal_value p).
Proof.
  intros Hp. destruct (Nat.eq_dec (nth 0 p 0) 0) as [H0|H0].
  - rewrite normal_value_empty by trivial. split; [|lia]. intros (q & (i & j & Hj & _) & _).
    rewrite (nth_empty p Hp H0) in Hj. lia.
  - assert (Hpos : is_position p) by (split; [exact Hp | lia]).
    rewrite normal_value_position by lia. destruct (nim_value_mex p) as [Hnot Hall]. split.
    + intros (q & Hq & E). apply normal_move_iff in Hq as [Hq|[_ ->]].
      * apply Hnot. exists q. split; trivial. rewrite (normal_value_next p q) in E; trivial. lia.
      * now rewrite normal_value_empty in E by apply nth_bite_all.
    + intros [|v] Hv.
      * exists (bite 0 0 p). split; [exists 0, 0; split; [lia | easy]|].
        apply normal_value_empty, nth_bite_all.
      * destruct (Hall v) as (q & Hq & <-); [lia|]. exists q.
        split; [now apply normal_move_iff; left | now apply (normal_value_next p)].
Qed.

(** No other function has this property. *)
Theorem normal_value_only (f : rows -> nat) :
  (forall p, is_sorted p -> is_mex (fun h => exists q, normal_move p q /\ f q = h) (f p)) ->
  forall p, is_sorted p -> f p = normal_value p.
Proof.
  intros Hf p. induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  intros Hp. refine (is_mex_unique _ _ _ (Hf p Hp) _).
  apply (is_mex_same (fun h => exists q, normal_move p q /\ normal_value q = h));
    [|now apply normal_value_mex].
  intros v. split; intros (q & Hq & <-); exists q; (split; [trivial|]); [|symmetry];
    (apply IH; [now apply normal_move_squares | now apply (normal_move_sorted p)]).
Qed.

(** The poison lowers every value by one. *)
Theorem normal_value_poison p : is_position p -> normal_value p = nim_value p + 1.
Proof. intros [_ Hp]. rewrite normal_value_position by trivial. lia. Qed.

(** Lemma 1. Two rows in normal play. *)
Theorem two_rows_normal p q : q <= p -> normal_value [p; q] = two_rows_value p q.
Proof.
  remember (p + q) as n eqn:Hn. revert p q Hn.
  induction n as [n IH] using lt_wf_ind. intros p q -> Hq.
  refine (is_mex_unique _ _ _ (normal_value_mex [p; q] (two_sorted p q Hq)) _).
  apply (is_mex_same (leads_to p q)); [|now apply two_rows_mex]. intros v. split.
  - intros [(u & Hu & <-)|(u & Hu & <-)]; [exists [u; Nat.min u q] | exists [p; u]];
      (split; [apply normal_moves_of_two; eauto|]); eapply IH; try reflexivity; lia.
  - intros (r & Hr & <-). apply normal_moves_of_two in Hr; trivial.
    destruct Hr as [(u & Hu & ->)|(u & Hu & ->)]; [left | right]; exists u; (split; [trivial|]);
      symmetry; eapply IH; try reflexivity; lia.
Qed.

Theorem two_rows_normal_even p q : q <= p -> Nat.Even (p - q) ->
  normal_value [p; q] = p + (q + 1) / 2.
Proof.
  intros Hq H. rewrite two_rows_normal by trivial. unfold two_rows_value.
  now rewrite (proj2 (Nat.even_spec _) H).
Qed.

Theorem two_rows_normal_odd p q : q <= p -> Nat.Odd (p - q) ->
  normal_value [p; q] = p - q + Nat.min (q / 2) ((p - q) / 2).
Proof.
  intros Hq H. rewrite two_rows_normal by trivial. unfold two_rows_value.
  now rewrite <- Nat.negb_odd, (proj2 (Nat.odd_spec _) H).
Qed.

(** Two rows of Chomp. *)
Theorem two_rows_nim_value_even p q : q <= p -> 1 <= p -> Nat.Even (p - q) ->
  nim_value [p; q] = p + (q + 1) / 2 - 1.
Proof.
  intros Hq Hp H. rewrite <- (two_rows_normal_even p q Hq H), normal_value_position; simpl; lia.
Qed.

Theorem two_rows_nim_value_odd p q : q <= p -> 1 <= p -> Nat.Odd (p - q) ->
  nim_value [p; q] = p - q + Nat.min (q / 2) ((p - q) / 2) - 1.
Proof.
  intros Hq Hp H. rewrite <- (two_rows_normal_odd p q Hq H), normal_value_position; simpl; lia.
Qed.

(** Two rows are lost if and only if the first has one square more. *)
Theorem two_rows_lost p q : q <= p -> 1 <= p -> (losing [p; q] <-> p = q + 1).
Proof.
  intros Hq Hp. rewrite losing_nim_value. pose proof (two_rows_normal p q Hq) as E.
  rewrite normal_value_position in E by (simpl; lia).
  destruct (value_cases p q Hq) as (h & e & k & C). lia.
Qed.
