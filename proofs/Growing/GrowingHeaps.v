(** * Bars beside a heap of nim

    The first row of a bar grows, and so does a heap of nim beside it, as growing.md, section 4, and
    zchomp/growing/families.py describe them: the first row without the poison is the chain d, the heap is the chain c, and
    the other rows, at most those of [fixed], are A. In a sum of two games the player to move loses if and only if both have
    the same nim-value, and that of a heap is its size. So the losers of this growing order are the nim-values of bars. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Chomp Nim Posets PosetValues PosetSums GrowingChecker GrowingOrders GrowingGame GrowingSoundness.
From ZChomp Require Import GrowingStacks GrowingBars.
From ZChomp Require Slices.
Import ListNotations.

(** ** The order *)

(** The squares of A, row by row; the rows of [fixed] begin in the second row of the bar. *)
Definition heap_places (fixed : rows) : list (nat * nat) := map (fun q => (S (fst q), snd q)) (bar fixed).

(** The square (i, j) is above d1, ..., dj; the heap touches nothing. *)
Definition heap_order (fixed : rows) : order :=
  order_of square_le (0, 0) (heap_places fixed) (fun _ => 0) snd [] 0.

(** Bars with at most these rows from the second on. *)
Definition has_rows (fixed p : rows) : Prop := forall i, nth (S i) p 0 <= nth i fixed 0.

(** The elements of A that are squares of the bar. *)
Definition heap_set (fixed p : rows) : N := kept 0 (heap_places fixed) (lengths p).

(** An element is a square, or one of the heap. *)
Definition heap_item (fixed : rows) (x : item) : (nat * nat) + nat :=
  match x with Fixed a => inl (nth a (heap_places fixed) (0, 0)) | C i => inr i | D j => inl (0, j) end.

Lemma heap_place fixed q : In q (heap_places fixed) <->
  1 <= fst q /\ snd q < nth (fst q - 1) fixed 0.
Proof.
  unfold heap_places. rewrite in_map_iff. split.
  - intros ([i j] & <- & H). apply in_bar in H. cbn. rewrite Nat.sub_0_r. split; [lia | trivial].
  - destruct q as [[|i] j]; cbn; [lia|]. rewrite Nat.sub_0_r. intros [_ H]. exists (i, j). split; trivial. now apply in_bar.
Qed.

Lemma heap_phi fixed i : phi (heap_order fixed) i = 0.
Proof.
  unfold phi. cbn [heap_order order_of start step rise length]. rewrite Nat.div_1_r, Nat.mul_0_r.
  replace (i - _ * 1) with 0 by lia. reflexivity.
Qed.

Lemma heap_different fixed : NoDup (heap_places fixed).
Proof.
  apply FinFun.Injective_map_NoDup; [intros [i j] [i' j']; simpl; congruence|].
  apply (places_different (lengths fixed)), seq_NoDup.
Qed.

Theorem heaps_are_growing fixed : check_order (heap_order fixed) = true.
Proof.
  apply check_order_of.
  - apply square_order.
  - apply heap_different.
  - reflexivity.
  - intros q _. rewrite (heap_phi fixed : forall i, phi (order_of _ _ _ _ _ _ _) i = 0). lia.
  - intros q q' H. apply square_le_spec in H. lia.
Qed.

Lemma heap_item_le fixed x y : is_item (heap_order fixed) x -> is_item (heap_order fixed) y ->
  item_le (heap_order fixed) x y = sum_le square_le Nat.leb (heap_item fixed x) (heap_item fixed y).
Proof.
  assert (Hplace : forall a, a < length (heap_places fixed) -> 1 <= fst (nth a (heap_places fixed) (0, 0)))
    by (intros a Ha; apply (heap_place fixed), nth_In, Ha).
  destruct x as [a|i|j], y as [b|i'|j']; cbn [is_item item_le heap_item sum_le];
    change (size (heap_order fixed)) with (length (heap_places fixed)); intros Hx Hy; trivial;
    apply eq_true_iff_eq; rewrite ?fixed_le, ?reaches_iff, ?square_le_spec, ?Nat.leb_le, ?heap_phi; cbn [fst snd];
    unfold heap_order; rewrite ?uc_of, ?ud_of, ?lc_of, ?ld_of by trivial; try (split; [lia | discriminate]); try lia.
  - rewrite has_above, square_le_spec by trivial. destruct (Nat.eq_dec a b) as [->|]; [|intuition]. split; [lia | now left].
  - specialize (Hplace a Hx). lia.
Qed.

(** ** The theorems *)

(** A bar with such rows, beside a heap of m, is a position of the growing order, and its nim-value is the nim-sum of that
    of the bar and m. *)
Theorem heap_instance fixed p m : is_position p -> has_rows fixed p ->
  let o := heap_order fixed in
  let s := heap_set fixed p in
  let n := nth 0 p 0 - 1 in
  position o s m n /\
  N.of_nat (poset_value (item_le o) (items o s m n)) = N.lxor (N.of_nat (nim_value p)) (N.of_nat m).
Proof.
  intros Hp Hrows o s n. pose proof (proj2 Hp) as Hpoison. split.
  - split.
    + apply kept_within.
    + intros a b Ha Hb Hab. apply has_above in Hab as (_ & _ & Hab); trivial. apply square_le_spec in Hab.
      unfold s, heap_set. rewrite !has_kept by trivial. unfold lengths.
      set (q := nth a _ _) in *. set (q' := nth b _ _) in *. pose proof (sorted_below p (fst q) (fst q') (proj1 Hp)). lia.
    + intros a Ha. pose proof (kept_within _ _ _ _ Ha) as Hl. apply has_kept in Ha; trivial. unfold o, heap_order.
      rewrite lc_of, ld_of by trivial. split; [lia|]. unfold lengths in Ha. set (q := nth a _ _) in *. unfold n.
      pose proof (sorted_below p 0 (fst q) (proj1 Hp)). lia.
    + intros a Ha _. unfold o, heap_order. rewrite uc_of, ud_of. now split; left.
    + unfold o. rewrite heap_phi. lia.
  - assert (E : poset_value (item_le o) (items o s m n) =
      poset_value (sum_le square_le Nat.leb) (beside (remove square_dec (0, 0) (bar p)) (seq 1 m))).
    { rewrite <- (poset_value_map (heap_item fixed) _ (sum_le square_le Nat.leb)).
      - symmetry. apply poset_value_same; [apply sum_order; [apply square_order | apply chain_order]|].
        intros x. rewrite in_beside, in_map_iff. split.
        + destruct x as [[i j]|i].
          * intros H. apply in_without_poison in H as [Hj Hne]. destruct i as [|i].
            { exists (D j). split; trivial. apply in_items. unfold n. destruct j; [now elim Hne | lia]. }
            { destruct (In_nth (heap_places fixed) (S i, j) (0, 0)) as (a & Ha & Ea).
              - apply heap_place. cbn. rewrite Nat.sub_0_r. specialize (Hrows i). lia.
              - exists (Fixed a). cbn [heap_item]. rewrite Ea. split; trivial. apply in_items. split; trivial.
                apply has_kept; trivial. now rewrite Ea. }
          * intros H. apply in_seq in H. exists (C i). split; trivial. apply in_items. lia.
        + intros (y & <- & Hy). apply in_items in Hy. destruct y as [a|i|j]; cbn.
          * destruct Hy as [Ha Hy]. apply has_kept in Hy; trivial.
            assert (Hq : 1 <= fst (nth a (heap_places fixed) (0, 0))) by (apply (heap_place fixed), nth_In, Ha).
            destruct (nth a (heap_places fixed) (0, 0)) as [i j]. apply in_without_poison. cbn in Hq, Hy.
            split; [exact Hy|]. intros [= -> ->]. lia.
          * apply in_seq. lia.
          * apply in_without_poison. split; [lia|]. intros [= ->]. lia.
      - intros x y Hx Hy. apply heap_item_le; now apply (items_are o s m n). }
    rewrite E, (sum_value square_le Nat.leb), heap_value, <- nim_value_poset; [trivial | apply square_order | apply chain_order].
