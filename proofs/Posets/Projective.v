(** * Projective geometries over the field of two elements: a point wins

    A vector is a number, its coordinates are its binary digits, and the sum of two vectors is their exclusive
    or. A set of vectors is a number too, whose digit v says whether the vector v is in the set. The elements of
    PG(k - 1, 2) are the subspaces of k coordinates other than the null space. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Posets Strategies Mirrors.
Import ListNotations.

(** Inclusion of sets. *)
Definition subset (s t : N) : bool := N.eqb (N.land s t) s.

(** The numbers below 2^n, and those among them that are subspaces, {0} apart. *)
Definition below (n : nat) : list N := map N.of_nat (seq 0 (2 ^ n)).

Definition is_subspace (k : nat) (s : N) : bool :=
  N.testbit s 0 && forallb (fun u => forallb (fun v =>
    negb (N.testbit s u && N.testbit s v) || N.testbit s (N.lxor u v)) (below k)) (below k).

Definition subspaces (k : nat) : list N :=
  filter (fun s => is_subspace k s && negb (N.eqb s 1)) (below (2 ^ k)).

(** The point of a vector p: the set of 0 and p. *)
Definition point (p : N) : N := N.lor 1 (2 ^ p).

(** ** Sets and vectors *)

Lemma subset_iff s t : subset s t = true <-> forall v, N.testbit s v = true -> N.testbit t v = true.
Proof.
  unfold subset. rewrite N.eqb_eq. split.
  - intros E v Hv. rewrite <- E, N.land_spec in Hv. now apply andb_true_iff in Hv.
  - intros H. apply N.bits_inj. intros v. rewrite N.land_spec. specialize (H v).
    destruct (N.testbit s v); trivial. now rewrite H.
Qed.

Lemma subset_order left : is_order subset left.
Proof.
  split.
  - intros s _. now apply subset_iff.
  - intros s t _ _ H H'. rewrite subset_iff in H, H'. apply N.bits_inj. intros v.
    apply eq_true_iff_eq. split; auto.
  - intros s t u _ _ _ H H'. rewrite subset_iff in *. auto.
Qed.

Lemma power_of_two n : (2 ^ N.of_nat n)%N = N.of_nat (2 ^ n).
Proof. now rewrite Nat2N.inj_pow. Qed.

Lemma in_below n s : In s (below n) <-> forall i, (N.of_nat n <= i)%N -> N.testbit s i = false.
Proof.
  unfold below. rewrite in_map_iff. split.
  - intros (x & <- & Hx) i Hi. apply in_seq in Hx. destruct (N.eq_dec (N.of_nat x) 0) as [->|H0]; [apply N.bits_0|].
    apply N.bits_above_log2. apply N.log2_lt_pow2; [lia|].
    apply N.lt_le_trans with (2 ^ N.of_nat n)%N; [|apply N.pow_le_mono_r; lia].
    rewrite power_of_two. lia.
  - intros H. exists (N.to_nat s). rewrite N2Nat.id. split; trivial. apply in_seq. split; [lia|].
    apply Nat.lt_le_trans with (2 ^ n); [|lia].
    enough (E : (s < 2 ^ N.of_nat n)%N) by (rewrite power_of_two in E; lia).
    destruct (N.eq_dec s 0) as [->|H0]; [apply N.neq_0_lt_0, N.pow_nonzero; lia|].
    apply N.log2_lt_pow2; [lia|]. apply N.nle_gt. intros Hle. apply H in Hle.
    now rewrite N.bit_log2 in Hle by trivial.
Qed.

Lemma in_below_lxor n u v : In u (below n) -> In v (below n) -> In (N.lxor u v) (below n).
Proof. rewrite !in_below. intros Hu Hv i Hi. now rewrite N.lxor_spec, Hu, Hv. Qed.

Lemma in_below_digits n s v : In s (below (2 ^ n)) -> N.testbit s v = true -> In v (below n).
Proof.
  intros Hs Hv. rewrite in_below in Hs. unfold below. apply in_map_iff. exists (N.to_nat v).
  rewrite N2Nat.id. split; trivial. apply in_seq. split; [lia|]. simpl.
  apply Nat.nle_gt. intros Hle. rewrite Hs in Hv; [easy | lia].
Qed.

(** A subspace. *)
Definition subspace (k : nat) (s : N) : Prop :=
  (forall v, N.testbit s v = true -> In v (below k)) /\ N.testbit s 0 = true /\
  forall u v, N.testbit s u = true -> N.testbit s v = true -> N.testbit s (N.lxor u v) = true.

Lemma in_subspaces k s : In s (subspaces k) <-> subspace k s /\ exists v, v <> 0%N /\
  N.testbit s v = true.
Proof.
  unfold subspaces. rewrite filter_In, andb_true_iff, negb_true_iff, N.eqb_neq. unfold is_subspace.
  rewrite andb_true_iff, forallb_forall. split.
  - intros (Hs & (H0 & Hc) & H1). split.
    + split; [intros v; now apply in_below_digits|]. split; trivial. intros u v Hu Hv.
      assert (Iu := in_below_digits k s u Hs Hu). assert (Iv := in_below_digits k s v Hs Hv).
      specialize (Hc u Iu). rewrite forallb_forall in Hc. specialize (Hc v Iv). now rewrite Hu, Hv in Hc.
    + destruct (existsb (fun v => negb (N.eqb v 0) && N.testbit s v) (below k)) eqn:E.
      * apply existsb_exists in E as (v & _ & E). rewrite andb_true_iff, negb_true_iff, N.eqb_neq in E.
        exists v. tauto.
      * elim H1. apply N.bits_inj. intros v. destruct (N.eq_dec v 0) as [->|Hv]; [now rewrite H0|].
        replace (N.testbit 1 v) with false by (symmetry; apply (N.bits_above_log2 1 v); simpl; lia).
        apply not_true_iff_false. intros Hsv. rewrite <- not_true_iff_false in E. apply E.
        apply existsb_exists. exists v. split; [now apply (in_below_digits k s)|].
        rewrite Hsv, andb_true_r. now apply negb_true_iff, N.eqb_neq.
  - intros ((Hin & H0 & Hc) & v & Hv & Hsv). repeat split; trivial.
    + apply in_below. intros i Hi. apply not_true_iff_false. intros E. apply Hin in E.
      apply in_map_iff in E as (x & <- & Hx). apply in_seq in Hx. lia.
    + intros u Hu. apply forallb_forall. intros w Hw.
      destruct (N.testbit s u) eqn:Eu, (N.testbit s w) eqn:Ew; trivial. simpl. auto.
    + intros ->. replace (N.testbit 1 v) with false in Hsv; [easy|].
      symmetry. apply (N.bits_above_log2 1 v). simpl. lia.
Qed.

(** ** Mirrors: x goes to x + f(x) p, where f is linear and f(p) = 0 *)

Section Transvection.

Context (k : nat) (p : N) (f : N -> bool).
Hypothesis p_inside : In p (below k).
Hypothesis f_linear : forall u v, f (N.lxor u v) = xorb (f u) (f v).
Hypothesis f_p : f p = false.

Definition moved (v : N) : N := if f v then N.lxor v p else v.

Lemma moved_twice v : moved (moved v) = v.
Proof.
  unfold moved. destruct (f v) eqn:E.
  - rewrite f_linear, E, f_p. simpl. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
  - now rewrite E.
Qed.

Lemma moved_linear u v : moved (N.lxor u v) = N.lxor (moved u) (moved v).
Proof.
  unfold moved. rewrite f_linear. destruct (f u), (f v); simpl; trivial.
  - apply N.bits_inj. intros i. rewrite !N.lxor_spec.
    now destruct (N.testbit u i), (N.testbit v i), (N.testbit p i).
  - apply N.bits_inj. intros i. rewrite !N.lxor_spec.
    now destruct (N.testbit u i), (N.testbit v i), (N.testbit p i).
  - now rewrite N.lxor_assoc.
Qed.

Lemma moved_inside v : In v (below k) -> In (moved v) (below k).
Proof. unfold moved. destruct (f v); trivial. intros H. now apply in_below_lxor. Qed.

(** The set of the images. *)
Definition images_of (s : N) : N :=
  fold_right (fun v t => if N.testbit s (moved v) then N.setbit t v else t) 0%N (below k).

Lemma in_images s v : N.testbit (images_of s) v = true <-> In v (below k) /\
  N.testbit s (moved v) = true.
Proof.
  unfold images_of. clear p_inside. induction (below k) as [|u l IH]; cbn [fold_right In].
  - rewrite N.bits_0. easy.
  - destruct (N.testbit s (moved u)) eqn:E.
    + rewrite N.setbit_iff, IH. split.
      * intros [<-|[H H']]; split; auto.
      * intros [[<-|H] H']; [now left | right; now split].
    + rewrite IH. split; [tauto|]. intros [[<-|H] H']; [congruence | auto].
Qed.

Lemma f_zero : f 0 = false.
Proof. rewrite <- (N.lxor_nilpotent 0), f_linear. apply xorb_nilpotent. Qed.

Lemma images_subspace s : subspace k s -> subspace k (images_of s).
Proof.
  intros (Hin & H0 & Hc). split; [|split].
  - intros v Hv. now apply in_images in Hv.
  - apply in_images. split; [now apply in_below; intros i _; apply N.bits_0|].
    unfold moved. now rewrite f_zero.
  - intros u v Hu Hv. apply in_images in Hu as [Iu Hu], Hv as [Iv Hv]. apply in_images.
    split; [now apply in_below_lxor|]. rewrite moved_linear. auto.
Qed.

Lemma images_twice s : subspace k s -> images_of (images_of s) = s.
Proof.
  intros (Hin & _). apply N.bits_inj. intros v. apply eq_true_iff_eq. rewrite !in_images, moved_twice. split.
  - tauto.
  - intros Hv. split; [auto | split; [apply moved_inside; auto | trivial]].
Qed.

Lemma images_subset s t : subspace k s -> subspace k t ->
  subset (images_of s) (images_of t) = subset s t.
Proof.
  assert (H : forall s t, subset s t = true -> subset (images_of s) (images_of t) = true).
  { intros s' t'. rewrite !subset_iff. intros Hle v. rewrite !in_images. intuition. }
  intros Hs Ht. apply eq_true_iff_eq. split; [|apply H]. intros Hle. apply H in Hle.
  now rewrite !images_twice in Hle by trivial.
Qed.

(** A subspace without p is fixed if and only if f vanishes on it. *)
Lemma images_fixed s : subspace k s -> N.testbit s p = false ->
  (images_of s = s <-> forall v, N.testbit s v = true -> f v = false).
Proof.
  intros (Hin & H0 & Hc) Hp. split.
  - intros E v Hv. apply not_true_iff_false. intros Hf. rewrite <- E in Hv.
    apply in_images in Hv as [_ Hv]. rewrite <- E in Hv. apply in_images in Hv as [_ Hv'].
    rewrite moved_twice in Hv'. assert (Hm : N.testbit s (moved v) = true).
    { rewrite <- E. apply in_images. rewrite moved_twice. split; trivial. apply moved_inside. auto. }
    unfold moved in Hm. rewrite Hf in Hm. pose proof (Hc _ _ Hv' Hm) as H.
    rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in H. congruence.
  - intros Hf. apply N.bits_inj. intros v. apply eq_true_iff_eq. rewrite in_images. split.
    + intros [_ Hv]. assert (E : f (moved v) = false) by auto. unfold moved in *.
      destruct (f v) eqn:Ev; trivial. rewrite f_linear, Ev, f_p in E. easy.
    + intros Hv. split; [auto|]. unfold moved. now rewrite (Hf v Hv).
Qed.

Lemma transvection_mirror left :
  (forall s, In s left -> subspace k s /\ N.testbit s p = false) ->
  (forall s, In s left -> In (images_of s) left) ->
  is_mirror subset left images_of.
Proof.
  intros Hleft Hstay.
  assert (Ha : forall s t, In s left -> In t left -> subset (images_of s) (images_of t) = subset s t).
  { intros s t Hs Ht. apply images_subset; now apply Hleft. }
  split; trivial.
  - intros s Hs. now apply images_twice, Hleft.
  - apply incomparable_follows; trivial; [apply subset_order|]. intros s Hs. now apply images_twice, Hleft.
  - intros s t Hs Ht Hle. destruct (Hleft s Hs) as [Ss Ps], (Hleft t Ht) as [St Pt].
    rewrite !images_fixed by trivial. rewrite subset_iff in Hle. auto.
Qed.

End Transvection.

(** ** One coordinate after the other *)

Section Point.

Context (k : nat) (p : N).
Hypothesis p_inside : In p (below k).
Hypothesis p_nonzero : p <> 0%N.

(** Digit i of v, made to vanish for v = p. The first digit of p is 1. *)
Definition form (i v : N) : bool := xorb (N.testbit v i) (N.testbit p i && N.testbit v (N.log2 p)).

Lemma form_linear i u v : form i (N.lxor u v) = xorb (form i u) (form i v).
Proof.
  unfold form. rewrite !N.lxor_spec.
  now destruct (N.testbit u i), (N.testbit v i), (N.testbit p i), (N.testbit u (N.log2 p)), (N.testbit v (N.log2 p)).
Qed.

Lemma form_p i : form i p = false.
Proof. unfold form. rewrite N.bit_log2 by trivial. now destruct (N.testbit p i). Qed.

(** All forms vanish for 0 and p only. *)
Lemma forms_vanish v : In v (below k) -> (forall i, i < k -> form (N.of_nat i) v = false) ->
  v = 0%N \/ v = p.
Proof.
  intros Hv H. rewrite in_below in Hv. pose proof p_inside as Hp. rewrite in_below in Hp.
  assert (E : forall i, N.testbit v i = N.testbit p i && N.testbit v (N.log2 p)).
  { intros i. destruct (N.lt_ge_cases i (N.of_nat k)) as [Hi|Hi]; [|now rewrite Hv, Hp].
    specialize (H (N.to_nat i) ltac:(lia)). rewrite N2Nat.id in H. unfold form in H.
    now destruct (N.testbit v i), (N.testbit p i && _). }
  destruct (N.testbit v (N.log2 p)); [right | left]; apply N.bits_inj; intros i; rewrite E.
  - apply andb_true_r.
  - rewrite N.bits_0. apply andb_false_r.
Qed.

Definition vanishes (s : N) (i : nat) : bool :=
  forallb (fun v => negb (N.testbit s v && form (N.of_nat i) v)) (below k).

(** The subspaces without p on which the first n forms vanish. *)
Definition remaining (n : nat) : list N :=
  filter (fun s => negb (N.testbit s p) && forallb (vanishes s) (seq 0 n)) (subspaces k).

Lemma vanishes_iff s i : subspace k s ->
  (vanishes s i = true <-> forall v, N.testbit s v = true -> form (N.of_nat i) v = false).
Proof.
  intros (Hin & _). unfold vanishes. rewrite forallb_forall. split; intros H v Hv.
  - specialize (H v (Hin v Hv)). now rewrite Hv, negb_true_iff in H.
  - specialize (H v). destruct (N.testbit s v); trivial. simpl. now rewrite H.
Qed.

Lemma in_remaining n s : In s (remaining n) <->
  (subspace k s /\ exists v, v <> 0%N /\ N.testbit s v = true) /\
  N.testbit s p = false /\ forall i, i < n -> forall v, N.testbit s v = true ->
  form (N.of_nat i) v = false.
Proof.
  unfold remaining. rewrite filter_In, in_subspaces, andb_true_iff, negb_true_iff, forallb_forall. split.
  - intros (Hs & Hp & Hv). repeat split; try apply Hs; trivial. intros i Hi.
    apply vanishes_iff; [apply Hs|]. apply Hv, in_seq. lia.
  - intros (Hs & Hp & Hv). split; trivial. split; trivial. intros i Hi. apply in_seq in Hi.
    apply vanishes_iff; [apply Hs|]. apply Hv. lia.
Qed.

Definition reflect (n : nat) : N -> N := images_of k p (form (N.of_nat n)).

Lemma reflect_remaining n s : In s (remaining n) -> In (reflect n s) (remaining n).
Proof.
  rewrite !in_remaining. intros ((Hs & v & Hv & Hsv) & Hp & Hf).
  assert (Hin := proj1 Hs). set (f := form (N.of_nat n)).
  assert (L := form_linear (N.of_nat n)). assert (P := form_p (N.of_nat n)).
  assert (Hm : forall u, N.testbit (reflect n s) u = true <-> In u (below k) /\ N.testbit s (moved p f u) = true)
    by (intros u; apply in_images).
  split; [split; [now apply images_subspace|]|split].
  - exists (moved p f v). split.
    + intros E. apply Hv. rewrite <- (moved_twice p f L P v), E. unfold moved. now rewrite (f_zero f L).
    + apply Hm. rewrite (moved_twice p f L P). split; trivial. apply moved_inside; trivial. auto.
  - apply not_true_iff_false. intros H. apply Hm in H as [_ H].
    unfold moved in H. unfold f in H. rewrite P in H. congruence.
  - intros i Hi u Hu. apply Hm in Hu as [_ Hu]. specialize (Hf i Hi _ Hu). unfold moved in Hf.
    destruct (f u); trivial. rewrite form_linear, form_p, xorb_false_r in Hf. exact Hf.
Qed.

Lemma reflect_fixed n : same (fixed N.eq_dec (reflect n) (remaining n)) (remaining (S n)).
Proof.
  intros s. rewrite in_fixed, !in_remaining. split.
  - intros ((Hs & Hp & Hf) & E). split; [trivial | split; [trivial|]]. intros i Hi.
    destruct (Nat.eq_dec i n) as [->|]; [|apply Hf; lia].
    apply (images_fixed k p (form (N.of_nat n)) p_inside (form_linear _) (form_p _) s); trivial. apply Hs.
  - intros (Hs & Hp & Hf). split; [split; [trivial | split; [trivial|]]|].
    + intros i Hi. apply Hf. lia.
    + apply (images_fixed k p (form (N.of_nat n)) p_inside (form_linear _) (form_p _) s); trivial; [apply Hs|].
      apply Hf. lia.
Qed.

Lemma remaining_lost n : n <= k -> lost subset None (remaining n).
Proof.
  intros Hn. remember (k - n) as m eqn:Hm. revert n Hn Hm. induction m as [|m IH]; intros n Hn Hm.
  - assert (n = k) by lia. subst n. destruct (remaining k) as [|s l] eqn:E; [now constructor; intros x [[] _]|].
    exfalso. assert (Hs : In s (remaining k)) by (rewrite E; now left).
    apply in_remaining in Hs as (((Hin & _) & v & Hv & Hsv) & Hp & Hf).
    destruct (forms_vanish v) as [|H]; auto. congruence.
  - apply (mirror_lost N.eq_dec subset (remaining n) (reflect n)); [apply subset_order | |].
    + apply transvection_mirror; [trivial | apply form_linear | apply form_p | |].
      * intros s Hs. apply in_remaining in Hs. tauto.
      * apply reflect_remaining.
    + rewrite (same_lost _ _ _ _ (subset_order _) (reflect_fixed n)). apply IH; lia.
Qed.

Lemma point_digits v : N.testbit (point p) v = true <-> v = 0%N \/ v = p.
Proof.
  unfold point. rewrite N.lor_spec, orb_true_iff. change 1%N with (2 ^ 0)%N.
  rewrite !N.pow2_bits_eqb, !N.eqb_eq. intuition.
Qed.

Lemma take_point : same (take subset (point p) (subspaces k)) (remaining 0).
Proof.
  intros s. rewrite in_take, in_remaining, in_subspaces, <- not_true_iff_false, subset_iff. split.
  - intros [Hs H]. split; trivial. split; [|lia]. apply not_true_iff_false. intros Hp. apply H.
    intros v Hv. apply point_digits in Hv as [-> | ->]; trivial. apply Hs.
  - intros (Hs & Hp & _). split; trivial. intros H. specialize (H p). rewrite H in Hp; [easy|].
    apply point_digits. now right.
Qed.

Lemma point_in : In (point p) (subspaces k).
Proof.
  apply in_subspaces. split; [|exists p; split; [trivial | apply point_digits; now right]].
  split; [|split].
  - intros v Hv. apply point_digits in Hv as [-> | ->]; trivial. apply in_below. intros i _. apply N.bits_0.
  - apply point_digits. now left.
  - intros u v Hu Hv. apply point_digits in Hu, Hv. apply point_digits.
    destruct Hu as [-> | ->], Hv as [-> | ->]; rewrite ?N.lxor_0_l, ?N.lxor_0_r, ?N.lxor_nilpotent; auto.
Qed.

End Point.

(** ** The theorems *)

(** What is listed: the sets of vectors of k digits that have 0, with two vectors their sum, and some other
    vector than 0. *)
Theorem subspaces_are k s : In s (subspaces k) <->
  (forall v, N.testbit s v = true -> (v < 2 ^ N.of_nat k)%N) /\ N.testbit s 0 = true /\
  (forall u v, N.testbit s u = true -> N.testbit s v = true -> N.testbit s (N.lxor u v) = true) /\
  exists v, v <> 0%N /\ N.testbit s v = true.
Proof.
  assert (H : forall v, In v (below k) <-> (v < 2 ^ N.of_nat k)%N).
  { intros v. unfold below. rewrite power_of_two, in_map_iff. split.
    - intros (x & <- & Hx). apply in_seq in Hx. lia.
    - intros Hv. exists (N.to_nat v). rewrite N2Nat.id. split; trivial. apply in_seq. lia. }
  rewrite in_subspaces. unfold subspace. split.
  - intros ((Hin & H0 & Hc) & Hv). split; [|tauto]. intros v Hs. apply H. auto.
  - intros (Hin & H0 & Hc & Hv). split; [|trivial]. split; [|tauto]. intros v Hs. apply H. auto.
Qed.

(** Every point wins: it may be taken, and leaves a position that is lost. *)
Theorem projective_point_wins k p : p <> 0%N -> (p < 2 ^ N.of_nat k)%N ->
  In (point p) (subspaces k) /\ lost subset None (take subset (point p) (subspaces k)).
Proof.
  intros H0 Hp. assert (Hin : In p (below k)).
  { unfold below. rewrite power_of_two in Hp. apply in_map_iff. exists (N.to_nat p). rewrite N2Nat.id.
    split; trivial. apply in_seq. lia. }
  split; [now apply point_in|].
  rewrite (same_lost _ _ _ _ (subset_order _) (take_point k p H0)).
  apply remaining_lost; trivial. lia.
Qed.

(** So PG(n, 2) is won, for n >= 0. *)
Theorem projective_won n : won subset None (subspaces (n + 1)).
Proof.
  destruct (projective_point_wins (n + 1) 1) as [Hin Hl]; [easy | |].
  - rewrite power_of_two. pose proof (Nat.pow_gt_lin_r 2 (n + 1)). lia.
  - apply (Won _ _ _ (point 1)); [now split | exact Hl].
Qed.
