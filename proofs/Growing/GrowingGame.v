(** * Chomp on orders with two growing chains

    Positions (S, m, n), where the moves lead, and the recurrence of growing.md, Theorem 1: which n has a nim-value in
    row m. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker GrowingOrders.
Import ListNotations.

(** ** Positions *)

(** The elements of a set, c1 to cm and d1 to dn. *)
Definition items (o : order) (s : N) (m n : nat) : list item :=
  map Fixed (inside o s) ++ map C (seq 1 m) ++ map D (seq 1 n).

(** They are a down-set: with every element they have all smaller ones ([position_iff]). *)
Record position (o : order) (s : N) (m n : nat) : Prop := {
  within : forall a, has s a = true -> a < size o;
  closed : forall a b, a < size o -> b < size o -> has (above o a) b = true -> has s b = true -> has s a = true;
  present : forall a, has s a = true -> lc o a <= m /\ ld o a <= n;
  absent : forall a, a < size o -> has s a = false -> (uc o a = 0 \/ m < uc o a) /\ (ud o a = 0 \/ n < ud o a);
  stairs : phi o m <= n }.

Lemma in_inside o s a : In a (inside o s) <-> a < size o /\ has s a = true.
Proof. unfold inside. rewrite in_members, Nat.sub_0_r. intuition lia. Qed.

Lemma in_items o s m n x : In x (items o s m n) <->
  match x with Fixed a => a < size o /\
  has s a = true | C i => 1 <= i <= m | D j => 1 <= j <= n end.
Proof.
  unfold items. rewrite !in_app_iff, !in_map_iff. destruct x as [a|i|j]; split.
  - intros [(b & [= ->] & H)|[(b & [=] & _)|(b & [=] & _)]]. now apply in_inside.
  - intros H. left. exists a. split; trivial. now apply in_inside.
  - intros [(b & [=] & H)|[(b & [= ->] & H)|(b & [=] & _)]]. apply in_seq in H. lia.
  - intros H. right. left. exists i. split; trivial. apply in_seq. lia.
  - intros [(b & [=] & H)|[(b & [=] & H)|(b & [= ->] & H)]]. apply in_seq in H. lia.
  - intros H. right. right. exists j. split; trivial. apply in_seq. lia.
Qed.

Lemma items_are o s m n x : In x (items o s m n) -> is_item o x.
Proof. rewrite in_items. destruct x; simpl; lia. Qed.

Section Game.
Variable o : order.
Hypothesis Ho : check_order o = true.
Let Hphi := order_phi o Ho.

Theorem position_iff s m n : position o s m n <->
  (forall a, has s a = true -> a < size o) /\
  forall x y, is_item o x -> item_le o x y = true -> In y (items o s m n) -> In x (items o s m n).
Proof.
  split.
  - intros [Hw Hc Hp Ha Hs]. split; trivial.
    intros [a|i|j] [b|i'|j']; rewrite !in_items; cbn [is_item item_le];
      rewrite ?fixed_le, ?reaches_iff, ?Nat.leb_le; try discriminate; intros Hx H Hy; try lia.
    + destruct H as [->|H]; trivial. destruct Hy as [Hb Hy]. split; trivial. now apply (Hc a b).
    + split; trivial. destruct (has s a) eqn:E; trivial. specialize (Ha a Hx E). lia.
    + split; trivial. destruct (has s a) eqn:E; trivial. specialize (Ha a Hx E). lia.
    + destruct (Hp b); [tauto | lia].
    + destruct (Hp b); [tauto | lia].
    + pose proof (phi_le o Hphi i' m). lia.
  - intros [Hw Hd]. split; trivial.
    + intros a b Ha Hb H Hs. specialize (Hd (Fixed a) (Fixed b)). rewrite !in_items in Hd.
      apply Hd; auto. cbn. rewrite H. apply orb_true_r.
    + intros a Ha. specialize (Hw a Ha). split.
      * destruct (lc o a) as [|i] eqn:E; [lia|]. specialize (Hd (C (S i)) (Fixed a)). rewrite !in_items in Hd.
        cbn [is_item item_le] in Hd. rewrite E, Nat.leb_refl in Hd. apply Hd; auto; lia.
      * destruct (ld o a) as [|j] eqn:E; [lia|]. specialize (Hd (D (S j)) (Fixed a)). rewrite !in_items in Hd.
        cbn [is_item item_le] in Hd. rewrite E, Nat.leb_refl in Hd. apply Hd; auto; lia.
    + intros a Ha Hs. split.
      * destruct (Nat.eq_dec (uc o a) 0); [now left|]. right. destruct (Nat.lt_ge_cases m (uc o a)); trivial.
        specialize (Hd (Fixed a) (C (uc o a))). rewrite !in_items in Hd. cbn [is_item item_le] in Hd.
        rewrite reaches_iff in Hd. destruct Hd; try lia. congruence.
      * destruct (Nat.eq_dec (ud o a) 0); [now left|]. right. destruct (Nat.lt_ge_cases n (ud o a)); trivial.
        specialize (Hd (Fixed a) (D (ud o a))). rewrite !in_items in Hd. cbn [is_item item_le] in Hd.
        rewrite reaches_iff in Hd. destruct Hd; try lia. congruence.
    + destruct (Nat.eq_dec m 0) as [->|Hm]; [rewrite (phi_zero o Hphi); lia|].
      destruct (Nat.eq_dec (phi o m) 0) as [E|E]; [lia|].
      specialize (Hd (D (phi o m)) (C m)). rewrite !in_items in Hd. cbn [is_item item_le] in Hd.
      rewrite Nat.leb_le in Hd. apply Hd; lia.
Qed.

(** ** Moves *)

(** What is left of a chain below its first element above something. *)
Definition lower (m first : nat) : nat := if first =? 0 then m else Nat.min m (first - 1).

Lemma has_without s a b : has (without o s a) b = true <->
  b < size o /\ has s b = true /\ a <> b /\ has (above o a) b = false.
Proof.
  unfold without. rewrite !has_ldiff, has_land, has_full, has_set_of, !andb_true_iff, !negb_true_iff, Nat.ltb_lt.
  destruct (Nat.ltb_spec b (size o)); cbn [andb]; [rewrite Nat.eqb_neq|]; intuition.
Qed.

Lemma has_without_c s i b : has (without_c o s i) b = true <-> b < size o /\ has s b = true /\
  lc o b < i.
Proof. unfold without_c. rewrite has_land, has_set_where, !andb_true_iff, !Nat.ltb_lt. unfold lc. tauto. Qed.

Lemma has_without_d s j b : has (without_d o s j) b = true <-> b < size o /\ has s b = true /\
  ld o b < j.
Proof. unfold without_d. rewrite has_land, has_set_where, !andb_true_iff, !Nat.ltb_lt. unfold ld. tauto. Qed.

Lemma lower_spec m first i : 1 <= i <= m /\ reaches first i = false <-> 1 <= i <= lower m first.
Proof.
  unfold lower. rewrite <- not_true_iff_false, reaches_iff. destruct (Nat.eqb_spec first 0); lia.
Qed.

Lemma take_fixed s m n a y : In y (take (item_le o) (Fixed a) (items o s m n)) <->
  In y (items o (without o s a) (lower m (uc o a)) (lower n (ud o a))).
Proof.
  rewrite in_take, !in_items. destruct y as [b|i|j]; cbn [item_le].
  - rewrite has_without, orb_false_iff, Nat.eqb_neq. tauto.
  - apply lower_spec.
  - apply lower_spec.
Qed.

Lemma take_c s m n i y : 1 <= i <= m -> In y (take (item_le o) (C i) (items o s m n)) <->
  In y (items o (without_c o s i) (i - 1) n).
Proof.
  intros Hi. rewrite in_take, !in_items. destruct y as [b|i'|j]; cbn [item_le].
  - rewrite has_without_c, Nat.leb_gt. tauto.
  - rewrite Nat.leb_gt. lia.
  - tauto.
Qed.

Lemma take_d s m n j y : 1 <= j <= n -> In y (take (item_le o) (D j) (items o s m n)) <->
  In y (items o (without_d o s j) (cut o m j) (j - 1)).
Proof.
  intros Hj. rewrite in_take, !in_items. destruct y as [b|i|j']; cbn [item_le].
  - rewrite has_without_d, Nat.leb_gt. tauto.
  - rewrite Nat.leb_gt. pose proof (cut_le o m j). pose proof (cut_below o Hphi m j).
    pose proof (cut_above o m j i). pose proof (phi_le o Hphi i (cut o m j)). lia.
  - rewrite Nat.leb_gt. lia.
Qed.

(** A move leaves a position. *)
Lemma position_take s m n x s' m' n' : position o s m n -> In x (items o s m n) ->
  (forall a, has s' a = true -> a < size o) ->
  (forall y, In y (take (item_le o) x (items o s m n)) <-> In y (items o s' m' n')) ->
  position o s' m' n'.
Proof.
  intros H Hx Hw Hsame. apply position_iff in H as [_ Hd]. apply position_iff. split; trivial.
  intros y z Hy Hle Hz. rewrite <- Hsame, in_take in *. destruct Hz as [Hz Hxz].
  assert (Hy' : In y (items o s m n)) by (apply (Hd y z); trivial). split; trivial.
  destruct (item_le o x y) eqn:E; trivial. rewrite <- Hxz. symmetry.
  apply (item_transitive o Ho x y z); eauto using items_are.
Qed.

Lemma position_fixed s m n a : position o s m n -> has s a = true ->
  position o (without o s a) (lower m (uc o a)) (lower n (ud o a)).
Proof.
  intros H Ha. pose proof (within _ _ _ _ H a Ha).
  apply (position_take s m n (Fixed a)); trivial; [now apply in_items| | apply take_fixed].
  intros b Hb. now apply has_without in Hb.
Qed.

Lemma position_c s m n i : position o s m n -> 1 <= i <= m -> position o (without_c o s i)
  (i - 1) n.
Proof.
  intros H Hi. apply (position_take s m n (C i)); trivial; [now apply in_items| | now intros; apply take_c].
  intros b Hb. now apply has_without_c in Hb.
Qed.

Lemma position_d s m n j : position o s m n -> 1 <= j <= n -> position o (without_d o s j)
  (cut o m j) (j - 1).
Proof.
  intros H Hj. apply (position_take s m n (D j)); trivial; [now apply in_items| | now intros; apply take_d].
  intros b Hb. now apply has_without_d in Hb.
Qed.

(** ** Nim-values *)

Definition value (s : N) (m n : nat) : nat := poset_value (item_le o) (items o s m n).

(** The positions of a nim-value. *)
Definition hit (k : nat) (s : N) (m n : nat) : Prop := position o s m n /\ value s m n = k.

Lemma items_order s m n : is_order (item_le o) (items o s m n).
Proof. apply growing_order; trivial. apply items_are. Qed.

Lemma value_take s m n x s' m' n' :
  (forall y, In y (take (item_le o) x (items o s m n)) <-> In y (items o s' m' n')) ->
  poset_value (item_le o) (take (item_le o) x (items o s m n)) = value s' m' n'.
Proof. intros H. apply poset_value_same; trivial. apply order_take, items_order. Qed.

Lemma value_larger k s m n : position o s m n -> k < value s m n ->
  (exists a, has s a = true /\ hit k (without o s a) (lower m (uc o a)) (lower n (ud o a))) \/
  (exists i, 1 <= i <= m /\ hit k (without_c o s i) (i - 1) n) \/
  (exists j, 1 <= j <= n /\ hit k (without_d o s j) (cut o m j) (j - 1)).
Proof.
  intros H Hk. destruct (poset_value_mex (item_le o) _ (items_order s m n)) as [_ Hall]. fold (value s m n) in *.
  destruct (Hall k Hk) as ([a|i|j] & Hx & Hv); apply in_items in Hx.
  - left. exists a. split; [tauto|]. split; [now apply position_fixed|].
    now rewrite <- (value_take _ _ _ _ _ _ _ (take_fixed s m n a)).
  - right. left. exists i. split; trivial. split; [now apply (position_c s m)|]. rewrite <- Hv. symmetry.
    apply value_take. intros y. now apply take_c.
  - right. right. exists j. split; trivial. split; [now apply (position_d s m n)|]. rewrite <- Hv. symmetry.
    apply value_take. intros y. now apply take_d.
Qed.

Lemma value_iff k s m n : position o s m n -> (value s m n = k <->
  ~ value s m n < k /\
  (forall a, has s a = true -> ~ hit k (without o s a) (lower m (uc o a)) (lower n (ud o a))) /\
  (forall i, 1 <= i <= m -> ~ hit k (without_c o s i) (i - 1) n) /\
  (forall j, 1 <= j <= n -> ~ hit k (without_d o s j) (cut o m j) (j - 1))).
Proof.
  intros H. destruct (poset_value_mex (item_le o) _ (items_order s m n)) as [Hnot _]. fold (value s m n) in *.
  split.
  - intros E. split; [lia|]. rewrite E in Hnot. repeat split; intros x Hx [_ Hv]; apply Hnot.
    + exists (Fixed x). split; [apply in_items; split; trivial; now apply (within _ _ _ _ H)|].
      now rewrite (value_take _ _ _ _ _ _ _ (take_fixed s m n x)).
    + exists (C x). split; [now apply in_items|]. rewrite <- Hv. apply value_take. intros y. now apply take_c.
    + exists (D x). split; [now apply in_items|]. rewrite <- Hv. apply value_take. intros y. now apply take_d.
  - intros (Hlt & Ha & Hc & Hd). destruct (Nat.eq_dec (value s m n) k) as [|Hne]; trivial.
    destruct (value_larger k s m n H) as [(a & Ha' & Hh)|[(i & Hi & Hh)|(j & Hj & Hh)]]; [lia | | |]; exfalso.
    + exact (Ha a Ha' Hh).
    + exact (Hc i Hi Hh).
    + exact (Hd j Hj Hh).
Qed.
End Game.
