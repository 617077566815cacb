(** * Chomp on a finite partially ordered set

    The game by its rules, on any poset, with a poison or without: who wins is determined; a largest element wins by
    strategy stealing; and bars of chocolate are posets, with the same losing positions as in Chomp.v.

    The order is a function [le] that says whether x <= y. A position is the list of the elements that are left; their
    order in the list, and how often one stands there, make no difference. *)

From Coq Require Import List Arith Bool Lia.
From ZChomp Require Import Chomp.
Import ListNotations.

(** [le] is a partial order of these elements. *)
Record is_order {A} (le : A -> A -> bool) (elements : list A) : Prop := {
  reflexive : forall x, In x elements -> le x x = true;
  antisymmetric : forall x y, In x elements -> In y elements -> le x y = true -> le y x = true -> x = y;
  transitive : forall x y z, In x elements -> In y elements -> In z elements ->
    le x y = true -> le y z = true -> le x z = true }.

Definition is_smallest {A} (le : A -> A -> bool) (x : A) (elements : list A) : Prop :=
  In x elements /\ forall y, In y elements -> le x y = true.

Definition is_largest {A} (le : A -> A -> bool) (x : A) (elements : list A) : Prop :=
  In x elements /\ forall y, In y elements -> le y x = true.

(** Taking x, and everything that is larger. *)
Definition take {A} (le : A -> A -> bool) (x : A) (left : list A) : list A :=
  filter (fun y => negb (le x y)) left.

(** A move takes an element that is left, but not the poison, if there is one. *)
Definition may_take {A} (poison : option A) (x : A) (left : list A) : Prop :=
  In x left /\ poison <> Some x.

(** Who has to move loses if every move leads to a position that is won, and wins if some move leads to a lost one. *)
Inductive lost {A} (le : A -> A -> bool) (poison : option A) (left : list A) : Prop :=
| Lost : (forall x, may_take poison x left -> won le poison (take le x left)) -> lost le poison left
with won {A} (le : A -> A -> bool) (poison : option A) (left : list A) : Prop :=
| Won x : may_take poison x left -> lost le poison (take le x left) -> won le poison left.

(** Some moves, made one after the other, and what they leave. *)
Inductive played {A} (le : A -> A -> bool) (poison : option A) : list A -> list A -> list A -> Prop :=
| Nothing_taken left : played le poison left [] left
| Taken left x more rest : may_take poison x left -> played le poison (take le x left) more rest ->
    played le poison left (x :: more) rest.

(** ** Every move leaves less, and an order *)

Lemma in_take {A} le (x y : A) left : In y (take le x left) <-> In y left /\ le x y = false.
Proof. unfold take. rewrite filter_In. now destruct (le x y). Qed.

Lemma order_incl {A} le (left rest : list A) : is_order le left -> incl rest left ->
  is_order le rest.
Proof. intros [R S T] H. split; intros; eauto. Qed.

Lemma take_incl {A} le (x : A) left : incl (take le x left) left.
Proof. intros y Hy. now apply in_take in Hy. Qed.

Lemma order_take {A} le (x : A) left : is_order le left -> is_order le (take le x left).
Proof. intros H. exact (order_incl le left _ H (take_incl le x left)). Qed.

Lemma filter_length_le {A} (f : A -> bool) l : length (filter f l) <= length l.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (f x); simpl; lia. Qed.

Lemma filter_shorter {A} (f : A -> bool) x l : In x l -> f x = false ->
  length (filter f l) < length l.
Proof.
  induction l as [|y l IH]; simpl; [easy|]. intros [->|Hx] Hf.
  - rewrite Hf. pose proof (filter_length_le f l). lia.
  - specialize (IH Hx Hf). destruct (f y); simpl; lia.
Qed.

Lemma take_shorter {A} le (x : A) left : is_order le left -> In x left ->
  length (take le x left) < length left.
Proof. intros H Hx. apply (filter_shorter _ x); trivial. now rewrite (reflexive _ _ H x Hx). Qed.

