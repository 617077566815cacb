(** * Two posets side by side

    The nim-value of a sum of two games is the nim-sum of both, here for Chomp on two posets of which no element of one is
    comparable with one of the other; and a chain is a heap of nim, whose nim-value is its size. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Nim Posets PosetValues TreeOrders.
Import ListNotations.

Definition sum_le {A B} (le : A -> A -> bool) (le' : B -> B -> bool) (x y : A + B) : bool :=
  match x, y with
  | inl a, inl a' => le a a'
  | inr b, inr b' => le' b b'
  | _, _ => false
  end.

Definition beside {A B} (left : list A) (left' : list B) : list (A + B) := map inl left ++ map inr left'.

Lemma in_beside {A B} (left : list A) (left' : list B) x : In x (beside left left') <->
  match x with inl a => In a left | inr b => In b left' end.
Proof.
  unfold beside. rewrite in_app_iff, !in_map_iff. destruct x as [a|b]; split.
  - now intros [(a' & [= ->] & H)|(b & [=] & _)].
  - intros H. left. now exists a.
  - now intros [(a & [=] & _)|(b' & [= ->] & H)].
  - intros H. right. now exists b.
Qed.

Lemma sum_order {A B} le le' (left : list A) (left' : list B) : is_order le left ->
  is_order le' left' -> is_order (sum_le le le') (beside left left').
Proof.
  intros [R S T] [R' S' T']. split.
  - intros [a|b] H; apply in_beside in H; cbn; auto.
  - intros [a|b] [a'|b'] H1 H2; apply in_beside in H1, H2; cbn; intros E1 E2; try discriminate; f_equal; auto.
  - intros [a|b] [a'|b'] [a''|b''] H1 H2 H3; apply in_beside in H1, H2, H3; cbn; try discriminate; eauto.
Qed.

Lemma take_first {A B} le le' (left : list A) (left' : list B) a y :
  In y (take (sum_le le le') (inl a) (beside left left')) <-> In y (beside (take le a left) left').
Proof. rewrite in_take, !in_beside. destruct y as [a'|b]; cbn; [now rewrite in_take | tauto]. Qed.

Lemma take_second {A B} le le' (left : list A) (left' : list B) b y :
  In y (take (sum_le le le') (inr b) (beside left left')) <-> In y (beside left (take le' b left')).
Proof. rewrite in_take, !in_beside. destruct y as [a|b']; cbn; [tauto | now rewrite in_take]. Qed.

(** The nim-value of two posets side by side is the nim-sum of both: their numbers are added in binary without carrying. *)
Lemma sum_value_within {A B} le le' : forall n (left : list A) (left' : list B),
  length left + length left' <= n -> is_order le left -> is_order le' left' ->
  N.of_nat (poset_value (sum_le le le') (beside left left')) =
    N.lxor (N.of_nat (poset_value le left)) (N.of_nat (poset_value le' left')).
Proof.
  induction n as [n IH] using lt_wf_ind. intros left left' Hn H H'.
  pose proof (sum_order le le' left left' H H') as Hsum. set (v := poset_value le left). set (v' := poset_value le' left').
  assert (H1 : forall a, In a left -> N.of_nat (poset_value (sum_le le le') (take (sum_le le le') (inl a) (beside left left'))) =
    N.lxor (N.of_nat (poset_value le (take le a left))) (N.of_nat v')).
  { intros a Ha. pose proof (take_shorter le a left H Ha).
    rewrite (poset_value_same _ _ (order_take _ _ _ Hsum) _ (take_first le le' left left' a)).
    apply (IH (length (take le a left) + length left')); [lia | lia | now apply order_take | trivial]. }
  assert (H2 : forall b, In b left' -> N.of_nat (poset_value (sum_le le le') (take (sum_le le le') (inr b) (beside left left'))) =
    N.lxor (N.of_nat v) (N.of_nat (poset_value le' (take le' b left')))).
  { intros b Hb. pose proof (take_shorter le' b left' H' Hb).
    rewrite (poset_value_same _ _ (order_take _ _ _ Hsum) _ (take_second le le' left left' b)).
    apply (IH (length left + length (take le' b left'))); [lia | lia | trivial | now apply order_take]. }
  destruct (poset_value_mex le left H) as [Hnot1 Hall1]. destruct (poset_value_mex le' left' H') as [Hnot2 Hall2].
  fold v in Hnot1, Hall1. fold v' in Hnot2, Hall2.
  rewrite <- (N2Nat.id (N.lxor _ _)). f_equal. apply (is_mex_unique _ _ _ (poset_value_mex _ _ Hsum)). split.
  - intros ([a|b] & Hx & E); apply in_beside in Hx; apply (f_equal N.of_nat) in E; rewrite N2Nat.id in E.
    + rewrite H1 in E by trivial. apply lxor_same_r, Nat2N.inj in E. apply Hnot1. eauto.
    + rewrite H2 in E by trivial. apply lxor_same_l, Nat2N.inj in E. apply Hnot2. eauto.
  - intros g Hg. destruct (nim_sum_move (N.of_nat v) (N.of_nat v') (N.of_nat g)) as [L|L]; [lia | |].
    + destruct (Hall1 (N.to_nat (N.lxor (N.of_nat g) (N.of_nat v')))) as (a & Ha & Ea); [lia|]. exists (inl a).
      split; [now apply in_beside|]. apply Nat2N.inj. rewrite H1, Ea, N2Nat.id by trivial.
      now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r.
    + destruct (Hall2 (N.to_nat (N.lxor (N.of_nat v) (N.of_nat g)))) as (b & Hb & Eb); [lia|]. exists (inr b).
      split; [now apply in_beside|]. apply Nat2N.inj. rewrite H2, Eb, N2Nat.id by trivial.
      now rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
Qed.

(** ** Chains: heaps of nim *)

Lemma chain_order l : is_order Nat.leb l.
Proof.
  split.
  - intros i _. apply Nat.leb_refl.
  - intros i j _ _ H H'. apply Nat.leb_le in H, H'. lia.
  - intros i j k _ _ _ H H'. apply Nat.leb_le in H, H'. apply Nat.leb_le. lia.
Qed.

Theorem heap_value h : poset_value Nat.leb (seq 1 h) = h.
Proof.
  induction h as [h IH] using lt_wf_ind.
  assert (Htake : forall i, 1 <= i <= h -> poset_value Nat.leb (take Nat.leb i (seq 1 h)) = i - 1).
  { intros i Hi. rewrite <- (IH (i - 1)) by lia. apply poset_value_same; [apply chain_order|].
    intros j. rewrite in_take, !in_seq, Nat.leb_gt. lia. }
  apply (is_mex_unique _ _ _ (poset_value_mex _ _ (chain_order _))). split.
  - intros (i & Hi & E). apply in_seq in Hi. rewrite Htake in E by lia. lia.
  - intros v Hv. exists (S v). split; [apply in_seq; lia|]. rewrite Htake by lia. lia.
Qed.

(** ** The theorem *)

Theorem sum_value {A B} le le' (left : list A) (left' : list B) : is_order le left ->
  is_order le' left' ->
  N.of_nat (poset_value (sum_le le le') (beside left left')) =
    N.lxor (N.of_nat (poset_value le left)) (N.of_nat (poset_value le' left')).
Proof. now apply (sum_value_within le le' (length left + length left')). Qed.
