(** * Rows, and when they repeat

    growing.md, Theorem 1, Lemma 2 and Theorem 2: the term of a row is the least number that is not excluded, unless the
    row is blocked or the number is beyond an end; and if the state returns, the terms repeat. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame.
Import ListNotations.

Ltac fill := repeat match goal with |- _ /\ _ => split end; trivial; try lia.

(** ** Which rows and columns there are *)

Lemma largest_le l x : largest l <= x <-> forall y, In y l -> y <= x.
Proof.
  induction l as [|z l IH]; simpl; [split; [easy | lia]|]. fold (largest l). split.
  - intros H y [<-|Hy]; [lia|]. apply IH; trivial. lia.
  - intros H. assert (z <= x) by auto. assert (largest l <= x) by (apply IH; auto). lia.
Qed.

Lemma smallest_lt l x : (forall e, smallest l = Some e -> x < e) <-> forall y, In y l -> y = 0 \/
  x < y.
Proof.
  induction l as [|z l IH]; simpl; [easy|]. fold (smallest l). split.
  - intros H. assert (H' : (z = 0 \/ x < z) /\ forall e, smallest l = Some e -> x < e).
    { destruct (Nat.eqb_spec z 0); [now auto|]. destruct (smallest l) as [y|].
      - specialize (H _ eq_refl). split; [lia|]. intros e [= <-]. lia.
      - split; [right; now apply H | easy]. }
    intros y [<-|Hy]; [tauto|]. now apply IH.
  - intros H e. pose proof (proj2 IH (fun y Hy => H y (or_intror Hy))) as H'. destruct (Nat.eqb_spec z 0); [now auto|].
    destruct (smallest l) as [y|]; intros [= <-]; [specialize (H' _ eq_refl)|]; specialize (H z (or_introl eq_refl)); lia.
Qed.

Definition is_down_set (o : order) (s : N) : Prop :=
  (forall a, has s a = true -> a < size o) /\
  forall a b, a < size o -> b < size o -> has (above o a) b = true -> has s b = true -> has s a = true.

Definition is_row (o : order) (s : N) (m : nat) : Prop :=
  m0_of o s <= m /\ forall e, first_c o s = Some e -> m < e.

Definition low (o : order) (s : N) (m : nat) : nat := Nat.max (n0_of o s) (phi o m).

Definition outside (o : order) (s : N) : list nat := members false s 0 (size o).

Lemma in_outside o s a : In a (outside o s) <-> a < size o /\ has s a = false.
Proof. unfold outside. rewrite in_members, Nat.sub_0_r. intuition lia. Qed.

Lemma m0_is o s : m0_of o s = largest (map (lc o) (inside o s)).
Proof. unfold m0_of. now rewrite numbers_of_is. Qed.

Lemma n0_is o s : n0_of o s = largest (map (ld o) (inside o s)).
Proof. unfold n0_of. now rewrite numbers_of_is. Qed.

Lemma first_c_is o s : first_c o s = smallest (map (uc o) (outside o s)).
Proof. unfold first_c. now rewrite numbers_of_is. Qed.

Lemma first_d_is o s : first_d o s = smallest (map (ud o) (outside o s)).
Proof. unfold first_d. now rewrite numbers_of_is. Qed.

Lemma position_range o s m n : is_down_set o s ->
  (position o s m n <-> is_row o s m /\ low o s m <= n /\ forall e, first_d o s = Some e -> n < e).
Proof.
  intros [Hw Hc]. unfold is_row, low. rewrite m0_is, n0_is, first_c_is, first_d_is.
  rewrite !smallest_lt, largest_le. split.
  - intros [_ _ Hp Ha Hs]. assert (largest (map (ld o) (inside o s)) <= n).
    { apply largest_le. intros y Hy. apply in_map_iff in Hy as (a & <- & Hy). apply in_inside in Hy. now apply Hp. }
    repeat split; try lia; intros y Hy; apply in_map_iff in Hy as (a & <- & Hy).
    + apply in_inside in Hy. now apply Hp.
    + apply in_outside in Hy. now apply Ha.
    + apply in_outside in Hy. now apply Ha.
  - intros ((Hm0 & Hm1) & Hlow & Hn1). assert (Hn0 : largest (map (ld o) (inside o s)) <= n) by lia.
    rewrite largest_le in Hn0. split; trivial; [| |lia].
    + intros a Ha. assert (Hin : In a (inside o s)) by (apply in_inside; auto).
      split; [apply Hm0 | apply Hn0]; now apply in_map.
    + intros a Hin Ha. assert (In a (outside o s)) by now apply in_outside.
      split; [apply Hm1 | apply Hn1]; now apply in_map.
Qed.

Section Rows.
Variable o : order.
Hypothesis Ho : check_order o = true.
Let Hphi := order_phi o Ho.
Variables (k : nat) (s : N).
Hypothesis Hs : is_down_set o s.

Lemma without_c_same i : m0_of o s < i -> without_c o s i = s.
Proof.
  intros Hi. apply same_set. intros a. apply eq_true_iff_eq. rewrite has_without_c. split; [tauto|].
  intros Ha. pose proof (proj1 Hs a Ha). repeat split; trivial.
  assert (lc o a <= m0_of o s); [|lia]. rewrite m0_is. apply (proj1 (largest_le (map (lc o) (inside o s)) _) (le_n _)).
  apply in_map, in_inside. now split.
Qed.

Lemma without_d_same j : n0_of o s < j -> without_d o s j = s.
Proof.
  intros Hi. apply same_set. intros a. apply eq_true_iff_eq. rewrite has_without_d. split; [tauto|].
  intros Ha. pose proof (proj1 Hs a Ha). repeat split; trivial.
  assert (ld o a <= n0_of o s); [|lia]. rewrite n0_is. apply (proj1 (largest_le (map (ld o) (inside o s)) _) (le_n _)).
  apply in_map, in_inside. now split.
Qed.

(** ** What excludes a number from a row *)

(** From this row on, for ever. *)
Definition perm (m n : nat) : Prop :=
  (exists i, 1 <= i <= m /\ hit o k (without_c o s i) (i - 1) n) \/
  (exists a, has s a = true /\ 1 <= uc o a <= m + 1 /\ hit o k (without o s a) (uc o a - 1) n).

(** In this row. *)
Definition temp (m n : nat) : Prop :=
  (exists g, g < k /\ hit o g s m n) \/
  (exists a, has s a = true /\ (uc o a = 0 \/ m + 1 <= uc o a) /\ hit o k (without o s a) m n).

(** It is not before an end. *)
Definition bounded (m n : nat) : Prop :=
  (exists e, first_d o s = Some e /\ e <= n) \/
  (exists a, has s a = true /\ 1 <= ud o a <= n + 1 /\ hit o k (without o s a) (lower m (uc o a)) (ud o a - 1)).

(** The row is blocked by a position in an earlier row, or in this one. *)
Definition dead (m : nat) : Prop :=
  exists i j, i < m /\ 1 <= j <= phi o (i + 1) /\ hit o k (without_d o s j) i (j - 1).

Definition single (m : nat) : Prop := exists j, 1 <= j <= n0_of o s /\ hit o k (without_d o s j) m (j - 1).

Lemma perm_next m n : perm (m + 1) n <-> perm m n \/ hit o k (without_c o s (m + 1)) m n \/
  exists a, has s a = true /\ uc o a = m + 2 /\ hit o k (without o s a) (m + 1) n.
Proof.
  unfold perm. split.
  - intros [(i & Hi & H)|(a & Ha & Hu & H)].
    + destruct (Nat.eq_dec i (m + 1)) as [->|].
      * right. left. now replace (m + 1 - 1) with m in H by lia.
      * left. left. exists i. split; [lia | trivial].
    + destruct (Nat.eq_dec (uc o a) (m + 2)) as [E|].
      * right. right. exists a. rewrite E in H. replace (m + 2 - 1) with (m + 1) in H by lia. auto.
      * left. right. exists a. split; [trivial | split; [lia | exact H]].
  - intros [[(i & Hi & H)|(a & Ha & Hu & H)]|[H|(a & Ha & Hu & H)]].
    + left. exists i. split; [lia | trivial].
    + right. exists a. split; [trivial | split; [lia | exact H]].
    + left. exists (m + 1). split; [lia|]. now replace (m + 1 - 1) with m by lia.
    + right. exists a. split; [trivial | split; [lia|]]. rewrite Hu. now replace (m + 2 - 1) with (m + 1) by lia.
Qed.

Lemma dead_next m : dead (m + 1) <-> dead m \/
  exists j, 1 <= j <= phi o (m + 1) /\ hit o k (without_d o s j) m (j - 1).
Proof.
  unfold dead. split.
  - intros (i & j & Hi & H). destruct (Nat.eq_dec i m) as [->|]; [right | left; exists i]; exists j; intuition lia.
  - intros [(i & j & Hi & H)|(j & H)]; [exists i | exists m]; exists j; intuition lia.
Qed.

Lemma bounded_le m n n' : bounded m n -> n <= n' -> bounded m n'.
Proof.
  intros [(e & He & H)|(a & Ha & H & Hh)] Hn; [left; exists e | right; exists a];
    fill.
Qed.

(** The element that is taken is not there any more. *)
Lemma absent_without a m n : has s a = true -> position o (without o s a) m n -> ud o a = 0 \/
  n < ud o a.
Proof.
  intros Ha H. apply (absent _ _ _ _ H a); [now apply (proj1 Hs)|].
  rewrite <- not_true_iff_false, has_without. tauto.
Qed.

(** ** Theorem 1 *)

Lemma element_iff m n : (exists a, has s a = true /\ hit o k (without o s a) (lower m (uc o a))
  (lower n (ud o a))) ->
  perm m n \/ temp m n \/ bounded m n.
Proof.
  intros (a & Ha & H). unfold lower in H at 2. destruct (Nat.eqb_spec (ud o a) 0) as [E|E].
  - unfold lower in H. destruct (Nat.eqb_spec (uc o a) 0) as [E'|E'].
    + right. left. right. exists a. auto.
    + destruct (Nat.le_gt_cases m (uc o a - 1)).
      * right. left. right. exists a. rewrite Nat.min_l in H by lia. fill.
      * left. right. exists a. rewrite Nat.min_r in H by lia. fill.
  - destruct (Nat.le_gt_cases (ud o a - 1) n).
    + right. right. right. exists a. rewrite Nat.min_r in H by lia. fill.
    + rewrite Nat.min_l in H by lia. unfold lower in H. destruct (Nat.eqb_spec (uc o a) 0) as [E'|E'].
      * right. left. right. exists a. auto.
      * destruct (Nat.le_gt_cases m (uc o a - 1)).
        -- right. left. right. exists a. rewrite Nat.min_l in H by lia. fill.
        -- left. right. exists a. rewrite Nat.min_r in H by lia. fill.
Qed.

Lemma lower_same n first : first = 0 \/ n < first -> lower n first = n.
Proof. unfold lower. destruct (Nat.eqb_spec first 0); lia. Qed.

Lemma lower_first n first : 1 <= first <= n + 1 -> lower n first = first - 1.
Proof. unfold lower. destruct (Nat.eqb_spec first 0); lia. Qed.

Lemma low_same m n : position o s m n -> forall n', low o s m <= n' -> n' <= n -> position o s m n'.
Proof.
  intros H n' Hl Hn. apply (position_range o s m n Hs) in H as (Hr & _ & Hd). apply position_range; trivial.
  split; trivial. split; trivial. intros e He. specialize (Hd e He). lia.
Qed.

Lemma chain_iff m n j : 1 <= j <= n -> hit o k (without_d o s j) (cut o m j) (j - 1) ->
  dead m \/ single m \/ exists n', low o s m <= n' < n /\ value o s m n' = k.
Proof.
  intros Hj Hhit. destruct (Nat.le_gt_cases j (low o s m)) as [Hjl|Hjl].
  - pose proof (cut_le o m j). pose proof (cut_below o Hphi m j). destruct (Nat.eq_dec (cut o m j) m) as [E|E].
    + rewrite E in *. right. left. exists j. unfold low in Hjl. split; [lia | trivial].
    + left. exists (cut o m j), j. fill. apply (cut_above o m j); lia.
  - unfold low in Hjl. rewrite without_d_same in Hhit by lia. rewrite (cut_is o Hphi m j m) in Hhit by lia.
    right. right. exists (j - 1). split; [unfold low; lia | apply Hhit].
Qed.

(** A number that has not the nim-value is excluded, or the row is. *)
Lemma row_excluded m n : position o s m n -> value o s m n <> k ->
  dead m \/ single m \/ bounded m n \/ perm m n \/ temp m n \/
  exists n', low o s m <= n' < n /\ value o s m n' = k.
Proof.
  intros H Hne. destruct (Nat.lt_ge_cases (value o s m n) k) as [L|L].
  - do 4 right. left. left. exists (value o s m n). repeat (split; trivial).
  - destruct (value_larger o Ho k s m n H) as [Hh|[(i & Hi & Hh)|(j & Hj & Hh)]]; [lia | | |].
    + destruct (element_iff m n Hh) as [?|[?|?]]; tauto.
    + do 3 right. left. left. now exists i.
    + destruct (chain_iff m n j Hj Hh) as [?|[?|?]]; tauto.
Qed.

Lemma row_iff m n : position o s m n -> (value o s m n = k <->
  ~ dead m /\ ~ single m /\ ~ bounded m n /\ ~ perm m n /\ ~ temp m n /\
  forall n', low o s m <= n' < n -> value o s m n' <> k).
Proof.
  intros H. assert (Hrange := proj1 (position_range o s m n Hs) H). destruct Hrange as (Hrow & Hlow & Hend).
  rewrite (value_iff o Ho) by trivial. split.
  - intros (Hk & Ha & Hc & Hd). repeat split.
    + intros (i & j & Hi & Hj & Hhit). pose proof (stairs _ _ _ _ (proj1 Hhit)).
      pose proof (phi_le o Hphi (i + 1) m). unfold low in Hlow. apply (Hd j); [lia|].
      rewrite (cut_is o Hphi m j i); trivial; lia.
    + intros (j & Hj & Hhit). pose proof (stairs _ _ _ _ (proj1 Hhit)). unfold low in Hlow. apply (Hd j); [lia|].
      rewrite (cut_is o Hphi m j m); trivial; lia.
    + intros [(e & He & Hle)|(a & Ha' & Hu & Hhit)]; [specialize (Hend e He); lia|].
      apply (Ha a Ha'). rewrite (lower_first n) by trivial. exact Hhit.
    + intros [(i & Hi & Hhit)|(a & Ha' & Hu & Hhit)]; [exact (Hc i Hi Hhit)|].
      apply (Ha a Ha'). rewrite (lower_first m) by trivial.
      rewrite lower_same; trivial. exact (absent_without a _ n Ha' (proj1 Hhit)).
    + intros [(g & Hg & _ & Hv)|(a & Ha' & Hu & Hhit)]; [lia|].
      apply (Ha a Ha'). rewrite (lower_same m) by lia.
      rewrite lower_same; trivial. exact (absent_without a _ n Ha' (proj1 Hhit)).
    + intros n' Hn Hv. unfold low in Hn. apply (Hd (n' + 1)); [lia|].
      rewrite without_d_same by lia. rewrite (cut_is o Hphi m (n' + 1) m) by lia.
      replace (n' + 1 - 1) with n' by lia. split; trivial. apply (low_same m n H); unfold low; lia.
  - intros (Hdead & Hsingle & Hb & Hp & Ht & Hless). repeat split.
    + intros Hv. apply Ht. left. exists (value o s m n). split; [exact Hv | split; trivial].
    + intros a Ha Hhit. destruct (element_iff m n) as [?|[?|?]]; auto. now exists a.
    + intros i Hi Hhit. apply Hp. left. now exists i.
    + intros j Hj Hhit. destruct (chain_iff m n j Hj Hhit) as [?|[?|(n' & Hn' & Hv)]]; auto. now apply (Hless n').
Qed.

(** The least number that is not excluded, or none. *)
Theorem row_least m b : is_row o s m -> low o s m <= b -> ~ perm m b -> ~ temp m b ->
  (forall n, low o s m <= n < b -> perm m n \/ temp m n) ->
  forall n, hit o k s m n <-> n = b /\ ~ dead m /\ ~ single m /\ ~ bounded m b.
Proof.
  intros Hrow Hb Hp Ht Hall n. split.
  - intros [H Hv]. pose proof (proj1 (row_iff m n H) Hv) as (Hd & Hi & Hbn & Hpn & Htn & Hless).
    assert (Hge : b <= n).
    { destruct (Nat.le_gt_cases b n) as [|L]; trivial. destruct (Hall n); [|easy|easy].
      split; trivial. now apply (position_range o s m n Hs). }
    assert (Hbb : ~ bounded m b) by (intros Hbb; apply Hbn; now apply (bounded_le m b)).
    repeat split; trivial. destruct (Nat.eq_dec n b) as [|Hne]; trivial. elim (Hless b); [lia|].
    assert (Hpos : position o s m b) by (apply (low_same m n H); lia).
    apply (row_iff m b Hpos). repeat split; trivial. intros n' Hn' Hv'.
    assert (Hpos' : position o s m n') by (apply (low_same m n H); lia).
    apply (row_iff m n' Hpos') in Hv'. destruct (Hall n'); [lia | tauto | tauto].
  - intros (-> & Hd & Hi & Hbb). assert (Hpos : position o s m b).
    { apply position_range; trivial. fill. intros e He.
      destruct (Nat.lt_ge_cases b e); trivial. elim Hbb. left. now exists e. }
    split; trivial. apply (row_iff m b Hpos). repeat split; trivial. intros n' Hn' Hv'.
    assert (Hpos' : position o s m n') by (apply (low_same m b Hpos); lia).
    apply (row_iff m n' Hpos') in Hv'. destruct (Hall n'); [lia | tauto | tauto].
Qed.

Lemma hit_unique m n n' : hit o k s m n -> hit o k s m n' -> n = n'.
Proof.
  intros [H Hv] [H' Hv']. apply (row_iff m n H) in Hv as Hless. apply (row_iff m n' H') in Hv' as Hless'.
  apply (position_range o s m n Hs) in H as (_ & Hl & _). apply (position_range o s m n' Hs) in H' as (_ & Hl' & _).
  destruct (Nat.lt_trichotomy n n') as [L|[?|L]]; trivial.
  - now elim (proj2 (proj2 (proj2 (proj2 (proj2 Hless')))) n).
  - now elim (proj2 (proj2 (proj2 (proj2 (proj2 Hless)))) n').
Qed.
End Rows.

(** ** Theorem 2 (ii), for any sequence of rows whose terms are the least that are free *)

Section Closing.
Variables (start period n0 : nat) (stair W : nat -> nat) (F P T : nat -> nat -> Prop) (killed : nat -> Prop).
Let L m := Nat.max n0 (stair m).

Hypothesis F_iff : forall m x, start <= m ->
  (F m x <-> ~ killed m /\ L m <= x /\ ~ P m x /\ ~ T m x /\ forall n, L m <= n < x -> P m n \/ T m n).
Hypothesis F_unique : forall m x y, F m x -> F m y -> x = y.
Hypothesis P_next : forall m n, start <= m -> (P (m + 1) n <-> P m n \/ F m n).
Hypothesis killed_next : forall m, start <= m -> (killed (m + 1) <-> killed m \/ exists x, F m x /\ x < stair (m + 1)).
Hypothesis T_shift : forall m n, start <= m -> (T (m + period) (n + period) <-> T m n).
Hypothesis stair_next : forall m, stair m <= stair (m + 1).
Hypothesis W_shift : forall m, start <= m -> W (m + period) = W m + period.
Hypothesis W_next : forall m, start <= m -> W m <= W (m + 1).
Hypothesis P_window : forall m, start <= m <= start + period -> L m <= W m /\ forall n, L m <= n < W m -> P m n.
Hypothesis P_return : forall n, W start <= n -> (P (start + period) (n + period) <-> P start n).
Hypothesis alive : ~ killed (start + period).
Hypothesis found : forall m, start <= m < start + period -> exists x, F m x.
Hypothesis positive : 1 <= period.
Hypothesis low_stairs :
  (forall m, start <= m -> stair (m + period) = stair m + period /\ n0 <= stair m) \/
  (forall m, start <= m -> stair (m + 1) <= W m).

Lemma killed_le m m' : start <= m -> m <= m' -> killed m -> killed m'.
Proof.
  intros Hm. induction 1 as [|m' Hle IH]; trivial. intros H. replace (S m') with (m' + 1) by lia.
  apply killed_next; [lia|]. auto.
Qed.

(** What is known of a row, and of the row after a period. *)
Definition known (m : nat) : Prop :=
  ~ killed m /\ L m <= W m /\ (forall n, L m <= n < W m -> P m n) /\ exists x, F m x.

Definition repeats (m : nat) : Prop :=
  (forall n, W m <= n -> (P (m + period) (n + period) <-> P m n)) /\
  (forall n, L (m + period) <= n < W m + period -> P (m + period) n) /\
  L (m + period) <= W m + period /\ ~ killed (m + period).

Lemma above_window m x : start <= m -> L m <= W m -> (forall n, L m <= n < W m -> P m n) ->
  F m x -> W m <= x.
Proof.
  intros Hm HL HP Hx. apply F_iff in Hx; trivial. destruct Hx as (_ & Hl & Hp & _).
  destruct (Nat.le_gt_cases (W m) x); trivial. elim Hp. now apply HP.
Qed.

Lemma shifted m x : start <= m -> known m -> repeats m -> F m x -> F (m + period) (x + period).
Proof.
  intros Hm (_ & HL & HP & _) (Hsame & Hwin & HL' & Hk) Hx. pose proof (above_window m x Hm HL HP Hx) as Hge.
  apply F_iff in Hx as (_ & Hl & Hp & Ht & Hall); trivial. apply F_iff; [lia|]. repeat split; trivial.
  - lia.
  - now rewrite Hsame.
  - now rewrite T_shift.
  - intros n Hn. destruct (Nat.lt_ge_cases n (W m + period)); [left; apply Hwin; lia|].
    replace n with (n - period + period) by lia. rewrite Hsame, T_shift by lia. apply Hall. lia.
Qed.

Lemma repeats_next m : start <= m -> known m -> known (m + 1) \/ (m + 1 = start + period) ->
  repeats m -> repeats (m + 1).
Proof.
  intros Hm Hknown Hnext Hrep. destruct Hknown as (Hk & HL & HP & x & Hx).
  assert (Hx' := shifted m x Hm (conj Hk (conj HL (conj HP (ex_intro _ x Hx)))) Hrep Hx).
  pose proof (above_window m x Hm HL HP Hx) as Hge. destruct Hrep as (Hsame & Hwin & HL' & Hk').
  pose proof (W_next m Hm) as Hw.
  assert (Hnow : L (m + 1) <= W (m + 1) /\ (forall n, L (m + 1) <= n < W (m + 1) -> P (m + 1) n) /\ ~ killed (m + 1)).
  { destruct Hnext as [(? & ? & ? & _)| ->]; auto. pose proof (P_window (start + period)) as [? ?]; [lia | auto]. }
  destruct Hnow as (HLn & HPn & Hkn).
  assert (Halive : stair (m + 1) <= x).
  { destruct (Nat.le_gt_cases (stair (m + 1)) x); trivial. elim Hkn. apply killed_next; trivial. right. now exists x. }
  assert (E : m + 1 + period = m + period + 1) by lia.
  assert (Hsame' : forall n, W m <= n -> (P (m + 1 + period) (n + period) <-> P (m + 1) n)).
  { intros n Hn. rewrite E, !P_next, Hsame by lia. split; (intros [?|Hf]; [now left | right]).
    - pose proof (F_unique _ _ _ Hf Hx'). replace n with x by lia. trivial.
    - now rewrite (F_unique _ _ _ Hf Hx). }
  assert (Hst : L (m + 1 + period) <= W (m + 1) + period /\ stair (m + 1 + period) <= x + period /\
                (L (m + 1) + period <= L (m + 1 + period) \/ L (m + 1) <= W m)).
  { unfold L in *. destruct low_stairs as [Hq|Hq].
    - destruct (Hq (m + 1)) as [E1 ?]; [lia|]. rewrite E1. repeat split; lia.
    - pose proof (Hq m Hm). pose proof (Hq (m + period)) as Hq'. rewrite W_shift, <- E in Hq' by lia.
      pose proof (stair_next m). repeat split; try lia. }
  destruct Hst as (Hst1 & Hst2 & Hst3). repeat split; trivial.
  - intros Hp. apply Hsame'; trivial. lia.
  - intros Hp. apply Hsame'; trivial. lia.
  - intros n Hn. destruct (Nat.lt_ge_cases n (W m + period)).
    + rewrite E in *. apply P_next; [lia|]. left. apply Hwin. pose proof (stair_next (m + period)). unfold L in *. lia.
    + replace n with (n - period + period) by lia. apply Hsame'; [lia|]. apply HPn. lia.
  - rewrite E, killed_next by lia. intros [?|(y & Hy & Hlt)]; [easy|]. rewrite (F_unique _ _ _ Hy Hx') in Hlt.
    rewrite <- E in Hlt. lia.
Qed.

Lemma closing_known m : start <= m -> known m /\ repeats m.
Proof.
  induction m as [m IH] using lt_wf_ind. intros Hm.
  assert (Hknown : known m).
  { destruct (Nat.lt_ge_cases m (start + period)) as [L1|L1].
    - destruct (P_window m) as [H1 H2]; [lia|]. repeat split; trivial; [|now apply found].
      intros Hk. apply alive, (killed_le m); trivial. lia.
    - destruct (IH (m - period)) as [Hk Hr]; [lia | lia|].
      assert (E : m = m - period + period) by lia. pose proof Hk as (K1 & K2 & K3 & x & Hx).
      assert (Hs := shifted (m - period) x ltac:(lia) Hk Hr Hx). destruct Hr as (R1 & R2 & R3 & R4).
      rewrite E. unfold known. rewrite W_shift by lia. fill. now exists (x + period). }
  split; trivial. destruct (Nat.eq_dec m start) as [->|].
  - pose proof (P_window (start + period)) as [HL HP]; [lia|]. rewrite W_shift in HL, HP by lia.
    repeat split; trivial; apply P_return; trivial.
  - destruct (IH (m - 1)) as [Hk Hr]; [lia | lia|]. replace m with (m - 1 + 1) by lia.
    apply repeats_next; trivial; [lia|]. left. now replace (m - 1 + 1) with m by lia.
Qed.

Theorem closing m x : start <= m -> F m x -> F (m + period) (x + period).
Proof. intros Hm Hx. destruct (closing_known m Hm). now apply shifted. Qed.
End Closing.
