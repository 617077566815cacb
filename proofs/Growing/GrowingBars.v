(** * Bars are growing orders

    Bars of at most k rows whose third row has at most [upto] squares, as growing.md, section 4, and
    zchomp/growing/families.py describe them: the first row without the poison is the chain d, the second row the chain c,
    the rows from the third on are A. They are a growing order, its positions are those bars, and the nim-values are those
    of Nim.v. So a certificate of that growing order speaks of Chomp by its own rules, and says the same as a
    certificate of bars (Soundness.v). Rows and columns are counted from 0, as in Chomp.v. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Chomp Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingSoundness GrowingSquares.
From ZChomp Require Slices Checker Soundness.
Import ListNotations.

(** ** The order *)

(** The squares of A, row by row: the rows 2 to k - 1, of [upto] squares each. *)
Definition bar_places (k upto : nat) : list (nat * nat) := flat_map (fun i => map (pair i) (seq 0 upto)) (seq 2 (k - 2)).

(** The square (i, j) is above c1, ..., c(j + 1) and d1, ..., dj; and i - 1 elements of d are below the i-th c. *)
Definition bar_order (k upto : nat) : order := order_of (bar_places k upto) (fun q => S (snd q)) snd [0] 1.

(** The i-th c is the square i - 1 of the row 1. *)
Definition bar_square (k upto : nat) : item -> nat * nat := square_of (bar_places k upto) (fun i => (1, i - 1)).

(** Bars of at most k rows, with at most [upto] squares in the third: a row that is not there has no squares. *)
Definition fits (k upto : nat) (p : rows) : Prop := nth k p 0 = 0 /\ nth 2 p 0 <= upto.

(** The elements of A that are squares of the bar. *)
Definition bar_set (k upto : nat) (p : rows) : N := kept (bar_places k upto) p.

Lemma in_bar_places k upto i j : In (i, j) (bar_places k upto) <-> 2 <= i < k /\ j < upto.
Proof.
  unfold bar_places. rewrite in_flat_map. split.
  - intros (i' & Hi & H). apply in_seq in Hi. apply in_map_iff in H as (j' & [= -> ->] & H). apply in_seq in H. lia.
  - intros H. exists i. split; [apply in_seq; lia | apply in_map, in_seq; lia].
Qed.

Lemma bar_phi k upto i : phi (bar_order k upto) i = i - 1.
Proof.
  unfold phi, bar_order, order_of. cbn [start step rise length]. rewrite Nat.div_1_r.
  destruct i as [|i]; trivial. replace (S i - 1 + (1 - 1)) with i by lia. replace (S i - i * 1) with 1 by lia. cbn [nth]. lia.
Qed.

Theorem bar_is_growing k upto : check_order (bar_order k upto) = true.
Proof.
  apply check_order_of.
  - apply (squares_different (fun _ => upto)), seq_NoDup.
  - reflexivity.
  - intros [i j] _. fold (bar_order k upto). rewrite bar_phi. cbn [snd]. lia.
  - intros q q' H. apply square_le_spec in H. lia.
Qed.

Lemma bar_drawn k upto : drawn (bar_order k upto) (bar_square k upto).
Proof.
  assert (Hplace : forall a, a < length (bar_places k upto) ->
    2 <= fst (nth a (bar_places k upto) (0, 0)) < k /\ snd (nth a (bar_places k upto) (0, 0)) < upto).
  { intros a Ha. apply in_bar_places. rewrite <- surjective_pairing. now apply nth_In. }
  assert (Hsize : size (bar_order k upto) = length (bar_places k upto)) by reflexivity.
  split.
  - intros [a|i|j] [b|i'|j']; cbn [is_item item_le bar_square square_of]; rewrite ?Hsize; intros Hx Hy; apply eq_true_iff_eq;
      rewrite ?fixed_le, ?reaches_iff, ?square_le_spec, ?Nat.leb_le; cbn [fst snd]; unfold bar_order;
      rewrite ?uc_of, ?ud_of, ?lc_of, ?ld_of by trivial; fold (bar_order k upto); rewrite ?bar_phi;
      try (pose proof (Hplace a Hx)); try (pose proof (Hplace b Hy)); try lia; try (split; [discriminate | lia]).
    unfold bar_order. rewrite has_above, square_le_spec by trivial. destruct (Nat.eq_dec a b) as [->|]; [|intuition].
    split; [lia | now left].
  - intros [a|i|j]; cbn [is_item bar_square square_of]; intros Hx E; [|discriminate | injection E; lia].
    specialize (Hplace a Hx). rewrite E in Hplace. cbn in Hplace. lia.
  - intros x [i j] Hx Hle Hne. apply square_le_spec in Hle. cbn [fst snd] in Hle.
    destruct i as [|[|i]].
    + exists (D j). split; trivial. cbn. destruct j; [now elim Hne | lia].
    + exists (C (S j)). split; [cbn; lia|]. cbn. now rewrite Nat.sub_0_r.
    + destruct x as [a|i'|j']; cbn in Hle; try lia. specialize (Hplace a Hx).
      destruct (In_nth (bar_places k upto) (S (S i), j) (0, 0)) as (b & Hb & E); [apply in_bar_places; lia|].
      now exists (Fixed b).
Qed.

Lemma bar_same_squares k upto p : is_position p -> fits k upto p ->
  same_squares (bar_order k upto) (bar_square k upto) (bar_set k upto p)
    (nth 1 p 0) (nth 0 p 0 - 1) p.
Proof.
  intros Hp [Hk Hupto] [i j]. cbn [fst snd]. split.
  - intros (x & Hx & E). apply in_items in Hx. destruct x as [a|i'|j']; cbn in E.
    + destruct Hx as [Ha Hx]. apply (has_kept (bar_places k upto)) in Hx; trivial. rewrite E in Hx. split; trivial.
      apply nth_In with (d := (0, 0)) in Ha. change (In (nth a (bar_places k upto) (0, 0)) (bar_places k upto)) in Ha.
      rewrite E in Ha. apply in_bar_places in Ha. intros [= -> ->]. lia.
    + injection E as <- <-. split; [lia | discriminate].
    + injection E as <- <-. split; [lia|]. intros [= ->]. lia.
  - intros [Hj Hne]. destruct i as [|[|i]].
    + exists (D j). split; trivial. apply in_items. destruct j; [now elim Hne | lia].
    + exists (C (S j)). split; [apply in_items; lia|]. cbn. now rewrite Nat.sub_0_r.
    + pose proof (sorted_below p k (S (S i)) (proj1 Hp)). pose proof (sorted_below p 2 (S (S i)) (proj1 Hp)).
      destruct (In_nth (bar_places k upto) (S (S i), j) (0, 0)) as (a & Ha & E); [apply in_bar_places; lia|].
      exists (Fixed a). split; trivial. apply in_items. split; trivial. apply has_kept; trivial. now rewrite E.
Qed.

(** ** The theorems *)

(** Every such bar is a position of the growing order, with the nim-value of Nim.v: the elements of A that it has, as many
    c as squares in the second row, and as many d as squares in the first, but the poison. *)
Theorem bar_instance k upto p : is_position p -> fits k upto p ->
  let o := bar_order k upto in
  let s := bar_set k upto p in
  let m := nth 1 p 0 in
  let n := nth 0 p 0 - 1 in
  position o s m n /\ poset_value (item_le o) (items o s m n) = nim_value p.
Proof.
  intros Hp Hfits o s m n. pose proof (bar_same_squares k upto p Hp Hfits) as H. split.
  - apply (drawn_position _ _ (bar_is_growing k upto) (bar_drawn k upto) _ _ _ p); trivial. apply kept_within.
  - now apply (drawn_value _ _ (bar_drawn k upto)).
Qed.

(** And there are no other positions. *)
Theorem bar_positions k upto s m n : 2 <= k -> position (bar_order k upto) s m n ->
  exists p, is_position p /\ fits k upto p /\
    s = bar_set k upto p /\ m = nth 1 p 0 /\ n = nth 0 p 0 - 1.
Proof.
  intros Hk H. pose proof (bar_is_growing k upto) as Ho. pose proof (bar_drawn k upto) as Hf.
  destruct (drawn_bar _ _ Ho Hf s m n H) as (p & Hp & Hsame). exists p. split; trivial.
  assert (Hx := fun x => drawn_items _ _ Ho Hf s m n p x Hsame).
  assert (Hfits : fits k upto p).
  { assert (Hrow : forall i j, 2 <= i -> j < nth i p 0 -> i < k /\ j < upto).
    { intros i j Hi Hj. destruct (proj2 (Hsame (i, j))) as ([a|i'|j'] & Hin & E).
      - split; trivial. intros [= -> ->]. lia.
      - apply in_items in Hin as [Ha _]. cbn in E. apply nth_In with (d := (0, 0)) in Ha.
        change (In (nth a (bar_places k upto) (0, 0)) (bar_places k upto)) in Ha. rewrite E in Ha.
        apply in_bar_places in Ha. lia.
      - injection E as <- _. lia.
      - injection E as <- _. lia. }
    split.
    - destruct (nth k p 0) as [|j] eqn:E; trivial. destruct (Hrow k j); lia.
    - destruct (nth 2 p 0) as [|j] eqn:E; [lia|]. destruct (Hrow 2 j); lia. }
  split; trivial. split; [|split].
  - exact (drawn_set _ _ _ _ _ _ s m n p Ho Hf H Hsame).
  - apply (chain_end (fun i => i - 1 < nth 1 p 0)); [|lia]. intros i Hi. rewrite <- (Hx (C i) Hi), in_items. tauto.
  - apply (chain_end (fun j => j < nth 0 p 0)); [|pose proof (proj2 Hp); lia].
    intros j Hj. rewrite <- (Hx (D j) Hj), in_items. tauto.
Qed.

(** What a certificate of that growing order says of a bar is true by the rules of Chomp. *)
Theorem growing_bar_sound cert k upto : check cert = true -> claim_order cert = bar_order k upto ->
  forall p g, is_position p -> fits k upto p -> g <= claim_nim cert ->
  (nim_value p = g <-> claimed cert (bar_set k upto p) g (nth 1 p 0) = Some (nth 0 p 0 - 1)).
Proof.
  intros H E p g Hp Hfits Hg. destruct (bar_instance k upto p Hp Hfits) as [Hpos Hval]. rewrite <- E in Hpos, Hval.
  rewrite <- Hval. now apply growing_sound.
Qed.

Corollary growing_bar_losers cert k upto : check cert = true ->
  claim_order cert = bar_order k upto ->
  forall p, is_position p -> fits k upto p ->
  (losing p <-> claimed cert (bar_set k upto p) 0 (nth 1 p 0) = Some (nth 0 p 0 - 1)).
Proof.
  intros H E p Hp Hfits. rewrite losing_nim_value. apply growing_bar_sound; trivial. lia.
Qed.

(** A certificate of bars and one of the growing order of these bars say the same of every position: rows from the third
    on as in t, a second row of width t + a squares, and b more in the first. *)
Theorem growing_bar_agrees c cert k upto : Checker.check c = true -> check cert = true ->
  k = N.to_nat (Checker.claim_rows c) -> upto = N.to_nat (Checker.claim_upto c) ->
  claim_order cert = bar_order k upto ->
  forall t g a b, Slices.is_tail t -> length t + 2 = k -> Slices.width t <= upto ->
  g <= N.to_nat (Checker.claim_nim c) -> g <= claim_nim cert -> 0 < Slices.width t + a + b ->
  (Soundness.claimed (Checker.expanded c) t g a = Some b <->
   claimed cert (bar_set k upto (Slices.position t a b)) g (Slices.width t + a) =
     Some (Slices.width t + a + b - 1)).
Proof.
  intros Hc Hcert -> -> E t g a b Ht Hlen Hwidth Hg Hg' Hpos. rewrite <- (Soundness.checker_sound c Hc) by trivial.
  apply (growing_bar_sound cert _ _ Hcert E (Slices.position t a b) g); trivial.
  - split; trivial. intros [|[|i]]; cbn; [lia | unfold Slices.width; lia | apply Ht].
  - split; [|exact Hwidth]. rewrite nth_overflow; trivial. cbn. lia.
Qed.
