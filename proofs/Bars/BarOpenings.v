(** * The openings of bars, and how many losers there are in each: that the answers are right

    [bars m n] of BarPlanes.v lists, for each k from m to n, the winning openings of the bar of m rows and k columns and
    the number of losers within it. [bars_sound] says that they are right, and [bars_complete] that no k is left out. *)

From Coq Require Import List Arith NArith Bool Lia Permutation.
From ZChomp Require Import Chomp Openings BarPlanes Lanes BarPlanesSoundness.
Import ListNotations.

(** ** Lists without repetition *)

Lemma NoDup_append {A} (l l' : list A) : NoDup l -> NoDup l' -> (forall x, In x l ->
  ~ In x l') -> NoDup (l ++ l').
Proof.
  intros Hl Hl' H. induction Hl as [|a l Ha Hl IH]; simpl; trivial. constructor.
  - rewrite in_app_iff. intros [|Hin]; [easy|]. apply (H a); simpl; auto.
  - apply IH. intros x Hx. apply H. now right.
Qed.

Lemma NoDup_flat {A B} (f : A -> list B) (l : list A) : NoDup l -> (forall a, In a l ->
  NoDup (f a)) ->
  (forall a a' x, In x (f a) -> In x (f a') -> a = a') -> NoDup (flat_map f l).
Proof.
  intros Hl Hf Hne. induction Hl as [|a l Ha Hl IH]; simpl; [constructor|]. apply NoDup_append.
  - apply Hf. now left.
  - apply IH. intros b Hb. apply Hf. now right.
  - intros x Hx Hx'. apply in_flat_map in Hx' as (b & Hb & Hx'). now rewrite (Hne a b x Hx Hx') in Ha.
Qed.

Lemma NoDup_image {A B} (f : A -> B) (l : list A) : (forall x y, In x l -> In y l -> f x = f y ->
  x = y) ->
  NoDup l -> NoDup (map f l).
Proof.
  intros Hf Hl. induction Hl as [|a l Ha Hl IH]; simpl; constructor.
  - rewrite in_map_iff. intros (b & E & Hb). apply Ha. rewrite (Hf a b); simpl; auto.
  - apply IH. intros x y Hx Hy. apply Hf; now right.
Qed.

Lemma length_flat {A B} (f : A -> list B) (l : list A) :
  N.of_nat (length (flat_map f l)) = sum_all (map (fun a => N.of_nat (length (f a))) l).
Proof. induction l as [|a l IH]; trivial. simpl. rewrite app_length, Nnat.Nat2N.inj_add, IH. reflexivity. Qed.

(** ** How many bits a number has *)

Fixpoint ones_of (p : positive) : list nat :=
  match p with
  | xH => [0]
  | xO p => map S (ones_of p)
  | xI p => 0 :: map S (ones_of p)
  end.

Lemma ones_of_length p : ones_positive p = N.of_nat (length (ones_of p)).
Proof. induction p as [p IH|p IH|]; simpl; rewrite ?map_length, ?IH; lia. Qed.

Lemma ones_of_bits p i : In i (ones_of p) <-> bit (Npos p) i = true.
Proof.
  revert i. induction p as [p IH|p IH|]; intros [|i]; simpl ones_of.
  - split; [reflexivity|now left].
  - assert (E : bit (Npos p~1) (S i) = bit (Npos p) i).
    { unfold bit. rewrite Nnat.Nat2N.inj_succ. change (Npos p~1) with (2 * Npos p + 1)%N. apply N.testbit_odd_succ. lia. }
    rewrite E, <- IH. simpl. rewrite in_map_iff. split; [intros [|(j & [= ->] & ?)]; easy|]. intros H. right. now exists i.
  - split; [|easy]. intros H. apply in_map_iff in H as (j & ? & _). easy.
  - assert (E : bit (Npos p~0) (S i) = bit (Npos p) i).
    { unfold bit. rewrite Nnat.Nat2N.inj_succ. change (Npos p~0) with (2 * Npos p)%N. apply N.testbit_even_succ. lia. }
    rewrite E, <- IH, in_map_iff. split; [intros (j & [= ->] & ?); easy|]. intros H. now exists i.
  - split; [reflexivity|now left].
  - split; [now intros [|]|]. unfold bit. rewrite N.bits_above_log2; [easy|]. simpl N.log2. lia.
Qed.

Lemma ones_of_NoDup p : NoDup (ones_of p).
Proof.
  assert (H : forall l, NoDup l -> NoDup (map S l)) by (intros l; apply NoDup_image; congruence).
  induction p as [p IH|p IH|]; simpl; auto.
  - constructor; auto. rewrite in_map_iff. now intros (j & ? & _).
  - constructor; [easy|constructor].
Qed.

Lemma population_right v l : NoDup l -> (forall i, In i l <-> bit v i = true) ->
  population v = N.of_nat (length l).
Proof.
  intros Hl H. destruct v as [|p].
  - destruct l as [|i l]; trivial. specialize (H i). rewrite bit_zero in H. pose proof (proj1 H (or_introl eq_refl)). easy.
  - simpl. rewrite ones_of_length. f_equal. apply Permutation_length, NoDup_Permutation; trivial; [apply ones_of_NoDup|].
    intros i. now rewrite ones_of_bits, H.
Qed.

(** ** All rests *)

Fixpoint rests (d x : nat) : list (list nat) :=
  match d with
  | 0 => [[]]
  | S d => flat_map (fun r => map (cons r) (rests d (S r))) (seq 0 x)
  end.

Lemma rests_all d x R : In R (rests d x) <-> is_rest d x R.
Proof.
  revert x R. induction d as [|d IH]; intros x R; simpl.
  - split; [intros [<-|[]]; constructor | intros H; inversion H; now left].
  - rewrite in_flat_map. split.
    + intros (r & Hr & H). apply in_seq in Hr. apply in_map_iff in H as (S' & <- & H). constructor; [lia|]. now apply IH.
    + intros H. inversion H as [|? ? r S' Hr HS]; subst. exists r. split; [apply in_seq; lia|].
      apply in_map, IH, HS.
Qed.

Lemma rests_NoDup d x : NoDup (rests d x).
Proof.
  revert x. induction d as [|d IH]; intros x; simpl.
  - constructor; [easy|constructor].
  - apply NoDup_flat; [apply seq_NoDup| |].
    + intros r _. apply NoDup_image; trivial. congruence.
    + intros r r' R H H'. apply in_map_iff in H as (S1 & <- & _). apply in_map_iff in H' as (S2 & E & _). congruence.
Qed.

(** ** The number of losers *)

Definition loserb (p : rows) : bool := (0 <? nth 0 p 0) && if losing_or_winning p then true else false.

Lemma loserb_spec p : loserb p = true <-> lost_position p.
Proof.
  unfold loserb, lost_position. rewrite andb_true_iff, Nat.ltb_lt. destruct (losing_or_winning p) as [H|H]; [tauto|].
  split; [easy|]. intros [_ Hl]. now elim (losing_not_winning p Hl).
Qed.

(** The losers with second row q and first row q + b. *)
Definition losers_at (d q b : nat) : list rows :=
  map (fun R => q + b :: q :: R) (filter (fun R => loserb (q + b :: q :: R)) (rests d (S q))).

Lemma tally_right n d q pl : q <= n -> noted n d q pl ->
  tally pl = map (fun b => N.of_nat (length (losers_at d q b))) (seq 0 (S n - q)).
Proof.
  intros Hq (found & Hf & ->). cbn [note_plane tally]. set (w := S n - q) in *. apply map_ext_in. intros b Hb.
  apply in_seq in Hb. unfold losers_at. rewrite map_length.
  pose proof (first_bits_right w (S n) d q ltac:(lia) ltac:(lia)) as H1.
  rewrite <- (map_length (fun R => spot w R b)). apply population_right.
  - apply NoDup_image; [|apply NoDup_filter, rests_NoDup].
    intros R R' HR HR' E. apply filter_In in HR as [HR _]. apply filter_In in HR' as [HR' _].
    apply rests_all in HR, HR'. now destruct (spot_injective w d (S q) R R' b b HR HR' ltac:(lia) ltac:(lia) E).
  - intros i. rewrite in_map_iff, bit_land, bit_shiftl, !andb_true_iff, Nat.leb_le. split.
    + intros (R & <- & HR). apply filter_In in HR as [HR Hl]. apply rests_all in HR. apply loserb_spec in Hl. split.
      * apply (shows_at _ _ _ _ _ _ _ Hf HR); [lia|exact Hl].
      * rewrite (spot_add w R b). split; [lia|]. replace (spot w R 0 + b - b) with (spot w R 0) by lia.
        apply (shows_at _ _ _ _ _ _ _ H1 HR); [lia|trivial].
    + intros (Hi & Hb' & H'). apply H1 in H' as (R & b0 & HR & Hb0 & E & ->).
      exists R. rewrite (spot_add w R b). split; [lia|]. apply filter_In. split; [now apply rests_all|].
      apply loserb_spec. replace i with (spot w R b) in Hi by (rewrite spot_add; lia).
      apply (shows_at _ _ _ _ _ _ _ Hf HR) in Hi; [exact Hi|lia].
Qed.

(** All losers of d + 2 rows within k columns. *)
Definition all_losers (d k : nat) : list rows :=
  flat_map (fun q => flat_map (losers_at d q) (seq 0 (S k - q))) (seq 0 (S k)).

Lemma in_losers_at d q b p : In p (losers_at d q b) <->
  exists R, is_rest d (S q) R /\ p = q + b :: q :: R /\ lost_position p.
Proof.
  unfold losers_at. rewrite in_map_iff. split.
  - intros (R & <- & H). apply filter_In in H as [HR Hl]. exists R. split; [now apply rests_all|]. split; trivial.
    now apply loserb_spec.
  - intros (R & HR & -> & Hl). exists R. split; trivial. apply filter_In. split; [now apply rests_all|].
    now apply loserb_spec.
Qed.

Lemma all_losers_NoDup d k : NoDup (all_losers d k).
Proof.
  unfold all_losers. apply NoDup_flat; [apply seq_NoDup| |].
  - intros q _. apply NoDup_flat; [apply seq_NoDup| |].
    + intros b _. apply NoDup_image; [congruence|]. apply NoDup_filter, rests_NoDup.
    + intros b b' p H H'. apply in_losers_at in H as (R & _ & -> & _). apply in_losers_at in H' as (R' & _ & E & _).
      injection E. lia.
  - intros q q' p H H'. apply in_flat_map in H as (b & _ & H). apply in_flat_map in H' as (b' & _ & H').
    apply in_losers_at in H as (R & _ & -> & _). apply in_losers_at in H' as (R' & _ & E & _). now injection E.