Qed.

(** And there are no other positions. *)
Theorem heap_positions fixed s m n : Slices.is_tail fixed -> position (heap_order fixed) s m n ->
  exists p, is_position p /\ has_rows fixed p /\ s = heap_set fixed p /\ n = nth 0 p 0 - 1.
Proof.
  intros Hfixed [Hw Hclosed Hpresent _ _]. set (places := heap_places fixed) in *. set (place a := nth a places (0, 0)).
  assert (Hplace : forall a, a < length places -> 1 <= fst (place a) /\ snd (place a) < nth (fst (place a) - 1) fixed 0)
    by (intros a Ha; apply heap_place, nth_In, Ha).
  set (l := map (pair 0) (seq 0 (S n)) ++ map place (inside (heap_order fixed) s)).
  assert (Hl : forall q, In q l <-> (fst q = 0 /\ snd q <= n) \/ exists a, has s a = true /\ place a = q).
  { intros [i j]. unfold l. rewrite in_app_iff, !in_map_iff. cbn [fst snd]. split.
    - intros [(j' & [= <- <-] & H)|(a & E & H)]; [left; apply in_seq in H; lia|].
      right. apply in_inside in H. exists a. tauto.
    - intros [[-> H]|(a & H & E)]; [left; exists j; split; [trivial | apply in_seq; lia]|].
      right. exists a. split; trivial. apply in_inside. split; [now apply Hw | trivial]. }
  destruct (heights_of Nat.eq_dec Nat.leb 0 rows_base l) as (h & Hh & Hin).
  - apply Hl. left. cbn. lia.
  - intros q q' Hq Hle. apply square_le_spec in Hle. apply Hl. apply Hl in Hq as [Hq|(a & Ha & <-)]; [left; lia|].
    pose proof (Hw a Ha) as Hsize. destruct (Hplace a Hsize) as [H1 H2]. destruct (Nat.eq_dec (fst q') 0) as [E|E].
    + left. split; trivial. destruct (Hpresent a Ha) as [_ Hd]. unfold heap_order in Hd. rewrite ld_of in Hd by trivial.
      fold places (place a) in Hd. lia.
    + right. pose proof (sorted_below fixed (fst q' - 1) (fst (place a) - 1) Hfixed).
      destruct (In_nth places q' (0, 0)) as (b & Hb & Eb); [apply heap_place; lia|]. exists b. split; trivial.
      destruct (Nat.eq_dec b a) as [->|Hne]; trivial. apply (Hclosed b a); trivial. apply has_above; trivial.
      split; [trivial | split; trivial]. fold places. rewrite Eb. apply square_le_spec. fold (place a). lia.
  - assert (Hrow : forall i j, j < h (S i) -> j < nth i fixed 0).
    { intros i j H. apply Hin, Hl in H as [[H _]|(a & Ha & E)]; [discriminate|]. destruct (Hplace a (Hw a Ha)) as [_ H].
      rewrite E in H. cbn in H. now rewrite Nat.sub_0_r in H. }
    destruct (bar_of_heights h (S (length fixed)) Hh) as (p & Hp).
    { destruct (h (S (length fixed))) as [|j] eqn:E; trivial. specialize (Hrow (length fixed) 0).
      rewrite (nth_overflow fixed) in Hrow by trivial. lia. }
    exists p. rewrite (Hp 0 : nth 0 p 0 = _). split; [|split; [|split]].
    + apply lengths_heights. split; [intros i i'; rewrite !Hp; apply Hh | rewrite Hp; apply Hh].
    + intros i. rewrite (Hp _ : nth _ p 0 = _). destruct (h (S i)) as [|j] eqn:E; [lia|]. apply Hrow. lia.
    + apply same_set. intros a. apply eq_true_iff_eq. unfold heap_set. split; intros Ha.
      * apply has_kept; [now apply Hw|]. rewrite Hp. apply Hin, Hl. right. exists a. split; trivial.
        apply surjective_pairing.
      * pose proof (kept_within _ _ _ _ Ha) as Hsize. apply has_kept in Ha; trivial. rewrite Hp in Ha. apply Hin, Hl in Ha.
        destruct (Hplace a Hsize) as [H1 _].
        destruct Ha as [[H _]|(b & Hb & E)]; [cbn [fst] in H; fold places (place a) in H; lia|].
        rewrite <- surjective_pairing in E. replace a with b; trivial.
        apply (proj1 (NoDup_nth places (0, 0)) (heap_different fixed)); trivial. now apply Hw.
    + apply (chain_end (fun j => j < h 0)); [|pose proof (proj2 Hh); lia].
      intros j Hj. rewrite Hin, Hl. cbn [fst snd]. split; [now left|]. intros [[_ H]|(a & Ha & E)]; trivial.
      destruct (Hplace a (Hw a Ha)) as [H _]. rewrite E in H. cbn in H. lia.
Qed.

(** What a certificate of that growing order says is true of the bar and the heap. *)
Theorem growing_heap_sound cert fixed : check cert = true -> claim_order cert = heap_order fixed ->
  forall p m g, is_position p -> has_rows fixed p -> g <= claim_nim cert ->
  (N.lxor (N.of_nat (nim_value p)) (N.of_nat m) = N.of_nat g <->
   claimed cert (heap_set fixed p) g m = Some (nth 0 p 0 - 1)).
Proof.
  intros H E p m g Hp Hrows Hg. destruct (heap_instance fixed p m Hp Hrows) as [Hpos Hval]. rewrite <- E in Hpos, Hval.
  rewrite <- Hval, <- (growing_sound cert H _ g _ _ Hg Hpos). split; [apply Nat2N.inj | now intros ->].
Qed.

(** Its losers are the nim-values of bars. *)
Corollary growing_heap_losers cert fixed : check cert = true ->
  claim_order cert = heap_order fixed ->
  forall p m, is_position p -> has_rows fixed p ->
  (nim_value p = m <-> claimed cert (heap_set fixed p) 0 m = Some (nth 0 p 0 - 1)).
Proof.
  intros H E p m Hp Hrows. rewrite <- (growing_heap_sound cert fixed H E p m 0 Hp Hrows) by lia. split.
  - intros ->. apply N.lxor_nilpotent.
  - intros E0. now apply Nat2N.inj, N.lxor_eq.
Qed.
