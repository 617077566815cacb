(** * A graph without circuits is a forest

    So the theorem on forests holds for all of them: the number of trees is that of the vertices less that of the
    edges. *)

From Coq Require Import List Arith Lia Bool Permutation.
From ZChomp Require Import Counting Posets Strategies Graphs.
Import ListNotations.

(** Some edge joins u and v. *)
Definition joined (es : list (nat * nat)) (u v : nat) : Prop := In (u, v) es \/ In (v, u) es.

(** Each vertex of the list is joined to the next. *)
Fixpoint is_path (es : list (nat * nat)) (l : list nat) : Prop :=
  match l with
  | u :: (v :: _) as rest => joined es u v /\ is_path es rest
  | _ => True
  end.

(** Different vertices, at least three of them, each joined to the next, and the last to the first. *)
Definition is_circuit (es : list (nat * nat)) (l : list nat) : Prop :=
  3 <= length l /\ NoDup l /\ is_path es l /\ joined es (last l 0) (hd 0 l).

(** No circuit, and no two edges between the same two vertices. *)
Definition without_circuits (es : list (nat * nat)) : Prop :=
  (forall u v, In (u, v) es -> ~ In (v, u) es) /\ forall l, ~ is_circuit es l.

(** The same graph, its vertices and edges in another order, and the ends of edges exchanged. *)
Definition turned (e e' : nat * nat) : Prop := e = e' \/ e = (snd e', fst e').

Definition same_graph (vs vs' : list nat) (es es' : list (nat * nat)) : Prop :=
  Permutation vs vs' /\ exists es'', Permutation es es'' /\ Forall2 turned es'' es'.

(** ** A vertex with at most one edge *)

Lemma joined_sym es u v : joined es u v -> joined es v u.
Proof. unfold joined. tauto. Qed.

Definition touching (v : nat) (es : list (nat * nat)) : list (nat * nat) := filter (touches v) es.

Lemma in_touching v es e : In e (touching v es) <-> In e es /\ (v = fst e \/ v = snd e).
Proof. unfold touching, touches. now rewrite filter_In, orb_true_iff, !Nat.eqb_eq. Qed.

(** A vertex with two edges has two neighbours, so one other than w. *)
Lemma another_neighbour vs es v w : is_graph vs es -> without_circuits es ->
  2 <= length (touching v es) ->
  exists u, u <> w /\ joined es v u.
Proof.
  intros (_ & Hn & He) [Hd _] H.
  assert (Hnd : NoDup (touching v es)) by now apply NoDup_filter.
  destruct (touching v es) as [|[a b] [|[c d] l]] eqn:E; simpl in H; try lia.
  assert (H1 : In (a, b) (touching v es)) by (rewrite E; now left).
  assert (H2 : In (c, d) (touching v es)) by (rewrite E; right; now left).
  apply in_touching in H1 as [H1 V1], H2 as [H2 V2]. simpl in V1, V2.
  assert (Hne : (a, b) <> (c, d)).
  { intros E'. inversion Hnd as [|x y Hx _]; subst. apply Hx. rewrite E'. now left. }
  destruct (He a b H1) as (_ & _ & Hab), (He c d H2) as (_ & _ & Hcd).
  assert (Hopp : (a, b) <> (d, c)).
  { intros [= -> ->]. exact (Hd _ _ H1 H2). }
  set (x := if v =? a then b else a). set (y := if v =? c then d else c).
  assert (Jx : joined es v x).
  { unfold x, joined. destruct (Nat.eqb_spec v a); subst; auto. destruct V1; [congruence | subst; auto]. }
  assert (Jy : joined es v y).
  { unfold y, joined. destruct (Nat.eqb_spec v c); subst; auto. destruct V2; [congruence | subst; auto]. }
  assert (Hxy : x <> y).
  { unfold x, y. destruct (Nat.eqb_spec v a), (Nat.eqb_spec v c); subst; intros E'.
    - now subst.
    - destruct V2 as [|V2]; [congruence|]. subst. now apply Hopp.
    - destruct V1 as [|V1]; [congruence|]. subst. now apply Hopp.
    - destruct V1 as [|V1], V2 as [|V2]; try congruence. }
  destruct (Nat.eq_dec x w) as [Hx|Hx]; [exists y | exists x]; split; trivial. congruence.
Qed.

Lemma path_prefix es l l' : is_path es (l ++ l') -> is_path es l.
Proof.
  induction l as [|u [|v l] IH]; simpl; trivial. intros [H H']. split; trivial. now apply IH.
Qed.

(** A path that comes back has a circuit. *)
Lemma path_back es v w l y : is_path es (v :: w :: l) -> NoDup (v :: w :: l) -> joined es v y ->
  y <> w ->
  In y (v :: w :: l) -> y <> v -> exists c, is_circuit es c.
Proof.
  intros Hp Hn Hj Hyw [|[|Hy]] Hyv; try congruence.
  apply in_split in Hy as (l1 & l2 & ->). exists (v :: w :: l1 ++ [y]).
  assert (E : v :: w :: l1 ++ y :: l2 = (v :: w :: l1 ++ [y]) ++ l2) by (simpl; now rewrite <- app_assoc).
  rewrite E in Hp, Hn. split; [simpl; rewrite app_length; simpl; lia|]. split; [|split].
  - rewrite <- (app_nil_r (v :: w :: l1 ++ [y])). clear -Hn.
    revert Hn. generalize (v :: w :: l1 ++ [y]) as m. intros m. rewrite app_nil_r.
    induction m as [|x m IH]; intros H; [constructor|]. inversion H as [|? ? Hx Hm]; subst. constructor; auto.
    intros Hin. apply Hx, in_or_app. now left.
  - exact (path_prefix es _ _ Hp).
  - change (v :: w :: l1 ++ [y]) with ((v :: w :: l1) ++ [y]). rewrite last_last. now apply joined_sym.
Qed.

(** If every vertex had two edges, there would be paths of any length. *)
Lemma long_path vs es : is_graph vs es -> without_circuits es -> vs <> [] ->
  (forall v, In v vs -> 2 <= length (touching v es)) ->
  forall n, exists v w l, length l = n /\ is_path es (v :: w :: l) /\ NoDup (v :: w :: l) /\
  incl (v :: w :: l) vs.
Proof.
  intros Hg Ha Hne Hall n. pose proof Hg as (_ & _ & He).
  assert (Hin : forall u v, joined es u v -> In u vs /\ In v vs /\ u <> v).
  { intros u v [H|H]; apply He in H; intuition. }
  induction n as [|n (v & w & l & Hlen & Hp & Hn & Hi)].
  - destruct vs as [|w vs]; [easy|].
    destruct (another_neighbour (w :: vs) es w w Hg Ha) as (v & _ & Hj); [apply Hall; now left|].
    destruct (Hin _ _ Hj) as (_ & Hv & Hd). exists v, w, []. split; [easy|]. split; [simpl; split; [now apply joined_sym | easy]|].
    split; [repeat constructor; simpl; intuition|]. intros x [<-|[<-|[]]]; [trivial | now left].
  - destruct (another_neighbour vs es v w Hg Ha) as (u & Hu & Hj); [apply Hall, Hi; now left|].
    destruct (Hin _ _ Hj) as (_ & Iu & Hd).
    destruct (in_dec Nat.eq_dec u (v :: w :: l)) as [Hb|Hb].
    + exfalso. destruct (path_back es v w l u) as (c & Hc); trivial; [congruence|]. now apply (proj2 Ha c).
    + exists u, v, (w :: l). split; [simpl; lia|]. split; [split; [now apply joined_sym | exact Hp]|].
      split; [now constructor|]. intros x [<-|Hx]; [trivial | now apply Hi].
Qed.

Lemma leaf_exists vs es : is_graph vs es -> without_circuits es -> vs <> [] ->
  exists v, In v vs /\ length (touching v es) <= 1.
Proof.
  intros Hg Ha Hne.
  destruct (existsb (fun v => length (touching v es) <=? 1) vs) eqn:E.
  - apply existsb_exists in E as (v & Hv & E). apply Nat.leb_le in E. eauto.
  - exfalso. destruct (long_path vs es Hg Ha Hne) with (n := length vs) as (v & w & l & Hlen & _ & Hn & Hi).
    + intros v Hv. apply Nat.nle_gt. intros Hle. rewrite <- not_true_iff_false in E. apply E.
      apply existsb_exists. exists v. split; trivial. now apply Nat.leb_le.
    + apply NoDup_incl_length in Hi; trivial. simpl in Hi. lia.
Qed.

(** ** Leaf by leaf *)

Lemma acyclic_part es es' : incl es' es -> without_circuits es -> without_circuits es'.
Proof.
  intros Hi [H1 H2]. assert (Hj : forall u v, joined es' u v -> joined es u v) by (unfold joined; intuition).
  split; [intros u v H H'; exact (H1 u v (Hi _ H) (Hi _ H'))|].
  intros l (Hlen & Hn & Hp & Hb). apply (H2 l). repeat split; auto. clear -Hp Hj.
  induction l as [|u [|v l] IH]; simpl in *; trivial. intuition.