Qed.

Lemma rest_of_rows x R : (forall i, nth (S i) (x :: R) 0 <= nth i (x :: R) 0) ->
  is_rest (length R) (S x) R.
Proof.
  revert x. induction R as [|r R IH]; intros x H; simpl; constructor.
  - specialize (H 0). simpl in H. lia.
  - apply IH. intros i. exact (H (S i)).
Qed.

Lemma rows_of_rest d x R : is_rest d (S x) R -> forall i, nth (S i) (x :: R) 0 <= nth i (x :: R) 0.
Proof.
  revert x R. induction d as [|d IH]; intros x R H i; inversion H as [|? ? r S' Hr HS]; subst.
  - destruct i as [|[|i]]; simpl; lia.
  - destruct i as [|i]; [simpl; lia|]. exact (IH r S' HS i).
Qed.

Lemma in_all_losers d k p : In p (all_losers d k) <->
  is_position p /\ length p = d + 2 /\ nth 0 p 0 <= k /\ losing p.
Proof.
  unfold all_losers. rewrite in_flat_map. split.
  - intros (q & Hq & H). apply in_flat_map in H as (b & Hb & H). apply in_seq in Hq, Hb.
    apply in_losers_at in H as (R & HR & -> & [Hpos Hl]). split; [|split; [|split]]; trivial.
    + split; trivial. intros [|i]; [simpl; lia|]. exact (rows_of_rest d q R HR i).
    + simpl. rewrite (rest_length _ _ _ HR). lia.
    + simpl. lia.
  - intros ([Hsort Hpos] & Hlen & Hk & Hl). destruct p as [|p0 [|q R]]; simpl in Hlen; try lia.
    pose proof (Hsort 0) as H0. simpl in H0, Hk. exists q. split; [apply in_seq; lia|].
    apply in_flat_map. exists (p0 - q). split; [apply in_seq; lia|].
    apply in_losers_at. replace (q + (p0 - q)) with p0 by lia. exists R. split; [|split; trivial].
    + replace d with (length R) by lia. apply rest_of_rows. intros i. exact (Hsort (S i)).
    + now split.
Qed.

Lemma firstn_seq k n : k <= n -> firstn k (seq 0 n) = seq 0 k.
Proof.
  intros H. replace n with (k + (n - k)) by lia. rewrite seq_app, firstn_app, seq_length, Nat.sub_diag.
  simpl. rewrite app_nil_r. apply firstn_all2. rewrite seq_length. lia.
Qed.

Lemma losers_right d n k : k <= n ->
  losers_of (all_planes (d + 2) n) k = N.of_nat (length (all_losers d k)).
Proof.
  intros Hk. unfold losers_of, all_losers. rewrite length_flat. f_equal. apply map_ext_in. intros q Hq.
  apply in_seq in Hq. rewrite length_flat. f_equal.
  pose proof (all_planes_right (d + 2) n q ltac:(lia)) as Hp. replace (d + 2 - 2) with d in Hp by lia.
  rewrite (tally_right n d q _ ltac:(lia) Hp), firstn_map, firstn_seq by lia. reflexivity.
Qed.

(** ** A bar of one row: only the poison alone is lost *)

Lemma one_row_losing p : losing [p] <-> p <= 1.
Proof.
  rewrite losing_first. split.
  - intros [H _]. destruct (Nat.le_gt_cases p 1) as [|L]; trivial. elim (H 1); [lia|]. apply losing_first.
    split; [intros j Hj; lia | intros [|i] x Hx; simpl in Hx; lia].
  - intros Hp. split; [intros j Hj; lia | intros [|i] x Hx; simpl in Hx; lia].
Qed.

Lemma one_row_wins k i j : 2 <= k -> (wins (i, j) [k] <-> (i, j) = (0, 1)).
Proof.
  intros Hk. unfold wins. split.
  - intros (Hj & Hnot & H). destruct i as [|i]; [|destruct i; simpl in Hj; lia]. f_equal. simpl in Hj.
    change (losing [Nat.min j k]) in H. apply one_row_losing in H.
    destruct j as [|[|j]]; [now elim Hnot | trivial | lia].
  - intros [= -> ->]. split; [simpl; lia|]. split; [easy|]. change (losing [Nat.min 1 k]). apply one_row_losing. lia.
Qed.

(** ** Each opening is listed once *)

Lemma list_prod_NoDup {A B} (l : list A) (l' : list B) : NoDup l -> NoDup l' ->
  NoDup (list_prod l l').
Proof.
  intros Hl Hl'. induction Hl as [|a l Ha Hl IH]; simpl; [constructor|]. apply NoDup_append; trivial.
  - apply NoDup_image; trivial. congruence.
  - intros [x y] H. apply in_map_iff in H as (z & [= <- <-] & _). rewrite in_prod_iff. tauto.
Qed.

Lemma squares_NoDup d n k : k <= n -> NoDup (openings_of (all_planes (d + 2) n) k).
Proof.
  intros Hk. pose proof (all_planes_right (d + 2) n k Hk) as Hp. unfold openings_of.
  destruct Hp as (found & _ & ->). cbn [note_plane steps].
  assert (Hpair : forall i l, NoDup l -> NoDup (map (pair (A := nat) (B := nat) i) l)).
  { intros i l. apply NoDup_image. congruence. }
  apply NoDup_append; [apply Hpair, NoDup_filter, seq_NoDup|apply NoDup_append|].
  - apply Hpair, NoDup_filter, seq_NoDup.
  - apply NoDup_filter, list_prod_NoDup; apply seq_NoDup.
  - intros [x y] H H'. apply in_map_iff in H as (j & [= <- _] & _). apply filter_In in H' as [H' _].
    apply in_prod_iff in H' as [H' _]. apply in_seq in H'. lia.
  - intros [x y] H H'. apply in_map_iff in H as (j & [= <- _] & _). apply in_app_iff in H' as [H'|H'].
    + now apply in_map_iff in H' as (j' & [= ] & _).
    + apply filter_In in H' as [H' _]. apply in_prod_iff in H' as [H' _]. apply in_seq in H'. lia.
Qed.

(** ** The theorems *)

(** What is listed for a bar of m rows and k columns: its winning openings, each once, and no others (squares are counted
    from 0: row 0 and column 0 have the poison); and how many positions within the bar are losers. *)
Theorem bars_sound m n k squares losers : In (k, (squares, losers)) (bars m n) ->
  NoDup squares /\ (forall square, In square squares <-> wins square (repeat k m)) /\
  exists l : list rows, NoDup l /\ losers = N.of_nat (length l) /\
    forall p, In p l <-> is_position p /\ length p = m /\ nth 0 p 0 <= k /\ losing p.
Proof.
  unfold bars. intros H.
  assert (Hk : In k (filter (fun k => Nat.leb 2 k) (seq m (S n - m))) ->
               2 <= k /\ m <= k <= n).
  { intros Hin. apply filter_In in Hin as [Hin H2]. apply in_seq in Hin. apply Nat.leb_le in H2. lia. }
  destruct m as [|[|d]]; [easy| |].
  - apply in_map_iff in H as (k' & [= -> <- <-] & H). apply Hk in H. clear Hk.
    split; [constructor; [easy|constructor]|]. split.
    + intros [i j]. simpl repeat. rewrite one_row_wins by lia. simpl. intuition congruence.
    + exists [[1]]. split; [constructor; [easy|constructor]|]. split; [reflexivity|]. intros p. split.
      * intros [<-|[]]. split; [split; [intros [|[|i]]; simpl; lia | simpl; lia]|].
        split; [reflexivity|]. split; [simpl; lia|]. now apply one_row_losing.
      * intros ([_ Hpos] & Hlen & _ & Hl). destruct p as [|x [|y p]]; simpl in Hlen; try lia.
        apply one_row_losing in Hl. simpl in Hpos. left. f_equal. lia.
  - apply in_map_iff in H as (k' & [= -> <- <-] & H). apply Hk in H. clear Hk.
    replace (S (S d)) with (d + 2) by lia. split; [apply squares_NoDup; lia|]. split.
    + intros [i j]. apply squares_right. lia.
    + exists (all_losers d k). split; [apply all_losers_NoDup|]. split; [apply losers_right; lia|].
      apply in_all_losers.
Qed.

(** Every bar is listed, in the order of its columns, but 1 x 1, which has no opening. *)
Theorem bars_complete m n : 1 <= m ->
  map fst (bars m n) = filter (fun k => Nat.leb 2 k) (seq m (S n - m)).
Proof.
  intros Hm. unfold bars. destruct m as [|[|d]]; [lia| |]; rewrite map_map; apply map_id.
Qed.
