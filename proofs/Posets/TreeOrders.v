(** * Orders that are trees, growing upwards: the colon principle

    The elements below an element form a chain. A move takes an element and what has grown on it. The value of a tree is
    one more than the nim-sum of the trees on its root, and a forest is lost if and only if the nim-sum of its trees is
    0. *)

From Coq Require Import List NArith Bool Lia.
From ZChomp Require Import Posets Strategies Trees.
Import ListNotations.

(** ** Exclusive or: the moves of Nim *)

Lemma lxor_smaller_N x d : d <> 0%N -> N.testbit x (N.log2 d) = true -> (N.lxor x d < x)%N.
Proof.
  intros Hd Hx. set (h := N.log2 d) in *. apply N.nle_gt. intros Hle.
  assert (Hs : (N.shiftr x h <= N.shiftr (N.lxor x d) h)%N).
  { rewrite !N.shiftr_div_pow2. apply N.div_le_mono; [apply N.pow_nonzero; lia | trivial]. }
  assert (E : N.shiftr d h = 1%N).
  { rewrite N.shiftr_div_pow2. destruct (N.log2_spec d) as [H1 H2]; [lia|]. fold h in H1, H2.
    rewrite N.pow_succ_r' in H2. symmetry. apply (N.div_unique d (2 ^ h) 1 (d - 2 ^ h)); lia. }
  rewrite N.shiftr_lxor, E in Hs.
  assert (Ho : N.odd (N.shiftr x h) = true) by now rewrite <- N.bit0_odd, N.shiftr_spec'.
  apply N.odd_spec in Ho as (y & Ho). rewrite Ho in Hs.
  assert (Ex : N.lxor (2 * y + 1) 1 = (2 * y)%N) by now destruct y.
  rewrite Ex in Hs. lia.
Qed.

Lemma nim_sum_move m r p : (p < N.lxor m r)%N -> (N.lxor p r < m \/ N.lxor m p < r)%N.
Proof.
  intros Hp. set (d := N.lxor (N.lxor m r) p).
  assert (Ed : N.lxor p d = N.lxor m r).
  { unfold d. rewrite (N.lxor_comm (N.lxor m r) p), <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l. }
  assert (Em : N.lxor m d = N.lxor p r).
  { unfold d. rewrite (N.lxor_assoc m r p), <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. apply N.lxor_comm. }
  assert (Er : N.lxor r d = N.lxor m p).
  { unfold d. rewrite (N.lxor_comm m r), (N.lxor_assoc r m p), <- N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_l. }
  assert (Hd : d <> 0%N).
  { intros E. rewrite E, N.lxor_0_r in Ed. lia. }
  pose proof (N.bit_log2 d Hd) as Hb. unfold d in Hb at 1. rewrite !N.lxor_spec in Hb.
  destruct (N.testbit m (N.log2 d)) eqn:Bm; [left; rewrite <- Em; now apply lxor_smaller_N|].
  destruct (N.testbit r (N.log2 d)) eqn:Br; [right; rewrite <- Er; now apply lxor_smaller_N|].
  destruct (N.testbit p (N.log2 d)) eqn:Bp; [|easy].
  pose proof (lxor_smaller_N p d Hd Bp). lia.
Qed.

Lemma lxor_same_l x y z : N.lxor x y = N.lxor x z -> y = z.
Proof.
  intros E. rewrite <- (N.lxor_0_l y), <- (N.lxor_0_l z), <- (N.lxor_nilpotent x), !N.lxor_assoc. now rewrite E.
Qed.

Lemma lxor_same_r x y z : N.lxor y x = N.lxor z x -> y = z.
Proof. rewrite !(N.lxor_comm _ x). apply lxor_same_l. Qed.

(** ** Forests *)

(** The order is that of the trees: what has grown on a root is above it, and different trees are incomparable. *)
Fixpoint fits {A} (le : A -> A -> bool) (f : trees A) : Prop :=
  match f with
  | No_trees => True
  | Grown x c r =>
      (forall y, In y (nodes c) -> le x y = true /\ le y x = false) /\
      (forall y z, In y (x :: nodes c) -> In z (nodes r) -> le y z = false /\ le z y = false) /\
      fits le c /\ fits le r
  end.

Section Trees.

Context {A : Type} (eq_dec : forall x y : A, {x = y} + {x <> y}) (le : A -> A -> bool).
Hypothesis refl : forall x, le x x = true.

(** What is left after x has been taken. *)
Fixpoint chop (x : A) (f : trees A) : trees A :=
  match f with
  | No_trees => No_trees
  | Grown y c r => if eq_dec x y then r else Grown y (chop x c) (chop x r)
  end.

Lemma chop_other x f : ~ In x (nodes f) -> chop x f = f.
Proof.
  induction f as [|y c IHc r IHr]; simpl; trivial. intros H. rewrite in_app_iff in H.
  destruct (eq_dec x y) as [->|]; [tauto|]. rewrite IHc, IHr by tauto. easy.
Qed.

Lemma in_nodes (y x : A) c r : In y (nodes (Grown x c r)) <-> y = x \/ In y (nodes c) \/
  In y (nodes r).
Proof. simpl. rewrite in_app_iff. intuition. Qed.

(** Where an element is, it is not elsewhere. *)
Lemma apart x c r y : fits le (Grown x c r) ->
  (In y (nodes c) -> y <> x /\ ~ In y (nodes r)) /\ (In y (nodes r) -> y <> x /\ ~ In y (nodes c)).
Proof.
  simpl. intros (Hc & Hr & _). split; intros Hy; split.
  - intros ->. destruct (Hc x Hy). now rewrite refl in *.
  - intros H. destruct (Hr y y) as [E _]; [now right | trivial | now rewrite refl in E].
  - intros ->. destruct (Hr x x) as [E _]; [now left | trivial | now rewrite refl in E].
  - intros H. destruct (Hr y y) as [E _]; [now right | trivial | now rewrite refl in E].
Qed.

Lemma chop_nodes x f : fits le f -> In x (nodes f) ->
  forall y, In y (nodes (chop x f)) <-> In y (nodes f) /\ le x y = false.
Proof.
  induction f as [|z c IHc r IHr]; intros Hf Hx y; [easy|].
  pose proof (apart z c r) as Hapart. specialize (Hapart x Hf).
  pose proof Hf as Hf'. simpl in Hf'. destruct Hf' as (Hc & Hr & Fc & Fr).
  cbn [chop]. destruct (eq_dec x z) as [->|Hxz].
  - rewrite in_nodes. split.
    + intros Hy. split; [tauto|]. apply (Hr z y); [now left | trivial].
    + intros [[->|[Hy|Hy]] E]; trivial; [now rewrite refl in E|]. destruct (Hc y Hy). congruence.
  - apply in_nodes in Hx as [|[Hx|Hx]]; [easy| |]; rewrite !in_nodes.
    + destruct (Hc x Hx) as [_ Exz]. rewrite (chop_other x r) by tauto. rewrite (IHc Fc Hx). split.
      * intros [->|[[Hy E]|Hy]]; split; auto. now apply (Hr x y); [right|].
      * intros [[->|[Hy|Hy]] E]; auto.
    + rewrite (chop_other x c) by tauto. rewrite (IHr Fr Hx). split.
      * intros [->|[Hy|[Hy E]]]; split; auto; [now apply (Hr z x); [left|] | now apply (Hr y x); [right|]].
      * intros [[->|[Hy|Hy]] E]; auto.
Qed.

Lemma chop_part x f y : In y (nodes (chop x f)) -> In y (nodes f).
Proof.
  induction f as [|z c IHc r IHr]; trivial. cbn [chop]. destruct (eq_dec x z) as [->|].
  - rewrite in_nodes. tauto.
  - rewrite !in_nodes. tauto.
Qed.

Lemma chop_fits x f : fits le f -> fits le (chop x f).
Proof.
  induction f as [|z c IHc r IHr]; trivial. cbn [fits chop]. intros (Hc & Hr & Fc & Fr).
  destruct (eq_dec x z); trivial. cbn [fits]. split; [|split; [|split; auto]].
  - intros y Hy. apply Hc. now apply chop_part in Hy.
  - intros y w Hy Hw. apply chop_part in Hw. apply Hr; trivial.
    destruct Hy as [<-|Hy]; [now left | right; now apply chop_part in Hy].
Qed.

(** Every move changes the nim-sum. *)
Lemma chop_changes x f : fits le f -> In x (nodes f) -> nim_sum (chop x f) <> nim_sum f.
Proof.
  induction f as [|z c IHc r IHr]; intros Hf Hx; [easy|].
  pose proof (apart z c r x Hf) as Hapart.
  pose proof Hf as Hf'. simpl in Hf'. destruct Hf' as (Hc & Hr & Fc & Fr).
  cbn [chop]. destruct (eq_dec x z) as [->|Hxz]; cbn [nim_sum]; intros E.
  - rewrite <- (N.lxor_0_l (nim_sum r)) in E at 1. apply lxor_same_r in E. lia.
  - apply in_nodes in Hx as [|[Hx|Hx]]; [easy| |].
    + rewrite (chop_other x r) in E by tauto. apply lxor_same_r in E. apply (IHc Fc Hx). lia.
    + rewrite (chop_other x c) in E by tauto. apply lxor_same_l in E. now apply (IHr Fr Hx).
Qed.

(** Some move leads to every smaller nim-sum. *)
Lemma chop_reaches f g : fits le f -> (g < nim_sum f)%N ->
  exists x, In x (nodes f) /\ nim_sum (chop x f) = g.
Proof.
  revert g. induction f as [|z c IHc r IHr]; intros g Hf Hg; cbn [nim_sum] in Hg; [lia|].
  assert (Hapart := fun x => apart z c r x Hf).
  pose proof Hf as Hf'. simpl in Hf'. destruct Hf' as (Hc & Hr & Fc & Fr).
  destruct (nim_sum_move _ _ _ Hg) as [H|H].
  - destruct (N.eq_dec (N.lxor g (nim_sum r)) 0) as [E|E].
    + exists z. split; [apply in_nodes; now left|]. cbn [chop]. destruct (eq_dec z z); [|easy].
      symmetry. now apply N.lxor_eq.
    + destruct (IHc (N.pred (N.lxor g (nim_sum r))) Fc) as (x & Hx & Ex); [lia|].
      destruct (proj1 (Hapart x) Hx) as [Hxz Hxr]. exists x. split; [apply in_nodes; auto|]. cbn [chop].
      destruct (eq_dec x z); [easy|]. rewrite (chop_other x r) by trivial. cbn [nim_sum].
      rewrite Ex, N.succ_pred by trivial. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
  - destruct (IHr _ Fr H) as (x & Hx & Ex). destruct (proj2 (Hapart x) Hx) as [Hxz Hxc].
    exists x. split; [apply in_nodes; auto|]. cbn [chop]. destruct (eq_dec x z); [easy|].
    rewrite (chop_other x c) by trivial. cbn [nim_sum]. rewrite Ex.
    now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.

Lemma trees_outcome left : is_order le left -> forall f, fits le f -> same left (nodes f) ->
  if N.eqb (nim_sum f) 0 then lost le None left else won le None left.
Proof.
  induction left as [left IH] using shorter_ind. intros Ho f Hf Hs.
  assert (Hnext : forall x, In x left -> if N.eqb (nim_sum (chop x f)) 0 then lost le None (take le x left)
    else won le None (take le x left)).
  { intros x Hx. apply IH; [now apply take_shorter | now apply order_take | now apply chop_fits|].
    intros y. rewrite in_take, (Hs y). symmetry. apply chop_nodes; trivial. now apply Hs. }
  destruct (N.eqb_spec (nim_sum f) 0) as [E|E].
  - constructor. intros x [Hx _]. specialize (Hnext x Hx).
    destruct (N.eqb_spec (nim_sum (chop x f)) 0) as [E'|]; trivial.
    elim (chop_changes x f Hf); [now apply Hs | congruence].
  - destruct (chop_reaches f 0 Hf) as (x & Hx & Ex); [lia|]. apply Hs in Hx.
    apply (Won _ _ _ x); [now split|]. specialize (Hnext x Hx). now rewrite Ex in Hnext.
Qed.

End Trees.

(** ** The theorem *)

Theorem trees_lost {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le (left : list A)
  (f : trees A) :
  is_order le left -> (forall x, le x x = true) -> fits le f ->
  (forall x, In x left <-> In x (nodes f)) ->
  (lost le None left <-> nim_sum f = 0%N).
Proof.
  intros Ho Hr Hf Hs. pose proof (trees_outcome eq_dec le Hr left Ho f Hf Hs) as H.
  destruct (N.eqb_spec (nim_sum f) 0) as [E|E]; [easy|]. split; [|easy].
  intros Hl. elim (lost_not_won le None left Ho Hl H).
Qed.