(** Induction on the number of elements that are left. *)
Lemma shorter_ind {A} (P : list A -> Prop) :
  (forall left, (forall rest, length rest < length left -> P rest) -> P left) ->
  forall left, P left.
Proof. exact (well_founded_induction (well_founded_ltof _ (@length A)) P). Qed.

(** ** Every position is exactly one of lost and won *)

Lemma lost_not_won {A} le poison (left : list A) : is_order le left -> lost le poison left ->
  ~ won le poison left.
Proof.
  induction left as [left IH] using shorter_ind. intros H [Hall] [x Hx Hlost].
  apply (IH (take le x left)); auto using order_take, take_shorter. apply take_shorter; [easy | apply Hx].
Qed.

(** The elements that may be taken: all but the poison. *)
Definition without {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) (poison : option A) (left : list A) : list A :=
  match poison with Some z => remove eq_dec z left | None => left end.

Lemma in_without {A} eq_dec poison (x : A) left :
  In x (without eq_dec poison left) <-> may_take poison x left.
Proof.
  unfold without, may_take. destruct poison as [z|]; [|now split; [split | intros []]]. split.
  - intros H. apply in_remove in H as [H Hz]. split; congruence.
  - intros [H Hz]. apply in_in_remove; congruence.
Qed.

(** Who wins, by trying all moves, if there are at most [n] to come. *)
Fixpoint is_lost_within {A} (n : nat) (eq_dec : forall x y : A, {x = y} + {x <> y}) (le : A -> A -> bool)
    (poison : option A) (left : list A) : bool :=
  match n with
  | 0 => true
  | S n => forallb (fun x => negb (is_lost_within n eq_dec le poison (take le x left))) (without eq_dec poison left)
  end.

Definition decide_lost {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) (le : A -> A -> bool) (poison : option A)
    (left : list A) : bool :=
  is_lost_within (length left) eq_dec le poison left.

Lemma is_lost_within_spec {A} eq_dec le poison n : forall left : list A, is_order le left ->
  length left <= n ->
  if is_lost_within n eq_dec le poison left then lost le poison left else won le poison left.
Proof.
  induction n as [|n IH]; intros left H Hn.
  - destruct left; [|easy]. constructor. now intros x [[] _].
  - assert (Hnext : forall x, may_take poison x left ->
      if is_lost_within n eq_dec le poison (take le x left) then lost le poison (take le x left)
      else won le poison (take le x left)).
    { intros x [Hx _]. apply IH; [now apply order_take|]. pose proof (take_shorter le x left H Hx). lia. }
    simpl. destruct (forallb _ _) eqn:E.
    + rewrite forallb_forall in E. constructor. intros x Hx. specialize (Hnext x Hx).
      apply (in_without eq_dec), E in Hx. now destruct (is_lost_within _ _ _ _ _).
    + assert (Hsome : existsb (fun x => is_lost_within n eq_dec le poison (take le x left))
        (without eq_dec poison left) = true).
      { clear -E. induction (without eq_dec poison left) as [|x l IH]; [easy|]. simpl in *.
        destruct (is_lost_within _ _ _ _ _); auto. }
      apply existsb_exists in Hsome as (x & Hx & Hlost). apply in_without in Hx. specialize (Hnext x Hx).
      rewrite Hlost in Hnext. exact (Won le poison left x Hx Hnext).
Qed.

