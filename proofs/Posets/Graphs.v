(** * Chomp on graphs: bipartite graphs, forests, circuits

    A move takes an edge, or a vertex with all its edges; who cannot move loses. A bipartite graph
    is lost if and only if it has an even number of vertices and an even number of edges; a forest,
    if and only if its numbers of vertices and of trees are even. All circuits are lost. *)

From Coq Require Import List Arith Lia Bool Permutation.
From ZChomp Require Import Counting Posets Strategies.
Import ListNotations.

Inductive piece : Type :=
| Vertex (v : nat)
| Edge (u v : nat).

(** A vertex lies below its edges. *)
Definition piece_le (x y : piece) : bool :=
  match x, y with
  | Vertex u, Vertex v => u =? v
  | Vertex w, Edge u v => (w =? u) || (w =? v)
  | Edge u v, Edge u' v' => (u =? u') && (v =? v')
  | Edge _ _, Vertex _ => false
  end.

(** The graph with vertices vs and edges es. *)
Definition pieces (vs : list nat) (es : list (nat * nat)) : list piece :=
  map Vertex vs ++ map (fun e => Edge (fst e) (snd e)) es.

Definition is_graph (vs : list nat) (es : list (nat * nat)) : Prop :=
  NoDup vs /\ NoDup es /\ forall u v, In (u, v) es -> In u vs /\ In v vs /\ u <> v.

(** ** Pieces *)

Lemma piece_eq_dec (x y : piece) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Ltac equalities := repeat match goal with
  | H : context [?x =? ?y] |- _ => destruct (Nat.eqb_spec x y)
  | |- context [?x =? ?y] => destruct (Nat.eqb_spec x y)
  end; simpl in *; subst; try easy; try lia.

