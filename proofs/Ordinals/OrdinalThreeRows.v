(** * Two rows, and three rows with a finite third one, below omega^2

    The theorem on blocks for the tails [] and [c]: the value of slice c in the first block is the
    number of infinite slices below c. ordinals.md has the proofs on paper. *)

From Coq Require Import List Arith Lia Bool ZArith ZifyNat.
From ZChomp Require Import Chomp Nim TwoRows Slices Counting Openings Chart ChartInfinite.
From ZChomp Require Import TailOverhang Ordinals OrdinalTails OrdinalBlocks.
Import ListNotations.

(** How many slices below c are infinite: n, if c is the infinite slice c_n. *)
Definition infinite_below (c : nat) : nat := number_of is_infinite 0 c.

(** From a value to that in the block before. *)
Definition triple (x : nat) : nat := 3 * x + 1.

(** ** Values *)

Lemma iter_triple_next k v : Nat.iter (S k) triple v = Nat.iter k triple (triple v).
Proof. induction k as [|k IH]; trivial. simpl in *. now rewrite IH. Qed.

Lemma block_value_iter k t v :
  block_value k t = Some v <-> block_value 0 t = Some (Nat.iter k triple v).
Proof.
  revert v. induction k as [|k IH]; intros v; [reflexivity|].
  rewrite block_value_next, IH, iter_triple_next. reflexivity.
Qed.

Lemma iter_triple_injective k x y : Nat.iter k triple x = Nat.iter k triple y -> x = y.
Proof. induction k as [|k IH]; simpl; trivial. unfold triple at 1 3. intros E. apply IH. lia. Qed.

Lemma one_tail c : is_tail [c].
Proof. intros [|[|i]]; simpl; lia. Qed.

Lemma no_tail : is_tail [].
Proof. intros [|i]; simpl; lia. Qed.

Lemma endless_one c : is_endless [c] = is_infinite c.
Proof.
  apply eq_true_iff_eq. rewrite is_infinite_iff. split.
  - intros H p Hp Hl. apply (endless_no_start [c] p (one_tail c) H); [lia|]. unfold cut. simpl.
    now rewrite Nat.min_r by lia.
  - intros H. destruct (is_endless [c]) eqn:E; trivial. exfalso.
    destruct (not_endless [c] E) as (p & Hp & Hl). unfold cut in Hl. simpl in Hl.
    destruct (Nat.le_gt_cases p c).
    + rewrite Nat.min_l in Hl by trivial. now apply (bar_not_lost p).
    + rewrite Nat.min_r in Hl by lia. now apply (H p).
Qed.

Lemma in_tails_after_one c u : In u (tails_after [c]) <-> exists x, x < c /\ u = [x].
Proof.
  rewrite in_tails_after. split.
  - intros (i & x & Hx & ->). destruct i as [|[|i]]; simpl in Hx; try lia. exists x. split; trivial.
    unfold bite. simpl. now rewrite Nat.min_l by lia.
  - intros (x & Hx & ->). exists 0, x. split; trivial. unfold bite. simpl.
    now rewrite Nat.min_l by lia.
Qed.

(** The infinite slices below c have the numbers 0, 1, ... *)
Lemma infinite_below_mex c : is_mex (fun v => exists x, x < c /\ is_infinite x = true /\
  infinite_below x = v) (infinite_below c).
Proof.
  unfold infinite_below. induction c as [|c [Hnot Hall]].
  - split; [intros (x & Hx & _); lia | intros v Hv; unfold number_of in Hv; simpl in Hv; lia].
  - rewrite count_next. simpl (0 + c). split.
    + intros (x & Hx & Hi & E). destruct (Nat.eq_dec x c) as [->|Hne].
      * rewrite Hi in E. lia.
      * assert (number_of is_infinite 0 x < number_of is_infinite 0 (S x)).
        { rewrite count_next. simpl (0 + x). rewrite Hi. lia. }
        pose proof (count_monotone is_infinite 0 (S x) c ltac:(lia)).
        destruct (is_infinite c); lia.
    + intros v Hv. destruct (Nat.lt_ge_cases v (number_of is_infinite 0 c)) as [L|L].
      * destruct (Hall v L) as (x & Hx & H). exists x. split; [lia | trivial].
      * destruct (is_infinite c) eqn:E; [|lia]. exists c. split; [lia|]. split; [trivial | lia].
Qed.

