(** * Growing orders made of stacks

    Many growing orders are Chomp on chocolate in disguise. Over every point of a base, which is ordered and has a smallest
    point, stands a stack; (k, j) is at or below (k', j') if k is at or below k' in the base and j <= j'. Rows are the stacks of a
    bar, and columns those of a solid bar; the poison is at the bottom of the stack over the smallest point. If every
    element of a growing order is one of a stack, and only the poison is missing, then whoever cannot move there has only
    the poison left here: the positions of the order are those of the stacks, and have the same nim-values. GrowingBars.v,
    GrowingArms.v and GrowingBoxes.v are families of this kind. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingRows GrowingSoundness.
From ZChomp Require BarOpenings.
Import ListNotations.

(** ** Orders that look alike have the same nim-values *)

Lemma filter_map {A B} (f : A -> B) g l : filter g (map f l) = map f (filter (fun x => g (f x)) l).
Proof. induction l as [|x l IH]; simpl; trivial. rewrite IH. now destruct (g (f x)). Qed.

Lemma value_within_map {A B} (f : A -> B) le le' n : forall left,
  (forall x y, In x left -> In y left -> le x y = le' (f x) (f y)) ->
  value_within n le' (map f left) = value_within n le left.
Proof.
  induction n as [|n IH]; intros left H; trivial. cbn [value_within]. f_equal. rewrite map_map. apply map_ext_in.
  intros x Hx. rewrite <- IH.
  - f_equal. unfold take. rewrite filter_map. f_equal. apply filter_ext_in. intros y Hy. now rewrite H.
  - intros y z Hy Hz. apply H; [apply (take_incl le x left y Hy) | apply (take_incl le x left z Hz)].
Qed.

Lemma poset_value_map {A B} (f : A -> B) le le' left :
  (forall x y, In x left -> In y left -> le x y = le' (f x) (f y)) ->
  poset_value le' (map f left) = poset_value le left.
Proof. intros H. unfold poset_value. rewrite map_length. now apply value_within_map. Qed.

(** ** Stacks *)

Definition stack_le {K} (le : K -> K -> bool) (q q' : K * nat) : bool := le (fst q) (fst q') && (snd q <=? snd q').

(** The base is ordered, and has a smallest point. *)
Record is_base {K} (le : K -> K -> bool) (bottom : K) : Prop := {
  base_order : forall points, is_order le points;
  base_bottom : forall k, le bottom k = true }.

(** The heights of stacks do not increase, and the poison is there. *)
Definition is_heights {K} (le : K -> K -> bool) (bottom : K) (h : K -> nat) : Prop :=
  (forall k k', le k k' = true -> h k' <= h k) /\ 0 < h bottom.

(** [f] draws the elements of an order into stacks: they compare as there, the poison is none of them, and all that is
    smaller, but the poison, is there. *)
Record drawn {K} (le : K -> K -> bool) (bottom : K) (o : order) (f : item -> K * nat) : Prop := {
  drawn_le : forall x y, is_item o x -> is_item o y -> item_le o x y = stack_le le (f x) (f y);
  drawn_poison : forall x, is_item o x -> f x <> (bottom, 0);
  drawn_below : forall x q, is_item o x -> stack_le le q (f x) = true -> q <> (bottom, 0) ->
    exists y, is_item o y /\ f y = q }.

(** A position of the order has what stacks of these heights have, but the poison. *)
Definition same_stacks {K} (bottom : K) (f : item -> K * nat) (h : K -> nat) (left : list item) : Prop :=
  forall q, (exists x, In x left /\ f x = q) <-> snd q < h (fst q) /\ q <> (bottom, 0).

Section Stacks.
Context {K : Type}.
Variable eq_dec : forall k k' : K, {k = k'} + {k <> k'}.
Variable le : K -> K -> bool.
Variable bottom : K.
Hypothesis Hbase : is_base le bottom.

Lemma stack_le_spec q q' : stack_le le q q' = true <->
  le (fst q) (fst q') = true /\ snd q <= snd q'.
Proof. unfold stack_le. now rewrite andb_true_iff, Nat.leb_le. Qed.

Lemma base_refl k : le k k = true.
Proof. apply (reflexive le [k] (base_order _ _ Hbase [k])). now left. Qed.

Lemma base_antisymmetric k k' : le k k' = true -> le k' k = true -> k = k'.
Proof. apply (antisymmetric le [k; k'] (base_order _ _ Hbase _)); simpl; auto. Qed.

Lemma base_transitive k k' k'' : le k k' = true -> le k' k'' = true -> le k k'' = true.
Proof. apply (transitive le [k; k'; k''] (base_order _ _ Hbase _)); simpl; auto. Qed.

Lemma stack_antisymmetric q q' : stack_le le q q' = true -> stack_le le q' q = true -> q = q'.
Proof.
  rewrite !stack_le_spec. intros [H1 H2] [H3 H4]. destruct q, q'. cbn in *. f_equal; [now apply base_antisymmetric | lia].
Qed.

Lemma stack_order_all left : is_order (stack_le le) left.
Proof.
  split.
  - intros q _. apply stack_le_spec. split; [apply base_refl | lia].
  - intros q q' _ _. apply stack_antisymmetric.
  - intros q q' q'' _ _ _. rewrite !stack_le_spec. intros [H1 H2] [H3 H4].
    split; [now apply (base_transitive _ (fst q')) | lia].
Qed.

Definition stack_dec (q q' : K * nat) : {q = q'} + {q <> q'}.
Proof. decide equality. apply Nat.eq_dec. Defined.

(** What has all that is below it is stacks. *)
Lemma heights_of l : In (bottom, 0) l ->
  (forall q q', In q l -> stack_le le q' q = true -> In q' l) ->
  exists h, is_heights le bottom h /\ forall k j, j < h k <-> In (k, j) l.
Proof.
  intros H0 Hbelow. set (last k q := if eq_dec (fst q) k then S (snd q) else 0 : nat). set (h k := largest (map (last k) l)).
  assert (Hh : forall k j, j < h k <-> In (k, j) l).
  { intros k j. split.
    - intros Hj. destruct (largest_in (map (last k) l)) as [E|E]; fold (h k) in E; [lia|].
      apply in_map_iff in E as (q & E & Hq). apply (Hbelow q); trivial. apply stack_le_spec.
      unfold last in E. destruct (eq_dec (fst q) k) as [Ek|]; [|lia]. rewrite Ek. split; [apply base_refl | cbn; lia].
    - intros Hin. apply (proj1 (largest_le _ _) (le_n _)), in_map_iff. exists (k, j). split; trivial.
      unfold last. cbn. now destruct (eq_dec k k). }
  exists h. split; [split|]; trivial.
  - intros k k' Hk. destruct (h k') as [|j] eqn:E; [lia|]. apply Hh, (Hbelow (k', j)).
    + apply Hh. lia.
    + now apply stack_le_spec.
  - now apply Hh.
Qed.

Section Drawn.
Variable o : order.
Variable f : item -> K * nat.
Hypothesis Ho : check_order o = true.
Hypothesis Hf : drawn le bottom o f.

Lemma drawn_injective x y : is_item o x -> is_item o y -> f x = f y -> x = y.
Proof.
  intros Hx Hy E. apply (item_antisymmetric o Ho); trivial; rewrite (drawn_le _ _ _ _ Hf), E by trivial;
    apply stack_le_spec; split; trivial; apply base_refl.
Qed.

Lemma drawn_items s m n h x : same_stacks bottom f h (items o s m n) -> is_item o x ->
  (In x (items o s m n) <-> snd (f x) < h (fst (f x))).
Proof.
  intros H Hx. split; [intros Hin; apply H; eauto|]. intros Hp.
  destruct (proj2 (H (f x))) as (z & Hz & E); [split; [trivial | now apply (drawn_poison _ _ _ _ Hf)]|].
  rewrite <- (drawn_injective z x); trivial. now apply (items_are o s m n).
Qed.

(** Moves correspond one to one, so that the nim-value is that of the stacks. *)
Lemma drawn_value s m n h left : same_stacks bottom f h (items o s m n) ->
  (forall q, In q left <-> snd q < h (fst q) /\ q <> (bottom, 0)) ->
  poset_value (item_le o) (items o s m n) = poset_value (stack_le le) left.
Proof.
  intros H Hleft. rewrite <- (poset_value_map f _ (stack_le le)).
  - apply poset_value_same; [apply stack_order_all|]. intros q. rewrite Hleft, in_map_iff, <- (H q).
    split; intros (x & H1 & H2); eauto.
  - intros x y Hx Hy. apply (drawn_le _ _ _ _ Hf); now apply (items_are o s m n).
Qed.

(** Stacks are positions of the order. *)
Lemma drawn_position s m n h : (forall a, has s a = true -> a < size o) -> is_heights le bottom h ->
  same_stacks bottom f h (items o s m n) -> position o s m n.
Proof.
  intros Hw [Hh _] H. apply (position_iff o Ho). split; trivial. intros x y Hx Hle Hy.
  pose proof (items_are _ _ _ _ _ Hy) as Hy'. rewrite (drawn_le _ _ _ _ Hf), stack_le_spec in Hle by trivial.
  apply (drawn_items s m n h x); trivial. apply (drawn_items s m n h y) in Hy; trivial.
  specialize (Hh (fst (f x)) (fst (f y)) (proj1 Hle)). lia.
Qed.

(** Positions of the order are stacks. *)
Lemma drawn_heights s m n : position o s m n ->
  exists h, is_heights le bottom h /\ same_stacks bottom f h (items o s m n).
Proof.
  intros H. apply (position_iff o Ho) in H as [_ Hdown]. set (l := (bottom, 0) :: map f (items o s m n)).
  assert (Hbelow : forall q q', In q l -> stack_le le q' q = true -> In q' l).
  { intros q q' Hq Hle. destruct (stack_dec q' (bottom, 0)) as [->|Hne]; [now left|]. right. destruct Hq as [<-|Hq].
    - elim Hne. apply stack_antisymmetric; trivial. apply stack_le_spec. split; [apply (base_bottom _ _ Hbase) | cbn; lia].
    - apply in_map_iff in Hq as (x & <- & Hx). pose proof (items_are _ _ _ _ _ Hx) as Hx'.
      destruct (drawn_below _ _ _ _ Hf x q' Hx' Hle Hne) as (y & Hy & <-). apply in_map, (Hdown y x); trivial.
      now rewrite (drawn_le _ _ _ _ Hf). }
  destruct (heights_of l (or_introl eq_refl) Hbelow) as (h & Hh & Hin). exists h. split; trivial.
  intros [k j]. cbn [fst snd]. rewrite Hin. split.
  - intros (x & Hx & E). split; [right; apply in_map_iff; eauto|]. rewrite <- E.
    apply (drawn_poison _ _ _ _ Hf). now apply (items_are o s m n).
  - intros [[E|Hl] Hne]; [congruence|]. apply in_map_iff in Hl as (x & E & Hx). eauto.
Qed.
End Drawn.
End Stacks.

(** ** The order of some places *)

(** The elements of stacks that are in [places] are A; [c] and [d] say how many of the two chains are below one. Nothing of A
    is below a chain. [empty] is any place. *)
Definition order_of {B} (le : B -> B -> bool) (empty : B) (places : list B) (c d : B -> nat)
    (head : list nat) (more : nat) : order :=
  let n := length places in
  let place a := nth a places empty in
  Order n (map (fun a => set_of (fun b => negb (a =? b) && le (place a) (place b)) n) (seq 0 n))
    (repeat 0 n) (repeat 0 n) (map c places) (map d places) head 1 more.

(** The elements of A, and the chains: [c i] is the place of the i-th c, and [d j] that of the j-th d. *)
Definition place_of {B} (empty : B) (places : list B) (c d : nat -> B) (x : item) : B :=
  match x with Fixed a => nth a places empty | C i => c i | D j => d j end.

(** The elements of A that stacks of these heights have. *)
Definition kept {K} (bottom : K) (places : list (K * nat)) (h : K -> nat) : N :=
  set_of (fun a => let (k, j) := nth a places (bottom, 0) in j <? h k) (length places).

Section Places.
Context {B : Type}.
Variable le : B -> B -> bool.
Variable empty : B.
Variable places : list B.
Variables c d : B -> nat.
Variable head : list nat.
Variable more : nat.
Let o := order_of le empty places c d head more.
Let place a := nth a places empty.

Lemma has_above a b : a < length places -> has (above o a) b = true <->
  b < length places /\ a <> b /\ le (place a) (place b) = true.
Proof.
  intros Ha. unfold above, o, order_of. cbn [larger]. set (g := fun a => set_of _ _).
  rewrite (nth_indep _ _ (g 0)), map_nth, seq_nth by (rewrite ?map_length, ?seq_length; trivial). unfold g.
  rewrite has_set_of, !andb_true_iff, negb_true_iff, Nat.ltb_lt, Nat.eqb_neq. reflexivity.
Qed.

Lemma uc_of a : uc o a = 0.
Proof. apply nth_repeat. Qed.

Lemma ud_of a : ud o a = 0.
Proof. apply nth_repeat. Qed.

Lemma lc_of a : a < length places -> lc o a = c (place a).
Proof.
  intros Ha. unfold lc. cbn [o order_of c_below]. rewrite (nth_indep _ _ (c empty)), map_nth; rewrite ?map_length; trivial.
Qed.

Lemma ld_of a : a < length places -> ld o a = d (place a).
Proof.
  intros Ha. unfold ld. cbn [o order_of d_below]. rewrite (nth_indep _ _ (d empty)), map_nth; rewrite ?map_length; trivial.
Qed.

(** It is an order if more of the chains is below larger elements, and the d below a c are below what is above it. *)
Lemma check_order_of : (forall points, is_order le points) -> NoDup places -> check_phi o = true ->
  (forall q, In q places -> phi o (c q) <= d q) ->
  (forall q q', le q q' = true -> c q <= c q' /\ d q <= d q') ->
  check_order o = true.
Proof.
  intros Hle Hdup Hphi Hstairs Hmore. unfold check_order. apply andb_true_iff. split; trivial.
  apply forallb_forall. intros a Ha. apply in_seq in Ha as [_ Ha]. change (0 + size o) with (length places) in Ha.
  apply andb_true_iff. split.
  - unfold check_element. rewrite uc_of, ud_of, lc_of, ld_of by trivial. rewrite orb_true_r.
    cbn [Nat.eqb reaches Nat.leb andb negb orb]. rewrite !andb_true_iff. repeat split; trivial.
    + apply negb_true_iff, not_true_iff_false. rewrite has_above by trivial. tauto.
    + apply Nat.leb_le, Hstairs, nth_In, Ha.
  - apply forallb_forall. intros b Hb. apply in_seq in Hb as [_ Hb]. change (0 + size o) with (length places) in Hb.
    unfold check_pair. rewrite !uc_of, !ud_of. destruct (has (above o a) b) eqn:E; [|reflexivity].
    apply has_above in E as (_ & Hab & E); trivial. destruct (Hmore _ _ E) as [Hc Hd].
    rewrite !lc_of, !ld_of by trivial. rewrite !andb_true_iff, !Nat.leb_le. repeat split; trivial.
    apply contains_iff. intros e He E'. change (size o) with (length places) in He.
    apply has_above in E' as (_ & Hbe & E'); trivial.
    apply has_above; trivial. destruct (Hle [place a; place b; place e]) as [_ Hanti Htrans]. split; [trivial | split].
    + intros <-. apply Hab, (proj1 (NoDup_nth places empty) Hdup); trivial. apply Hanti; simpl; auto.
    + apply (Htrans _ (place b)); simpl; auto.
Qed.

(** They compare as their places if the chains do. *)
Lemma item_le_of c' d' : (forall points, is_order le points) ->
  (forall i i', 1 <= i -> 1 <= i' -> (le (c' i) (c' i') = true <-> i <= i')) ->
  (forall j j', 1 <= j -> 1 <= j' -> (le (d' j) (d' j') = true <-> j <= j')) ->
  (forall i j, 1 <= i -> 1 <= j -> le (c' i) (d' j) = false) ->
  (forall i j, 1 <= i -> 1 <= j -> (le (d' j) (c' i) = true <-> j <= phi o i)) ->
  (forall q i, In q places -> 1 <= i -> le q (c' i) = false /\ (le (c' i) q = true <-> i <= c q)) ->
  (forall q j, In q places -> 1 <= j -> le q (d' j) = false /\ (le (d' j) q = true <-> j <= d q)) ->
  forall x y, is_item o x -> is_item o y ->
  item_le o x y = le (place_of empty places c' d' x) (place_of empty places c' d' y).
Proof.
  intros Hle Hcc Hdd Hcd Hdc Hqc Hqd x y.
  destruct x as [a|i|j], y as [b|i'|j']; cbn [is_item item_le place_of]; change (size o) with (length places);
    intros Hx Hy; apply eq_true_iff_eq; rewrite ?fixed_le, ?reaches_iff, ?Nat.leb_le, ?uc_of, ?ud_of, ?lc_of, ?ld_of by trivial.
  - rewrite has_above by trivial. fold (place a) (place b). destruct (Nat.eq_dec a b) as [->|]; [|intuition].
    split; [|now left]. intros _. apply (reflexive le [place b] (Hle _)). now left.
  - rewrite (proj1 (Hqc _ i' (nth_In _ _ Hx) Hy)). split; [lia | easy].
  - rewrite (proj1 (Hqd _ j' (nth_In _ _ Hx) Hy)). split; [lia | easy].
  - symmetry. apply (Hqc _ i (nth_In _ _ Hy) Hx).
  - now rewrite Hcc.
  - now rewrite Hcd.
  - symmetry. apply (Hqd _ j (nth_In _ _ Hy) Hx).
  - now rewrite Hdc.
  - now rewrite Hdd.
Qed.
End Places.

(** ** What is kept of A *)

Section Kept.
Context {K : Type}.
Variable bottom : K.
Variable places : list (K * nat).

Lemma kept_within h a : has (kept bottom places h) a = true -> a < length places.
Proof. unfold kept. rewrite has_set_of, andb_true_iff, Nat.ltb_lt. tauto. Qed.

Lemma has_kept h a : a < length places ->
  (has (kept bottom places h) a = true <->
    snd (nth a places (bottom, 0)) < h (fst (nth a places (bottom, 0)))).
Proof.
  intros Ha. unfold kept. rewrite has_set_of, andb_true_iff, Nat.ltb_lt. destruct (nth a places (bottom, 0)) as [k j].
  rewrite Nat.ltb_lt. cbn. tauto.
Qed.

Lemma kept_same h h' : (forall k j, In (k, j) places -> (j < h k <-> j < h' k)) ->
  kept bottom places h = kept bottom places h'.
Proof.
  intros H. apply same_set. intros a. apply eq_true_iff_eq.
  assert (Ha : a < length places -> (has (kept bottom places h) a = true <-> has (kept bottom places h') a = true)).
  { intros Ha. rewrite !has_kept by trivial. apply H. rewrite <- surjective_pairing. now apply nth_In. }
  split; intros E; apply Ha; trivial; exact (kept_within _ _ E).
Qed.

(** If the elements are drawn into stacks, the set of a position is what these have of A. *)
Lemma drawn_set le c d c' d' head more s m n h : is_base le bottom ->
  let o := order_of (stack_le le) (bottom, 0) places c d head more in
  let f := place_of (bottom, 0) places c' d' in
  check_order o = true -> drawn le bottom o f -> position o s m n ->
  same_stacks bottom f h (items o s m n) -> s = kept bottom places h.
Proof.
  intros Hbase o f Ho Hf H Hsame. apply same_set. intros a. apply eq_true_iff_eq.
  assert (Ha : a < length places -> (has s a = true <-> has (kept bottom places h) a = true)).
  { intros Ha. rewrite has_kept by trivial. pose proof (drawn_items le bottom Hbase o f Ho Hf s m n h (Fixed a) Hsame Ha) as E.
    rewrite in_items in E. transitivity (a < size o /\ has s a = true); [|exact E]. split; [now split | easy]. }
  split; intros E; apply Ha; trivial; [exact (within _ _ _ _ H a E) | exact (kept_within _ _ E)].
Qed.
End Kept.

(** Of a chain a position has the elements up to the last one that is in a stack. *)
Lemma chain_end (inside : nat -> Prop) m n : (forall i, 1 <= i -> (i <= m <-> inside i)) ->
  (forall i, 1 <= i -> (i <= n <-> inside i)) -> m = n.
Proof.
  intros Hm Hn. destruct (Nat.lt_trichotomy m n) as [L|[E|L]]; trivial.
  - enough (n <= m) by lia. apply Hm; [lia|]. apply Hn; lia.
  - enough (m <= n) by lia. apply Hn; [lia|]. apply Hm; lia.
Qed.

Lemma places_different {K} (f : K -> nat) (l : list K) : NoDup l ->
  NoDup (flat_map (fun k => map (pair k) (seq 0 (f k))) l).
Proof.
  intros H. apply BarOpenings.NoDup_flat; trivial.
  - intros k _. apply FinFun.Injective_map_NoDup; [now intros a b [= ->] | apply seq_NoDup].
  - intros k k' q Hq Hq'. apply in_map_iff in Hq as (j & <- & _). now apply in_map_iff in Hq' as (j' & [= ->] & _).
Qed.
