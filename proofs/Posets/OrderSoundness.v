(** * What is left of an order, and mirrors of it, are what the checker of strategies takes them for *)

From Coq Require Import List PArith Bool MSetPositive FMapPositive.
From ZChomp Require Import Posets Mirrors OrderChecker GeneratedOrders.
Import ListNotations.

(** ** What is left *)

(** Whatever lies between two elements that are left is left. *)
Definition is_convex (pairs : list (positive * positive)) (left : set) : Prop :=
  forall x y z, has left x = true -> has left z = true -> generated pairs x y -> generated pairs y z ->
  has left y = true.

(** The set has what may be taken from the list. *)
Definition is_what_is_left (left : set) (poison : option positive) (l : list positive) : Prop :=
  forall x, has left x = true <-> may_take poison x l.

Lemma remove_poison_spec pairs elements fuel poison start :
  is_order (order_of pairs) elements ->
  (forall x y, In (x, y) pairs -> In x elements /\ In y elements) ->
  remove_poison fuel (upwards pairs) (set_of elements) poison = Some start ->
  (forall z, poison = Some z -> is_smallest (order_of pairs) z elements) /\
  is_what_is_left start poison elements /\ is_convex pairs start.
Proof.
  intros Ho Hin. assert (Hup : forall x y, In x elements -> generated pairs x y -> In y elements).
  { intros x y Hx. induction 1 as [|y z _ _ Hyz]; trivial. now apply Hin in Hyz. }
  destruct poison as [z|]; simpl.
  - destruct (has _ z && _) eqn:E; [|easy]. intros [= <-].
    rewrite andb_true_iff, set_of_spec, PositiveSet.subset_spec in E. destruct E as [Hz Hall].
    assert (Hsmall : is_smallest (order_of pairs) z elements).
    { split; trivial. intros y Hy. apply order_of_spec. apply set_of_spec, has_spec, Hall, has_spec in Hy.
      exact (reach_generated _ _ _ _ _ Hy). }
    assert (Hleft : is_what_is_left (PositiveSet.remove z (set_of elements)) (Some z) elements).
    { intros x. rewrite has_spec, PositiveSet.remove_spec, <- has_spec, set_of_spec. unfold may_take.
      intuition congruence. }
    split; [now intros ? [= <-] | split; trivial].
    intros u v w Hu Hw Huv Hvw. apply Hleft in Hu as [Hu Hne]. apply Hleft. assert (Hv := Hup u v Hu Huv).
    split; trivial. intros [= <-]. apply Hne. f_equal. apply (antisymmetric _ _ Ho); trivial.
    + now apply Hsmall.
    + now apply order_of_spec.
  - intros [= <-]. split; [easy | split].
    + intros x. rewrite set_of_spec. now unfold may_take.
    + intros u v w. rewrite !set_of_spec. intros Hu _ Huv _. now apply (Hup u).
Qed.

(** What is reached from x inside [left] is what x takes, if nothing leads out of it. *)
Lemma reach_is_taken pairs fuel left x : is_convex pairs left -> has left x = true ->
  let gone := reachable fuel (upwards pairs) left x in
  has gone x = true ->
  PositiveSet.for_all (fun y => forallb (fun z => negb (has left z) || has gone z)
    (neighbours (upwards pairs) y)) gone
    = true ->
  forall y, has left y = true -> (has gone y = true <-> order_of pairs x y = true).
Proof.
  intros Hc Hx gone Hgone Hclosed y Hy. rewrite order_of_spec. split.
  - apply reach_generated.
  - apply PositiveSet.for_all_spec in Hclosed; [|now intros ? ? ->].
    intros H. induction H as [|y z H IH Hyz]; trivial.
    assert (Hly : has left y = true) by now apply (Hc x y z), generated_step.
    specialize (Hclosed y (IH Hly)). simpl in Hclosed. rewrite forallb_forall in Hclosed.
    apply in_upwards, Hclosed in Hyz. now rewrite Hy in Hyz.
Qed.

Lemma remove_taken_spec pairs fuel poison taken : forall left rest l,
  remove_taken fuel (upwards pairs) left taken = Some rest ->
  is_what_is_left left poison l -> is_convex pairs left ->
  exists l', played (order_of pairs) poison l taken l' /\ is_what_is_left rest poison l' /\
  is_convex pairs rest.
