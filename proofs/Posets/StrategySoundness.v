(** * Whatever the checker of strategy certificates accepts is true *)

From Coq Require Import List PArith NArith Bool Arith Lia MSetPositive FMapPositive.
From ZChomp Require Import Posets Strategies Mirrors OrderChecker GeneratedOrders OrderSoundness.
From ZChomp Require Import BipartiteOrders Trees TreeOrders StrategyChecker.
From ZChomp Require Counting.
Import ListNotations.

(** ** Sets of bits *)

Lemma pred_N_injective x y : Pos.pred_N x = Pos.pred_N y -> x = y.
Proof. intros E. apply (f_equal N.succ) in E. rewrite !N.succ_pos_pred in E. now injection E. Qed.

Lemma holds_single x y : holds (single x) y = true <-> x = y.
Proof.
  unfold holds, single. rewrite N.shiftl_1_l, N.pow2_bits_eqb, N.eqb_eq. split.
  - apply pred_N_injective.
  - now intros ->.
Qed.

Lemma holds_unite s t x : holds (unite s t) x = true <-> holds s x = true \/ holds t x = true.
Proof. unfold holds, unite. rewrite N.lor_spec. apply orb_true_iff. Qed.

Lemma holds_minus s t x : holds (minus s t) x = true <-> holds s x = true /\ holds t x = false.
Proof. unfold holds, minus. now rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. Qed.

Lemma holds_none x : holds no_bits x = false.
Proof. apply N.bits_0. Qed.

Lemma within_holds s t x : within s t = true -> holds s x = true -> holds t x = true.
Proof.
  unfold within, same_bits. rewrite N.eqb_eq. intros E Hx. destruct (holds t x) eqn:Et; trivial.
  assert (H : holds (minus s t) x = true) by now apply holds_minus. now rewrite E, holds_none in H.
Qed.

Lemma holds_fold {A} (f : A -> bits) l : forall s x,
  holds (fold_left (fun s a => unite s (f a)) l s) x = true <->
  holds s x = true \/ exists a, In a l /\ holds (f a) x = true.
Proof.
  induction l as [|a l IH]; intros s x; simpl; [firstorder|]. rewrite IH, holds_unite. split.
  - intros [[H|H]|(b & Hb & H)]; eauto.
  - intros [H|(b & [->|Hb] & H)]; eauto.
Qed.

Lemma holds_bits_of l x : holds (bits_of l) x = true <-> In x l.
Proof.
  unfold bits_of. rewrite holds_fold, holds_none. split.
  - intros [[=]|(y & Hy & H)]. apply holds_single in H. now subst.
  - intros H. right. exists x. split; trivial. now apply holds_single.
Qed.

(** ** The table of larger elements *)

Definition is_table (pairs : list (positive * positive)) (table : PositiveMap.t bits) : Prop :=
  (forall x y, holds (above table x) y = true -> generated pairs x y) /\
  (forall x, PositiveMap.mem x table = true -> holds (above table x) x = true /\
     forall y, In (x, y) pairs -> PositiveMap.mem y table = true /\
       forall z, holds (above table y) z = true -> holds (above table x) z = true).

Lemma above_add table x s y :
  above (PositiveMap.add x s table) y = if Pos.eq_dec x y then s else above table y.
Proof.
  unfold above. destruct (Pos.eq_dec x y) as [->|H].
  - now rewrite PositiveMap.gss.
  - now rewrite PositiveMap.gso by congruence.
Qed.

Lemma mem_add {A} x (s : A) table y :
  PositiveMap.mem y (PositiveMap.add x s table) =
  if Pos.eq_dec x y then true else PositiveMap.mem y table.
Proof.
  rewrite !PositiveMap.mem_find. destruct (Pos.eq_dec x y) as [->|H].
  - now rewrite PositiveMap.gss.
  - now rewrite PositiveMap.gso by congruence.
Qed.

Lemma climb_table pairs down fuel : forall work waiting table, is_table pairs table ->
  is_table pairs (climb fuel (upwards pairs) down work waiting table).
Proof.
  induction fuel as [|f fuel IH]; intros [|x work] waiting table T; simpl; trivial.
  destruct (forallb _ _ && _) eqn:E; trivial. apply andb_true_iff in E as [Hall Hnew].
  rewrite forallb_forall in Hall. apply negb_true_iff in Hnew.
  set (s := fold_left _ (neighbours _ x) (single x)).
  assert (Hs : forall z, holds s z = true <-> x = z \/ exists y, In (x, y) pairs /\ holds (above table y) z = true).
  { intros z. unfold s. rewrite (holds_fold (above table)), holds_single.
    split; intros [H|(y & Hy & H)]; auto; right; exists y; split; trivial; now apply in_upwards. }
  destruct (fold_left release _ _) as [work' waiting']. apply IH. destruct T as [T1 T2]. split.
  - intros u v. rewrite above_add. destruct (Pos.eq_dec x u) as [<-|Hu]; [|apply T1].
    rewrite Hs. intros [<-|(y & Hy & H)]; [constructor|].
    apply (generated_trans _ _ y); [now apply generated_step | now apply T1].
  - intros u. rewrite mem_add, above_add. destruct (Pos.eq_dec x u) as [<-|Hu].
    + intros _. split; [apply Hs; now left|]. intros y Hy.
      assert (My : PositiveMap.mem y table = true) by (apply Hall; now apply in_upwards).
      rewrite mem_add, above_add. destruct (Pos.eq_dec x y) as [<-|Hxy]; [congruence|].
      split; trivial. intros z Hz. apply Hs. eauto.
    + intros Mu. destruct (T2 u Mu) as [Huu Hup]. split; trivial. intros y Hy.
      destruct (Hup y Hy) as [My Hz]. rewrite mem_add, above_add.
      destruct (Pos.eq_dec x y) as [<-|Hxy]; [congruence | now split].
Qed.

Lemma empty_table pairs : is_table pairs (PositiveMap.empty _).
Proof.
  split; intros x; unfold above.
  - intros y. now rewrite PositiveMap.gempty, holds_none.
  - rewrite PositiveMap.mem_find, PositiveMap.gempty. easy.
Qed.

Lemma table_generated pairs table x y : is_table pairs table -> PositiveMap.mem x table = true ->
  (holds (above table x) y = true <-> generated pairs x y).
Proof.
  intros [T1 T2] Hx. split; [apply T1|]. intros H.
  enough (E : PositiveMap.mem y table = true /\
    forall z, holds (above table y) z = true -> holds (above table x) z = true).
  { apply E. now apply T2. }
  induction H as [|y z _ [My IH] Hyz]; [now split|]. destruct (T2 y My) as [_ Hup].
  destruct (Hup z Hyz) as [Mz Hz]. split; auto.
