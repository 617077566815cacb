(** * Orders that are bipartite graphs: lost if and only if the numbers of vertices and edges are even

    As [bipartite_lost] in Graphs.v, for the elements of any order: two edges may have the same ends. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Posets Strategies.
Import ListNotations.

(** ** Sums, and counting the same pairs in two ways *)

Definition total {A} (f : A -> nat) (l : list A) : nat := fold_right (fun x n => f x + n) 0 l.

Lemma total_add {A} (f g : A -> nat) l : total (fun x => f x + g x) l = total f l + total g l.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma total_same {A} (f g : A -> nat) l : (forall x, In x l -> f x = g x) -> total f l = total g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; trivial. rewrite H by now left.
  f_equal. apply IH. auto.
Qed.

Lemma total_constant {A} n (l : list A) : total (fun _ => n) l = n * length l.
Proof. induction l as [|x l IH]; simpl; lia. Qed.

Lemma double_count {A B} (R : A -> B -> bool) l l' :
  total (fun x => length (filter (R x) l')) l = total
  (fun y => length (filter (fun x => R x y) l)) l'.
Proof.
  induction l' as [|y l' IH]; simpl.
  - rewrite total_constant. lia.
  - rewrite <- IH. rewrite <- (total_same (fun x => (if R x y then 1 else 0) + length (filter (R x) l'))).
    + rewrite total_add. f_equal. clear. induction l as [|x l IH]; simpl; trivial.
      destruct (R x y); simpl; lia.
    + intros x _. destruct (R x y); simpl; lia.
Qed.

Lemma odd_total {A} (f : A -> nat) l : Nat.odd (total f l) = true ->
  exists x, In x l /\ Nat.odd (f x) = true.
Proof.
  induction l as [|x l IH]; simpl; [easy|]. rewrite Nat.odd_add. intros H.
  destruct (Nat.odd (f x)) eqn:E; [exists x; auto|]. rewrite xorb_false_l in H.
  destruct (IH H) as (y & Hy & Ey).
  exists y. auto.
Qed.

Lemma all_odd_total {A} (f : A -> nat) l : (forall x, In x l -> Nat.odd (f x) = true) ->
  Nat.odd (total f l) = Nat.odd (length l).
Proof.
  induction l as [|x l IH]; intros H; trivial. cbn [total fold_right length].
  fold (total f l). rewrite Nat.odd_add, (H x (or_introl eq_refl)).
  rewrite IH by (intros y Hy; apply H; now right). simpl xorb.
  rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd (length l)).
Qed.

(** ** Bipartite orders *)

Section Bipartite.

Context {A : Type} (eq_dec : forall x y : A, {x = y} + {x <> y}) (le : A -> A -> bool).
Context (vertex side : A -> bool).

(** Nothing is below a vertex; below an edge are its two ends, vertices of different sides. *)
Record bipartite_order (left : list A) : Prop := {
  each_once : NoDup left;
  ordered : is_order le left;
  below_vertex : forall x y, In x left -> In y left -> vertex x = true -> le y x = true -> y = x;
  below_edge : forall x, In x left -> vertex x = false -> exists u v, In u left /\ In v left /\
    vertex u = true /\ vertex v = true /\ side u = true /\ side v = false /\
    le u x = true /\ le v x = true /\
    forall y, In y left -> le y x = true -> y = x \/ y = u \/ y = v }.

Definition vertices (left : list A) : list A := filter vertex left.
Definition edges (left : list A) : list A := filter (fun x => negb (vertex x)) left.

Lemma bipartite_take left x : bipartite_order left -> In x left -> bipartite_order (take le x left).
Proof.
  intros B Hx. assert (Hin : forall y, In y (take le x left) -> In y left) by apply take_incl.
  split.
  - apply NoDup_filter, B.
  - apply order_take, B.
  - intros y z Hy Hz. apply (below_vertex _ B); auto.
  - intros e He Hv. apply in_take in He as [He Hne].
    destruct (below_edge _ B e He Hv) as (u & v & Hu & Hw & Eu & Ev & Su & Sv & Lu & Lv & Hall).
    assert (Hstay : forall y, In y left -> le y e = true -> In y (take le x left)).
    { intros y Hy Hye. apply in_take. split; trivial. destruct (le x y) eqn:E; trivial.
      now rewrite (transitive le left (ordered _ B) x y e) in Hne. }
    exists u, v. repeat split; auto.
Qed.

(** Taking an edge takes nothing else. *)
Lemma above_edge left e y : bipartite_order left -> In e left -> vertex e = false -> In y left ->
  (le e y = true <-> y = e).
Proof.
  intros B He Hv Hy. split; [|intros ->; now apply (reflexive le left (ordered _ B))].
  intros H. destruct (vertex y) eqn:Ey.
  - symmetry. now apply (below_vertex _ B y e).
  - destruct (below_edge _ B y Hy Ey) as (u & v & _ & _ & Eu & Ev & _ & _ & _ & _ & Hall).
    destruct (Hall e He H) as [->|[->| ->]]; congruence.
Qed.

Lemma above_vertex left v y : bipartite_order left -> In v left -> vertex v = true -> In y left ->
  vertex y = true -> (le v y = true <-> y = v).
Proof.
  intros B Hv Ev Hy Ey. split; [|intros ->; now apply (reflexive le left (ordered _ B))].
  intros H. symmetry. now apply (below_vertex _ B y v).
Qed.

Lemma filter_filter (P Q : A -> bool) l : filter P (filter Q l) = filter (fun x => Q x && P x) l.
Proof.
  induction l as [|x l IH]; simpl; trivial. destruct (Q x); simpl; [destruct (P x)|]; now rewrite IH.
Qed.

Lemma filter_split (P : A -> bool) l : length (filter P l) + length
  (filter (fun x => negb (P x)) l) = length l.
Proof. induction l as [|x l IH]; simpl; trivial. destruct (P x); simpl; lia. Qed.

Lemma filter_commutes (P Q : A -> bool) l : filter P (filter Q l) = filter Q (filter P l).
Proof. rewrite !filter_filter. apply filter_ext. intros x. apply andb_comm. Qed.

Lemma one_alike (l : list A) x : NoDup l -> In x l ->
  length (filter (fun y => if eq_dec y x then true else false) l) = 1.
Proof.
  induction 1 as [|y l Hy Hn IH]; intros Hx; [easy|]. simpl. destruct (eq_dec y x) as [->|Hne].
  - simpl. f_equal. clear -Hy. induction l as [|z l IH]; trivial. simpl.
    destruct (eq_dec z x) as [->|]; [elim Hy; now left|]. apply IH. intros H. apply Hy. now right.
  - destruct Hx as [|Hx]; [easy | auto].
Qed.

(** How many of a part are left. *)
Lemma part_of_take (P : A -> bool) x left : length (filter P (take le x left)) + length
  (filter (le x) (filter P left)) =
  length (filter P left).
Proof.
  unfold take. rewrite filter_commutes. rewrite Nat.add_comm. apply filter_split.
Qed.

Lemma take_edge left e : bipartite_order left -> In e left -> vertex e = false ->
  length (vertices (take le e left)) = length (vertices left) /\
  length (edges (take le e left)) + 1 = length (edges left).
Proof.
  intros B He Ev. unfold vertices, edges.
  pose proof (part_of_take vertex e left) as H1.
  pose proof (part_of_take (fun x => negb (vertex x)) e left) as H2. split.
  - rewrite <- H1. enough (E : filter (le e) (filter vertex left) = []) by (rewrite E; simpl; lia).
    destruct (filter (le e) _) as [|y l] eqn:E; trivial.
    assert (Hy : In y (filter (le e) (filter vertex left))) by (rewrite E; now left).
    apply filter_In in Hy as [Hy Hle]. apply filter_In in Hy as [Hy Hv].
    apply (above_edge left e y) in Hle; trivial. congruence.
  - rewrite <- H2. f_equal. rewrite filter_filter.
    rewrite <- (one_alike left e (each_once _ B) He). f_equal. apply filter_ext_in. intros y Hy.
    destruct (eq_dec y e) as [->|Hne].
    + rewrite Ev. simpl. symmetry. now apply (above_edge left e e).
    + destruct (negb (vertex y)) eqn:Ey; trivial. simpl. symmetry. apply not_true_iff_false.
      intros H. now apply (above_edge left e y) in H.
Qed.

Definition degree (left : list A) (v : A) : nat := length (filter (le v) (edges left)).

Lemma take_vertex left v : bipartite_order left -> In v left -> vertex v = true ->
  length (vertices (take le v left)) + 1 = length (vertices left) /\
  length (edges (take le v left)) + degree left v = length (edges left).
Proof.
  intros B Hv Ev. split; [|apply part_of_take]. unfold vertices.
  rewrite <- (part_of_take vertex v left). f_equal. rewrite filter_filter.
  rewrite <- (one_alike left v (each_once _ B) Hv). f_equal. apply filter_ext_in. intros y Hy.
  destruct (eq_dec y v) as [->|Hne].
  - rewrite Ev. simpl. symmetry. now apply (above_vertex left v v).
  - destruct (vertex y) eqn:Ey; trivial. simpl. symmetry. apply not_true_iff_false.
    intros H. now apply (above_vertex left v y) in H.
Qed.

(** The degrees of one side add up to the number of edges, and all degrees to twice that number. *)
Lemma degrees_of_side left (s : bool) : bipartite_order left ->
  total (degree left) (filter (fun v => Bool.eqb (side v) s) (vertices left)) = length (edges left).
Proof.
  intros B. unfold degree. rewrite double_count.
  rewrite <- (Nat.mul_1_l (length (edges left))), <- total_constant. apply total_same.
  intros e He. unfold edges in He. apply filter_In in He as [He Ee]. apply negb_true_iff in Ee.
  destruct (below_edge _ B e He Ee) as (u & v & Hu & Hv & Eu & Ev & Su & Sv & Lu & Lv & Hall).
  set (w := if s then u else v).
  assert (Hw : In w left) by (unfold w; now destruct s).
  rewrite <- (one_alike left w (each_once _ B) Hw). unfold vertices. rewrite !filter_filter. f_equal.
  apply filter_ext_in. intros y Hy. destruct (eq_dec y w) as [->|Hne].
  - unfold w. destruct s; rewrite ?Eu, ?Ev, ?Su, ?Sv, ?Lu, ?Lv; easy.
  - apply not_true_iff_false. rewrite !andb_true_iff, eqb_true_iff. intros H.
    assert (Hvy : vertex y = true) by tauto. assert (Hs : side y = s) by tauto.
    assert (Hle : le y e = true) by tauto.
    destruct (Hall y Hy Hle) as [->|[->| ->]]; [congruence | |]; unfold w in Hne; destruct s; congruence.
Qed.

Lemma all_degrees left : bipartite_order left ->
  total (degree left) (vertices left) = length (edges left) + length (edges left).
Proof.
  intros B. rewrite <- (degrees_of_side left true B) at 1. rewrite <- (degrees_of_side left false B).
  generalize (degree left) as f. induction (vertices left) as [|x l IH]; intros f; simpl; trivial.
  destruct (side x); simpl; rewrite IH; lia.
Qed.

(** If the number of vertices is odd, some vertex has a degree of the parity of the number of edges. *)
Lemma vertex_of_parity left : bipartite_order left -> Nat.odd (length (vertices left)) = true ->
  exists v, In v left /\ vertex v = true /\ Nat.odd (degree left v) = Nat.odd (length (edges left)).
Proof.
  intros B Hodd. destruct (Nat.odd (length (edges left))) eqn:E.
  - destruct (odd_total (degree left) (filter (fun v => Bool.eqb (side v) true) (vertices left))) as (v & Hv & Ev).
    + now rewrite degrees_of_side.
    + exists v. apply filter_In in Hv as [Hv _]. apply filter_In in Hv as [Hv Hx]. auto.
  - destruct (existsb (fun v => negb (Nat.odd (degree left v))) (vertices left)) eqn:X.
    + apply existsb_exists in X as (v & Hv & Ev). apply negb_true_iff in Ev.
      apply filter_In in Hv as [Hv Hx]. exists v. auto.
    + exfalso. assert (Hall : forall v, In v (vertices left) -> Nat.odd (degree left v) = true).
      { intros v Hv. destruct (Nat.odd (degree left v)) eqn:D; trivial.
        rewrite <- not_true_iff_false in X. elim X. apply existsb_exists. exists v. now rewrite D. }
      apply all_odd_total in Hall. rewrite all_degrees, Hodd, Nat.odd_add in Hall by trivial.
      now destruct (Nat.odd (length (edges left))).
Qed.

Definition both_even (left : list A) : bool :=
  Nat.even (length (vertices left)) && Nat.even (length (edges left)).

Lemma vertex_edge_part left x : In x left -> vertex x = true \/ vertex x = false.
Proof. destruct (vertex x); auto. Qed.

Lemma bipartite_outcome left : bipartite_order left ->
  if both_even left then lost le None left else won le None left.
Proof.
  induction left as [left IH] using shorter_ind. intros B.
  assert (Hnext : forall x, In x left ->
    if both_even (take le x left) then lost le None (take le x left) else won le None (take le x left)).
  { intros x Hx. apply IH; [apply take_shorter; trivial; apply B | now apply bipartite_take]. }
  assert (Hedge : forall e, In e left -> vertex e = false -> both_even (take le e left) =
    Nat.even (length (vertices left)) && Nat.odd (length (edges left))).
  { intros e He Ee. destruct (take_edge left e B He Ee) as [E1 E2]. unfold both_even.
    rewrite E1, <- E2, Nat.add_1_r, Nat.odd_succ. reflexivity. }
  assert (Hvertex : forall v, In v left -> vertex v = true -> both_even (take le v left) =
    Nat.odd (length (vertices left)) && negb (xorb (Nat.odd (length (edges left))) (Nat.odd (degree left v)))).
  { intros v Hv Ev. destruct (take_vertex left v B Hv Ev) as [E1 E2]. unfold both_even.
    rewrite <- E1, <- E2, Nat.add_1_r, Nat.odd_succ, Nat.odd_add. f_equal.
    rewrite <- Nat.negb_odd.
    destruct (Nat.odd (length (edges (take le v left)))), (Nat.odd (degree left v)); reflexivity. }
  destruct (both_even left) eqn:E.
  - unfold both_even in E. apply andb_true_iff in E as [E1 E2]. constructor. intros x [Hx _].
    specialize (Hnext x Hx). rewrite <- Nat.negb_odd in E1, E2.
    destruct (vertex x) eqn:Ex; [rewrite Hvertex in Hnext | rewrite Hedge in Hnext]; trivial.
    + now destruct (Nat.odd (length (vertices left))).
    + destruct (Nat.odd (length (edges left))); [easy|]. now rewrite andb_false_r in Hnext.
  - unfold both_even in E. rewrite <- !Nat.negb_odd in E.
    destruct (Nat.odd (length (vertices left))) eqn:EV.
    + destruct (vertex_of_parity left B EV) as (v & Hv & Ev & Hd). apply (Won _ _ _ v); [now split|].
      specialize (Hnext v Hv). rewrite Hvertex in Hnext by trivial.
      rewrite Hd, xorb_nilpotent in Hnext. exact Hnext.
    + destruct (Nat.odd (length (edges left))) eqn:EE; [|easy].
      destruct (edges left) as [|e l] eqn:El; [easy|].
      assert (He : In e (edges left)) by (rewrite El; now left).
      apply filter_In in He as [He Ee]. apply negb_true_iff in Ee. apply (Won _ _ _ e); [now split|].
      specialize (Hnext e He). rewrite Hedge in Hnext by trivial.
      rewrite <- Nat.negb_odd, EV in Hnext. exact Hnext.
Qed.

End Bipartite.

(** ** The theorem *)

Theorem bipartite_order_lost {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) le
  (vertex side : A -> bool) left :
  bipartite_order le vertex side left ->
  (lost le None left <-> Nat.Even (length (filter vertex left)) /\
                         Nat.Even (length (filter (fun x => negb (vertex x)) left))).
Proof.
  intros B. pose proof (bipartite_outcome eq_dec le vertex side left B) as H.
  rewrite <- !Nat.even_spec, <- andb_true_iff.
  change (Nat.even _ && Nat.even _) with (both_even vertex left).
  destruct (both_even vertex left); [tauto|]. split; [|easy].
  intros Hl. elim (lost_not_won le None left (ordered _ _ _ _ B) Hl H).
Qed.
