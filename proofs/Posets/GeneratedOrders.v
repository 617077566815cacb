(** * Orders that pairs generate

    What the checker of strategies does with sets and graphs, and that it accepts no order with a cycle. *)

From Coq Require Import List PArith NArith Bool MSetPositive FMapPositive.
From ZChomp Require Import Posets OrderChecker.
Import ListNotations.

(** The order that pairs generate: x <= y if steps from the smaller to the larger of a pair lead from x to y. *)
Inductive generated (pairs : list (positive * positive)) (x : positive) : positive -> Prop :=
| Same : generated pairs x x
| Step y z : generated pairs x y -> In (y, z) pairs -> generated pairs x z.

Lemma generated_trans pairs x y z : generated pairs x y -> generated pairs y z ->
  generated pairs x z.
Proof. intros H. induction 1; trivial. now apply (Step _ _ y0). Qed.

Lemma generated_step pairs x y : In (x, y) pairs -> generated pairs x y.
Proof. apply Step, Same. Qed.

(** ** It can be decided *)

Fixpoint order_of (pairs : list (positive * positive)) (x y : positive) : bool :=
  match pairs with
  | [] => Pos.eqb x y
  | (a, b) :: pairs => order_of pairs x y || (order_of pairs x a && order_of pairs b y)
  end.

Lemma generated_cons a b pairs x y : generated ((a, b) :: pairs) x y <->
  generated pairs x y \/ (generated pairs x a /\ generated pairs b y).
