(** * A growing order beside a heap of nim

    Any growing order, beside a heap of at most h elements, is a growing order: the heap is a chain in A that touches nothing
    else. Its nim-values are the nim-sums of both (PosetSums.v). For bars of which two rows grow these are the positions of
    zchomp/growing/families.py with a heap. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Chomp Nim Posets PosetValues PosetSums GrowingChecker GrowingOrders GrowingGame GrowingSoundness.
From ZChomp Require Import GrowingStacks GrowingTwoStacks GrowingBars.
Import ListNotations.

(** The elements of the heap come after those of A; each is below the following ones. *)
Definition with_heap (o : order) (h : nat) : order :=
  Order (size o + h)
    (larger o ++ map (fun i => set_of (Nat.ltb (size o + i)) (size o + h)) (seq 0 h))
    (c_above o ++ repeat 0 h) (d_above o ++ repeat 0 h) (c_below o ++ repeat 0 h) (d_below o ++ repeat 0 h)
    (start o) (step o) (rise o).

(** A set of elements of A, and the first t of the heap. *)
Definition beside_heap (o : order) (h : nat) (s : N) (t : nat) : N :=
  set_of (fun a => if a <? size o then has s a else a <? size o + t) (size o + h).

(** Every list of the order has an entry for each element, and nothing but elements is above one. *)
Record is_whole (o : order) : Prop := {
  whole_larger : length (larger o) = size o;
  whole_c_above : length (c_above o) = size o;
  whole_d_above : length (d_above o) = size o;
  whole_c_below : length (c_below o) = size o;
  whole_d_below : length (d_below o) = size o;
  whole_elements : forall a b, has (above o a) b = true -> b < size o }.

Section Beside.
Variable o : order.
Variable h : nat.
Hypothesis Ho : check_order o = true.
Hypothesis Hwhole : is_whole o.
Let o' := with_heap o h.

Lemma entries l a : length l = size o ->
  nth a (l ++ repeat 0 h) 0 = if a <? size o then nth a l 0 else 0.
Proof.
  intros Hl. destruct (Nat.ltb_spec a (size o)); [now rewrite app_nth1 by lia | now rewrite app_nth2, nth_repeat by lia].
Qed.

Lemma uc_heap a : uc o' a = if a <? size o then uc o a else 0.
Proof. apply entries, (whole_c_above _ Hwhole). Qed.

Lemma ud_heap a : ud o' a = if a <? size o then ud o a else 0.
Proof. apply entries, (whole_d_above _ Hwhole). Qed.

Lemma lc_heap a : lc o' a = if a <? size o then lc o a else 0.
Proof. apply entries, (whole_c_below _ Hwhole). Qed.

Lemma ld_heap a : ld o' a = if a <? size o then ld o a else 0.
Proof. apply entries, (whole_d_below _ Hwhole). Qed.

Lemma above_heap a b : a < size o + h ->
  has (above o' a) b = if a <? size o then has (above o a) b else (a <? b) && (b <? size o + h).
Proof.
  intros Ha. unfold above at 1. cbn [o' with_heap larger]. pose proof (whole_larger _ Hwhole) as Hl.
  destruct (Nat.ltb_spec a (size o)); [now rewrite app_nth1 by lia|]. rewrite app_nth2 by lia.
  set (f := fun i => set_of _ _). rewrite (nth_indep _ _ (f 0)), map_nth, seq_nth by (rewrite ?map_length, ?seq_length; lia).
  unfold f. rewrite has_set_of. replace (size o + (0 + (a - length (larger o)))) with a by lia. apply andb_comm.
Qed.

Lemma phi_heap i : phi o' i = phi o i.
Proof. reflexivity. Qed.

Lemma heap_is_growing : check_order o' = true.
Proof.
  unfold check_order in *. apply andb_true_iff in Ho as [Hphi Hall]. apply andb_true_iff. split; [exact Hphi|].
  rewrite forallb_forall in Hall. apply forallb_forall. intros a Ha.
  apply in_seq in Ha as [_ Ha]. cbn [o' with_heap size Nat.add] in Ha.
  apply andb_true_iff. split.
  - unfold check_element. rewrite uc_heap, ud_heap, lc_heap, ld_heap, above_heap by trivial.
    destruct (Nat.ltb_spec a (size o)) as [L|L].
    + specialize (Hall a ltac:(apply in_seq; lia)). apply andb_true_iff in Hall as [Hall _]. exact Hall.
    + rewrite Nat.ltb_irrefl, phi_heap, (phi_zero o Hphi). reflexivity.
  - apply forallb_forall. intros b Hb. apply in_seq in Hb as [_ Hb]. cbn [o' with_heap size Nat.add] in Hb.
    unfold check_pair. rewrite !uc_heap, !ud_heap, !lc_heap, !ld_heap, (above_heap a b) by trivial.
    destruct (Nat.ltb_spec a (size o)) as [La|La], (Nat.ltb_spec b (size o)) as [Lb|Lb].
    + specialize (Hall a ltac:(apply in_seq; lia)). apply andb_true_iff in Hall as [_ Hall]. rewrite forallb_forall in Hall.
      specialize (Hall b ltac:(apply in_seq; lia)). unfold check_pair in Hall. destruct (has (above o a) b); [|exact Hall].
      rewrite !andb_true_iff in *. repeat split; try tauto. destruct Hall as [[[[Hall _] _] _] _].
      rewrite contains_iff in *. intros c Hc. cbn [o' with_heap size] in Hc. rewrite !above_heap by lia.
      destruct (Nat.ltb_spec a (size o)); [|lia]. destruct (Nat.ltb_spec b (size o)); [|lia].
      intros E. apply Hall; trivial. exact (whole_elements _ Hwhole b c E).
    + destruct (has (above o a) b) eqn:E; [pose proof (whole_elements _ Hwhole a b E); lia|].
      rewrite !andb_true_iff, !not_reaches. lia.
    + destruct (Nat.ltb_spec a b); [lia|]. reflexivity.
    + destruct (Nat.ltb_spec a b) as [L|L]; [|reflexivity]. destruct (Nat.ltb_spec b (size o + h)); [|lia]. cbn [andb].
      rewrite !andb_true_iff. repeat split; trivial. apply contains_iff. intros c Hc. cbn [o' with_heap size] in Hc.
      rewrite !above_heap by lia. destruct (Nat.ltb_spec a (size o)); [lia|]. destruct (Nat.ltb_spec b (size o)); [lia|].
      destruct (Nat.ltb_spec b c); [|easy]. destruct (Nat.ltb_spec a c); [|lia].
      destruct (Nat.ltb_spec c (size o + h)); [reflexivity | lia].
Qed.

(** An element is one of the order, or the i-th of the heap. *)
Definition side (x : item) : item + nat :=
  match x with Fixed a => if a <? size o then inl x else inr (S (a - size o)) | _ => inl x end.

Lemma side_le x y : is_item o' x -> is_item o' y ->
  item_le o' x y = sum_le (item_le o) Nat.leb (side x) (side y).
Proof.
  destruct x as [a|i|j], y as [b|i'|j']; cbn [is_item o' with_heap size item_le side]; fold o'; intros Hx Hy;
    rewrite ?uc_heap, ?ud_heap, ?lc_heap, ?ld_heap, ?above_heap by trivial; trivial;
    repeat match goal with |- context [?x <? size o] => destruct (Nat.ltb_spec x (size o)) end; cbn [sum_le item_le]; trivial.
  - destruct (Nat.eqb_spec a b); [lia|]. apply not_true_iff_false. intros E. pose proof (whole_elements _ Hwhole a b E). lia.
  - destruct (Nat.eqb_spec a b), (Nat.ltb_spec a b); lia || reflexivity.
  - apply eq_true_iff_eq. rewrite orb_true_iff, andb_true_iff, Nat.eqb_eq, !Nat.ltb_lt, Nat.leb_le. lia.
  - destruct (Nat.leb_spec i 0); [lia | trivial].
  - destruct (Nat.leb_spec j 0); [lia | trivial].
Qed.

Lemma has_beside s t a : has (beside_heap o h s t) a = true <->
  a < size o + h /\ if a <? size o then has s a = true else a < size o + t.
Proof.
  unfold beside_heap. rewrite has_set_of, andb_true_iff, Nat.ltb_lt. destruct (a <? size o); [tauto|]. now rewrite Nat.ltb_lt.
Qed.

Lemma beside_position s t m n : position o s m n -> t <= h -> position o' (beside_heap o h s t) m n.
Proof.
  intros [Hw Hclosed Hpresent Habsent Hstairs] Ht. split.
  - intros a Ha. now apply has_beside in Ha.
  - intros a b Ha Hb. rewrite above_heap, !has_beside by exact Ha. intros Hab [_ H]. split; [exact Ha|].
    destruct (Nat.ltb_spec a (size o)).
    + pose proof (whole_elements _ Hwhole a b Hab). destruct (Nat.ltb_spec b (size o)); [|lia]. now apply (Hclosed a b).
    + apply andb_true_iff in Hab as [Hab _]. apply Nat.ltb_lt in Hab. destruct (Nat.ltb_spec b (size o)); lia.
  - intros a Ha. apply has_beside in Ha as [_ Ha]. rewrite lc_heap, ld_heap. destruct (a <? size o); [now apply Hpresent | lia].
  - intros a Ha Hs. rewrite uc_heap, ud_heap. destruct (Nat.ltb_spec a (size o)) as [L|L]; [|now split; left].
    apply Habsent; trivial. apply not_true_iff_false in Hs. apply not_true_iff_false. intros E. apply Hs, has_beside.
    destruct (Nat.ltb_spec a (size o)); [split; [lia | trivial] | lia].
  - exact Hstairs.
Qed.

Lemma beside_value s t m n : (forall a, has s a = true -> a < size o) -> t <= h ->
  N.of_nat (poset_value (item_le o') (items o' (beside_heap o h s t) m n)) =
    N.lxor (N.of_nat (poset_value (item_le o) (items o s m n))) (N.of_nat t).
Proof.
  intros Hw Ht. rewrite <- (heap_value t) at 2. rewrite <- sum_value; [|now apply items_order | apply chain_order]. f_equal.
  rewrite <- (poset_value_map side _ (sum_le (item_le o) Nat.leb)).
  - symmetry. apply poset_value_same; [apply sum_order; [now apply items_order | apply chain_order]|].
    intros x. rewrite in_beside, in_map_iff. split.
    + destruct x as [[a|i|j]|i]; intros H; rewrite ?in_items, ?in_seq in H.
      * exists (Fixed a). cbn [side]. destruct (Nat.ltb_spec a (size o)); [|lia]. split; trivial. apply in_items.
        rewrite has_beside. destruct (Nat.ltb_spec a (size o)); [|lia]. cbn. split; [lia | split; [lia | tauto]].
      * exists (C i). split; trivial. now apply in_items.
      * exists (D j). split; trivial. now apply in_items.
      * exists (Fixed (size o + (i - 1))). cbn [side]. destruct (Nat.ltb_spec (size o + (i - 1)) (size o)); [lia|].
        split; [f_equal; lia|]. apply in_items. rewrite has_beside.
        destruct (Nat.ltb_spec (size o + (i - 1)) (size o)); [lia|]. cbn. lia.
    + intros (y & <- & Hy). apply in_items in Hy. destruct y as [a|i|j]; cbn [side]; [|now apply in_items | now apply in_items].
      destruct Hy as [_ Hy]. apply has_beside in Hy as [Ha Hy]. destruct (Nat.ltb_spec a (size o)).
      * now apply in_items.
      * apply in_seq. lia.
  - intros x y Hx Hy. apply side_le; now apply (items_are o' (beside_heap o h s t) m n).
Qed.
End Beside.

(** ** The theorems *)

(** Beside a heap, an order with two growing chains is one, and nim-values are nim-sums. *)
Theorem heap_beside o h : check_order o = true -> is_whole o ->
  check_order (with_heap o h) = true /\
  forall s t m n, position o s m n -> t <= h ->
  let o' := with_heap o h in
  let s' := beside_heap o h s t in
  position o' s' m n /\
  N.of_nat (poset_value (item_le o') (items o' s' m n)) =
    N.lxor (N.of_nat (poset_value (item_le o) (items o s m n))) (N.of_nat t).
Proof.
  intros Ho Hwhole. split; [now apply heap_is_growing|]. intros s t m n Hpos Ht o' s'. split.
  - now apply beside_position.
  - apply beside_value; trivial. apply (within _ _ _ _ Hpos).
Qed.

Lemma bar_whole k upto : is_whole (bar_order k upto).
Proof.
  split; cbn [bar_order stack_order order_of larger c_above d_above c_below d_below size];
    rewrite ?map_length, ?repeat_length, ?seq_length; trivial.
  intros a b H. destruct (Nat.lt_ge_cases a (length (stack_places (seq 2 (k - 2)) upto))) as [L|L].
  - now apply has_above in H.
  - unfold above in H.
    rewrite nth_overflow in H by (cbn [bar_order stack_order order_of larger]; now rewrite map_length, seq_length).
    now destruct b.
Qed.

(** What a certificate of bars beside a heap says is true of a bar p and a heap of t. *)
Theorem growing_bar_heap_sound cert k upto h : check cert = true ->
  claim_order cert = with_heap (bar_order k upto) h ->
  forall p t g, is_position p -> fits k upto p -> t <= h -> g <= claim_nim cert ->
  (N.lxor (N.of_nat (nim_value p)) (N.of_nat t) = N.of_nat g <->
   claimed cert (beside_heap (bar_order k upto) h (bar_set k upto p) t) g (nth 1 p 0) =
     Some (nth 0 p 0 - 1)).
Proof.
  intros H E p t g Hp Hfits Ht Hg. destruct (bar_instance k upto p Hp Hfits) as [Hpos Hval].
  destruct (heap_beside _ h (bar_is_growing k upto) (bar_whole k upto)) as [_ Hbeside].
  destruct (Hbeside _ t _ _ Hpos Ht) as [Hpos' Hval']. rewrite Hval in Hval'. rewrite <- E in Hpos', Hval'.
  rewrite <- Hval', <- (growing_sound cert H _ g _ _ Hg Hpos'). split; [apply Nat2N.inj | now intros ->].
Qed.