Qed.

Lemma graph_without vs es v : is_graph vs es -> In v vs ->
  is_graph (remove Nat.eq_dec v vs) (without_vertex v es).
Proof.
  intros (Hv & Hn & He) Hin. split; [|split].
  - now apply NoDup_remove_one.
  - now apply NoDup_filter.
  - intros a b Hab. unfold without_vertex in Hab. apply filter_In in Hab as [Hab Ht].
    unfold touches in Ht. simpl in Ht. rewrite negb_true_iff, orb_false_iff, !Nat.eqb_neq in Ht.
    destruct (He a b Hab) as (Ia & Ib & Hd). repeat split; trivial; apply in_in_remove; intuition.
Qed.

Lemma split_edges v es : Permutation es (touching v es ++ without_vertex v es).
Proof.
  unfold touching, without_vertex. induction es as [|e es IH]; simpl; trivial.
  destruct (touches v e); simpl; [now constructor|].
  transitivity (e :: filter (touches v) es ++ filter (fun e0 => negb (touches v e0)) es); [now constructor|].
  apply Permutation_middle.
Qed.

Lemma split_vertex v vs : NoDup vs -> In v vs -> Permutation vs (v :: remove Nat.eq_dec v vs).
Proof.
  intros Hn Hv. apply NoDup_Permutation; trivial.
  - constructor; [apply remove_In | now apply NoDup_remove_one].
  - intros x. simpl. split.
    + intros Hx. destruct (Nat.eq_dec v x) as [|Hne]; [now left | right]. apply in_in_remove; congruence.
    + intros [<-|Hx]; trivial. now apply in_remove in Hx.
