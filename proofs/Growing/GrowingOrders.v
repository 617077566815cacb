(** * Orders with two growing chains

    The order that a certificate describes, and Chomp on its finite down-sets, as in growing.md, section 0: what
    [check_order] accepts is an order, and what the moves leave. *)

From Coq Require Import List Arith NArith Ndigits Bool Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker.
Import ListNotations.

Arguments N.testbit_nat : simpl nomatch.

(** ** Sets *)

Lemma has_set_from f n : forall i a, has (set_from f i n) a = (a <? n) && f (i + a).
Proof.
  induction n as [|n IH]; intros i a; [reflexivity|]. cbn [set_from].
  destruct a as [|a].
  - rewrite Nat.add_0_r. destruct (f i), (set_from f (S i) n); reflexivity.
  - specialize (IH (S i) a). rewrite Nat.add_succ_comm in IH.
    replace (S a <? S n) with (a <? n) by reflexivity. rewrite <- IH.
    destruct (f i), (set_from f (S i) n); reflexivity.
Qed.

Lemma has_set_of f n a : has (set_of f n) a = (a <? n) && f a.
Proof. apply has_set_from. Qed.

Lemma has_half s : has s 0 = N.odd s /\ forall a, has s (S a) = has (N.div2 s) a.
Proof. now destruct s as [|[p|p|]]. Qed.

Lemma has_land s t a : has (N.land s t) a = has s a && has t a.
Proof. unfold has. now rewrite <- !Ntestbit_Nbit, N.land_spec. Qed.

Lemma has_ldiff s t a : has (N.ldiff s t) a = has s a && negb (has t a).
Proof. unfold has. now rewrite <- !Ntestbit_Nbit, N.ldiff_spec. Qed.

Lemma has_set_where f n : forall l a, has (set_where f n l) a = (a <? n) && f (nth a l 0).
Proof.
  induction n as [|n IH]; intros l a; [reflexivity|]. cbn [set_where]. destruct a as [|a].
  - replace (nth 0 l 0) with (hd 0 l) by now destruct l. now destruct (f (hd 0 l)), (set_where f n (tl l)).
  - replace (nth (S a) l 0) with (nth a (tl l) 0) by (destruct l; [now destruct a | reflexivity]).
    replace (S a <? S n) with (a <? n) by reflexivity. rewrite <- IH. now destruct (f (hd 0 l)), (set_where f n (tl l)).
Qed.

Lemma in_members b n : forall s i a, In a (members b s i n) <-> i <= a < i + n /\ has s (a - i) = b.
Proof.
  induction n as [|n IH]; intros s i a; cbn [members]; [simpl; lia|]. destruct (has_half s) as [E0 ES].
  assert (H : In a (members b (N.div2 s) (S i) n) <-> S i <= a < i + S n /\ has s (a - i) = b).
  { rewrite IH. replace (S i + n) with (i + S n) by lia. split; intros [Ha H]; (split; [trivial|]).
    - now replace (a - i) with (S (a - S i)) by lia; rewrite ES.
    - now replace (a - i) with (S (a - S i)) in H by lia; rewrite ES in H. }
  destruct (Bool.eqb (N.odd s) b) eqn:E; [cbn [In]|]; rewrite H.
  - apply eqb_prop in E. split; [intros [<-|Ha] | intros [Ha Hh]].
    + rewrite Nat.sub_diag, E0. split; [lia | trivial].
    + split; [lia | tauto].
    + destruct (Nat.eq_dec i a); [now left | right; split; [lia | trivial]].
  - apply eqb_false_iff in E. split; intros [Ha Hh]; (split; [|trivial]); [lia|].
    destruct (Nat.eq_dec i a) as [<-|]; [|lia]. now rewrite Nat.sub_diag, E0 in Hh.
Qed.

Lemma members_once b n : forall s i, NoDup (members b s i n).
Proof.
  induction n as [|n IH]; intros s i; cbn [members]; [constructor|].
  destruct (Bool.eqb (N.odd s) b); [constructor|]; trivial. rewrite in_members. lia.
Qed.