Lemma first_value_one c : first_value [c] = infinite_below c.
Proof.
  induction c as [c IH] using lt_wf_ind.
  refine (is_mex_unique _ _ _ (first_value_mex [c]) _).
  refine (is_mex_same _ _ _ _ (infinite_below_mex c)). intros v. split.
  - intros (x & Hx & Hi & E). exists [x]. split; [|split].
    + apply in_tails_after_one. eauto.
    + now rewrite endless_one.
    + now rewrite IH.
  - intros (u & Hu & He & E). apply in_tails_after_one in Hu as (x & Hx & ->).
    exists x. split; trivial. rewrite <- endless_one, <- IH by trivial. now split.
Qed.

Lemma block_value_one c v : block_value 0 [c] = Some v <-> infinite c /\ infinite_below c = v.
Proof.
  simpl. rewrite endless_one, first_value_one, <- is_infinite_iff.
  destruct (is_infinite c); split; try easy; [intros [= ->]; now split | intros [_ ->]; easy].
Qed.

(** Two rows: the tail without rows has the value 0 in the first block, and ends there. *)
Lemma two_rows_not_lost p : 1 <= p -> ~ losing [p; p].
Proof. intros Hp H. apply two_rows_lost in H; lia. Qed.

Lemma block_value_none v : block_value 0 [] = Some v <-> v = 0.
Proof.
  assert (H : block_value 0 [] = Some 0).
  { apply block_value_first; [apply no_tail|]. split.
    - intros p Hp. now apply two_rows_not_lost.
    - split; [intros ([|i] & x & Hx & _); simpl in Hx; lia | lia]. }
  rewrite H. split; [now intros [= ->] | now intros ->].
Qed.

Lemma two_rows_value_zero p m : m <= p -> (two_rows_value p m = 0 <-> p = 0).
Proof. intros Hm. destruct (value_cases p m Hm) as (h & e & k & H). lia. Qed.

Lemma iter_triple_zero k v : Nat.iter k triple v = 0 <-> k = 0 /\ v = 0.
Proof. destruct k; cbn [Nat.iter nat_rect]; unfold triple; lia. Qed.

Lemma has_infinite_below n : exists c, infinite c /\ infinite_below c = n.
Proof.
  enough (H : exists R, n < infinite_below R).
  { destruct H as (R & HR). destruct (infinite_below_mex R) as [_ Hall].
    destruct (Hall n HR) as (x & Hx & Hi & E). exists x. now rewrite <- is_infinite_iff. }
  induction n as [|n (R & IH)].
  - exists 1. unfold infinite_below. rewrite count_next.
    replace (is_infinite (0 + 0)) with true; [simpl; lia|]. symmetry.
    apply is_infinite_iff. intros p Hp Hl. pose proof (start_bound p 0 Hp Hl). lia.
  - destruct (infinitely_many_infinite_slices R) as (r & Hr & Hi). exists (S r).
    unfold infinite_below in *. rewrite count_next. apply is_infinite_iff in Hi. simpl (0 + r).
    rewrite Hi. pose proof (count_monotone is_infinite 0 R r Hr). lia.
Qed.

Lemma infinite_below_injective c c' : infinite c -> infinite c' ->
  infinite_below c = infinite_below c' -> c = c'.