Qed.

(** ** A map of the elements that respects the order is an automorphism *)

Lemma NoDup_app_both {A} (l m : list A) :
  NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l Hx Hl IH]; intros Hm H; simpl; trivial. constructor.
  - rewrite in_app_iff. intros [|Hxm]; [easy|]. apply (H x); simpl; auto.
  - apply IH; trivial. intros y Hy. apply H. now right.
Qed.

Lemma injective_onto {A} (f : A -> A) l : NoDup l ->
  (forall x, In x l -> In (f x) l) -> (forall x y, In x l -> In y l -> f x = f y -> x = y) ->
  forall y, In y l -> exists x, In x l /\ f x = y.
Proof.
  intros Hn Hin Hinj y Hy.
  assert (Hm : NoDup (map f l)) by now apply Counting.NoDup_map_on.
  assert (Hincl : incl (map f l) l).
  { intros z Hz. apply in_map_iff in Hz as (x & <- & Hx). auto. }
  apply (NoDup_length_incl Hm) in Hy; [|now rewrite map_length | trivial].
  apply in_map_iff in Hy as (x & <- & Hx). eauto.
Qed.

Lemma respects_both_ways {A} (le : A -> A -> bool) (f : A -> A) l : NoDup l ->
  (forall x, In x l -> In (f x) l) -> (forall x y, In x l -> In y l -> f x = f y -> x = y) ->
  (forall x y, In x l -> In y l -> le x y = true -> le (f x) (f y) = true) ->
  forall x y, In x l -> In y l -> le (f x) (f y) = le x y.
Proof.
  intros Hn Hin Hinj Hle x y Hx Hy. apply eq_true_iff_eq. split; [|now apply Hle]. intros H.
  set (related := filter (fun p => le (fst p) (snd p)) (list_prod l l)).
  assert (Hr : forall u v, In (u, v) related <-> In u l /\ In v l /\ le u v = true).
  { intros u v. unfold related. rewrite filter_In, in_prod_iff. simpl. tauto. }
  destruct (injective_onto (fun p => (f (fst p), f (snd p))) related) with (y := (f x, f y))
    as ((u, v) & Huv & E).
  - unfold related. apply NoDup_filter. clear -Hn. enough (H : forall m, NoDup m -> NoDup (list_prod m l)) by auto.
    intros m Hm. induction Hm as [|z m Hz Hm IH]; simpl; [constructor|].
    apply NoDup_app_both; trivial.
    + apply Counting.NoDup_map_on; trivial. now intros u v _ _ [= ->].
    + intros p Hp Hp'. apply in_map_iff in Hp as (w & <- & _). now apply in_prod_iff in Hp' as [? _].
  - intros (u, v) Huv. apply Hr in Huv as (Hu & Hv & Huv). apply Hr. simpl. auto.
  - intros (u, v) (u', v') Huv Huv' E. apply Hr in Huv as (Hu & Hv & _), Huv' as (Hu' & Hv' & _).
    simpl in E. injection E as E E'. f_equal; auto.
  - apply Hr. auto.
  - simpl in E. injection E as E E'. apply Hr in Huv as (Hu & Hv & Huv).
    apply Hinj in E, E'; trivial. congruence.
Qed.