Proof.
  assert (More : forall u v, generated pairs u v -> generated ((a, b) :: pairs) u v).
  { induction 1; [constructor | apply (Step _ _ y0); simpl; auto]. }
  split.
  - induction 1 as [|y z _ IH [[= <- <-]|Hz]]; [left; constructor | right | ].
    + destruct IH as [IH|[IH _]]; split; trivial; constructor.
    + destruct IH as [IH|[IH IH']]; [left | right; split]; trivial; now apply (Step _ _ y).
  - intros [H|[H H']]; auto.
    apply (generated_trans _ _ a), (generated_trans _ _ b); auto. apply generated_step. now left.
Qed.

Lemma order_of_spec pairs x y : order_of pairs x y = true <-> generated pairs x y.
Proof.
  revert x y. induction pairs as [|[a b] pairs IH]; intros x y; simpl.
  - rewrite Pos.eqb_eq. split; [intros ->; constructor|]. now induction 1.
  - now rewrite generated_cons, orb_true_iff, andb_true_iff, !IH.
Qed.

(** ** Sets and graphs *)

Lemma has_spec s x : has s x = true <-> PositiveSet.In x s.
Proof. apply PositiveSet.mem_spec. Qed.

Lemma set_of_spec l x : has (set_of l) x = true <-> In x l.
Proof.
  assert (H : forall l s, has (fold_left (fun s x => PositiveSet.add x s) l s) x = true <-> In x l \/ has s x = true).
  { clear l. induction l as [|y l IH]; intros s; simpl; [tauto|].
    rewrite IH, !has_spec, PositiveSet.add_spec. intuition. }
  unfold set_of. rewrite H. now intuition.
Qed.

Lemma in_connect g x y u v : In v (neighbours (connect g x y) u) <-> (x = u /\ y = v) \/
  In v (neighbours g u).
Proof.
  unfold connect, neighbours at 1. destruct (Pos.eq_dec u x) as [->|H].
  - rewrite PositiveMap.gss. simpl. intuition.
  - rewrite PositiveMap.gso by easy. fold (neighbours g u). intuition congruence.
Qed.

Lemma in_graph (f h : positive * positive -> positive) pairs x y :
  In y (neighbours (fold_left (fun g p => connect g (f p) (h p)) pairs (PositiveMap.empty _)) x) <->
  exists p, In p pairs /\ f p = x /\ h p = y.
Proof.
  assert (H : forall g, In y (neighbours (fold_left (fun g p => connect g (f p) (h p)) pairs g) x) <->
    (exists p, In p pairs /\ f p = x /\ h p = y) \/ In y (neighbours g x)).
  { induction pairs as [|p pairs IH]; intros g; simpl; [firstorder|]. rewrite IH, in_connect. split.
    - intros [(q & Hq & E)|[E|E]]; eauto.
    - intros [(q & [<-|Hq] & E)|E]; eauto. }
  rewrite H. unfold neighbours at 1. rewrite PositiveMap.gempty. now intuition.
Qed.

Lemma in_upwards pairs x y : In y (neighbours (upwards pairs) x) <-> In (x, y) pairs.
Proof.
  unfold upwards. rewrite in_graph. split; [intros ([] & H & <- & <-); exact H | intros H; now exists (x, y)].
Qed.

Lemma in_downwards pairs x y : In y (neighbours (downwards pairs) x) <-> In (y, x) pairs.
Proof.
  unfold downwards. rewrite in_graph. split; [intros ([] & H & <- & <-); exact H | intros H; now exists (y, x)].
Qed.

(** Whatever holds of x, and goes along with every step, holds of all that is reached. *)
Lemma reach_spec (P : positive -> Prop) fuel g left x :
  (forall u v, P u -> In v (neighbours g u) -> P v) -> P x ->
  forall y, has (reachable fuel g left x) y = true -> P y.
Proof.
  intros Hstep Hx.
  assert (Hvisit : forall l work seen, Forall P work -> (forall y, has seen y = true -> P y) -> Forall P l ->
    let (work', seen') := fold_left (visit left) l (work, seen) in
    Forall P work' /\ forall y, has seen' y = true -> P y).
  { induction l as [|v l IH]; intros work seen Hw Hs Hl; simpl; [easy|]. inversion Hl.
    destruct (has left v && negb (has seen v)); apply IH; auto.
    intros y. rewrite has_spec, PositiveSet.add_spec. intros [->|Hy]; trivial. now apply Hs. }
  assert (H : forall fuel work seen, Forall P work -> (forall y, has seen y = true -> P y) ->
    forall y, has (search fuel g left work seen) y = true -> P y).
  { clear fuel. induction fuel as [|? fuel IH]; intros [|u work] seen Hw Hs; simpl; trivial.
    inversion Hw as [|? ? Hu Hw']; subst.
    specialize (Hvisit (neighbours g u) work seen Hw' Hs). destruct (fold_left _ _ _) as [work' seen'].
    apply IH; apply Hvisit; apply Forall_forall; intros v; now apply Hstep. }
  apply H; [now constructor|]. intros y. rewrite has_spec, PositiveSet.singleton_spec. now intros ->.
Qed.

Lemma step_upwards pairs x u v : generated pairs x u -> In v (neighbours (upwards pairs) u) ->
  generated pairs x v.
Proof. intros Hu Hv. apply (Step _ _ u); trivial. now apply in_upwards. Qed.

Lemma reach_generated pairs fuel left x y : has (reachable fuel (upwards pairs) left x) y = true ->
  generated pairs x y.
Proof. revert y. apply reach_spec; [apply step_upwards | constructor]. Qed.

(** ** What is accepted as acyclic is an order *)

(** With an element of [done], what is above it is there too, and not the element itself. *)
Definition is_settled (pairs : list (positive * positive)) (done : set) : Prop :=
  (forall x y, has done x = true -> In (x, y) pairs -> has done y = true) /\
  (forall x y, has done x = true -> In (x, y) pairs -> ~ generated pairs y x).

Lemma settled_generated pairs done x y :
  is_settled pairs done -> has done x = true -> generated pairs x y -> has done y = true.
Proof. intros [Hup _] Hx. induction 1 as [|y z _ IH]; trivial. now apply (Hup y). Qed.

Lemma settled_add pairs done x : is_settled pairs done ->
  (forall y, In (x, y) pairs -> has done y = true) -> is_settled pairs (PositiveSet.add x done).
Proof.
  intros Hd Hx. destruct (has done x) eqn:E.
  - assert (H : forall y, has (PositiveSet.add x done) y = true <-> has done y = true).
    { intros y. rewrite !has_spec, PositiveSet.add_spec, <- has_spec. split; [intros [->|]|]; auto. }
    split; intros u v Hu Huv; rewrite ?H in *; now apply (proj1 Hd u) || apply (proj2 Hd u).
  - split; intros u v; rewrite !has_spec, ?PositiveSet.add_spec, <- ?has_spec.
    + intros [->|Hu] Huv; right; [now apply Hx | now apply (proj1 Hd u)].
    + intros [->|Hu] Huv Hback; [|now apply (proj2 Hd u v)].
      apply Hx in Huv. pose proof (settled_generated pairs done v x Hd Huv Hback). congruence.
Qed.

Lemma settle_settled pairs fuel down work waiting done :
  is_settled pairs done -> is_settled pairs (settle fuel (upwards pairs) down work waiting done).
Proof.
  revert work waiting done. induction fuel as [|? fuel IH]; intros [|x work] waiting done Hd; simpl; trivial.
  destruct (forallb _ _) eqn:E; trivial. destruct (fold_left _ _ _) as [work' waiting'].
  apply IH, settled_add; trivial. intros y Hy. rewrite forallb_forall in E. now apply E, in_upwards.
Qed.

Lemma acyclic_antisymmetric pairs elements down x y :
  is_acyclic elements pairs (upwards pairs) down = true ->
  In x elements -> generated pairs x y -> generated pairs y x -> x = y.
Proof.
  unfold is_acyclic. rewrite forallb_forall. intros H Hx Hxy Hyx. apply H in Hx. clear H.
  set (done := settle _ _ _ _ _ _) in Hx.
  assert (Hd : is_settled pairs done) by now apply settle_settled.
  destruct Hyx as [|z x Hyz Hzx]; trivial.
  elim (proj2 Hd z x); trivial.
  - apply (settled_generated pairs done x); trivial. now apply (generated_trans _ _ y).
  - now apply (generated_trans _ _ y).
Qed.

Lemma distinct_spec l : are_distinct l PositiveSet.empty = true -> NoDup l.
Proof.
  assert (H : forall l s, are_distinct l s = true -> NoDup l /\ forall x, In x l -> has s x = false).
  { clear l. induction l as [|x l IH]; intros s; simpl; [now split; [constructor|]|].
    rewrite andb_true_iff, negb_true_iff. intros [Hx H]. apply IH in H as [Hl Hs].
    assert (Hn : forall y, In y l -> y <> x /\ has s y = false).
    { intros y Hy. apply Hs in Hy. rewrite <- !not_true_iff_false, !has_spec, PositiveSet.add_spec in *. tauto. }
    split; [constructor; trivial; intros Hin; now apply Hn in Hin | intros y [<-|Hy]; trivial; now apply Hn]. }
  apply H.
Qed.

Lemma acyclic_order pairs elements down :
  is_acyclic elements pairs (upwards pairs) down = true -> is_order (order_of pairs) elements.
Proof.
  intros H. split; intros; rewrite ?order_of_spec in *.
  - constructor.
  - now apply (acyclic_antisymmetric pairs elements down).
  - now apply (generated_trans _ _ y).
Qed.