Lemma piece_order left : is_order piece_le left.
Proof.
  split.
  - intros [v|u v] _; simpl; now rewrite !Nat.eqb_refl.
  - intros [v|u v] [v'|u' v'] _ _; simpl; intros H H'; equalities.
  - intros [v|u v] [v'|u' v'] [v''|u'' v''] _ _ _; simpl; intros H H'; equalities.
Qed.

Lemma in_vertex v vs es : In (Vertex v) (pieces vs es) <-> In v vs.
Proof.
  unfold pieces. rewrite in_app_iff, !in_map_iff. split.
  - intros [(w & [= ->] & H)|(e & [=] & _)]. exact H.
  - intros H. left. now exists v.
Qed.

Lemma in_edge u v vs es : In (Edge u v) (pieces vs es) <-> In (u, v) es.
Proof.
  unfold pieces. rewrite in_app_iff, !in_map_iff. split.
  - intros [(w & [=] & H)|([u' v'] & [= -> ->] & H)]. exact H.
  - intros H. right. now exists (u, v).
Qed.

Definition touches (w : nat) (e : nat * nat) : bool := (w =? fst e) || (w =? snd e).

Definition edge_eq_dec (e e' : nat * nat) : {e = e'} + {e <> e'}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** What moves leave. *)
Definition without_vertex (w : nat) (es : list (nat * nat)) : list (nat * nat) :=
  filter (fun e => negb (touches w e)) es.

Lemma take_vertex w vs es : same (take piece_le (Vertex w) (pieces vs es))
  (pieces (remove Nat.eq_dec w vs) (without_vertex w es)).
Proof.
  intros [v|u v]; rewrite in_take; simpl.
  - rewrite !in_vertex. destruct (Nat.eqb_spec w v) as [->|Hne].
    + split; [easy|]. intros H. now apply in_remove in H.
    + split; [intros [H _]; apply in_in_remove; congruence|].
      intros H. now apply in_remove in H.
  - rewrite !in_edge. unfold without_vertex. rewrite filter_In. unfold touches. simpl.
    now destruct ((w =? u) || (w =? v)).
Qed.

Lemma take_edge u v vs es : same (take piece_le (Edge u v) (pieces vs es))
  (pieces vs (remove edge_eq_dec (u, v) es)).
Proof.
  intros [w|u' v']; rewrite in_take; simpl; [now rewrite !in_vertex|]. rewrite !in_edge.
  destruct (Nat.eqb_spec u u') as [->|Hu], (Nat.eqb_spec v v') as [->|Hv]; simpl.
  - split; [easy|]. intros H. now apply in_remove in H.
  - split; [intros [H _]; apply in_in_remove; congruence|]. intros H. now apply in_remove in H.
  - split; [intros [H _]; apply in_in_remove; congruence|]. intros H. now apply in_remove in H.
  - split; [intros [H _]; apply in_in_remove; congruence|]. intros H. now apply in_remove in H.
Qed.

(** ** Numbers of vertices and edges *)

Lemma NoDup_remove_one {A} (dec : forall x y : A, {x = y} + {x <> y}) x l :
  NoDup l -> NoDup (remove dec x l).
Proof.
  induction 1 as [|y l Hy _ IH]; simpl; [constructor|]. destruct (dec x y); trivial.
  constructor; trivial. intros H. now apply in_remove in H.
Qed.

Lemma remove_one_length {A} (dec : forall x y : A, {x = y} + {x <> y}) x l :
  NoDup l -> In x l -> length (remove dec x l) + 1 = length l.
Proof.
  induction 1 as [|y l Hy Hl IH]; intros Hx; [easy|]. simpl. destruct (dec x y) as [->|Hne].
  - rewrite (notin_remove dec) by trivial. lia.
  - destruct Hx as [->|Hx]; [easy|]. simpl. specialize (IH Hx). lia.
Qed.

Definition degree (es : list (nat * nat)) (w : nat) : nat := length (filter (touches w) es).

Lemma without_vertex_length w es : length (without_vertex w es) + degree es w = length es.
Proof.
  unfold without_vertex, degree. induction es as [|e es IH]; [easy|]. simpl.
  destruct (touches w e); simpl; lia.
Qed.

(** Counting the ends of the edges by edges, or by vertices. *)
Lemma count_ends (es : list (nat * nat)) (ws : list nat) :
  list_sum (map (degree es) ws) =
  list_sum (map (fun e => length (filter (fun w => touches w e) ws)) es).
Proof.
  induction ws as [|w ws IH]; simpl.
  - induction es as [|e es IH]; simpl; trivial.
  - rewrite IH. clear IH. unfold degree. induction es as [|e es IH]; [easy|]. simpl.
    destruct (touches w e); simpl; lia.
Qed.

Lemma constant_sum {A} (f : A -> nat) c l : (forall x, In x l -> f x = c) ->
  list_sum (map f l) = c * length l.
Proof.
  induction l as [|x l IH]; intros H; simpl; [lia|]. rewrite (H x (or_introl eq_refl)), IH; [lia|].
  intros y Hy. apply H. now right.
Qed.

Lemma even_sum {A} (f : A -> nat) l : (forall x, In x l -> Nat.Even (f x)) ->
  Nat.Even (list_sum (map f l)).
Proof.
  induction l as [|x l IH]; intros H; simpl; [now exists 0|].
  destruct (H x (or_introl eq_refl)) as [a Ha]. destruct IH as [b Hb].
  - intros y Hy. apply H. now right.
  - exists (a + b). lia.
Qed.

Lemma odd_sum {A} (f : A -> nat) l : (forall x, In x l -> Nat.Odd (f x)) ->
  Nat.Even (list_sum (map f l) + length l).
Proof.
  induction l as [|x l IH]; intros H; simpl; [now exists 0|].
  destruct (H x (or_introl eq_refl)) as [a Ha]. destruct IH as [b Hb].
  - intros y Hy. apply H. now right.
  - exists (a + b + 1). lia.
Qed.

Lemma even_or_some_odd {A} (f : A -> nat) l :
  (forall x, In x l -> Nat.Even (f x)) \/ exists x, In x l /\ Nat.Odd (f x).
Proof.
  induction l as [|x l [IH|IH]]; [now left | |].
  - destruct (Nat.Even_or_Odd (f x)) as [H|H]; [left|].
    2: { right. exists x. split; [now left | trivial]. }
    intros y [<-|Hy]; auto.
  - right. destruct IH as (y & Hy & H). exists y. split; [now right | trivial].
Qed.

Lemma odd_or_some_even {A} (f : A -> nat) l :
  (forall x, In x l -> Nat.Odd (f x)) \/ exists x, In x l /\ Nat.Even (f x).
Proof.
  induction l as [|x l [IH|IH]]; [now left | |].
  - destruct (Nat.Even_or_Odd (f x)) as [H|H]; [|left].
    { right. exists x. split; [now left | trivial]. }
    intros y [<-|Hy]; auto.
  - right. destruct IH as (y & Hy & H). exists y. split; [now right | trivial].
Qed.

Lemma length_of_one {A} (x : A) l : NoDup l -> (forall w, In w l <-> w = x) -> length l = 1.
Proof.
  intros Hl H. apply (Permutation_length (l' := [x])). apply NoDup_Permutation; trivial.
  - repeat constructor. easy.
  - intros w. rewrite H. simpl. intuition congruence.
Qed.

Lemma length_of_two {A} (x y : A) l : x <> y -> NoDup l -> (forall w, In w l <-> w = x \/ w = y) ->
  length l = 2.
Proof.
  intros Hne Hl H. apply (Permutation_length (l' := [x; y])). apply NoDup_Permutation; trivial.
  - constructor; [intros [->|[]]; now elim Hne | repeat constructor; easy].
  - intros w. rewrite H. simpl. intuition congruence.
Qed.

Lemma touches_iff w u v : touches w (u, v) = true <-> w = u \/ w = v.
Proof. unfold touches. simpl. now rewrite orb_true_iff, !Nat.eqb_eq. Qed.

(** The degrees add up to twice the number of edges. *)
Lemma handshake vs es : is_graph vs es -> list_sum (map (degree es) vs) = 2 * length es.
Proof.
  intros (Hvs & _ & He). rewrite count_ends. apply constant_sum. intros [u v] Huv.
  destruct (He u v Huv) as (Hu & Hv & Hne). apply (length_of_two u v); trivial.
  - now apply NoDup_filter.
  - intros w. rewrite filter_In, touches_iff. split; [easy|]. intros [-> | ->]; auto.
Qed.

(** On one side of a bipartite graph they add up to the number of edges. *)
Definition is_bipartite (side : nat -> bool) (es : list (nat * nat)) : Prop :=
  forall u v, In (u, v) es -> side u <> side v.

Lemma side_sum side vs es : is_graph vs es -> is_bipartite side es ->
  list_sum (map (degree es) (filter side vs)) = length es.
Proof.
  intros (Hvs & _ & He) Hs. rewrite count_ends, <- (Nat.mul_1_l (length es)). apply constant_sum.
  intros [u v] Huv. destruct (He u v Huv) as (Hu & Hv & _). specialize (Hs u v Huv).
  apply (length_of_one (if side u then u else v)); [now apply NoDup_filter, NoDup_filter|].
  intros w. rewrite !filter_In, touches_iff.
  destruct (side u) eqn:Eu, (side v) eqn:Ev; try (now elim Hs); split; try (intros ->; tauto).
  - intros [[_ Ew] [-> | ->]]; congruence.
  - intros [[_ Ew] [-> | ->]]; congruence.
Qed.

(** ** The family of the graphs with these two sides *)

Definition graph : Type := list nat * list (nat * nat).

Definition two_sided (side : nat -> bool) (g : graph) : Prop :=
  is_graph (fst g) (snd g) /\ is_bipartite side (snd g).

Definition show_graph (g : graph) : list piece := pieces (fst g) (snd g).

Inductive removes : graph -> graph -> Prop :=
| Remove_vertex vs es w : In w vs ->
    removes (vs, es) (remove Nat.eq_dec w vs, without_vertex w es)
| Remove_edge vs es e : In e es -> removes (vs, es) (vs, remove edge_eq_dec e es).

Lemma graph_without_vertex vs es w : is_graph vs es ->
  is_graph (remove Nat.eq_dec w vs) (without_vertex w es).
Proof.
  intros (Hvs & Hes & He). split; [now apply NoDup_remove_one | split; [now apply NoDup_filter|]].
  intros u v Huv. apply filter_In in Huv as [Huv E]. destruct (He u v Huv) as (Hu & Hv & Hne).
  apply negb_true_iff in E. unfold touches in E. apply orb_false_iff in E as [Eu Ev].
  apply Nat.eqb_neq in Eu, Ev. simpl in Eu, Ev.
  repeat split; trivial; apply in_in_remove; congruence.
Qed.

Lemma graph_without_edge vs es e : is_graph vs es -> is_graph vs (remove edge_eq_dec e es).
Proof.
  intros (Hvs & Hes & He). split; [trivial | split; [now apply NoDup_remove_one|]].
  intros u v Huv. apply in_remove in Huv as [Huv _]. now apply He.
Qed.

Lemma graph_family side : is_family piece_le None (two_sided side) show_graph removes.
Proof.
  split.
  - intros g _. apply piece_order.
  - intros g g' [Hg Hs] Hm. destruct Hm as [vs es w Hw|vs es [u v] He]; simpl in *.
    + split; [split; [now apply graph_without_vertex|]|].
      * intros u v Huv. apply filter_In in Huv as [Huv _]. now apply Hs.
      * exists (Vertex w). split; [split; [now apply in_vertex | easy] | apply take_vertex].
    + split; [split; [now apply graph_without_edge|]|].
      * intros u' v' Huv. apply in_remove in Huv as [Huv _]. now apply Hs.
      * exists (Edge u v). split; [split; [now apply in_edge | easy] | apply take_edge].
  - intros [vs es] [w|u v] [Hg Hs] [Hx _]; unfold show_graph in *; simpl in *.
    + apply in_vertex in Hx. eexists.
      split; [now apply (Remove_vertex vs es w) | apply take_vertex].
    + apply in_edge in Hx. eexists.
      split; [now apply (Remove_edge vs es (u, v)) | apply take_edge].
Qed.

Definition even_graph (g : graph) : Prop :=
  Nat.Even (length (fst g)) /\ Nat.Even (length (snd g)).

Lemma not_even_odd n : ~ Nat.Even n -> Nat.Odd n.
Proof. intros H. now destruct (Nat.Even_or_Odd n). Qed.

Lemma even_not_odd n : Nat.Even n -> Nat.Odd n -> False.
Proof. intros [a Ha] [b Hb]. lia. Qed.

Lemma even_graph_dec g : even_graph g \/ ~ even_graph g.
Proof.
  unfold even_graph. destruct (Nat.Even_or_Odd (length (fst g))) as [H|H],
    (Nat.Even_or_Odd (length (snd g))) as [H'|H']; [now left | | |]; right; intros [E E'];
    eauto using even_not_odd.
Qed.

Lemma even_no_move side g g' : two_sided side g -> even_graph g -> removes g g' -> ~ even_graph g'.
Proof.
  intros [(Hvs & Hes & _) _] [[a Ha] [b Hb]] Hm [[a' Ha'] [b' Hb']].
  destruct Hm as [vs es w Hw|vs es e He]; simpl in *.
  - pose proof (remove_one_length Nat.eq_dec w vs Hvs Hw). lia.
  - pose proof (remove_one_length edge_eq_dec e es Hes He). lia.
Qed.

(** A vertex whose degree has the parity of the number of edges. *)
Lemma good_vertex side vs es : is_graph vs es -> is_bipartite side es -> Nat.Odd (length vs) ->
  exists w, In w vs /\ Nat.Even (length (without_vertex w es)).
Proof.
  intros Hg Hs [a Ha]. destruct (Nat.Even_or_Odd (length es)) as [[b Hb]|[b Hb]].
  - destruct (odd_or_some_even (degree es) vs) as [H|(w & Hw & [c Hc])].
    + exfalso. destruct (odd_sum _ _ H) as [c Hc]. rewrite (handshake vs es Hg) in Hc. lia.
    + exists w. split; trivial. pose proof (without_vertex_length w es). exists (b - c). lia.
  - destruct (even_or_some_odd (degree es) (filter side vs)) as [H|(w & Hw & [c Hc])].
    + exfalso. destruct (even_sum _ _ H) as [c Hc]. rewrite (side_sum side vs es Hg Hs) in Hc. lia.
    + apply filter_In in Hw as [Hw _]. exists w. split; trivial.
      pose proof (without_vertex_length w es). exists (b - c). lia.
Qed.

Lemma even_move side g : two_sided side g -> ~ even_graph g ->
  exists g', removes g g' /\ even_graph g'.
Proof.
  destruct g as [vs es]. intros [Hg Hs] Hn. simpl in *.
  destruct (Nat.Even_or_Odd (length vs)) as [Hv|Hv].
  - assert (He : Nat.Odd (length es)) by (apply not_even_odd; intros He; apply Hn; now split).
    destruct es as [|e es]; [destruct He as [b Hb]; simpl in Hb; lia|].
    exists (vs, remove edge_eq_dec e (e :: es)). split; [constructor; now left|].
    split; [exact Hv|].
    cbn [snd]. destruct Hg as (_ & Hes & _), He as [b Hb].
    pose proof (remove_one_length edge_eq_dec e (e :: es) Hes (or_introl eq_refl)). exists b. lia.
  - destruct (good_vertex side vs es Hg Hs Hv) as (w & Hw & He).
    exists (remove Nat.eq_dec w vs, without_vertex w es). split; [now constructor|].
    split; [|exact He]. cbn [fst]. destruct Hg as (Hvs & _), Hv as [a Ha].
    pose proof (remove_one_length Nat.eq_dec w vs Hvs Hw). exists a. lia.
Qed.

Lemma bipartite_parity vs es side : is_graph vs es -> is_bipartite side es ->
  (lost piece_le None (pieces vs es) <-> Nat.Even (length vs) /\ Nat.Even (length es)).
Proof.
  intros Hg Hs. apply (family_kernel piece_le None (two_sided side) show_graph removes even_graph
    (graph_family side) even_graph_dec (even_no_move side) (even_move side) (vs, es)).
  now split.
Qed.

(** ** Forests *)

(** A forest of n trees: a new vertex is a new tree, or it is joined to one of the others. *)
Inductive forest : list nat -> list (nat * nat) -> nat -> Prop :=
| No_tree : forest [] [] 0
| New_tree v vs es n : ~ In v vs -> forest vs es n -> forest (v :: vs) es (n + 1)
| New_leaf u v vs es n : In u vs -> ~ In v vs -> forest vs es n ->
    forest (v :: vs) ((u, v) :: es) n.

Lemma forest_graph vs es n : forest vs es n -> is_graph vs es.
Proof.
  induction 1 as [|v vs es n Hv _ (IH1 & IH2 & IH3)|u v vs es n Hu Hv _ (IH1 & IH2 & IH3)].
  - repeat constructor; easy.
  - repeat split; trivial; [now constructor | right | right |]; now apply (IH3 u v0).
  - repeat split; try (now constructor).
    + constructor; trivial. intros H. now apply IH3 in H.
    + destruct H as [[= <- <-]|H]; [now right | right; now apply (IH3 u0 v0)].
    + destruct H as [[= <- <-]|H]; [now left | right; now apply (IH3 u0 v0)].
    + destruct H as [[= <- <-]|H]; [intros ->; easy | now apply (IH3 u0 v0)].
Qed.

Lemma forest_bipartite vs es n : forest vs es n -> exists side, is_bipartite side es.
Proof.
  induction 1 as [|v vs es n Hv _ IH|u v vs es n Hu Hv Hf (side & IH)]; trivial.
  - now exists (fun _ => true).
  - destruct (forest_graph vs es n Hf) as (_ & _ & He).
    exists (fun w => if w =? v then negb (side u) else side w). intros u' v' [[= <- <-]|H].
    + rewrite Nat.eqb_refl. destruct (Nat.eqb_spec u v) as [->|]; [easy|]. now destruct (side u).
    + destruct (He u' v' H) as (Hu' & Hv' & _).
      destruct (Nat.eqb_spec u' v) as [->|]; [easy|].
      destruct (Nat.eqb_spec v' v) as [->|]; [easy | now apply IH].
Qed.

Lemma forest_trees vs es n : forest vs es n -> length vs = length es + n.
Proof. induction 1; simpl; lia. Qed.

(** ** Circuits *)

(** The circuit of n vertices 0, ..., n - 1. *)
Definition circuit_edges (n : nat) : list (nat * nat) :=
  (n - 1, 0) :: map (fun i => (i, i + 1)) (seq 0 (n - 1)).

Lemma in_circuit_edges n u v :
  In (u, v) (circuit_edges n) <-> (u = n - 1 /\ v = 0) \/ (v = u + 1 /\ v < n).
Proof.
  unfold circuit_edges. simpl. rewrite in_map_iff. split.
  - intros [[= <- <-]|(i & [= <- <-] & Hi)]; [now left | apply in_seq in Hi; right; lia].
  - intros [[-> ->]|[-> Hv]]; [now left | right]. exists u. split; trivial. apply in_seq. lia.
Qed.

Lemma circuit_size n : 1 <= n -> length (circuit_edges n) = n.
Proof. intros Hn. unfold circuit_edges. simpl. rewrite map_length, seq_length. lia. Qed.

Lemma circuit_graph n : 3 <= n -> is_graph (seq 0 n) (circuit_edges n).
Proof.
  intros Hn. split; [apply seq_NoDup | split].
  - constructor.
    + rewrite in_map_iff. intros (i & [= E1 E2] & Hi). lia.
    + apply NoDup_map_on; [apply seq_NoDup|]. intros x y _ _ [= E _]. exact E.
  - intros u v H. apply in_circuit_edges in H. rewrite !in_seq. lia.
Qed.

Lemma circuit_degree n k : 3 <= n -> k < n -> degree (circuit_edges n) k = 2.
Proof.
  intros Hn Hk. pose proof (circuit_graph n Hn) as (_ & Hes & _).
  apply (length_of_two (if k =? 0 then (n - 1, 0) else (k - 1, k))
    (if k =? n - 1 then (n - 1, 0) else (k, k + 1))).
  - destruct (Nat.eqb_spec k 0), (Nat.eqb_spec k (n - 1)); rewrite pair_equal_spec; lia.
  - now apply NoDup_filter.
  - intros [u v]. rewrite filter_In, in_circuit_edges, touches_iff.
    destruct (Nat.eqb_spec k 0), (Nat.eqb_spec k (n - 1)); rewrite !pair_equal_spec; lia.
Qed.

(** A circuit without the vertex k, or without the edge (k, k + 1): its sides. *)
Definition broken_side (k i : nat) : bool := xorb (Nat.odd i) (k <? i).

Lemma broken_side_next k i : k <> i -> broken_side k i <> broken_side k (i + 1).
Proof.
  intros Hk. unfold broken_side. rewrite Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd.
  destruct (Nat.ltb_spec k i), (Nat.ltb_spec k (S i)); try lia; now destruct (Nat.odd i).
Qed.

Lemma broken_side_last n k : Nat.Odd n -> k < n - 1 -> broken_side k (n - 1) <> broken_side k 0.
Proof.
  intros [a Ha] Hk. unfold broken_side. replace (Nat.odd (n - 1)) with false.
  - destruct (Nat.ltb_spec k (n - 1)), (Nat.ltb_spec k 0); simpl; easy || lia.
  - symmetry. rewrite <- Nat.negb_even. apply negb_false_iff, Nat.even_spec. exists a. lia.
Qed.

Lemma circuit_even n : Nat.Even n -> 3 <= n ->
  lost piece_le None (pieces (seq 0 n) (circuit_edges n)).
Proof.
  intros [a Ha] Hn. apply (bipartite_parity _ _ Nat.odd (circuit_graph n Hn)).
  - intros u v H. apply in_circuit_edges in H as [[-> ->]|[-> _]].
    + replace (Nat.odd (n - 1)) with true; [easy|].
      symmetry. apply Nat.odd_spec. exists (a - 1). lia.
    + rewrite Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd u).
  - rewrite seq_length, circuit_size by lia. split; now exists a.
Qed.

(** A graph that is not lost is won. *)
Lemma bipartite_won side vs es : is_graph vs es -> is_bipartite side es ->
  ~ (Nat.Even (length vs) /\ Nat.Even (length es)) -> won piece_le None (pieces vs es).
Proof.
  intros Hg Hs Hn. apply (lost_iff_not_won piece_eq_dec); [apply piece_order|].
  now rewrite (bipartite_parity vs es side).
Qed.

Lemma circuit_odd n : Nat.Odd n -> 3 <= n ->
  lost piece_le None (pieces (seq 0 n) (circuit_edges n)).
Proof.
  intros Hodd Hn. pose proof (circuit_graph n Hn) as Hg. pose proof Hodd as [a Ha].
  constructor. intros [k|u v] [Hx _].
  - apply in_vertex, in_seq in Hx.
    apply (same_won piece_le None _ _ (piece_order _) (take_vertex k _ _)).
    apply (bipartite_won (broken_side k)); [now apply graph_without_vertex | |].
    + intros u v H. apply filter_In in H as [H E]. apply in_circuit_edges in H.
      assert (Ht : ~ (k = u \/ k = v)) by (rewrite <- touches_iff; now destruct (touches k (u, v))).
      destruct H as [[-> ->]|[-> _]].
      * apply broken_side_last; trivial. lia.
      * apply broken_side_next. lia.
    + intros [_ [b Hb]]. pose proof (without_vertex_length k (circuit_edges n)) as Hl.
      rewrite circuit_degree, circuit_size in Hl by lia. lia.
  - apply in_edge in Hx. apply (same_won piece_le None _ _ (piece_order _) (take_edge u v _ _)).
    apply (bipartite_won (broken_side (if v =? 0 then n else u)));
      [now apply graph_without_edge | |].
    + intros u' v' H. apply in_remove in H as [H Hne]. apply in_circuit_edges in H, Hx.
      destruct (Nat.eqb_spec v 0) as [->|Hv].
      * assert (u = n - 1) by lia. subst u. destruct H as [[-> ->]|[-> H]]; [now elim Hne|].
        apply broken_side_next. lia.
      * destruct H as [[-> ->]|[-> H]]; [apply broken_side_last; trivial; lia|].
        apply broken_side_next. intros ->. apply Hne. f_equal. lia.
    + intros [H _]. rewrite seq_length in H. exact (even_not_odd n H Hodd).
Qed.

(** ** The theorems *)

(** A graph whose edges all join one side to the other. *)
Theorem bipartite_lost vs es (side : nat -> bool) : is_graph vs es ->
  (forall u v, In (u, v) es -> side u <> side v) ->
  (lost piece_le None (pieces vs es) <-> Nat.Even (length vs) /\ Nat.Even (length es)).
Proof. apply bipartite_parity. Qed.

(** A forest of n trees. *)
Theorem forest_lost vs es n : forest vs es n ->
  (lost piece_le None (pieces vs es) <-> Nat.Even (length vs) /\ Nat.Even n).
Proof.
  intros Hf. destruct (forest_bipartite vs es n Hf) as (side & Hs).
  rewrite (bipartite_parity vs es side (forest_graph vs es n Hf) Hs), (forest_trees vs es n Hf).
  split; intros [[a Ha] [b Hb]]; (split; [now exists a | exists (a - b); lia]).
Qed.

(** A circuit. *)
Theorem circuit_lost n : 3 <= n -> lost piece_le None (pieces (seq 0 n) (circuit_edges n)).
Proof.
  intros Hn. destruct (Nat.Even_or_Odd n); [now apply circuit_even | now apply circuit_odd].
Qed.
