(** * Two growing stacks

    Stacks over a base, as in GrowingStacks.v, of which two grow. The stack over the smallest point is the chain d, but for
    the poison, and that over a point next to it is the chain c. The others, over [cells], have at most [upto] elements;
    they are A. This is a growing order whatever the base is: bars (GrowingBars.v) and solid bars (GrowingBoxes.v) are
    cases. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingStacks.
Import ListNotations.

Definition stack_places {K} (cells : list K) (upto : nat) : list (K * nat) :=
  flat_map (fun k => map (pair k) (seq 0 upto)) cells.

(** What stands at the height j is above d1, ..., dj, and above c1, ..., c(j + 1) if its point is above that of the chain c.
    The i-th c is above i - 1 elements of d. *)
Definition stack_order {K} (le : K -> K -> bool) (bottom next : K) (cells : list K) (upto : nat) : order :=
  order_of (stack_le le) (bottom, 0) (stack_places cells upto) (fun q => if le next (fst q) then S (snd q) else 0) snd [0] 1.

(** Nothing is between [bottom] and [next]; [cells] are other points, and with each all that are below it. *)
Record is_next {K} (le : K -> K -> bool) (bottom next : K) (cells : list K) : Prop := {
  next_other : next <> bottom;
  next_below : forall k, le k next = true -> k = bottom \/ k = next;
  cells_different : NoDup cells;
  cells_other : forall k, In k cells -> k <> bottom /\ k <> next;
  cells_below : forall k k', In k cells -> le k' k = true -> k' = bottom \/ k' = next \/ In k' cells }.

Definition fits_stacks {K} (bottom next : K) (cells : list K) (upto : nat) (h : K -> nat) : Prop :=
  forall k, 0 < h k -> k = bottom \/ k = next \/ (In k cells /\ h k <= upto).

Section Family.
Context {K : Type}.
Variable eq_dec : forall k k' : K, {k = k'} + {k <> k'}.
Variable le : K -> K -> bool.
Variables bottom next : K.
Variable cells : list K.
Variable upto : nat.
Hypothesis Hbase : is_base le bottom.
Hypothesis Hnext : is_next le bottom next cells.
Let places := stack_places cells upto.
Let o := stack_order le bottom next cells upto.
Let f := place_of (bottom, 0) places (fun i => (next, i - 1)) (fun j => (bottom, j)).

Lemma in_stack_places k j : In (k, j) places <-> In k cells /\ j < upto.
Proof.
  unfold places, stack_places. rewrite in_flat_map. split.
  - intros (k' & Hk & H). apply in_map_iff in H as (j' & [= -> ->] & H). apply in_seq in H. split; [trivial | lia].
  - intros [Hk Hj]. exists k. split; trivial. apply in_map, in_seq. lia.
Qed.

Lemma stack_phi i : phi o i = i - 1.
Proof.
  unfold phi. cbn [o stack_order order_of start step rise length]. rewrite Nat.div_1_r.
  destruct i as [|i]; trivial. replace (S i - 1 + (1 - 1)) with i by lia. replace (S i - i * 1) with 1 by lia. cbn [nth]. lia.
Qed.

(** The checker takes it for an order with two growing chains. *)
Theorem stack_is_growing : check_order o = true.
Proof.
  apply check_order_of.
  - now apply (stack_order_all _ bottom).
  - apply (places_different (fun _ => upto)), (cells_different _ _ _ _ Hnext).
  - reflexivity.
  - intros q _. fold (stack_order le bottom next cells upto). fold o. rewrite stack_phi. destruct (le next (fst q)); lia.
  - intros q q' H. apply stack_le_spec in H as [H1 H2]. split; trivial. destruct (le next (fst q)) eqn:E; [|lia].
    rewrite (base_transitive le bottom Hbase next (fst q) (fst q') E H1). lia.
Qed.

Lemma next_not_below k : In k cells -> le k next = false /\ le k bottom = false.
Proof.
  intros Hk. destruct (cells_other _ _ _ _ Hnext k Hk) as [H1 H2]. split; apply not_true_iff_false; intros E.
  - destruct (next_below _ _ _ _ Hnext k E); congruence.
  - apply H1, (base_antisymmetric le bottom Hbase); trivial. apply (base_bottom _ _ Hbase).
Qed.

Lemma stack_drawn : drawn le bottom o f.
Proof.
  assert (Hb : le next bottom = false).
  { apply not_true_iff_false. intros E. apply (next_other _ _ _ _ Hnext), (base_antisymmetric le bottom Hbase); trivial.
    apply (base_bottom _ _ Hbase). }
  split.
  - apply item_le_of; [now apply (stack_order_all _ bottom) | ..]; intros; rewrite ?stack_le_spec; cbn [fst snd];
      rewrite ?(base_refl le bottom Hbase), ?(base_bottom _ _ Hbase).
    + split; [intros [_ H'] | intros H'; split; [trivial|]]; lia.
    + split; [intros [_ H'] | intros H'; split; [trivial|]]; lia.
    + unfold stack_le. cbn. now rewrite Hb.
    + fold (stack_order le bottom next cells upto). fold o. rewrite stack_phi. tauto.
    + destruct q as [k z]. apply in_stack_places in H as [H _]. cbn [fst snd]. unfold stack_le at 1. cbn [fst snd].
      rewrite (proj1 (next_not_below k H)). split; trivial. destruct (le next k); [|split; [easy | lia]].
      split; [intros [_ H'] | intros H'; split; [trivial|]]; lia.
    + destruct q as [k z]. apply in_stack_places in H as [H _]. cbn [fst snd]. unfold stack_le at 1. cbn [fst snd].
      rewrite (proj2 (next_not_below k H)). split; trivial. tauto.
  - intros [a|i|j]; cbn [is_item f place_of]; intros Hx E.
    + apply (nth_In places (bottom, 0)) in Hx. rewrite E in Hx. apply in_stack_places in Hx as [Hx _].
      now destruct (cells_other _ _ _ _ Hnext bottom Hx).
    + injection E as E _. now apply (next_other _ _ _ _ Hnext).
    + injection E as E. lia.
  - intros x [k j] Hx Hle Hne. apply stack_le_spec in Hle as [Hk Hj]. cbn [fst snd] in Hk, Hj.
    assert (Hcase : k = bottom \/ k = next \/ (In k cells /\ j < upto)).
    { destruct x as [a|i|j']; cbn in Hk, Hj.
      - pose proof (nth_In places (bottom, 0) Hx) as Hin. rewrite (surjective_pairing (nth a places _)) in Hin.
        apply in_stack_places in Hin as [Hin Hz]. destruct (cells_below _ _ _ _ Hnext _ k Hin Hk) as [H|[H|H]]; auto.
        right. right. split; [trivial | lia].
      - destruct (next_below _ _ _ _ Hnext k Hk); auto.
      - left. apply (base_antisymmetric le bottom Hbase); trivial. apply (base_bottom _ _ Hbase). }
    destruct Hcase as [->|[->|Hin]].
    + exists (D j). split; trivial. cbn. destruct j; [now elim Hne | lia].
    + exists (C (S j)). split; [cbn; lia|]. cbn. now rewrite Nat.sub_0_r.
    + apply in_stack_places in Hin. destruct (In_nth places (k, j) (bottom, 0) Hin) as (b & Hb' & E). now exists (Fixed b).
Qed.

Lemma stack_same h : is_heights le bottom h -> fits_stacks bottom next cells upto h ->
  same_stacks bottom f h (items o (kept bottom places h) (h next) (h bottom - 1)).
Proof.
  intros Hh Hfits [k j]. cbn [fst snd]. split.
  - intros (x & Hx & E). apply in_items in Hx. destruct x as [a|i|j']; cbn in E.
    + destruct Hx as [Ha Hx]. apply has_kept in Hx; trivial. rewrite E in Hx. split; trivial. intros [= -> ->].
      apply (nth_In places (bottom, 0)) in Ha. rewrite E in Ha. apply in_stack_places in Ha as [Ha _].
      now destruct (cells_other _ _ _ _ Hnext bottom Ha).
    + injection E as <- <-. split; [lia|]. intros [= E _]. now apply (next_other _ _ _ _ Hnext).
    + injection E as <- <-. split; [lia|]. intros [= ->]. lia.
  - intros [Hj Hne]. destruct (Hfits k) as [->|[->|[Hk Hupto]]]; [lia | | |].
    + exists (D j). split; trivial. apply in_items. destruct j; [now elim Hne | lia].
    + exists (C (S j)). split; [apply in_items; lia|]. cbn. now rewrite Nat.sub_0_r.
    + destruct (In_nth places (k, j) (bottom, 0)) as (a & Ha & E); [apply in_stack_places; split; [trivial | lia]|].
      exists (Fixed a). split; trivial. apply in_items. split; trivial. apply has_kept; trivial. now rewrite E.
Qed.

(** Stacks of these heights are a position of the order, with the same nim-value. *)
Theorem stack_instance h : is_heights le bottom h -> fits_stacks bottom next cells upto h ->
  position o (kept bottom places h) (h next) (h bottom - 1) /\
  forall left, (forall q, In q left <-> snd q < h (fst q) /\ q <> (bottom, 0)) ->
  poset_value (item_le o) (items o (kept bottom places h) (h next) (h bottom - 1)) =
    poset_value (stack_le le) left.
Proof.
  intros Hh Hfits. pose proof (stack_same h Hh Hfits) as H. split.
  - apply (drawn_position le bottom Hbase o f stack_is_growing stack_drawn _ _ _ h); trivial. apply kept_within.
  - intros left. now apply (drawn_value le bottom Hbase o f stack_drawn).
Qed.

(** And there are no other positions. *)
Theorem stack_positions s m n : position o s m n -> exists h, is_heights le bottom h /\
  fits_stacks bottom next cells upto h /\
  s = kept bottom places h /\ m = h next /\ n = h bottom - 1.
Proof.
  intros H. pose proof stack_is_growing as Ho. pose proof stack_drawn as Hf.
  destruct (drawn_heights eq_dec le bottom Hbase o f Ho Hf s m n H) as (h & Hh & Hsame). exists h. split; trivial.
  assert (Hx := fun x => drawn_items le bottom Hbase o f Ho Hf s m n h x Hsame). split; [|split; [|split]].
  - intros k Hk. destruct (eq_dec k bottom) as [->|Hne]; [now left|]. right.
    destruct (proj2 (Hsame (k, h k - 1))) as ([a|i|j] & Hin & E).
    + split; [cbn; lia | congruence].
    + right. apply in_items in Hin as [Ha _]. cbn in E. apply (nth_In places (bottom, 0)) in Ha. rewrite E in Ha.
      apply in_stack_places in Ha as [Ha Hupto]. split; [trivial | lia].
    + injection E as <- _. now left.
    + injection E as <- _. congruence.
  - exact (drawn_set bottom places le _ _ _ _ _ _ s m n h Hbase Ho Hf H Hsame).
  - apply (chain_end (fun i => i - 1 < h next)); [|lia]. intros i Hi. specialize (Hx (C i) Hi). rewrite in_items in Hx.
    change (1 <= i <= m <-> i - 1 < h next) in Hx. tauto.
  - apply (chain_end (fun j => j < h bottom)); [|pose proof (proj2 Hh); lia].
    intros j Hj. specialize (Hx (D j) Hj). rewrite in_items in Hx. change (1 <= j <= n <-> j < h bottom) in Hx. tauto.
Qed.
End Family.