Proof.
  induction taken as [|x taken IH]; intros left rest l; simpl.
  - intros [= <-] Hl Hc. exists l. split; [constructor | easy].
  - set (gone := reachable fuel (upwards pairs) left x). destruct (_ && _) eqn:E; [|easy]. intros H Hl Hc.
    rewrite !andb_true_iff in E. destruct E as [[Hx Hgone] Hclosed].
    assert (Htaken := reach_is_taken pairs fuel left x Hc Hx Hgone Hclosed). fold gone in Htaken.
    assert (Hrest : forall y, has (PositiveSet.diff left gone) y = true <->
      has left y = true /\ order_of pairs x y = false).
    { intros y. rewrite has_spec, PositiveSet.diff_spec, <- !has_spec, <- not_true_iff_false.
      split; intros [Hy Hn]; split; trivial; now rewrite (Htaken y Hy) in *. }
    destruct (IH _ _ (take (order_of pairs) x l) H) as (l' & Hp & Hl').
    + intros y. rewrite Hrest, (Hl y). unfold may_take. rewrite in_take. tauto.
    + intros u v w Hu Hw Huv Hvw. apply Hrest in Hu as [Hu _], Hw as [Hw Hn]. apply Hrest.
      split; [now apply (Hc u v w)|]. rewrite <- not_true_iff_false, order_of_spec in *.
      intros Hxv. now apply Hn, (generated_trans _ _ v).
    + exists l'. split; trivial. constructor; trivial. now apply Hl.
Qed.

(** ** Mirrors *)

(** The images are what the pairs say, are left, and none is the element itself. *)
Lemma images_spec left pairs : forall t t', images left pairs t = Some t' ->
  (forall x y, PositiveMap.find x t' = Some y <->
     PositiveMap.find x t = Some y \/ In (x, y) pairs \/ In (y, x) pairs) /\
  (forall x y, In (x, y) pairs -> has left x = true /\ has left y = true /\ x <> y).
Proof.
  induction pairs as [|[a b] pairs IH]; intros t t'; simpl.
  - intros [= <-]. split; [tauto | easy].
  - destruct (_ && _) eqn:E; [|easy]. intros H. apply IH in H as [Hfind Hall]. clear IH.
    rewrite !andb_true_iff, negb_true_iff, !orb_false_iff, !PositiveMap.mem_find, Pos.eqb_neq in E.
    destruct E as [[Ha Hb] [[Ha' Hb'] Hne]].
    destruct (PositiveMap.find a t) eqn:Fa, (PositiveMap.find b t) eqn:Fb; try easy. split.
    + intros x y. rewrite Hfind. destruct (Pos.eq_dec x a) as [->|Hxa]; [|destruct (Pos.eq_dec x b) as [->|Hxb]].
      * rewrite PositiveMap.gss, Fa.
        split; [intros [[= <-]|H]; tauto | intros [[=]|[[[= <-]|H]|[[= <- E]|H]]]; auto; congruence].
      * rewrite PositiveMap.gso, PositiveMap.gss, Fb by easy.
        split; [intros [[= <-]|H]; tauto | intros [[=]|[[[= E <-]|H]|[[= <-]|H]]]; auto; congruence].
      * rewrite !PositiveMap.gso by easy. intuition congruence.
    + intros x y [[= <- <-]|Hxy]; auto.
Qed.

Lemma image_moved t x y : PositiveMap.find x t = Some y -> image t x = y.
Proof. unfold image. now intros ->. Qed.

