(** * Growing orders whose elements are squares of a bar

    Many growing orders are Chomp on bars of chocolate in disguise: every element is a square, and nothing but the poison
    is missing. Whoever cannot move there loses; whoever has only the poison left here loses. So a position of the growing
    order has the nim-value of the bar with the same squares, by the rules of Chomp.v. GrowingBars.v and GrowingArms.v are
    two families of this kind. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Chomp Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingRows GrowingSoundness.
From ZChomp Require Slices BarOpenings.
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

(** ** A bar without its poison *)

Lemma sorted_below p i i' : Slices.is_tail p -> i <= i' -> nth i' p 0 <= nth i p 0.
Proof. intros H. induction 1 as [|i' _ IH]; [lia|]. specialize (H i'). lia. Qed.

Lemma in_without_poison p i j : In (i, j) (remove square_dec (0, 0) (bar p)) <->
  j < nth i p 0 /\ (i, j) <> (0, 0).
Proof.
  rewrite <- in_bar. split; [apply in_remove | intros [H Hne]; now apply in_in_remove].
Qed.

(** The nim-value of Nim.v is that of the poset of the squares, of which the poison is none. *)
Theorem nim_value_poset p : nim_value p = poset_value square_le (remove square_dec (0, 0) (bar p)).
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  refine (is_mex_unique _ _ _ (nim_value_mex p) _).
  refine (is_mex_same _ _ _ _ (poset_value_mex _ _ (square_order _))).
  assert (Hnext : forall i j, j < nth i p 0 -> (i, j) <> (0, 0) ->
    poset_value square_le (take square_le (i, j) (remove square_dec (0, 0) (bar p))) = nim_value (bite i j p)).
  { intros i j Hj Hne. rewrite IH by (apply move_squares; now constructor).
    apply poset_value_same; [apply square_order|]. intros [k l].
    rewrite in_take, !in_without_poison, <- !in_bar, <- in_take_bar, in_take. tauto. }
  intros v. split.
  - intros ([i j] & Hx & <-). apply in_without_poison in Hx as [Hj Hne].
    exists (bite i j p). split; [now constructor | now rewrite Hnext].
  - intros (q & [i j Hj Hne] & <-). exists (i, j). split; [now apply in_without_poison | now apply Hnext].
Qed.

(** ** Elements as squares *)

(** [f] draws the elements of the order as squares: they compare as squares, the poison is none of them, and with every
    square all smaller ones but the poison are there. *)
Record drawn (o : order) (f : item -> nat * nat) : Prop := {
  drawn_le : forall x y, is_item o x -> is_item o y -> item_le o x y = square_le (f x) (f y);
  drawn_poison : forall x, is_item o x -> f x <> (0, 0);
  drawn_below : forall x q, is_item o x -> square_le q (f x) = true -> q <> (0, 0) ->
    exists y, is_item o y /\ f y = q }.

(** The position (s, m, n) and the bar p have the same squares, but for the poison. *)
Definition same_squares (o : order) (f : item -> nat * nat) (s : N) (m n : nat) (p : rows) : Prop :=
  forall q, (exists x, In x (items o s m n) /\ f x = q) <-> snd q < nth (fst q) p 0 /\ q <> (0, 0).

Section Drawn.
Variable o : order.
Variable f : item -> nat * nat.
Hypothesis Ho : check_order o = true.
Hypothesis Hf : drawn o f.

Lemma drawn_injective x y : is_item o x -> is_item o y -> f x = f y -> x = y.
Proof.
  intros Hx Hy E. apply (item_antisymmetric o Ho); trivial; rewrite (drawn_le o f Hf), E by trivial; apply square_le_spec; lia.
Qed.

Lemma drawn_items s m n p x : same_squares o f s m n p -> is_item o x ->
  (In x (items o s m n) <-> snd (f x) < nth (fst (f x)) p 0).
Proof.
  intros H Hx. split; [intros Hin; apply H; eauto|]. intros Hp.
  destruct (proj2 (H (f x))) as (z & Hz & E); [split; [trivial | now apply (drawn_poison o f Hf)]|].
  rewrite <- (drawn_injective z x); trivial. now apply (items_are o s m n).
Qed.

(** Moves correspond one to one, so that the nim-value is that of the bar. *)
Lemma drawn_value s m n p : same_squares o f s m n p ->
  poset_value (item_le o) (items o s m n) = nim_value p.
Proof.
  intros H. rewrite nim_value_poset. rewrite <- (poset_value_map f _ square_le).
  - apply poset_value_same; [apply square_order|]. intros [i j]. rewrite in_without_poison, in_map_iff.
    specialize (H (i, j)). cbn in H. rewrite <- H. split; intros (x & H1 & H2); eauto.
  - intros x y Hx Hy. apply (drawn_le o f Hf); now apply (items_are o s m n).
Qed.

(** Bars of these squares are positions of the order. *)
Lemma drawn_position s m n p : (forall a, has s a = true -> a < size o) -> is_position p ->
  same_squares o f s m n p -> position o s m n.
Proof.
  intros Hw Hp H. apply (position_iff o Ho). split; trivial. intros x y Hx Hle Hy.
  pose proof (items_are _ _ _ _ _ Hy) as Hy'. rewrite (drawn_le o f Hf), square_le_spec in Hle by trivial.
  apply (drawn_items s m n p x); trivial. apply (drawn_items s m n p y) in Hy; trivial.
  pose proof (sorted_below p (fst (f x)) (fst (f y)) (proj1 Hp)). lia.
Qed.

(** Positions of the order are bars. *)
Lemma drawn_bar s m n : position o s m n -> exists p, is_position p /\ same_squares o f s m n p.
Proof.
  intros H. apply (position_iff o Ho) in H as [_ Hdown]. set (l := (0, 0) :: map f (items o s m n)).
  assert (Hbelow : forall q q', In q l -> square_le q' q = true -> In q' l).
  { intros q q' Hq Hle. destruct (square_dec q' (0, 0)) as [->|Hne]; [now left|]. right. destruct Hq as [<-|Hq].
    - elim Hne. apply square_le_spec in Hle. destruct q'. cbn in Hle. f_equal; lia.
    - apply in_map_iff in Hq as (x & <- & Hx). pose proof (items_are _ _ _ _ _ Hx) as Hx'.
      destruct (drawn_below o f Hf x q' Hx' Hle Hne) as (y & Hy & <-). apply in_map, (Hdown y x); trivial.
      now rewrite (drawn_le o f Hf). }
  set (last i q := if fst q =? i then S (snd q) else 0 : nat). set (row i := largest (map (last i) l)).
  assert (Hrow : forall i j, j < row i <-> In (i, j) l).
  { intros i j. split.
    - intros Hj. destruct (largest_in (map (last i) l)) as [E|E]; fold (row i) in E; [lia|].
      apply in_map_iff in E as (q & E & Hq). apply (Hbelow q); trivial. apply square_le_spec.
      unfold last in E. destruct (Nat.eqb_spec (fst q) i); cbn; lia.
    - intros Hin. apply (proj1 (largest_le _ _) (le_n _)), in_map_iff. exists (i, j). split; trivial.
      unfold last. cbn. now rewrite Nat.eqb_refl. }
  set (p := map row (seq 0 (S (largest (map fst l))))).
  assert (Hp : forall i, nth i p 0 = row i).
  { intros i. unfold p. destruct (Nat.lt_ge_cases i (S (largest (map fst l)))) as [L|L].
    - rewrite (nth_indep _ _ (row 0)), map_nth, seq_nth by (rewrite ?map_length, ?seq_length; lia). reflexivity.
    - rewrite nth_overflow by (rewrite map_length, seq_length; lia). destruct (row i) as [|j] eqn:E; trivial.
      assert (Hin : In (i, j) l) by (apply Hrow; lia). apply (in_map fst) in Hin.
      pose proof (proj1 (largest_le _ _) (le_n _) _ Hin). cbn [fst] in *. lia. }
  exists p. split; [split|].
  - intros i. rewrite !Hp. destruct (row (S i)) as [|j] eqn:E; [lia|]. apply Hrow, (Hbelow (S i, j)).
    + apply Hrow. lia.
    + apply square_le_spec. cbn. lia.
  - rewrite Hp. apply Hrow. now left.
  - intros [i j]. cbn [fst snd]. rewrite Hp, Hrow. split.
    + intros (x & Hx & E). split; [right; apply in_map_iff; eauto|]. rewrite <- E.
      apply (drawn_poison o f Hf). now apply (items_are o s m n).
    + intros [[E|Hin] Hne]; [congruence|]. apply in_map_iff in Hin as (x & E & Hx). eauto.
Qed.
End Drawn.

(** ** The order of some squares *)

(** The squares in [places] are A; [c] and [d] say how many of the two chains are below a square. Nothing of A is below a
    chain. *)
Definition order_of (places : list (nat * nat)) (c d : nat * nat -> nat) (head : list nat) (more : nat) : order :=
  let n := length places in
  let place a := nth a places (0, 0) in
  Order n (map (fun a => set_of (fun b => negb (a =? b) && square_le (place a) (place b)) n) (seq 0 n))
    (repeat 0 n) (repeat 0 n) (map c places) (map d places) head 1 more.

(** The elements of A, and the chains: [c i] is the square of the i-th c. The j-th d is the square j of the first row. *)
Definition square_of (places : list (nat * nat)) (c : nat -> nat * nat) (x : item) : nat * nat :=
  match x with Fixed a => nth a places (0, 0) | C i => c i | D j => (0, j) end.

(** The squares of A that a bar has. *)
Definition kept (places : list (nat * nat)) (p : rows) : N :=
  set_of (fun a => let (i, j) := nth a places (0, 0) in j <? nth i p 0) (length places).

Section Places.
Variable places : list (nat * nat).
Variables c d : nat * nat -> nat.
Variable head : list nat.
Variable more : nat.
Let o := order_of places c d head more.
Let place a := nth a places (0, 0).

Lemma has_above a b : a < length places -> has (above o a) b = true <->
  b < length places /\ a <> b /\ square_le (place a) (place b) = true.
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
  intros Ha. unfold lc. cbn [o order_of c_below]. rewrite (nth_indep _ _ (c (0, 0))), map_nth; rewrite ?map_length; trivial.
Qed.

Lemma ld_of a : a < length places -> ld o a = d (place a).
Proof.
  intros Ha. unfold ld. cbn [o order_of d_below]. rewrite (nth_indep _ _ (d (0, 0))), map_nth; rewrite ?map_length; trivial.
Qed.

(** It is an order if more of the chains is below larger squares, and the d below a c are below what is above it. *)
Lemma check_order_of : NoDup places -> check_phi o = true ->
  (forall q, In q places -> phi o (c q) <= d q) ->
  (forall q q', square_le q q' = true -> c q <= c q' /\ d q <= d q') ->
  check_order o = true.
Proof.
  intros Hdup Hphi Hstairs Hmore. unfold check_order. apply andb_true_iff. split; trivial.
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
    apply forallb_forall. intros e He. apply in_seq in He as [_ He]. change (0 + size o) with (length places) in He.
    unfold implies. destruct (has (above o b) e) eqn:E'; trivial. apply has_above in E' as (_ & Hbe & E'); trivial.
    apply has_above; trivial. rewrite square_le_spec in *. split; [trivial | split; [|lia]]. intros <-.
    apply Hab. apply (proj1 (NoDup_nth places (0, 0)) Hdup); trivial.
    destruct (nth a places (0, 0)) eqn:E1, (nth b places (0, 0)) eqn:E2. unfold place in *. rewrite E1, E2 in *.
    cbn [fst snd] in *. f_equal; lia.
Qed.
End Places.

Lemma squares_different (f : nat -> nat) l : NoDup l ->
  NoDup (flat_map (fun i => map (pair i) (seq 0 (f i))) l).
Proof.
  intros H. apply BarOpenings.NoDup_flat; trivial.
  - intros i _. apply FinFun.Injective_map_NoDup; [now intros a b [= ->] | apply seq_NoDup].
  - intros i i' q Hq Hq'. apply in_map_iff in Hq as (j & <- & _). now apply in_map_iff in Hq' as (j' & [= ->] & _).
Qed.

(** [kept] has numbers of places only. *)
Lemma kept_within places p a : has (kept places p) a = true -> a < length places.
Proof. unfold kept. rewrite has_set_of, andb_true_iff, Nat.ltb_lt. tauto. Qed.

Lemma has_kept places p a : a < length places ->
  (has (kept places p) a = true <->
    snd (nth a places (0, 0)) < nth (fst (nth a places (0, 0))) p 0).
Proof.
  intros Ha. unfold kept. rewrite has_set_of, andb_true_iff, Nat.ltb_lt. destruct (nth a places (0, 0)) as [i j].
  rewrite Nat.ltb_lt. cbn. tauto.
Qed.

(** If the elements are drawn as these squares, the set of a position is what its bar has of them. *)
Lemma drawn_set places c d c' head more s m n p : let o := order_of places c d head more in
  let f := square_of places c' in
  check_order o = true -> drawn o f -> position o s m n -> same_squares o f s m n p ->
  s = kept places p.
Proof.
  intros o f Ho Hf H Hsame. apply same_set. intros a. apply eq_true_iff_eq.
  assert (Ha : a < length places -> (has s a = true <-> has (kept places p) a = true)).
  { intros Ha. rewrite has_kept by trivial. pose proof (drawn_items o f Ho Hf s m n p (Fixed a) Hsame Ha) as E.
    rewrite in_items in E. transitivity (a < size o /\ has s a = true); [|exact E]. split; [now split | easy]. }
  split; intros E; apply Ha; trivial; [exact (within _ _ _ _ H a E) | exact (kept_within _ _ _ E)].
Qed.

(** Of a chain they have the elements up to the last one whose square is in the bar. *)
Lemma chain_end (inside : nat -> Prop) m n : (forall i, 1 <= i -> (i <= m <-> inside i)) ->
  (forall i, 1 <= i -> (i <= n <-> inside i)) -> m = n.
Proof.
  intros Hm Hn. destruct (Nat.lt_trichotomy m n) as [L|[E|L]]; trivial.
  - enough (n <= m) by lia. apply Hm; [lia|]. apply Hn; lia.
  - enough (m <= n) by lia. apply Hn; [lia|]. apply Hm; lia.
Qed.