Proof.
  intros H H' E. apply is_infinite_iff in H, H'.
  assert (Hlt : forall x y, is_infinite x = true -> x < y -> infinite_below x <> infinite_below y).
  { intros x y Hx Hxy Exy. destruct (infinite_below_mex y) as [Hnot _]. apply Hnot. eauto. }
  destruct (Nat.lt_trichotomy c c') as [L|[|L]]; trivial.
  - now elim (Hlt c c').
  - now elim (Hlt c' c).
Qed.

(** *** Trailing rows of length 0 *)

Lemma empty_tail n : is_tail (repeat 0 n).
Proof. intros i. now rewrite !nth_repeat. Qed.

Lemma block_value_empty n : block_value 0 (repeat 0 n) = Some 0.
Proof.
  apply block_value_first; [apply empty_tail|]. split.
  - intros p Hp Hl. apply (two_rows_not_lost p Hp). clear Hp. unfold cut in Hl. revert Hl.
    induction n as [|n IH]; [trivial|]. intros Hl. apply IH.
    replace (repeat 0 (S n)) with (repeat 0 n ++ [0]) in Hl by (symmetry; apply repeat_cons).
    rewrite map_app in Hl. simpl in Hl. rewrite Nat.min_0_r in Hl.
    now apply (losing_zero_row (p :: p :: map (Nat.min p) (repeat 0 n))).
  - split; [|lia]. intros (i & x & Hx & _). rewrite nth_repeat in Hx. lia.
Qed.

(** *** The columns of a block *)

Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Lemma column_value p m n : m <= p -> m <= 2 * n / 3 ->
  (two_rows_value p m = n <->
   p = if Nat.odd (n + m / 2) then n + (m + 1) / 2 else n - (m + 1) / 2).
Proof.
  intros Hm Hn. destruct (value_cases p m Hm) as (h & e & k & He & Hh & C).
  assert (m / 2 = h) as -> by lia. assert ((m + 1) / 2 = h + e) as -> by lia.
  destruct (Nat.odd (n + h)) eqn:O.
  - apply Nat.odd_spec in O as (j & O). lia.
  - rewrite <- Nat.negb_even in O. apply negb_false_iff, Nat.even_spec in O as (j & O). lia.
Qed.

Lemma column_value_beyond p m i : 2 * i <= m -> m <= p ->
  (two_rows_value p m = 3 * i + 1 <-> p = m + 2 * i + 1).
Proof. intros Hi Hm. destruct (value_cases p m Hm) as (h & e & k & He & Hh & C). lia. Qed.

Ltac Zify.zify_post_hook ::= idtac.

(** ** The theorems *)

(** Two rows: the losers are (n + 1, n) and (omega, omega). *)
Theorem two_ordinal_rows P Q : P <> finite 0 -> ordinal_less P Q = false ->
  (lost_ordinal [P; Q] <->
   (exists n, P = finite (n + 1) /\ Q = finite n) \/ (P = (1, 0) /\ Q = (1, 0))).
Proof.
  intros HP HQ. apply ordinal_less_false in HQ. destruct P as [k p], Q as [k' q]. simpl in HQ.
  destruct (Nat.eq_dec k k') as [<-|Hk].
  - destruct k as [|k].
    + change [(0, p); (0, q)] with (map finite [p; q]). rewrite (proj1 (finite_rows [p; q])).
      assert (1 <= p) by (destruct p; [now elim HP | lia]).
      rewrite two_rows_lost by lia. split.
      * intros ->. left. now exists q.
      * intros [(n & [= ->] & [= ->])|[[=] _]]. easy.
    + change [(S k, p); (S k, q)] with ((S k, p) :: (S k, q) :: map finite []).
      rewrite block_lost by (apply no_tail || lia). rewrite block_value_iter, block_value_none.
      rewrite iter_triple_zero, two_rows_value_zero by lia. split.
      * intros [-> ->]. right. now replace q with 0 by lia.
      * intros [(n & [=] & _)|[[= -> ->] _]]. easy.
  - split.
    + intros Hl. exfalso. apply (rows_not_both ordinal_less (finite 0) [(k, p); (k', q)]).
      split; [exact Hl|]. apply (blocks_apart k k' p q []); [apply no_tail | lia|].
      unfold width. simpl. lia.
    + intros [(n & [= -> ->] & [= -> ->])|[[= -> ->] [= -> ->]]]; easy.
Qed.

(** 2 x h is lost for h = omega only. *)
Theorem two_by_omega h : h <> finite 0 -> (lost_ordinal [h; h] <-> h = (1, 0)).
Proof.
  intros Hh. rewrite two_ordinal_rows; trivial; [|apply ordinal_less_false; lia]. split.
  - intros [(n & -> & [= E])|[-> _]]; [lia | easy].
  - intros ->. now right.
Qed.

(** n rows of length omega, n >= 1, are lost for n = 2 only: otherwise 2 x omega can be left, or one
    square. *)
Theorem rows_of_omega n : 1 <= n -> (lost_ordinal (repeat (1, 0) n) <-> n = 2).
Proof.
  intros Hn. split; [|intros ->; now apply two_by_omega].
  intros Hl. destruct (Nat.eq_dec n 2) as [|Hne]; trivial. exfalso.
  apply (rows_not_both ordinal_less (finite 0) (repeat (1, 0) n)). split; [exact Hl|].
  destruct n as [|[|[|n]]]; try lia.
  - assert (Hne1 : (0, finite 1) <> (0, finite 0)) by (unfold finite; congruence).
    apply (Won_rows _ _ _ [finite 1]); [exact (Step _ _ [(1, 0)] 0 (finite 1) eq_refl Hne1)|].
    apply (proj1 (finite_rows [1])). constructor. intros q [[|[|i]] x Hx Hx']; simpl in Hx; try lia.
    destruct x; [now elim Hx' | lia].
  - assert (E : bite_to ordinal_less 2 (finite 0) (repeat (1, 0) (3 + n)) =
      (1, 0) :: (1, 0) :: map finite (repeat 0 (1 + n))).
    { unfold bite_to. simpl. do 3 f_equal. clear.
      induction n as [|n IH]; simpl; [trivial | now rewrite IH]. }
    apply (Won_rows _ _ _ (bite_to ordinal_less 2 (finite 0) (repeat (1, 0) (3 + n)))).
    + constructor; easy.
    + rewrite E. apply block_lost; [apply empty_tail | lia|]. apply block_value_empty.
Qed.

(** Theorem 1 for three rows. Let n be the number of infinite slices below c. *)
Theorem three_rows_below_omega_squared k p m c : m <= p ->
  (lost_ordinal [(S k, p); (S k, m); finite c] <->
   infinite c /\ infinite_below c = Nat.iter k (fun x => 3 * x + 1) (two_rows_value p m)).
Proof.
  intros Hm.
  change [(S k, p); (S k, m); finite c] with ((S k, p) :: (S k, m) :: map finite [c]).
  rewrite block_lost by (apply one_tail || trivial).
  now rewrite block_value_iter, block_value_one.
Qed.

(** The columns of the first block, and of every other: G(p, m) = n, solved for p. *)
Theorem block_column p m n : m <= p -> m <= 2 * n / 3 ->
  (two_rows_value p m = n <->
   p = if Nat.odd (n + m / 2) then n + (m + 1) / 2 else n - (m + 1) / 2).
Proof. apply column_value. Qed.

Theorem block_column_beyond p m i : 2 * i <= m -> m <= p ->
  (two_rows_value p m = 3 * i + 1 <-> p = m + 2 * i + 1).
Proof. apply column_value_beyond. Qed.

(** The two first rows of a loser with a finite third row have the same infinite part. *)
Theorem three_rows_apart k k' p m c : k' < k -> (k' = 0 -> c <= m) ->
  won_ordinal [(k, p); (k', m); finite c].
Proof. intros Hk Hc. now apply (blocks_apart k k' p m [c]); [apply one_tail | |]. Qed.

(** Where an infinite slice ends: at omega (k + 1) + 2n/3, rounded down, where its number is n after
    k steps from 3x + 1 to x, as long as this is possible. *)
Theorem slice_ends c : infinite c -> exists k n,
  infinite_below c = Nat.iter k (fun x => 3 * x + 1) n /\ n mod 3 <> 1 /\
  lost_ordinal [(S k, 2 * n / 3); (S k, 2 * n / 3); finite c].
Proof.
  intros Hc.
  assert (H : forall v, exists k n, v = Nat.iter k triple n /\ n mod 3 <> 1).
  { induction v as [v IH] using lt_wf_ind. destruct (Nat.eq_dec (v mod 3) 1) as [E|E].
    - pose proof (Nat.div_mod v 3 ltac:(lia)).
      destruct (IH (v / 3)) as (k & n & Hk & Hn); [lia|]. exists (S k), n. split; trivial.
      simpl. rewrite <- Hk. unfold triple. lia.
    - exists 0, v. now split. }
  destruct (H (infinite_below c)) as (k & n & Hk & Hn). exists k, n. repeat split; trivial.
  apply three_rows_below_omega_squared; trivial. split; trivial.
  now rewrite square_value_exists.
Qed.

(** Every infinite ordinal below omega^2 is the end of exactly one slice. *)
Theorem end_of_one_slice k m : exists! c, lost_ordinal [(S k, m); (S k, m); finite c].
Proof.
  destruct (has_infinite_below (Nat.iter k triple (two_rows_value m m))) as (c & Hc & E).
  exists c. split; [now apply three_rows_below_omega_squared|]. intros c' H.
  apply three_rows_below_omega_squared in H as [Hc' E']; trivial.
  apply infinite_below_injective; trivial. now rewrite E, E'.
Qed.

(** So 3 x h is won for all h below omega^2: there is a square of row 3 that leaves an end. *)
Theorem three_by_h_won h : h <> finite 0 -> won_ordinal [h; h; h].
Proof.
  intros Hh. destruct h as [[|k] m].
  - change [(0, m); (0, m); (0, m)] with (map finite [m; m; m]). apply finite_rows.
    assert (Hm : 1 <= m) by (destruct m; [now elim Hh | lia]).
    destruct (losing_or_winning [m; m; m]) as [Hl|]; trivial. now elim (bar_not_lost m Hm).
  - destruct (end_of_one_slice k m) as (c & Hc & _).
    apply (Won_rows _ _ _ [(S k, m); (S k, m); finite c]); [|exact Hc].
    assert (Hne : (2, finite c) <> (0, finite 0)) by congruence.
    exact (Step _ _ [(S k, m); (S k, m); (S k, m)] 2 (finite c) eq_refl Hne).
Qed.