(** What holds of x', and goes along with every step, holds of the images of the neighbours of x. *)
Lemma is_kept_spec (P : positive -> Prop) fuel g left t x x' : is_kept fuel g left t x x' = true ->
  P x' -> (forall u v, P u -> In v (neighbours g u) -> P v) ->
  forall y, In y (neighbours g x) -> has left y = true -> P (image t y).
Proof.
  unfold is_kept. intros H Hx Hstep y Hy Hl.
  assert (Hwithin : forall s, (forall z, has s z = true -> P z) ->
    forallb (fun y => negb (has left y) || has s (image t y)) (neighbours g x) = true -> P (image t y)).
  { intros s Hs E. rewrite forallb_forall in E. apply E in Hy. rewrite Hl in Hy. now apply Hs. }
  destruct (forallb _ _) eqn:E.
  - revert E. apply Hwithin. intros z. rewrite set_of_spec. now apply Hstep.
  - revert H. apply Hwithin. now apply reach_spec.
Qed.

(** A set of elements, a map of it whose pairs are checked, and the list of these elements. *)
Section Reflection.
Context (pairs : list (positive * positive)) (fuel : list positive) (left : set) (t : PositiveMap.t positive).
Context (l : list positive) (is_left : forall x, In x l <-> has left x = true).
Hypothesis order : is_order (order_of pairs) l.
Hypothesis convex : is_convex pairs left.
Hypothesis symmetric : forall x y, PositiveMap.find x t = Some y ->
  PositiveMap.find y t = Some x /\ has left x = true /\ has left y = true /\ x <> y.
Hypothesis reflected : forall x y, PositiveMap.find x t = Some y ->
  is_reflected fuel (upwards pairs) (downwards pairs) left t x y = true.

Lemma moved_or_fixed x : (exists y, PositiveMap.find x t = Some y /\ image t x = y /\ y <> x) \/
  (PositiveMap.find x t = None /\ image t x = x).
Proof.
  unfold image. destruct (PositiveMap.find x t) as [y|] eqn:E; [left | now right].
  exists y. apply symmetric in E. intuition congruence.
Qed.

Lemma image_stays x : In x l -> In (image t x) l.
Proof.
  intros Hx. destruct (moved_or_fixed x) as [(y & Hy & -> & _)|[_ ->]]; trivial. now apply is_left, (symmetric x).
Qed.

Lemma image_involution x : image t (image t x) = x.
Proof.
  destruct (moved_or_fixed x) as [(y & Hy & -> & _)|[_ E]]; [|now rewrite !E].
  apply image_moved. now apply symmetric.
Qed.

(** (1) for a pair, then for the order. *)
Lemma image_step x y : In x l -> In y l -> In (x, y) pairs ->
  generated pairs (image t x) (image t y).
Proof.
  intros Hx Hy Hxy. apply is_left in Hx, Hy. destruct (moved_or_fixed x) as [(x' & Hx' & Ex & _)|[_ Ex]].
  - apply reflected in Hx'. unfold is_reflected in Hx'. rewrite !andb_true_iff in Hx'.
    destruct Hx' as [[Hup _] _]. apply (is_kept_spec _ _ _ _ _ _ _ Hup); trivial.
    + rewrite Ex. constructor.
    + apply step_upwards.
    + now apply in_upwards.
  - destruct (moved_or_fixed y) as [(y' & Hy' & Ey & _)|[_ Ey]].
    + apply reflected in Hy'. unfold is_reflected in Hy'. rewrite !andb_true_iff in Hy'.
      destruct Hy' as [[_ Hdown] _].
      apply (is_kept_spec (fun z => generated pairs z (image t y)) _ _ _ _ _ _ Hdown); trivial.
      * rewrite Ey. constructor.
      * intros u v Hu Hv. apply in_downwards in Hv. apply (generated_trans _ _ u); trivial. now apply generated_step.
      * now apply in_downwards.
    + rewrite Ex, Ey. now apply generated_step.
Qed.

Lemma between x y z : In x l -> In z l -> generated pairs x y -> In (y, z) pairs -> In y l.
Proof. rewrite !is_left. intros Hx Hz Hxy Hyz. apply (convex x y z); trivial. now apply generated_step. Qed.

Lemma image_generated x y : In x l -> In y l -> generated pairs x y ->
  generated pairs (image t x) (image t y).
Proof.
  intros Hx Hy H. induction H as [|y z H IH Hyz]; [constructor|]. assert (Hly := between x y z Hx Hy H Hyz).
  apply (generated_trans _ _ (image t y)); auto using image_step.
Qed.

(** (3) for a pair, then for the order. *)
Lemma fixed_step x y : In y l -> In (x, y) pairs -> image t y = y -> image t x = x.
Proof.
  intros Hy Hxy Ey. destruct (moved_or_fixed x) as [(x' & Hx' & _)|[_ Ex]]; trivial.
  apply reflected in Hx'. unfold is_reflected in Hx'. rewrite !andb_true_iff, forallb_forall in Hx'.
  destruct Hx' as [_ Hmoved]. apply in_upwards, Hmoved in Hxy. apply is_left in Hy.
  rewrite Hy, PositiveMap.mem_find in Hxy. destruct (moved_or_fixed y) as [(y' & _ & E & Hne)|[E _]]; [congruence|].
  now rewrite E in Hxy.
Qed.

Lemma fixed_generated x y : In x l -> In y l -> generated pairs x y -> image t y = y ->
  image t x = x.
Proof.
  intros Hx Hy H. induction H as [|y z H IH Hyz]; trivial. intros E. assert (Hly := between x y z Hx Hy H Hyz).
  apply IH; trivial. now apply (fixed_step y z).
Qed.

Lemma reflected_is_mirror : is_mirror (order_of pairs) l (image t).
Proof.
  assert (Ha : forall x y, In x l -> In y l -> order_of pairs (image t x) (image t y) = order_of pairs x y).
  { intros x y Hx Hy. apply eq_true_iff_eq. rewrite !order_of_spec. split.
    - intros H. rewrite <- (image_involution x), <- (image_involution y).
      apply image_generated; auto using image_stays.
    - now apply image_generated. }
  split; trivial.
  - apply image_stays.
  - intros x _. apply image_involution.
  - apply incomparable_follows; trivial; auto using image_stays, image_involution.
  - intros x y Hx Hy. rewrite order_of_spec. now apply fixed_generated.
Qed.

End Reflection.