Lemma lost_or_won {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le poison (left : list A) :
  is_order le left -> {lost le poison left} + {won le poison left}.
Proof.
  intros H. pose proof (is_lost_within_spec eq_dec le poison _ left H (le_n _)) as E.
  destruct (is_lost_within _ _ _ _ _); auto.
Qed.

(** ** Games that can imitate each other have the same winner *)

Lemma imitation {A} (le : A -> A -> bool) (poison poison' : option A)
  (alike : list A -> list A -> Prop) :
  (forall left left', alike left left' -> is_order le left) ->
  (forall left left' x, alike left left' ->
    (may_take poison x left <-> may_take poison' x left')) ->
  (forall left left' x, alike left left' -> may_take poison x left ->
    alike (take le x left) (take le x left')) ->
  forall left left', alike left left' ->
    (lost le poison left <-> lost le poison' left') /\
    (won le poison left <-> won le poison' left').
Proof.
  intros Horder Hmoves Hnext left. induction left as [left IH] using shorter_ind. intros left' H.
  assert (Hx : forall x, may_take poison x left ->
    (lost le poison (take le x left) <-> lost le poison' (take le x left')) /\
    (won le poison (take le x left) <-> won le poison' (take le x left'))).
  { intros x Hx. apply IH; [|now apply Hnext]. apply take_shorter; [|apply Hx]. exact (Horder _ _ H). }
  assert (Hm := fun x => Hmoves left left' x H). split; split.
  - intros [Hall]. constructor. intros x Hx'. apply Hx; [|apply Hall]; now apply Hm.
  - intros [Hall]. constructor. intros x Hx'. apply Hx; [easy|]. apply Hall. now apply Hm.
  - intros [x Hx' Hl]. apply (Won _ _ _ x); [now apply Hm | now apply Hx].
  - intros [x Hx' Hl]. apply Hm in Hx'. apply (Won _ _ _ x); [easy | now apply Hx].
Qed.

Lemma same_elements {A} le poison (left left' : list A) : is_order le left ->
  (forall x, In x left <-> In x left') ->
  (lost le poison left <-> lost le poison left') /\ (won le poison left <-> won le poison left').
Proof.
  intros H Hsame.
  apply (imitation le poison poison (fun l l' => is_order le l /\ forall x, In x l <-> In x l')); [easy | | | easy].
  - intros l l' x [_ Hl]. unfold may_take. now rewrite Hl.
  - intros l l' x [Ho Hl] _. split; [now apply order_take|]. intros y. now rewrite !in_take, Hl.
Qed.

(** ** Without the poison *)

Lemma take_without {A} eq_dec le poison (x : A) left :
  take le x (without eq_dec poison left) = without eq_dec poison (take le x left).
Proof.
  destruct poison as [z|]; [|easy]. unfold take. simpl. induction left as [|y left IH]; [easy|]. simpl.
  destruct (eq_dec z y) as [->|Hz], (le x y) eqn:E; simpl; rewrite ?E, IH; simpl; trivial.
  - now destruct (eq_dec y y).
  - now destruct (eq_dec z y).
Qed.

Lemma smallest_take {A} le (x z : A) left : is_order le left -> is_smallest le z left ->
  In x left -> z <> x ->
  is_smallest le z (take le x left).
Proof.
  intros H [Hz Hall] Hx Hne. split.
  - apply in_take. split; [easy|]. destruct (le x z) eqn:E; [|easy].
    elim Hne. exact (antisymmetric le left H z x Hz Hx (Hall x Hx) E).
  - intros y Hy. now apply Hall, (take_incl le x left).
Qed.

Lemma played_order {A} le poison (left more rest : list A) :
  played le poison left more rest -> is_order le left -> is_order le rest.
Proof. induction 1; auto using order_take. Qed.

Lemma played_smallest {A} le (z : A) left more rest :
  played le (Some z) left more rest -> is_order le left -> is_smallest le z left ->
  is_smallest le z rest.
Proof.
  induction 1 as [|left x more rest [Hx Hne] _ IH]; trivial. intros H Hz.
  apply IH; [now apply order_take|]. apply smallest_take; auto. congruence.
Qed.

(** ** Bars of chocolate *)

(** The squares of a position, row by row. *)
Definition bar (p : rows) : list (nat * nat) :=
  flat_map (fun i => map (pair i) (seq 0 (nth i p 0))) (seq 0 (length p)).

Definition square_le (s s' : nat * nat) : bool := (fst s <=? fst s') && (snd s <=? snd s').

Lemma in_bar p i j : In (i, j) (bar p) <-> j < nth i p 0.
Proof.
  unfold bar. rewrite in_flat_map. split.
  - intros (k & _ & Hk). apply in_map_iff in Hk as (j' & [= -> ->] & Hj). apply in_seq in Hj. lia.
  - intros Hj. exists i. split.
    + apply in_seq. destruct (Nat.lt_ge_cases i (length p)); [lia|]. rewrite nth_overflow in Hj; lia.
    + apply in_map, in_seq. lia.
Qed.

Lemma square_le_spec s s' : square_le s s' = true <-> fst s <= fst s' /\ snd s <= snd s'.
Proof. unfold square_le. now rewrite andb_true_iff, !Nat.leb_le. Qed.

Definition square_dec (s s' : nat * nat) : {s = s'} + {s <> s'}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Lemma square_order left : is_order square_le left.
Proof.
  split; intros; rewrite ?square_le_spec in *; try lia.
  destruct x, y. simpl in *. f_equal; lia.
Qed.

(** Taking a square from the poset is biting it off the bar. *)
Lemma in_take_bar p i j s : In s (take square_le (i, j) (bar p)) <-> In s (bar (bite i j p)).
Proof.
  destruct s as [k l]. rewrite in_take, !in_bar, nth_bite, <- not_true_iff_false, square_le_spec. simpl.
  destruct (Nat.ltb_spec k i); lia.
Qed.

Lemma bar_lost_won p : (lost square_le (Some (0, 0)) (bar p) <-> losing p) /\
  (won square_le (Some (0, 0)) (bar p) <-> winning p).
Proof.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  assert (Hnext : forall i j, j < nth i p 0 -> (i, j) <> (0, 0) ->
    (lost square_le (Some (0, 0)) (take square_le (i, j) (bar p)) <-> losing (bite i j p)) /\
    (won square_le (Some (0, 0)) (take square_le (i, j) (bar p)) <-> winning (bite i j p))).
  { intros i j Hj Hne. destruct (IH (bite i j p)) as [<- <-]; [apply move_squares; now constructor|].
    apply same_elements; [apply square_order | apply in_take_bar]. }
  split; split.
  - intros [Hall]. constructor. intros q [i j Hj Hne]. apply Hnext; trivial.
    apply Hall. split; [now apply in_bar | congruence].
  - intros [Hall]. constructor. intros [i j] [Hj Hne]. apply in_bar in Hj.
    apply Hnext; [easy | congruence | apply Hall; constructor; [easy | congruence]].
  - intros [[i j] [Hj Hne] Hl]. apply in_bar in Hj.
    apply (Winning p (bite i j p)); [constructor | apply Hnext]; trivial; congruence.
  - intros [q [i j Hj Hne] Hl]. apply (Won _ _ _ (i, j)); [split; [now apply in_bar | congruence]|].
    now apply Hnext.
Qed.

(** ** The theorems *)

(** Determinacy. *)
Theorem poset_exactly_one {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le poison
  (left : list A) :
  is_order le left ->
  (lost le poison left \/ won le poison left) /\ ~ (lost le poison left /\ won le poison left).
Proof.
  intros H. split.
  - destruct (lost_or_won eq_dec le poison left H); auto.
  - intros [Hl Hw]. exact (lost_not_won le poison left H Hl Hw).
Qed.

(** Who wins can be computed. *)
Theorem poset_is_lost {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le poison (left : list A) :
  is_order le left -> (decide_lost eq_dec le poison left = true <-> lost le poison left).
Proof.
  intros H. pose proof (is_lost_within_spec eq_dec le poison _ left H (le_n _)) as E. unfold decide_lost.
  destruct (is_lost_within _ _ _ _ _); split; trivial; try easy.
  intros Hl. elim (lost_not_won le poison left H Hl E).
Qed.

(** A poisoned smallest element that nobody may take is as good as none. *)
Theorem poison_away {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le z (left : list A) :
  is_order le left -> is_smallest le z left ->
  (lost le (Some z) left <-> lost le None (remove eq_dec z left)).
Proof.
  intros H Hz.
  apply (imitation le (Some z) None
    (fun l l' => is_order le l /\ is_smallest le z l /\ l' = without eq_dec (Some z) l)); [easy | | | easy].
  - intros l l' x (_ & _ & ->). rewrite <- in_without. unfold may_take. rewrite in_without. now intuition.
  - intros l l' x (Ho & Hl & ->) [Hx Hne]. rewrite take_without.
    split; [now apply order_take | split; [|easy]]. apply smallest_take; trivial. congruence.
Qed.

(** Strategy stealing: whatever answers the taking of the largest element could have been taken at once. *)
Theorem largest_element_wins {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le poison x
  (left : list A) :
  is_order le left -> is_largest le x left -> poison <> Some x -> won le poison left.
Proof.
  intros H [Hx Hall] Hne. assert (Hmay : may_take poison x left) by now split.
  destruct (lost_or_won eq_dec le poison (take le x left)) as [Hl|Hw].
  - now apply order_take.
  - exact (Won le poison left x Hmay Hl).
  - destruct Hw as [y [Hy Hpy] Hl]. pose proof (proj1 (in_take le x y left) Hy) as [Hy' _].
    apply (Won le poison left y); [now split|]. revert Hl.
    apply (same_elements le poison (take le y left)); [now apply order_take|].
    intros z. rewrite !in_take. split; [|tauto]. intros [Hz E]. repeat split; trivial.
    destruct (le x z) eqn:E'; trivial. rewrite <- E. symmetry.
    exact (transitive le left H y x z Hy' Hx Hz (Hall y Hy') E').
Qed.

(** The two ways to play: without a poison, and with one, on a poset of more than one element. *)
Corollary largest_element_wins_without_poison {A}
  (eq_dec : forall x y : A, {x = y} + {x <> y}) le x (left : list A) :
  is_order le left -> is_largest le x left -> won le None left.
Proof. intros H Hx. now apply (largest_element_wins eq_dec le None x left). Qed.

Corollary largest_element_wins_with_poison {A}
  (eq_dec : forall x y : A, {x = y} + {x <> y}) le z x y (left : list A) :
  is_order le left -> is_smallest le z left -> is_largest le x left -> In y left -> y <> z ->
  won le (Some z) left.
Proof.
  intros H [Hz Hall] Hx Hy Hne. apply (largest_element_wins eq_dec le (Some z) x left H Hx). intros [= ->].
  apply Hne. apply (antisymmetric le left H); auto. now apply Hx.
Qed.

(** A bar is the poset of its squares: (i, j) <= (i', j') if i <= i' and j <= j'. *)
Theorem bar_is_poset p : is_position p ->
  is_order square_le (bar p) /\ is_smallest square_le (0, 0) (bar p) /\
  (lost square_le (Some (0, 0)) (bar p) <-> losing p).
Proof.
  intros [_ Hp]. split; [apply square_order | split; [split | apply bar_lost_won]].
  - now apply in_bar.
  - intros s _. apply square_le_spec. simpl. lia.
Qed.

(** Strategy stealing for bars: m rows of n squares are won, unless there is only the poison. *)
Theorem bar_won m n : 1 < m * n -> winning (repeat n m).
Proof.
  intros H. assert (Hnth : forall i, nth i (repeat n m) 0 = if i <? m then n else 0).
  { clear H. intros i. revert i. induction m as [|m IH]; intros [|i]; simpl; trivial. apply IH. }
  apply bar_lost_won, (largest_element_wins square_dec square_le (Some (0, 0)) (m - 1, n - 1)).
  - apply square_order.
  - split.
    + apply in_bar. rewrite Hnth. destruct (Nat.ltb_spec (m - 1) m); nia.
    + intros [i j] Hs. apply in_bar in Hs. rewrite Hnth in Hs. apply square_le_spec. simpl.
      destruct (Nat.ltb_spec i m); lia.
  - intros [= Hm Hn]. assert (m <= 1 /\ n <= 1) as [? ?] by lia. nia.
Qed.