Qed.

Lemma acyclic_is_forest n : forall vs es, length vs = n -> is_graph vs es -> without_circuits es ->
  exists k vs' es', forest vs' es' k /\ same_graph vs vs' es es'.
Proof.
  induction n as [|n IH]; intros vs es Hlen Hg Ha.
  - destruct vs; [|easy]. exists 0, [], []. split; [constructor|]. destruct Hg as (_ & _ & He).
    destruct es as [|[u v] es]; [|elim (proj1 (He u v (or_introl eq_refl)))].
    split; [constructor | exists []; split; constructor].
  - destruct (leaf_exists vs es Hg Ha) as (v & Hv & Hdeg); [now destruct vs|].
    pose proof Hg as (Hn & _ & He).
    destruct (IH (remove Nat.eq_dec v vs) (without_vertex v es)) as (k & vs' & es' & Hf & Hp & es'' & Hq & Ht).
    + pose proof (remove_one_length Nat.eq_dec v vs Hn Hv). lia.
    + now apply graph_without.
    + apply (acyclic_part es); trivial. intros e H. now apply filter_In in H.
    + assert (Hnew : ~ In v vs').
      { intros H. apply (Permutation_in _ (Permutation_sym Hp)) in H. now apply remove_In in H. }
      assert (Hpv : Permutation vs (v :: vs')).
      { transitivity (v :: remove Nat.eq_dec v vs); [now apply split_vertex | now constructor]. }
      pose proof (split_edges v es) as Hs.
      destruct (touching v es) as [|[a b] [|]] eqn:E; simpl in Hdeg; try lia.
      * exists (k + 1), (v :: vs'), es'. split; [now apply New_tree|]. split; trivial.
        exists es''. split; trivial. now transitivity (without_vertex v es).
      * assert (Hab : In (a, b) (touching v es)) by (rewrite E; now left).
        apply in_touching in Hab as [Hab V]. simpl in V. destruct (He a b Hab) as (Ia & Ib & Hd).
        set (u := if v =? a then b else a).
        assert (Hu : In u vs').
        { apply (Permutation_in _ Hp). unfold u.
          destruct (Nat.eqb_spec v a); apply in_in_remove; trivial; congruence. }
        exists k, (v :: vs'), ((u, v) :: es'). split; [now apply New_leaf|]. split; trivial.
        exists ((a, b) :: es''). split.
        -- transitivity ((a, b) :: without_vertex v es); trivial. now constructor.
        -- constructor; trivial. unfold u, turned. simpl.
           destruct (Nat.eqb_spec v a) as [->|]; [now right | left]. destruct V; congruence.
Qed.

(** ** The theorems *)

Theorem acyclic_forest vs es : is_graph vs es -> without_circuits es ->
  exists n vs' es', forest vs' es' n /\ same_graph vs vs' es es'.
Proof. intros Hg Ha. now apply (acyclic_is_forest (length vs)). Qed.

(** A graph without circuits has at most as many edges as vertices, and is lost if and only if its numbers of vertices
    and of trees are both even. *)
Theorem acyclic_lost vs es : is_graph vs es -> without_circuits es ->
  length es <= length vs /\
  (lost piece_le None (pieces vs es) <-> Nat.Even (length vs) /\ Nat.Even (length vs - length es)).
Proof.
  intros Hg Ha. destruct (acyclic_forest vs es Hg Ha) as (n & vs' & es' & Hf & Hp & es'' & Hq & Ht).
  pose proof (forest_trees vs' es' n Hf) as E. pose proof (Permutation_length Hp) as Ev.
  assert (Ee : length es = length es').
  { rewrite (Permutation_length Hq). clear -Ht. induction Ht; simpl; congruence. }
  split; [lia|]. destruct (forest_bipartite vs' es' n Hf) as (side & Hs).
  rewrite (bipartite_lost vs es side Hg).
  - split; intros [[a Ha'] [b Hb]]; (split; [now exists a | exists (a - b); lia]).
  - intros u v Huv. apply (Permutation_in _ Hq) in Huv. clear -Huv Ht Hs.
    induction Ht as [|e e' l l' He _ IH]; [easy|]. destruct Huv as [->|Huv].
    + destruct e' as [x y]. destruct He as [[= -> ->]|[= -> ->]]; simpl in *.
      * apply Hs. now left.
      * intros E. symmetry in E. revert E. apply Hs. now left.
    + apply IH; trivial. intros x y Hxy. apply Hs. now right.
Qed.
