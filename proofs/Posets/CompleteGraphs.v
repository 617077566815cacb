(** * Chomp on complete graphs: lost if and only if 3 divides the number of vertices

    The theorem of Gale and Neyman for sets of at most two elements. A vertex that is taken leaves a
    smaller complete graph; an edge that is taken leaves a graph with a mirror, which exchanges its
    two ends, and what the mirror fixes is a complete graph without them. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Posets Mirrors Strategies Graphs.
Import ListNotations.

(** All edges between these vertices, the smaller end first. *)
Definition all_edges (vs : list nat) : list (nat * nat) :=
  filter (fun e => fst e <? snd e) (list_prod vs vs).

Definition complete (vs : list nat) : list piece := pieces vs (all_edges vs).

Lemma in_all_edges u v vs : In (u, v) (all_edges vs) <-> In u vs /\ In v vs /\ u < v.
Proof.
  unfold all_edges. rewrite filter_In, in_prod_iff. simpl. rewrite Nat.ltb_lt. tauto.
Qed.

Lemma in_complete_vertex v vs : In (Vertex v) (complete vs) <-> In v vs.
Proof. apply in_vertex. Qed.

Lemma in_complete_edge u v vs : In (Edge u v) (complete vs) <-> In u vs /\ In v vs /\ u < v.
Proof. unfold complete. rewrite in_edge. apply in_all_edges. Qed.

Lemma in_remove_iff w v vs : In v (remove Nat.eq_dec w vs) <-> In v vs /\ v <> w.
Proof.
  split; [intros H; apply in_remove in H; easy|]. intros [H Hne]. now apply in_in_remove.
Qed.

(** ** A vertex *)

Lemma complete_take_vertex w vs :
  same (take piece_le (Vertex w) (complete vs)) (complete (remove Nat.eq_dec w vs)).
Proof.
  intros [v|u v]; rewrite in_take; simpl.
  - rewrite !in_complete_vertex, in_remove_iff, Nat.eqb_neq. intuition congruence.
  - rewrite !in_complete_edge, !in_remove_iff, orb_false_iff, !Nat.eqb_neq. intuition congruence.
Qed.

(** ** An edge: the mirror that exchanges its ends *)

Definition swap (u v w : nat) : nat := if w =? u then v else if w =? v then u else w.

Definition mirror_image (u v : nat) (x : piece) : piece :=
  match x with
  | Vertex w => Vertex (swap u v w)
  | Edge a b => Edge (Nat.min (swap u v a) (swap u v b)) (Nat.max (swap u v a) (swap u v b))
  end.

Lemma swap_cases u v w :
  (w = u /\ swap u v w = v) \/ (w = v /\ swap u v w = u) \/ (w <> u /\ w <> v /\ swap u v w = w).
Proof. unfold swap. destruct (Nat.eqb_spec w u), (Nat.eqb_spec w v); auto. Qed.

Lemma swap_in u v w vs : In u vs -> In v vs -> In w vs -> In (swap u v w) vs.
Proof. intros. destruct (swap_cases u v w) as [[_ ->]|[[_ ->]|(_ & _ & ->)]]; trivial. Qed.

Lemma swap_twice u v w : swap u v (swap u v w) = w.
Proof. unfold swap. equalities. Qed.

Lemma swap_eqb u v w w' : (swap u v w =? swap u v w') = (w =? w').
Proof.
  destruct (Nat.eqb_spec w w') as [->|Hne]; [apply Nat.eqb_refl|].
  apply Nat.eqb_neq. intros E. apply Hne. rewrite <- (swap_twice u v w), E. apply swap_twice.
Qed.

Lemma edge_le_iff a b a' b' :
  piece_le (Edge a b) (Edge a' b') = true <-> Edge a b = Edge a' b'.
Proof.
  simpl. rewrite andb_true_iff, !Nat.eqb_eq. split; [now intros [-> ->] | now intros [= -> ->]].
Qed.

(** An edge that is fixed does not touch the two ends. *)
Lemma fixed_edge u v a b : u < v -> a < b -> (a <> u \/ b <> v) ->
  mirror_image u v (Edge a b) = Edge a b -> a <> u /\ a <> v /\ b <> u /\ b <> v.
Proof.
  intros Huv Hab Hne [= E1 E2].
  destruct (swap_cases u v a) as [C|[C|C]], (swap_cases u v b) as [C'|[C'|C']]; lia.
Qed.

Lemma in_complete_without u v vs x : In x (take piece_le (Edge u v) (complete vs)) <->
  match x with
  | Vertex w => In w vs
  | Edge a b => In a vs /\ In b vs /\ a < b /\ (a <> u \/ b <> v)
  end.
Proof.
  rewrite in_take. destruct x as [w|a b]; simpl.
  - rewrite in_complete_vertex. tauto.
  - rewrite in_complete_edge, andb_false_iff, !Nat.eqb_neq. intuition.
Qed.

Lemma edge_mirror u v vs : In u vs -> In v vs -> u < v ->
  is_mirror piece_le (take piece_le (Edge u v) (complete vs)) (mirror_image u v).
Proof.
  intros Hu Hv Huv. set (left := take piece_le (Edge u v) (complete vs)).
  assert (Hstays : forall x, In x left -> In (mirror_image u v x) left).
  { intros [w|a b] Hx; apply in_complete_without in Hx; apply in_complete_without; simpl.
    - now apply swap_in.
    - destruct Hx as (Ha & Hb & Hab & Hne).
      pose proof (swap_in u v a vs Hu Hv Ha). pose proof (swap_in u v b vs Hu Hv Hb).
      destruct (swap_cases u v a) as [Ca|[Ca|Ca]], (swap_cases u v b) as [Cb|[Cb|Cb]];
        (split; [apply Nat.min_case; trivial | split; [apply Nat.max_case; trivial | lia]]). }
  assert (Hinv : forall x, In x left -> mirror_image u v (mirror_image u v x) = x).
  { intros [w|a b] Hx; apply in_complete_without in Hx; simpl; [now rewrite swap_twice|].
    destruct Hx as (_ & _ & Hab & _).
    destruct (Nat.le_ge_cases (swap u v a) (swap u v b)) as [H|H].
    - rewrite (Nat.min_l _ _ H), (Nat.max_r _ _ H), !swap_twice. f_equal; lia.
    - rewrite (Nat.min_r _ _ H), (Nat.max_l _ _ H), !swap_twice. f_equal; lia. }
  assert (Hauto : forall x y, In x left -> In y left ->
    piece_le (mirror_image u v x) (mirror_image u v y) = piece_le x y).
  { intros [w|a b] [w'|a' b'] Hx Hy; apply in_complete_without in Hx, Hy; simpl; trivial.
    - apply swap_eqb.
    - destruct (Nat.le_ge_cases (swap u v a') (swap u v b')) as [H|H].
      + rewrite (Nat.min_l _ _ H), (Nat.max_r _ _ H). now rewrite !swap_eqb.
      + rewrite (Nat.min_r _ _ H), (Nat.max_l _ _ H), !swap_eqb. apply orb_comm.
    - change (piece_le (mirror_image u v (Edge a b)) (mirror_image u v (Edge a' b')) =
        piece_le (Edge a b) (Edge a' b')).
      apply eq_true_iff_eq. cbn [mirror_image]. rewrite !edge_le_iff. split; intros E.
      + change (mirror_image u v (Edge a b) = mirror_image u v (Edge a' b')) in E.
        rewrite <- (Hinv (Edge a b)), <- (Hinv (Edge a' b')); [congruence | |];
          now apply in_complete_without.
      + now injection E as -> ->. }
  split; trivial.
  - apply (incomparable_follows piece_le left); trivial. apply piece_order.
  - intros [w|a b] [w'|a' b'] Hx Hy; apply in_complete_without in Hx, Hy; simpl; intros Hle Hfix.
    + apply Nat.eqb_eq in Hle. now subst.
    + destruct Hy as (_ & _ & Hab & Hne). rewrite orb_true_iff, !Nat.eqb_eq in Hle. f_equal.
      destruct (fixed_edge u v a' b' Huv Hab Hne Hfix) as (H1 & H2 & H3 & H4).
      destruct (swap_cases u v w) as [C|[C|C]]; lia.
    + easy.
    + rewrite andb_true_iff, !Nat.eqb_eq in Hle. destruct Hle as [-> ->]. exact Hfix.
Qed.

Lemma edge_fixed u v vs : In u vs -> In v vs -> u < v ->
  same (fixed piece_eq_dec (mirror_image u v) (take piece_le (Edge u v) (complete vs)))
    (complete (remove Nat.eq_dec u (remove Nat.eq_dec v vs))).
Proof.
  intros Hu Hv Huv [w|a b]; rewrite in_fixed, in_complete_without; simpl.
  - rewrite in_complete_vertex, !in_remove_iff. split.
    + intros [Hw [= E]]. destruct (swap_cases u v w) as [C|[C|C]]; repeat split; trivial; lia.
    + intros [[Hw Hwv] Hwu]. split; trivial. f_equal.
      destruct (swap_cases u v w) as [C|[C|C]]; lia.
  - rewrite in_complete_edge, !in_remove_iff. split.
    + intros [(Ha & Hb & Hab & Hne) E].
      destruct (fixed_edge u v a b Huv Hab Hne E) as (H1 & H2 & H3 & H4). now repeat split.
    + intros ([[Ha Hav] Hau] & [[Hb Hbv] Hbu] & Hab). split; [repeat split; trivial; lia|].
      destruct (swap_cases u v a) as [C|[C|C]]; try lia.
      destruct (swap_cases u v b) as [C'|[C'|C']]; try lia. f_equal; lia.
Qed.

(** Without an edge a complete graph is lost if and only if it is without the two ends. *)
Lemma complete_take_edge u v vs : In u vs -> In v vs -> u < v ->
  (lost piece_le None (take piece_le (Edge u v) (complete vs)) <->
   lost piece_le None (complete (remove Nat.eq_dec u (remove Nat.eq_dec v vs)))).
Proof.
  intros Hu Hv Huv.
  rewrite (mirror_lost piece_eq_dec piece_le _ (mirror_image u v) (piece_order _))
    by now apply edge_mirror.
  apply same_lost; [apply piece_order | now apply edge_fixed].
Qed.

(** ** The theorems *)

Lemma two_of vs : NoDup vs -> 2 <= length vs -> exists u v, In u vs /\ In v vs /\ u < v.
Proof.
  destruct vs as [|x [|y vs]]; simpl; intros H Hlen; try lia.
  inversion H as [|x' l Hx _]; subst. assert (x <> y) by (intros ->; apply Hx; now left).
  destruct (Nat.lt_ge_cases x y); [exists x, y | exists y, x]; repeat split; auto; lia.
Qed.

Lemma divide_3_iff n : Nat.divide 3 n <-> n mod 3 = 0.
Proof. symmetry. now apply Nat.mod_divide. Qed.

Lemma complete_by_length n vs : length vs = n -> NoDup vs ->
  (lost piece_le None (complete vs) <-> n mod 3 = 0).
Proof.
  revert vs. induction n as [n IH] using lt_wf_ind. intros vs Hlen Hnd.
  assert (Hv : forall w, In w vs ->
    (lost piece_le None (take piece_le (Vertex w) (complete vs)) <-> (n - 1) mod 3 = 0)).
  { intros w Hw. rewrite (same_lost _ _ _ _ (piece_order _) (complete_take_vertex w vs)).
    pose proof (remove_one_length Nat.eq_dec w vs Hnd Hw).
    apply IH; [lia | lia | now apply NoDup_remove_one]. }
  assert (He : forall u v, In u vs -> In v vs -> u < v ->
    (lost piece_le None (take piece_le (Edge u v) (complete vs)) <-> (n - 2) mod 3 = 0)).
  { intros u v Hu Hv' Huv. rewrite complete_take_edge by trivial.
    pose proof (remove_one_length Nat.eq_dec v vs Hnd Hv') as E.
    assert (Hu' : In u (remove Nat.eq_dec v vs)) by (apply in_remove_iff; split; [trivial | lia]).
    pose proof (NoDup_remove_one Nat.eq_dec v vs Hnd) as Hnd'.
    pose proof (remove_one_length Nat.eq_dec u _ Hnd' Hu') as E'.
    apply IH; [lia | lia | now apply NoDup_remove_one]. }
  pose proof (Nat.div_mod n 3) as Hd. pose proof (Nat.mod_upper_bound n 3) as Hb.
  set (d := n / 3) in *. set (r := n mod 3) in *. split.
  - intros Hl. destruct (Nat.eq_dec r 0) as [|Hr]; trivial. exfalso.
    apply (lost_not_won piece_le None (complete vs) (piece_order _) Hl).
    destruct (Nat.eq_dec r 1) as [E1|].
    + destruct vs as [|w vs]; [simpl in Hlen; lia|].
      apply (Won _ _ _ (Vertex w)); [split; [apply in_complete_vertex; now left | easy]|].
      apply Hv; [now left|]. replace (n - 1) with (d * 3) by lia. now apply Nat.mod_mul.
    + destruct (two_of vs Hnd) as (u & v & Hu & Hv' & Huv); [lia|].
      apply (Won _ _ _ (Edge u v)); [split; [now apply in_complete_edge | easy]|].
      apply He; trivial. replace (n - 2) with (d * 3) by lia. now apply Nat.mod_mul.
  - intros Hr. constructor. intros x [Hx _].
    apply (lost_iff_not_won piece_eq_dec); [apply piece_order|].
    destruct x as [w|u v].
    + apply in_complete_vertex in Hx. rewrite Hv by trivial. destruct vs; [easy|]. simpl in Hlen.
      replace (n - 1) with (2 + (d - 1) * 3) by lia. now rewrite Nat.mod_add.
    + apply in_complete_edge in Hx as (Hu & Hv' & Huv). rewrite He by trivial.
      destruct vs; [easy|]. simpl in Hlen.
      replace (n - 2) with (1 + (d - 1) * 3) by lia. now rewrite Nat.mod_add.
Qed.

Theorem complete_lost vs : NoDup vs ->
  (lost piece_le None (complete vs) <-> Nat.divide 3 (length vs)).
Proof. intros H. rewrite divide_3_iff. now apply complete_by_length. Qed.

(** What wins otherwise: every vertex and no edge if n = 3m + 1, every edge and no vertex if n = 3m + 2. *)
Theorem complete_vertex_wins vs w : NoDup vs -> In w vs ->
  (lost piece_le None (take piece_le (Vertex w) (complete vs)) <-> length vs mod 3 = 1).
Proof.
  intros Hnd Hw. rewrite (same_lost _ _ _ _ (piece_order _) (complete_take_vertex w vs)).
  pose proof (remove_one_length Nat.eq_dec w vs Hnd Hw) as E.
  rewrite (complete_by_length (length vs - 1)); [|lia | now apply NoDup_remove_one].
  replace (length vs) with (1 + (length vs - 1)) at 2 by lia.
  rewrite Nat.add_mod by lia. pose proof (Nat.mod_upper_bound (length vs - 1) 3).
  destruct ((length vs - 1) mod 3) as [|[|[|r]]]; simpl; lia.
Qed.

Theorem complete_edge_wins vs u v : NoDup vs -> In u vs -> In v vs -> u < v ->
  (lost piece_le None (take piece_le (Edge u v) (complete vs)) <-> length vs mod 3 = 2).
Proof.
  intros Hnd Hu Hv Huv. rewrite complete_take_edge by trivial.
  pose proof (remove_one_length Nat.eq_dec v vs Hnd Hv) as E.
  assert (Hu' : In u (remove Nat.eq_dec v vs)) by (apply in_remove_iff; split; [trivial | lia]).
  pose proof (NoDup_remove_one Nat.eq_dec v vs Hnd) as Hnd'.
  pose proof (remove_one_length Nat.eq_dec u _ Hnd' Hu') as E'.
  rewrite (complete_by_length (length vs - 2)); [|lia | now apply NoDup_remove_one].
  replace (length vs) with (2 + (length vs - 2)) at 2 by lia.
  rewrite Nat.add_mod by lia. pose proof (Nat.mod_upper_bound (length vs - 2) 3).
  destruct ((length vs - 2) mod 3) as [|[|[|r]]]; simpl; lia.
Qed.