(** What an automorphism maps a position to is lost if the position is. *)
Lemma image_lost {A} (le : A -> A -> bool) (f : A -> A) left : forall left',
  is_order le left -> is_order le left' ->
  (forall x y, In x left -> In y left -> le (f x) (f y) = le x y) ->
  (forall x, In x left -> In (f x) left') ->
  (forall y, In y left' -> exists x, In x left /\ f x = y) ->
  (lost le None left <-> lost le None left') /\ (won le None left <-> won le None left').
Proof.
  induction left as [left IH] using shorter_ind. intros left' Ho Ho' Hle Hin Honto.
  assert (Hnext : forall x, In x left ->
    (lost le None (take le x left) <-> lost le None (take le (f x) left')) /\
    (won le None (take le x left) <-> won le None (take le (f x) left'))).
  { intros x Hx. apply IH; auto using order_take, take_shorter.
    - intros y z Hy Hz. apply in_take in Hy as [Hy _], Hz as [Hz _]. auto.
    - intros y Hy. apply in_take in Hy as [Hy E]. apply in_take. rewrite Hle by trivial. auto.
    - intros y Hy. apply in_take in Hy as [Hy E]. destruct (Honto y Hy) as (z & Hz & <-).
      exists z. split; trivial. apply in_take. rewrite Hle in E by trivial. auto. }
  split; split.
  - intros [Hall]. constructor. intros y [Hy _]. destruct (Honto y Hy) as (x & Hx & <-).
    apply Hnext; trivial. apply Hall. now split.
  - intros [Hall]. constructor. intros x [Hx _]. apply Hnext; trivial. apply Hall. split; [auto | easy].
  - intros [x [Hx _] Hl]. apply (Won _ _ _ (f x)); [split; [auto | easy]|]. now apply Hnext.
  - intros [y [Hy _] Hl]. destruct (Honto y Hy) as (x & Hx & <-).
    apply (Won _ _ _ x); [now split|]. now apply Hnext.
Qed.

(** ** What is kept is right *)

Definition order_in (s : state) : positive -> positive -> bool := order_of (pairs_of s).

Definition listed (s : state) (left : bits) : list positive := filter (holds left) (names s).

Record is_symmetry (s : state) (t : positive -> positive) : Prop := {
  goes_inside : forall x, In x (names s) -> In (t x) (names s);
  goes_apart : forall x y, In x (names s) -> In y (names s) -> t x = t y -> x = y;
  goes_along : forall x y, In x (names s) -> In y (names s) -> order_in s (t x) (t y) = order_in s x y }.

Record is_right (s : state) : Prop := {
  right_names : NoDup (names s);
  right_order : is_order (order_in s) (names s);
  right_pairs : forall x y, In (x, y) (pairs_of s) -> In x (names s) /\ In y (names s);
  right_up : up s = upwards (pairs_of s);
  right_down : down s = downwards (pairs_of s);
  right_larger : forall x y, In x (names s) -> holds (above (larger s) x) y = order_in s x y;
  right_poison : forall z, poison_of s = Some z -> is_smallest (order_in s) z (names s);
  right_beginning : forall x, holds (beginning s) x = true -> In x (names s);
  right_symmetries : forall g t, PositiveMap.find g (automorphisms s) = Some t -> is_symmetry s (image t);
  right_lost : forall k left, PositiveMap.find k (lost_ones s) = Some left ->
    (forall x, holds left x = true -> In x (names s)) /\ lost (order_in s) None (listed s left) }.

Lemma in_listed s left x : In x (listed s left) <-> In x (names s) /\ holds left x = true.
Proof. apply filter_In. Qed.

Lemma order_listed s left : is_right s -> is_order (order_in s) (listed s left).
Proof.
  intros R. apply (order_incl _ (names s)); [apply R|]. intros x Hx. now apply in_listed in Hx.
Qed.

(** Taking an element. *)
Lemma take_listed s left x : is_right s -> In x (names s) ->
  same (take (order_in s) x (listed s left)) (listed s (minus left (above (larger s) x))).
Proof.
  intros R Hx y. rewrite in_take, !in_listed, holds_minus, (right_larger _ R x y Hx). tauto.
Qed.

Lemma take_twice s left x y : is_right s -> In x (names s) -> In y (names s) ->
  same (take (order_in s) y (take (order_in s) x (listed s left)))
    (listed s (minus (minus left (above (larger s) x)) (above (larger s) y))).
Proof.
  intros R Hx Hy. eapply same_trans; [apply same_take, take_listed; trivial | now apply take_listed].
Qed.

(** A member that is named, or its image. *)
Lemma member_lost s rest r : is_right s -> (forall x, holds rest x = true -> In x (names s)) ->
  is_member s rest r = true -> lost (order_in s) None (listed s rest).
Proof.
  intros R Hrest. unfold is_member. destruct (PositiveMap.find (fst r) _) as [left|] eqn:E; [|easy].
  destruct (right_lost _ R _ _ E) as [Hleft Hl]. destruct (snd r) as [g|].
  - destruct (PositiveMap.find g _) as [t|] eqn:Eg; [|easy]. rewrite forallb_forall. intros Hsame.
    destruct (right_symmetries _ R _ _ Eg) as [T1 T2 T3].
    assert (Hs : forall x, In x (names s) -> holds rest x = holds left (image t x)).
    { intros x Hx. now apply eqb_prop, Hsame. }
    apply (image_lost (order_in s) (image t) (listed s rest) (listed s left)); trivial.
    + now apply order_listed.
    + now apply order_listed.
    + intros x y Hx Hy. apply in_listed in Hx as [Hx _], Hy as [Hy _]. auto.
    + intros x Hx. apply in_listed in Hx as [Hx H]. apply in_listed. rewrite <- Hs by trivial. auto.
    + intros y Hy. apply in_listed in Hy as [Hy H].
      destruct (injective_onto (image t) (names s) (right_names _ R) T1 T2 y Hy) as (x & Hx & <-).
      exists x. split; trivial. apply in_listed. rewrite Hs by trivial. auto.
  - unfold same_bits. rewrite N.eqb_eq. now intros ->.
Qed.

(** An answer. *)
Lemma answer_spec s left a : is_right s -> (forall x, holds left x = true -> In x (names s)) ->
  is_answer s left a = true -> forall x, holds (covered_by s a) x = true ->
  In x (listed s left) /\ won (order_in s) None (take (order_in s) x (listed s left)).
Proof.
  intros R Hleft H. destruct a as [u v r]. unfold is_answer, covered_by in *. cbn [taken_first taken_next leaves] in *.
  rewrite !andb_true_iff, negb_true_iff in H. destruct H as [[[Hu Hv] Huv] Hm].
  assert (Nu := Hleft u Hu). assert (Nv := Hleft v Hv).
  rewrite right_larger in Huv by trivial. rewrite right_larger by trivial.
  apply member_lost in Hm; trivial; [|intros x Hx; apply holds_minus in Hx as [Hx _];
    apply holds_minus in Hx as [Hx _]; auto].
  assert (Lu : In u (listed s left)) by now apply in_listed.
  assert (Lv : In v (listed s left)) by now apply in_listed.
  assert (Wu : won (order_in s) None (take (order_in s) u (listed s left))).
  { apply (Won _ _ _ v); [split; [now apply in_take | easy]|].
    revert Hm. apply same_lost; [now apply order_take, order_take, order_listed | now apply take_twice]. }
  assert (Wv : order_in s v u = false -> won (order_in s) None (take (order_in s) v (listed s left))).
  { intros Hvu. apply (Won _ _ _ u); [split; [now apply in_take | easy]|].
    revert Hm. apply same_lost; [now apply order_take, order_take, order_listed|].
    eapply same_trans; [|now apply (take_twice s left u v)]. intros y. rewrite !in_take. tauto. }
  intros x. destruct (order_in s v u) eqn:Evu.
  - rewrite holds_single. now intros <-.
  - rewrite holds_unite, !holds_single. intros [<-|<-]; auto.
Qed.

Lemma answers_spec s left answers start x : is_right s ->
  (forall x, holds left x = true -> In x (names s)) ->
  are_answers s left answers = true -> holds (covered s answers start) x = true ->
  holds start x = true \/ won (order_in s) None (take (order_in s) x (listed s left)).
Proof.
  intros R Hleft Hall. unfold are_answers in Hall. rewrite forallb_forall in Hall. unfold covered.
  rewrite (holds_fold (covered_by s)). intros [H|(a & Ha & H)]; [now left | right].
  now apply (answer_spec s left a R Hleft (Hall a Ha)).
Qed.

Lemma answered_lost s left answers : is_right s ->
  (forall x, holds left x = true -> In x (names s)) ->
  are_answers s left answers = true -> within left (covered s answers no_bits) = true ->
  lost (order_in s) None (listed s left).
Proof.
  intros R Hleft Hall Hw. constructor. intros x [Hx _]. apply in_listed in Hx as [_ Hx].
  apply (within_holds _ _ x Hw) in Hx. apply (answers_spec s left) in Hx; trivial.
  destruct Hx as [Hx|Hx]; trivial. now rewrite holds_none in Hx.
Qed.

(** ** Mirrors *)

Lemma position_inside s left : is_position_of s left = true -> forall x, holds left x = true ->
  In x (names s).
Proof.
  unfold is_position_of. rewrite !andb_true_iff. intros [[H _] _] x Hx.
  apply (within_holds _ _ x H) in Hx. now apply holds_bits_of in Hx.
Qed.

(** What is below an element that is left is left, or the poison; and the poison is not left. *)
Lemma position_down s left : is_right s -> is_position_of s left = true ->
  forall x y, generated (pairs_of s) x y -> holds left y = true -> In x (names s) ->
  holds left x = true \/ poison_of s = Some x.
Proof.
  intros R H x y Hxy. pose proof (position_inside s left H) as Hin.
  unfold is_position_of in H. rewrite !andb_true_iff, negb_true_iff, forallb_forall in H.
  destruct H as [[_ Hno] Hdown]. rewrite <- not_true_iff_false, existsb_exists in Hno.
  induction Hxy as [|y z Hxy IH Hyz]; [now left|]. intros Hz Hx.
  specialize (Hdown (y, z) Hyz). simpl in Hdown. rewrite Hz, orb_true_iff in Hdown. simpl in Hdown.
  destruct Hdown as [Hy|Hy]; [now apply IH|].
  destruct (poison_of s) as [p|] eqn:Ep; [|easy]. apply Pos.eqb_eq in Hy. subst y. right. f_equal.
  destruct (right_poison _ R p Ep) as [Hp Hall]. apply (antisymmetric _ _ (right_order _ R)); trivial.
  - now apply Hall.
  - now apply order_of_spec.
Qed.

Lemma poison_not_left s left z : is_position_of s left = true -> poison_of s = Some z ->
  In z (names s) -> holds left z = false.
Proof.
  unfold is_position_of. rewrite !andb_true_iff, negb_true_iff. intros [[_ Hno] _] Ez Hz.
  rewrite <- not_true_iff_false, existsb_exists in Hno. apply not_true_iff_false. intros H.
  apply Hno. exists z. now rewrite Ez, Pos.eqb_refl, H.
Qed.

Definition inside_of (s : state) (left : bits) : set := set_of (listed s left).

Lemma has_inside s left x : has (inside_of s left) x = true <-> In x (names s) /\
  holds left x = true.
Proof. unfold inside_of. now rewrite set_of_spec, in_listed. Qed.

Lemma generated_inside s x y : is_right s -> In x (names s) -> generated (pairs_of s) x y ->
  In y (names s).
Proof. intros R Hx. induction 1 as [|y z _ _ Hyz]; trivial. now apply (right_pairs _ R) in Hyz. Qed.

Lemma position_convex s left : is_right s -> is_position_of s left = true ->
  is_convex (pairs_of s) (inside_of s left).
Proof.
  intros R H x y z Hx Hz Hxy Hyz. apply has_inside in Hx as [Nx Hx], Hz as [Nz Hz]. apply has_inside.
  assert (Ny := generated_inside s x y R Nx Hxy). split; trivial.
  destruct (position_down s left R H y z Hyz Hz Ny) as [|Ep]; trivial.
  destruct (right_poison _ R y Ep) as [_ Hall].
  assert (y = x) as ->; [|trivial]. apply (antisymmetric _ _ (right_order _ R)); trivial.
  - now apply Hall.
  - now apply order_of_spec.
Qed.

Lemma mirrored_lost s left pairs rest : is_right s -> is_position_of s left = true ->
  is_mirrored s left pairs rest = true -> lost (order_in s) None (listed s left).
Proof.
  intros R Hpos H. unfold is_mirrored in H. fold (inside_of s left) in H.
  assert (Hp : match images (inside_of s left) pairs (PositiveMap.empty _) with
    | Some t => forallb (fun p =>
        is_reflected (names s) (up s) (down s) (inside_of s left) t (fst p) (snd p) &&
        is_reflected (names s) (up s) (down s) (inside_of s left) t (snd p) (fst p)) pairs &&
        is_member s (minus left (bits_of (map fst pairs ++ map snd pairs))) rest
    | None => false end = true) by now destruct pairs.
  clear H. destruct (images _ pairs _) as [t|] eqn:E; [|easy].
  apply andb_true_iff in Hp as [F Hm]. rewrite forallb_forall in F.
  rewrite (right_up _ R), (right_down _ R) in F.
  apply images_spec in E as [Hfind Hpairs].
  assert (Ht : forall x y, PositiveMap.find x t = Some y <-> In (x, y) pairs \/ In (y, x) pairs).
  { intros x y. rewrite Hfind, PositiveMap.gempty. split; [intros [[=]|]|]; auto. }
  assert (Hsym : forall x y, PositiveMap.find x t = Some y -> PositiveMap.find y t = Some x /\
    has (inside_of s left) x = true /\ has (inside_of s left) y = true /\ x <> y).
  { intros x y Hxy. rewrite Ht in *. destruct Hxy as [Hxy|Hxy]; apply Hpairs in Hxy as H'; intuition. }
  assert (Href : forall x y, PositiveMap.find x t = Some y ->
    is_reflected (names s) (upwards (pairs_of s)) (downwards (pairs_of s)) (inside_of s left) t x y = true).
  { intros x y Hxy. apply Ht in Hxy as [Hxy|Hxy]; apply F in Hxy; now rewrite andb_true_iff in Hxy. }
  assert (Hl : forall x, In x (listed s left) <-> has (inside_of s left) x = true).
  { intros x. now rewrite has_inside, in_listed. }
  assert (Hmirror := reflected_is_mirror (pairs_of s) (names s) (inside_of s left) t (listed s left) Hl
    (order_listed s left R) (position_convex s left R Hpos) Hsym Href).
  apply (mirror_lost Pos.eq_dec (order_in s) (listed s left) (image t)); trivial; [now apply order_listed|].
  apply member_lost in Hm; trivial.
  - revert Hm. apply same_lost; [now apply order_fixed, order_listed|].
    intros x. rewrite in_fixed, !in_listed, holds_minus, <- not_true_iff_false, holds_bits_of, in_app_iff.
    rewrite !in_map_iff. split; intros [H H'].
    + repeat split; try apply H. intros [((u, v) & E & Hin)|((u, v) & E & Hin)]; simpl in E; subst.
      * assert (Hf : PositiveMap.find x t = Some v) by (apply Ht; auto).
        apply image_moved in Hf as Ei. apply Hsym in Hf. intuition congruence.
      * assert (Hf : PositiveMap.find x t = Some u) by (apply Ht; auto).
        apply image_moved in Hf as Ei. apply Hsym in Hf. intuition congruence.
    + destruct H' as [H' Hno]. repeat split; trivial.
      destruct (moved_or_fixed (inside_of s left) t Hsym x) as [(y & Hy & _)|[_ Ei]]; trivial.
      elim Hno. apply Ht in Hy as [Hy|Hy]; [left | right]; eexists; split; try exact Hy; easy.
  - intros x Hx. apply holds_minus in Hx as [Hx _]. now apply (position_inside s left).
Qed.

(** ** Bipartite graphs *)

Lemma in_lower s left x y : is_right s ->
  (In y (lower_elements s left x) <-> In (y, x) (pairs_of s) /\ holds left y = true).
Proof.
  intros R. unfold lower_elements. rewrite (right_down _ R), <- in_downwards.
  enough (H : forall l found, In y (fold_left (note left) l found) <->
    In y found \/ (In y l /\ holds left y = true)) by (rewrite H; simpl; tauto).
  induction l as [|z l IH]; intros found; simpl; [tauto|]. rewrite IH. unfold note.
  destruct (holds left z) eqn:Ez; simpl.
  - destruct (existsb (Pos.eqb z) found) eqn:Ef; simpl.
    + apply existsb_exists in Ef as (w & Hw & E). apply Pos.eqb_eq in E. subst w.
      intuition congruence.
    + intuition congruence.
  - intuition congruence.
Qed.

Lemma last_step s left x y : is_right s -> is_position_of s left = true -> holds left x = true ->
  In y (names s) -> holds left y = true -> generated (pairs_of s) y x ->
  y = x \/ exists w, In w (lower_elements s left x) /\ generated (pairs_of s) y w.
Proof.
  intros R H Hx Ny Hy Hyx. destruct Hyx as [|w x Hyw Hwx]; [now left | right]. exists w. split; trivial.
  apply in_lower; trivial. split; trivial.
  assert (Nw : In w (names s)) by now apply (right_pairs _ R) in Hwx.
  destruct (position_down s left R H w x) as [|Ep]; trivial; [now apply generated_step|].
  assert (y = w) as ->; [|trivial]. destruct (right_poison _ R w Ep) as [_ Hall].
  apply (antisymmetric _ _ (right_order _ R)); trivial; [now apply order_of_spec | now apply Hall].
Qed.

Lemma is_even_spec l : is_even l = true -> Nat.Even (length l).
Proof.
  unfold is_even.
  assert (H : forall b, fold_left (fun b (_ : positive) => negb b) l b = xorb b (Nat.odd (length l))).
  { induction l as [|x l IH]; intros b; cbn [fold_left length]; [now rewrite xorb_false_r|].
    rewrite IH, Nat.odd_succ, <- Nat.negb_odd. now destruct b, (Nat.odd (length l)). }
  rewrite H, <- Nat.even_spec, <- Nat.negb_odd. now destruct (Nat.odd (length l)).
Qed.

Lemma bipartite_member_lost s left side : is_right s -> is_position_of s left = true ->
  is_bipartite s left side = true -> lost (order_in s) None (listed s left).
Proof.
  intros R Hpos H. unfold is_bipartite in H. fold (listed s left) in H.
  rewrite !andb_true_iff, forallb_forall in H. destruct H as [[[Hkind _] Hv] He].
  assert (Hvertex : forall x y, In x (listed s left) -> In y (listed s left) -> is_vertex s left x = true ->
    order_in s y x = true -> y = x).
  { intros x y Hx Hy Ex Hyx. apply in_listed in Hx as [Nx Hx], Hy as [Ny Hy]. apply order_of_spec in Hyx.
    destruct (last_step s left x y R Hpos Hx Ny Hy Hyx) as [|(w & Hw & _)]; trivial.
    unfold is_vertex in Ex. now destruct (lower_elements s left x). }
  assert (B : bipartite_order (order_in s) (is_vertex s left) (holds side) (listed s left)).
  { split; trivial.
    - apply NoDup_filter, R.
    - now apply order_listed.
    - intros x Hx Ex. specialize (Hkind x Hx). rewrite Ex in Hkind. simpl in Hkind. unfold is_edge in Hkind.
      destruct (lower_elements s left x) as [|u [|v [|]]] eqn:El; try easy.
      rewrite !andb_true_iff in Hkind. destruct Hkind as [[Eu Ev] Hside].
      assert (Hlow : forall w, In w [u; v] -> In w (listed s left) /\ order_in s w x = true).
      { intros w Hw. rewrite <- El in Hw. apply in_lower in Hw as [Hw Hl]; trivial. split.
        - apply in_listed. split; trivial. now apply (right_pairs _ R) in Hw.
        - apply order_of_spec. now apply generated_step. }
      assert (Hall : forall y, In y (listed s left) -> order_in s y x = true -> y = x \/ y = u \/ y = v).
      { intros y Hy Hyx. pose proof Hy as Hy'. apply in_listed in Hy' as [Ny Hly].
        apply in_listed in Hx as [Nx Hlx]. apply order_of_spec in Hyx.
        destruct (last_step s left x y R Hpos Hlx Ny Hly Hyx) as [|(w & Hw & Hyw)]; [now left | right].
        rewrite El in Hw. assert (Ew : is_vertex s left w = true) by (destruct Hw as [<-|[<-|[]]]; trivial).
        assert (y = w) as ->; [|destruct Hw as [<-|[<-|[]]]; auto].
        apply Hvertex; trivial; [now apply Hlow | now apply order_of_spec]. }
      destruct (Hlow u) as [Iu Lu], (Hlow v) as [Iv Lv]; simpl; auto.
      destruct (holds side u) eqn:Su.
      + exists u, v. repeat (split; [trivial; now destruct (holds side v)|]). trivial.
      + exists v, u. repeat (split; [trivial; now destruct (holds side v)|]).
        intros y Hy Hyx. destruct (Hall y Hy Hyx) as [|[|]]; auto. }
  apply (bipartite_order_lost Pos.eq_dec _ _ _ _ B). split; now apply is_even_spec.
Qed.

(** ** Trees *)

Lemma order_reflexive s x : order_in s x x = true.
Proof. apply order_of_spec. constructor. Qed.

Lemma tree_bits_spec s left f : is_right s -> (forall x, holds left x = true -> In x (names s)) ->
  forall b, tree_bits s left f = Some b ->
  (forall x, holds b x = true <-> In x (nodes f)) /\
  (forall x, In x (nodes f) -> holds left x = true) /\
  (forall x y, In x (nodes f) -> holds left y = true -> order_in s x y = true -> In y (nodes f)) /\
  fits (order_in s) f.
Proof.
  intros R Hleft. induction f as [|x c IHc r IHr]; intros b H; cbn [tree_bits] in H.
  - injection H as <-. repeat split; try easy.
  - destruct (tree_bits s left c) as [bc|]; [|easy]. destruct (tree_bits s left r) as [br|]; [|easy].
    destruct (IHc bc eq_refl) as (Bc & Lc & Uc & Fc), (IHr br eq_refl) as (Br & Lr & Ur & Fr). clear IHc IHr.
    destruct (_ && _) eqn:E in H; [|easy]. injection H as <-.
    unfold same_bits in E. rewrite !andb_true_iff, negb_true_iff, !N.eqb_eq in E. destruct E as [[Etree Ex] Eapart].
    assert (T : forall z, holds (unite (single x) bc) z = true <-> x = z \/ In z (nodes c)).
    { intros z. now rewrite holds_unite, holds_single, Bc. }
    assert (U : forall z, holds (unite (single x) bc) z = true <->
      holds left z = true /\ holds (above (larger s) x) z = true).
    { intros z. rewrite <- Etree, holds_minus, <- not_true_iff_false, holds_minus, <- not_true_iff_false.
      destruct (holds left z), (holds (above (larger s) x) z); intuition congruence. }
    assert (D : forall z, holds (unite (single x) bc) z = true -> ~ In z (nodes r)).
    { intros z Hz Hr. rewrite <- Eapart in Hz. apply holds_minus in Hz as [_ Hz]. apply Br in Hr. congruence. }
    assert (Lx : holds left x = true) by (apply U, T; now left).
    assert (A : forall z, holds left z = true -> (order_in s x z = true <-> x = z \/ In z (nodes c))).
    { intros z Hz. rewrite <- T, U, (right_larger _ R x z (Hleft x Lx)). tauto. }
    split; [|split; [|split]].
    + intros z. rewrite holds_unite, T, Br, in_nodes. intuition.
    + intros z Hz. apply in_nodes in Hz as [->|[Hz|Hz]]; auto.
    + intros u v Hu Hv Huv. apply in_nodes. apply in_nodes in Hu as [->|[Hu|Hu]].
      * apply A in Huv; trivial. intuition.
      * right; left. now apply (Uc u).
      * right; right. now apply (Ur u).
    + cbn [fits]. split; [|split; [|split; trivial]].
      * intros y Hy. split; [apply A; auto|]. apply not_true_iff_false. intros Hyx.
        apply (Uc y x Hy Lx) in Hyx. apply Bc in Hyx. congruence.
      * intros y z Hy Hz.
        assert (Ty : holds (unite (single x) bc) y = true) by (apply T; destruct Hy; auto).
        split; apply not_true_iff_false; intros Hle.
        -- apply (D z); trivial. apply T. destruct Hy as [<-|Hy]; [apply A; auto | right; apply (Uc y); auto].
        -- apply (D y); trivial. apply (Ur z); trivial. destruct Hy as [<-|Hy]; auto.
Qed.

Lemma forest_member_lost s left : is_right s -> is_position_of s left = true ->
  is_forest s left = true -> lost (order_in s) None (listed s left).
Proof.
  intros R Hpos H. unfold is_forest in H. apply andb_true_iff in H as [H E]. apply N.eqb_eq in E.
  set (f := grow _ _ _) in *. destruct (tree_bits s left f) as [b|] eqn:Eb; [|easy].
  unfold same_bits in H. apply N.eqb_eq in H. subst b. pose proof (position_inside s left Hpos) as Hin.
  destruct (tree_bits_spec s left f R Hin left Eb) as (Hb & _ & _ & Hf).
  apply (trees_lost Pos.eq_dec (order_in s) (listed s left) f); trivial.
  - now apply order_listed.
  - apply order_reflexive.
  - intros x. rewrite in_listed, <- Hb. split; [tauto | auto].
Qed.

(** ** Lines keep what is kept right *)

Lemma map_of_spec elements : forall images t t', map_of elements images t = Some t' ->
  NoDup elements ->
  map (image t') elements = images /\
  forall x, ~ In x elements -> PositiveMap.find x t' = PositiveMap.find x t.
Proof.
  induction elements as [|x elements IH]; intros [|y images] t t' H Hn; try easy.
  - injection H as <-. now split.
  - simpl in H. inversion Hn as [|? ? Hx Hn']; subst. destruct (IH _ _ _ H Hn') as [Hmap Hout]. split.
    + simpl. f_equal; trivial. unfold image. now rewrite Hout, PositiveMap.gss.
    + intros z Hz. rewrite Hout by (intros Hin; apply Hz; now right).
      apply PositiveMap.gso. intros ->. apply Hz. now left.
Qed.

Lemma NoDup_map_injective {A B} (f : A -> B) l x y : NoDup (map f l) -> In x l -> In y l ->
  f x = f y -> x = y.
Proof.
  induction l as [|z l IH]; simpl; [easy|]. intros Hn. inversion Hn as [|? ? Hz Hl]; subst.
  intros [->|Hx] [->|Hy] E; auto.
  - elim Hz. rewrite E. now apply in_map.
  - elim Hz. rewrite <- E. now apply in_map.
Qed.

Lemma symmetry_same s s' t : names s' = names s -> pairs_of s' = pairs_of s -> is_symmetry s t ->
  is_symmetry s' t.
Proof. intros En Ep [H1 H2 H3]. unfold order_in in H3. split; unfold order_in; rewrite En, ?Ep; trivial. Qed.

Lemma symmetry_right s images s' : is_right s -> add_symmetry s images = Some s' ->
  is_right s' /\ names s' = names s /\ pairs_of s' = pairs_of s /\ poison_of s' = poison_of s /\
  beginning s' = beginning s.
Proof.
  intros R. unfold add_symmetry. destruct (map_of _ images _) as [t|] eqn:Em; [|easy].
  destruct (_ && _) eqn:E; [|easy]. intros [= <-]. rewrite !andb_true_iff, !forallb_forall in E.
  destruct E as [[Hd Hin] Hpairs]. apply distinct_spec in Hd.
  destruct (map_of_spec _ _ _ _ Em (right_names _ R)) as [Hmap _].
  assert (T1 : forall x, In x (names s) -> In (image t x) (names s)).
  { intros x Hx. apply set_of_spec, Hin. rewrite <- Hmap. now apply in_map. }
  assert (T2 : forall x y, In x (names s) -> In y (names s) -> image t x = image t y -> x = y).
  { intros x y. apply NoDup_map_injective. now rewrite Hmap. }
  assert (T : is_symmetry s (image t)).
  { split; trivial. apply respects_both_ways; trivial; [apply R|].
    intros x y Hx Hy Hxy. apply order_of_spec in Hxy. apply order_of_spec.
    induction Hxy as [|y z Hxy IH Hyz]; [constructor|].
    destruct (right_pairs _ R y z Hyz) as [Ny _]. apply (generated_trans _ _ (image t y)); [now apply IH|].
    specialize (Hpairs (y, z) Hyz). simpl in Hpairs. rewrite (right_larger _ R) in Hpairs by auto.
    now apply order_of_spec. }
  split; [|auto]. destruct R. split; cbn; trivial. intros g u. destruct (Pos.eq_dec g (next_automorphism s)) as [->|Hg].
  - rewrite PositiveMap.gss. intros [= <-]. now apply (symmetry_same s).
  - rewrite PositiveMap.gso by trivial. intros H. apply (symmetry_same s); trivial. now apply (right_symmetries0 g).
Qed.

Lemma member_right s m s' : is_right s -> add_member s m = Some s' ->
  is_right s' /\ names s' = names s /\ pairs_of s' = pairs_of s /\ poison_of s' = poison_of s /\
  beginning s' = beginning s.
Proof.
  intros R. unfold add_member. destruct (_ && _) eqn:E; [|easy]. intros [= <-].
  apply andb_true_iff in E as [Hpos Hm].
  assert (Hl : lost (order_in s) None (listed s (left_of m))).
  { destruct m as [l answers|l pairs rest|l side|l]; simpl in *.
    - apply andb_true_iff in Hm as [Ha Hc]. apply (answered_lost s l answers); trivial.
      now apply position_inside.
    - now apply (mirrored_lost s l pairs rest).
    - now apply (bipartite_member_lost s l side).
    - now apply forest_member_lost. }
  assert (Hin := position_inside s _ Hpos).
  split; [|auto]. destruct R. split; cbn; trivial.
  { intros g u H. apply (symmetry_same s); trivial. now apply (right_symmetries0 g). }
  intros k l. destruct (Pos.eq_dec k (next_lost s)) as [->|Hk].
  - rewrite PositiveMap.gss. intros [= <-]. exact (conj Hin Hl).
  - rewrite PositiveMap.gso by trivial. apply right_lost0.
Qed.

Definition same_game (s s' : state) : Prop :=
  names s' = names s /\ pairs_of s' = pairs_of s /\ poison_of s' = poison_of s /\ beginning s' = beginning s.

Lemma same_game_trans s s' s'' : same_game s s' -> same_game s' s'' -> same_game s s''.
Proof. unfold same_game. intuition congruence. Qed.

Lemma lines_right {A} (next : state -> A -> option state) (ls : list A) :
  (forall s a s', is_right s -> next s a = Some s' -> is_right s' /\ same_game s s') ->
  forall s s', is_right s ->
  fold_left (fun s a => match s with Some s => next s a | None => None end) ls (Some s) = Some s' ->
  is_right s' /\ same_game s s'.
Proof.
  intros Hnext. induction ls as [|a ls IH]; intros s s' R H; simpl in H.
  - injection H as <-. split; trivial. now unfold same_game.
  - destruct (next s a) as [s1|] eqn:E.
    + destruct (Hnext s a s1 R E) as [R1 G1]. destruct (IH s1 s' R1 H) as [R' G']. split; trivial.
      now apply (same_game_trans s s1).
    + exfalso. clear -H. induction ls; simpl in H; [easy | auto].
Qed.

Lemma lines_fail {A} (next : state -> A -> option state) (ls : list A) :
  fold_left (fun s a => match s with Some s => next s a | None => None end) ls None = None.
Proof. induction ls; simpl; auto. Qed.

(** The header. *)
Lemma open_right elements covers poison taken s :
  open_strategy elements covers poison taken = Some s ->
  is_right s /\ names s = elements /\ pairs_of s = covers /\ poison_of s = poison /\
  exists l, played (order_of covers) poison elements taken l /\
    same (listed s (beginning s)) (without Pos.eq_dec poison l).
Proof.
  unfold open_strategy. destruct (_ && _) eqn:E; [|easy]. rewrite !andb_true_iff, !forallb_forall in E.
  destruct E as [[[Hdistinct Hin] Hacyclic] Htable]. apply distinct_spec in Hdistinct.
  apply acyclic_order in Hacyclic as Ho.
  assert (Hinside : forall x y, In (x, y) covers -> In x elements /\ In y elements).
  { intros x y Hxy. apply Hin in Hxy. now rewrite andb_true_iff, !set_of_spec in Hxy. }
  destruct (remove_poison _ _ _ _) as [start|] eqn:Hstart; [|easy].
  apply (remove_poison_spec _ _ _ _ _ Ho Hinside) in Hstart as (Hsmall & Hleft & Hconvex).
  destruct (remove_taken _ _ _ _) as [rest|] eqn:Hrest; [|easy].
  destruct (remove_taken_spec _ _ _ _ _ _ _ Hrest Hleft Hconvex) as (l & Hplayed & Hl & Hc).
  intros [= <-]. assert (T : is_table covers (larger_ones elements covers (upwards covers) (downwards covers))).
  { apply climb_table, empty_table. }
  assert (Hb : forall x, holds (bits_of (filter (has rest) elements)) x = true <-> In x elements /\ has rest x = true).
  { intros x. now rewrite holds_bits_of, filter_In. }
  split; [|split; [easy | split; [easy | split; [easy|]]]].
  - split; cbn; trivial.
    + intros x y Hx. apply eq_true_iff_eq. unfold order_in. cbn. rewrite order_of_spec.
      apply table_generated; auto.
    + intros x Hx. now apply Hb in Hx.
    + intros g t. now rewrite PositiveMap.gempty.
    + intros k left. now rewrite PositiveMap.gempty.
  - exists l. split; trivial. intros x. rewrite in_without, <- (Hl x), in_listed. cbn. rewrite Hb.
    split; [tauto|]. intros H. assert (Hx : In x elements); [|tauto].
    apply Hl in H as [H _]. clear -H Hplayed. induction Hplayed as [|l y more rest _ _ IH]; trivial.
    now apply IH, (take_incl _ y) in H.
Qed.

(** The end. *)
Lemma beginning_inside s : is_right s -> forall x, holds (beginning s) x = true -> In x (names s).
Proof. intros R. apply R. Qed.

Lemma winning_spec s w : is_right s -> is_winning s w = true ->
  In (fst w) (listed s (beginning s)) /\
  lost (order_in s) None (take (order_in s) (fst w) (listed s (beginning s))).
Proof.
  intros R. unfold is_winning. rewrite andb_true_iff. intros [Hx Hm].
  assert (Nx := beginning_inside s R _ Hx). split; [now apply in_listed|].
  apply member_lost in Hm; trivial.
  - revert Hm. apply same_lost; [now apply order_take, order_listed | now apply take_listed].
  - intros x H. apply holds_minus in H as [H _]. now apply beginning_inside.
Qed.

(** ** The theorem *)

(** What the end of a certificate says of a position. *)
Definition says (le : positive -> positive -> bool) (poison : option positive) (left : list positive) (e : ending) : Prop :=
  match e with
  | Ends_lost _ => lost le poison left
  | Ends_won winning complete _ =>
      won le poison left /\
      (forall x, In x (map fst winning) -> may_take poison x left /\ lost le poison (take le x left)) /\
      (complete = true -> forall x, may_take poison x left -> ~ In x (map fst winning) ->
       won le poison (take le x left))
  end.

(** With and without the poison. *)
Lemma with_poison le poison (left : list positive) : is_order le left ->
  (forall z, poison = Some z -> is_smallest le z left) ->
  (lost le poison left <-> lost le None (without Pos.eq_dec poison left)) /\
  (won le poison left <-> won le None (without Pos.eq_dec poison left)).
Proof.
  intros Ho Hz. destruct poison as [z|]; [|simpl; tauto].
  apply (imitation le (Some z) None
    (fun l l' => is_order le l /\ is_smallest le z l /\ l' = without Pos.eq_dec (Some z) l)); [easy | | |].
  - intros l l' x (_ & _ & ->). rewrite <- in_without. unfold may_take. rewrite in_without. now intuition.
  - intros l l' x (H & Hl & ->) [Hx Hne]. rewrite take_without.
    split; [now apply order_take | split; [|easy]]. apply smallest_take; trivial. congruence.
  - auto.
Qed.

(** A certificate that is accepted describes an order, with a smallest element if one is poisoned, and moves
    that were made one after the other; and what its end says of what is left then is true. *)
Theorem check_strategy_sound c : check_strategy c = true ->
  exists le left,
    NoDup (the_elements c) /\
    (forall x y, le x y = true <-> generated (the_covers c) x y) /\
    is_order le (the_elements c) /\
    (forall z, the_poison c = Some z -> is_smallest le z (the_elements c)) /\
    played le (the_poison c) (the_elements c) (the_taken c) left /\
    says le (the_poison c) left (the_ending c).
Proof.
  unfold check_strategy. destruct (open_strategy _ _ _ _) as [s0|] eqn:E0.
  2: { unfold step_symmetry, step_member. now rewrite (lines_fail add_symmetry), (lines_fail add_member). }
  destruct (open_right _ _ _ _ _ E0) as (R0 & En & Ep & Eq & l & Hplayed & Hl).
  destruct (fold_left step_symmetry _ _) as [s1|] eqn:E1.
  2: { unfold step_member. now rewrite (lines_fail add_member). }
  apply (lines_right add_symmetry) in E1 as [R1 G1]; [|intros s a s' R H; now apply (symmetry_right s a) | trivial].
  destruct (fold_left step_member _ _) as [s|] eqn:E2; [|easy].
  apply (lines_right add_member) in E2 as [R G]; [|intros s2 a s' R' H; now apply (member_right s2 a) | trivial].
  assert (G' := same_game_trans _ _ _ G1 G). destruct G' as (Gn & Gp & Gq & Gb). intros H.
  exists (order_of (the_covers c)), l. assert (Hle : order_in s = order_of (the_covers c)).
  { unfold order_in. congruence. }
  assert (Ho : is_order (order_of (the_covers c)) (the_elements c)).
  { rewrite <- Hle. pose proof (right_order _ R) as H'. now rewrite Gn, En in H'. }
  assert (Hz : forall z, the_poison c = Some z -> is_smallest (order_of (the_covers c)) z (the_elements c)).
  { intros z Hz. rewrite <- Hle. pose proof (right_poison _ R z) as H'. rewrite Gn, En in H'. apply H'. congruence. }
  split; [rewrite <- En; apply R0|]. split; [intros x y; apply order_of_spec|]. split; trivial.
  split; trivial. split; trivial.
  assert (Hb : listed s (beginning s) = listed s0 (beginning s0)).
  { unfold listed. now rewrite Gn, Gb. }
  assert (Hol := played_order _ _ _ _ _ Hplayed Ho).
  assert (Hzl : forall z, the_poison c = Some z -> is_smallest (order_of (the_covers c)) z l).
  { intros z Ez. rewrite Ez in Hplayed. now apply (played_smallest _ _ _ _ _ Hplayed Ho), Hz. }
  assert (Hrest : forall x, may_take (the_poison c) x l ->
    (lost (order_of (the_covers c)) (the_poison c) (take (order_of (the_covers c)) x l) <->
     lost (order_in s) None (take (order_in s) x (listed s (beginning s)))) /\
    (won (order_of (the_covers c)) (the_poison c) (take (order_of (the_covers c)) x l) <->
     won (order_in s) None (take (order_in s) x (listed s (beginning s))))).
  { intros x [Hx Hne]. rewrite Hle, Hb.
    destruct (with_poison (order_of (the_covers c)) (the_poison c) (take (order_of (the_covers c)) x l)) as [L W].
    - now apply order_take.
    - intros z Ez. apply smallest_take; auto. congruence.
    - rewrite L, W, <- take_without. split; [apply same_lost | apply same_won];
        try (apply order_take, (order_incl _ l); trivial; intros y Hy; now apply in_without in Hy as [Hy _]);
        apply same_take, same_sym, Hl. }
  assert (Hmay : forall x, In x (listed s (beginning s)) <-> may_take (the_poison c) x l).
  { intros x. rewrite Hb, (Hl x), in_without. reflexivity. }
  destruct (the_ending c) as [start|winning complete answers]; simpl in *.
  - apply member_lost in H; trivial; [|now apply beginning_inside].
    apply (with_poison (order_of (the_covers c)) (the_poison c) l Hol Hzl).
    revert H. rewrite Hle, Hb. apply same_lost; [|now apply same_sym].
    apply (order_incl _ l); trivial. intros y Hy. now apply in_without in Hy as [Hy _].
  - rewrite !andb_true_iff, forallb_forall in H. destruct H as [[[[Hsome _] Hwin] Hans] Hcomplete].
    assert (Hwinning : forall x, In x (map fst winning) ->
      may_take (the_poison c) x l /\ lost (order_of (the_covers c)) (the_poison c) (take (order_of (the_covers c)) x l)).
    { intros x Hx. apply in_map_iff in Hx as (w & <- & Hw). apply Hwin in Hw.
      apply winning_spec in Hw as [Hw Hlost]; trivial. apply Hmay in Hw. split; trivial. now apply Hrest. }
    split; [|split; trivial].
    + destruct winning as [|w winning]; [easy|]. destruct (Hwinning (fst w)) as [Hw Hlost]; [simpl; auto|].
      exact (Won _ _ _ (fst w) Hw Hlost).
    + intros ->. intros x Hx Hno. apply Hrest; trivial. apply Hmay in Hx as Hx'. apply in_listed in Hx' as [_ Hx'].
      apply (within_holds _ _ x Hcomplete) in Hx'. apply (answers_spec s (beginning s)) in Hx'; trivial.
      * destruct Hx' as [Hx'|]; trivial. now apply holds_bits_of in Hx'.
      * now apply beginning_inside.
Qed.