Lemma numbers_of_members b n : forall s i l l', (forall a, nth (i + a) l' 0 = nth a l 0) ->
  numbers_of b s n l = map (fun a => nth a l' 0) (members b s i n).
Proof.
  induction n as [|n IH]; intros s i l l' H; cbn [numbers_of members]; [reflexivity|].
  assert (E : numbers_of b (N.div2 s) n (tl l) = map (fun a => nth a l' 0) (members b (N.div2 s) (S i) n)).
  { apply IH. intros a. replace (S i + a) with (i + S a) by lia. rewrite H. destruct l; [now destruct a | reflexivity]. }
  destruct (Bool.eqb (N.odd s) b); rewrite E; [|reflexivity]. cbn [map]. f_equal.
  specialize (H 0). rewrite Nat.add_0_r in H. rewrite H. now destruct l.
Qed.

Lemma numbers_of_is b s n l : numbers_of b s n l = map (fun a => nth a l 0) (members b s 0 n).
Proof. now apply numbers_of_members. Qed.

Lemma has_full o a : has (full o) a = (a <? size o).
Proof. unfold full. rewrite has_set_of. apply andb_true_r. Qed.

Lemma same_set s t : (forall a, has s a = has t a) -> s = t.
Proof. intros H. apply Nbit_faithful. exact H. Qed.

Lemma is_empty s : N.eqb s 0 = true <-> forall a, has s a = false.
Proof.
  rewrite N.eqb_eq. split; [now intros -> | intros H; apply same_set; intros a; now rewrite H].
Qed.

Lemma disjoint_iff o s t : disjoint o s t = true <->
  forall a, a < size o -> has s a = true -> has t a = true -> False.
Proof.
  unfold disjoint. rewrite is_empty. split; intros H a.
  - intros Ha Hs Ht. specialize (H a). rewrite !has_land, has_full, Hs, Ht in H. apply Nat.ltb_lt in Ha. now rewrite Ha in H.
  - rewrite !has_land, has_full. destruct (has s a) eqn:Es, (Nat.ltb_spec a (size o)), (has t a) eqn:Et; trivial. now elim (H a).
Qed.

Lemma contains_iff o s t : contains o s t = true <->
  forall a, a < size o -> has t a = true -> has s a = true.
Proof.
  unfold contains. rewrite is_empty. split; intros H a.
  - intros Ha Ht. specialize (H a). rewrite has_ldiff, has_land, has_full, Ht in H. apply Nat.ltb_lt in Ha. rewrite Ha in H.
    now destruct (has s a).
  - rewrite has_ldiff, has_land, has_full. destruct (has t a) eqn:Et, (Nat.ltb_spec a (size o)); trivial. now rewrite H.
Qed.

(** ** The numbers of d below c1, c2, ... *)

Section Phi.
Variable o : order.
Hypothesis Hphi : check_phi o = true.

Lemma step_positive : 1 <= step o.
Proof. unfold check_phi in Hphi. rewrite !andb_true_iff, Nat.leb_le in Hphi. tauto. Qed.

Lemma phi_step i : length (start o) <= i + step o - 1 -> phi o (i + step o) = phi o i + rise o.
Proof.
  intros Hi. pose proof step_positive as Hq. unfold phi.
  assert (E : (i + step o - length (start o) + (step o - 1)) / step o =
              (i - length (start o) + (step o - 1)) / step o + 1).
  { destruct (Nat.le_gt_cases (length (start o)) i).
    - replace (i + step o - length (start o) + (step o - 1)) with (i - length (start o) + (step o - 1) + 1 * step o) by lia.
      apply Nat.div_add. lia.
    - replace (i - length (start o)) with 0 by lia. rewrite (Nat.div_small (0 + _)) by lia.
      symmetry. apply (Nat.div_unique _ _ _ (i + step o - length (start o) - 1)); lia. }
  rewrite E. replace (i + step o - _) with (i - (i - length (start o) + (step o - 1)) / step o * step o) by lia. lia.
Qed.

Lemma phi_next i : phi o i <= phi o (i + 1).
Proof.
  pose proof step_positive as Hq. induction i as [i IH] using lt_wf_ind.
  destruct (Nat.lt_ge_cases i (length (start o) + step o)) as [Hi|Hi].
  - unfold check_phi in Hphi. rewrite !andb_true_iff, forallb_forall in Hphi. destruct Hphi as [_ H].
    apply Nat.leb_le, H, in_seq. lia.
  - replace i with (i - step o + step o) by lia. replace (i - step o + step o + 1) with (i - step o + 1 + step o) by lia.
    rewrite !phi_step by lia. specialize (IH (i - step o)). lia.
Qed.

Lemma phi_le i j : i <= j -> phi o i <= phi o j.
Proof.
  induction 1 as [|j _ IH]; trivial. pose proof (phi_next j) as H. replace (S j) with (j + 1) by lia. lia.
Qed.

Lemma phi_zero : phi o 0 = 0.
Proof. unfold phi. pose proof step_positive. rewrite Nat.sub_0_l, Nat.div_small by lia. reflexivity. Qed.

Lemma phi_bounded i : rise o = 0 -> phi o i <= phi o (length (start o) + step o).
Proof.
  intros Hr. pose proof step_positive as Hq. induction i as [i IH] using lt_wf_ind.
  destruct (Nat.le_gt_cases i (length (start o) + step o)) as [Hi|Hi]; [now apply phi_le|].
  replace i with (i - step o + step o) by lia. rewrite phi_step by lia. specialize (IH (i - step o)). lia.
Qed.

Lemma phi_turns t i : length (start o) <= i -> phi o (i + t * step o) = phi o i + t * rise o.
Proof.
  intros Hi. pose proof step_positive. induction t as [|t IH]; [now rewrite !Nat.add_0_r|].
  replace (i + S t * step o) with (i + t * step o + step o) by lia. rewrite phi_step, IH by lia. lia.
Qed.

(** What d_j leaves of c. *)
Lemma cut_le m j : cut o m j <= m.
Proof. induction m as [|m IH]; simpl; trivial. destruct (_ <? _); lia. Qed.

Lemma cut_above m j i : cut o m j < i -> i <= m -> j <= phi o i.
Proof.
  induction m as [|m IH]; cbn [cut]; intros H Hi; [lia|].
  destruct (Nat.ltb_spec (phi o (S m)) j); [lia|]. destruct (Nat.eq_dec i (S m)) as [->|]; trivial. apply IH; lia.
Qed.

Lemma cut_below m j : 1 <= j -> phi o (cut o m j) < j.
Proof.
  intros Hj. induction m as [|m IH]; cbn [cut]; [rewrite phi_zero; lia|].
  destruct (Nat.ltb_spec (phi o (S m)) j); trivial.
Qed.

Lemma cut_is m j i : i <= m -> phi o i < j -> (i = m \/ j <= phi o (i + 1)) -> cut o m j = i.
Proof.
  intros Hi Hlt Hend. pose proof (cut_le m j). destruct (Nat.lt_trichotomy (cut o m j) i) as [L|[?|L]]; trivial.
  - pose proof (cut_above m j i L Hi). lia.
  - pose proof (cut_below m j). pose proof (phi_le (i + 1) (cut o m j)). lia.
Qed.

Lemma psi_spec j v i : psi o j = Some v -> v < i -> j <= phi o i.
Proof.
  unfold psi. set (u := bisect _ _ _ _ _). destruct (Nat.ltb_spec (phi o (u + 1)) j); [easy|].
  intros [= <-] Hi. pose proof (phi_le (u + 1) i). lia.
Qed.
End Phi.

(** ** The order *)

Inductive item := Fixed (a : nat) | C (i : nat) | D (j : nat).

Definition item_le (o : order) (x y : item) : bool :=
  match x, y with
  | Fixed a, Fixed b => (a =? b) || has (above o a) b
  | Fixed a, C i => reaches (uc o a) i
  | Fixed a, D j => reaches (ud o a) j
  | C i, Fixed a => i <=? lc o a
  | C i, C i' => i <=? i'
  | C _, D _ => false
  | D j, Fixed a => j <=? ld o a
  | D j, C i => j <=? phi o i
  | D j, D j' => j <=? j'
  end.

(** The elements of A are numbered from 0, those of the chains from 1. *)
Definition is_item (o : order) (x : item) : Prop :=
  match x with Fixed a => a < size o | C i => 1 <= i | D j => 1 <= j end.

Lemma reaches_iff first i : reaches first i = true <-> 1 <= first <= i.
Proof. unfold reaches. now rewrite andb_true_iff, !Nat.leb_le. Qed.

Lemma not_reaches first i : negb (reaches first i) = true <-> ~ 1 <= first <= i.
Proof. rewrite negb_true_iff, <- not_true_iff_false, reaches_iff. reflexivity. Qed.

Section Order.
Variable o : order.
Hypothesis Ho : check_order o = true.

Lemma order_phi : check_phi o = true.
Proof. unfold check_order in Ho. now apply andb_true_iff in Ho. Qed.

Lemma order_element a : a < size o ->
  has (above o a) a = false /\ ~ 1 <= uc o a <= lc o a /\ ~ 1 <= ud o a <= ld o a /\
  (lc o a = 0 \/ ud o a = 0) /\
  phi o (lc o a) <= ld o a /\ (uc o a = 0 \/ ld o a <= phi o (uc o a)) /\
  forall i, 1 <= ud o a <= phi o i -> 1 <= uc o a <= i.
Proof.
  intros Ha. pose proof order_phi as Hphi. unfold check_order in Ho. rewrite andb_true_iff, forallb_forall in Ho.
  destruct Ho as [_ H]. specialize (H a ltac:(apply in_seq; lia)). apply andb_true_iff in H as [H _].
  unfold check_element in H. rewrite !andb_true_iff, !orb_true_iff, !not_reaches, !Nat.eqb_eq, !Nat.leb_le in H.
  destruct H as [[[[[[H1 H2] H3] H4] H5] H6] H7]. rewrite negb_true_iff in H1. repeat (split; [tauto|]).
  intros i Hi. destruct H7 as [H7|H7]; [lia|]. destruct (Nat.eqb_spec (uc o a) 0) as [E|E].
  - rewrite andb_true_iff, Nat.eqb_eq, Nat.ltb_lt in H7. destruct H7 as [Hr H7].
    pose proof (phi_bounded o Hphi i Hr). lia.
  - apply Nat.ltb_lt in H7. split; [lia|]. destruct (Nat.le_gt_cases (uc o a) i); trivial.
    pose proof (phi_le o Hphi i (uc o a - 1)). lia.
Qed.

Lemma order_pair a b : a < size o -> b < size o ->
  if has (above o a) b
  then (forall c, c < size o -> has (above o b) c = true -> has (above o a) c = true) /\
  lc o a <= lc o b /\
       ld o a <= ld o b /\ (uc o b = 0 \/ 1 <= uc o a <= uc o b) /\ (ud o b = 0 \/
       1 <= ud o a <= ud o b)
  else ~ 1 <= uc o a <= lc o b /\ ~ 1 <= ud o a <= ld o b.
Proof.
  intros Ha Hb. unfold check_order in Ho. rewrite andb_true_iff, forallb_forall in Ho.
  destruct Ho as [_ H]. specialize (H a ltac:(apply in_seq; lia)). apply andb_true_iff in H as [_ H].
  rewrite forallb_forall in H. specialize (H b ltac:(apply in_seq; lia)). unfold check_pair in H.
  destruct (has (above o a) b).
  - rewrite !andb_true_iff, !orb_true_iff, !reaches_iff, !Nat.eqb_eq, !Nat.leb_le in H.
    destruct H as [[[[H1 H2] H3] H4] H5]. split; [|tauto]. now apply contains_iff.
  - now rewrite andb_true_iff, !not_reaches in H.
Qed.

Lemma fixed_le a b : (a =? b) || has (above o a) b = true <-> a = b \/ has (above o a) b = true.
Proof. now rewrite orb_true_iff, Nat.eqb_eq. Qed.

Lemma item_transitive x y z : is_item o x -> is_item o y -> is_item o z ->
  item_le o x y = true -> item_le o y z = true -> item_le o x z = true.
Proof.
  pose proof order_phi as Hphi.
  destruct x as [a|i|j], y as [b|i'|j'], z as [c|i''|j'']; cbn [is_item item_le]; intros Hx Hy Hz;
    rewrite ?fixed_le, ?reaches_iff, ?Nat.leb_le; try discriminate; intros H1 H2; try lia;
    repeat match goal with H : _ = _ \/ has _ _ = true |- _ => destruct H as [<-|H]; [now auto|] end;
    try (pose proof (order_element b Hy) as Eb); try (pose proof (order_element a Hx) as Ea);
    try (pose proof (order_pair a b Hx Hy) as P; rewrite H1 in P);
    try (pose proof (order_pair b c Hy Hz) as P'; rewrite H2 in P'); try lia.
  - right. now apply P.
  - pose proof (order_pair a c Hx Hz) as P. right. destruct (has (above o a) c); trivial. lia.
  - pose proof (order_pair a c Hx Hz) as P. right. destruct (has (above o a) c); trivial. lia.
  - apply Ea. lia.
  - pose proof (phi_le o Hphi (uc o b) i''). lia.
  - pose proof (order_element c Hz) as Ec. pose proof (phi_le o Hphi i' (lc o c)). lia.
  - pose proof (phi_le o Hphi i' i''). lia.
Qed.

Lemma item_antisymmetric x y : is_item o x -> is_item o y ->
  item_le o x y = true -> item_le o y x = true -> x = y.
Proof.
  destruct x as [a|i|j], y as [b|i'|j']; cbn [is_item item_le]; intros Hx Hy;
    rewrite ?fixed_le, ?reaches_iff, ?Nat.leb_le; try discriminate; intros H1 H2;
    try (f_equal; lia); try (pose proof (order_element _ Hx); lia); try (pose proof (order_element _ Hy); lia).
  destruct H1 as [->|H1]; trivial. destruct H2 as [->|H2]; trivial.
  pose proof (order_pair a b Hx Hy) as P. rewrite H1 in P. destruct P as [P _]. specialize (P a Hx H2).
  pose proof (order_element a Hx). destruct H as [H _]. congruence.
Qed.

Theorem growing_order (l : list item) : (forall x, In x l -> is_item o x) -> is_order (item_le o) l.
Proof.
  intros Hl. split.
  - intros [a|i|j] _; cbn [item_le]; rewrite ?Nat.eqb_refl, ?Nat.leb_refl; reflexivity.
  - intros x y Hx Hy. apply item_antisymmetric; auto.
  - intros x y z Hx Hy Hz. apply item_transitive; auto.
Qed.
End Order.
