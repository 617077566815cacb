(** * Infinitely many slices are infinite

    Of the slices 0, ..., R - 1 at least (2R + 2) / 7 are infinite. chart.md has the proof on paper;
    it counts with the corollaries of Chart.v and ChartRows.v. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart ChartRows.
Import ListNotations.

(** Slice r, the positions with third row r, is infinite if no (p, p, r) is lost. *)
Definition infinite (r : nat) : Prop := forall p, r < p -> ~ losing [p; p; r].

(** A start is at most twice its row, so that this is decided. *)
Definition is_finite (r : nat) : bool := started (2 * r + 1) r.

Definition is_infinite (r : nat) : bool := negb (is_finite r).

Lemma is_finite_iff r : is_finite r = true <-> exists p, r < p /\ losing [p; p; r].
Proof.
  unfold is_finite, started. split.
  - destruct (Nat.eq_dec r 0) as [->|]; [easy|]. rewrite existsb_lost by lia.
    intros (p & Hp & H). exists p. split; [lia | trivial].
  - intros (p & Hp & H). pose proof (start_bound p r Hp H). apply existsb_lost; [lia|].
    exists p. split; [lia | trivial].
Qed.

Lemma is_infinite_iff r : is_infinite r = true <-> infinite r.
Proof.
  unfold is_infinite. rewrite negb_true_iff, <- not_true_iff_false, is_finite_iff. split.
  - intros H p Hp Hl. apply H. now exists p.
  - intros H (p & Hp & Hl). now apply (H p).
Qed.

(** ** Rows and their starts *)

(** A row has one start. *)
Lemma one_start r p p' : r < p -> r < p' -> losing [p; p; r] -> losing [p'; p'; r] -> p = p'.
Proof.
  intros Hp Hp' H H'. destruct (Nat.lt_trichotomy p p') as [L|[E|L]]; trivial.
  - elim (not_row1 p H'); [lia|]. now rewrite (Nat.min_l p p'), (Nat.min_r p r) by lia.
  - elim (not_row1 p' H); [lia|]. now rewrite (Nat.min_l p' p), (Nat.min_r p' r) by lia.
Qed.

(** The row that the n-th start is the start of. *)
Lemma row_exists n : 1 <= n -> exists r, r < q n /\ losing [q n; q n; r].
Proof. intros Hn. now apply start_iff, q_spec. Qed.

Lemma q_injective m n : 1 <= m -> 1 <= n -> q m = q n -> m = n.
Proof. intros Hm Hn E. destruct (q_spec m Hm) as [_ <-], (q_spec n Hn) as [_ <-]. congruence. Qed.

(** Every finite row has one of these starts. *)
Lemma index_exists p r : r < p -> losing [p; p; r] -> exists n, 1 <= n /\ q n = p.
Proof.
  intros Hr H. assert (Hs : is_start p = true) by (apply start_iff; now exists r).
  exists (starts p). split; [|now apply q_of_start].
  pose proof (starts_strict 0 p ltac:(lia) Hs). lia.
Qed.

(** From its start j on a row has the value j only, and before it a value is at most j + r. *)
Lemma late_value r j p : r < j -> losing [j; j; r] -> j + r < p -> contains p r = false.
Proof.
  intros Hr H Hp. apply not_true_iff_false. unfold contains. rewrite existsb_lost by lia.
  intros (t & Ht & Hl). assert (E : chart t r = p) by (apply chart_of_lost; trivial; lia).
  destruct (Nat.le_gt_cases j t) as [Hj|Hj].
  - assert (chart t r = j); [|lia]. apply chart_iff. split; [lia|].
    now rewrite (Nat.min_l j t), (Nat.min_r j r) by lia.
  - pose proof (chart_bound t r). lia.
Qed.

(** So a row r with start j counts in Corollary 9 for every start p > j + r. *)
Lemma counts_below p s r j : s < p -> losing [p; p; s] -> r < j -> losing [j; j; r] -> j + r < p ->
  r < s /\ started p r && negb (contains p r) = true.
Proof.
  intros Hs H Hr Hj Hp. pose proof (start_bound p s Hs H). split; [lia|].
  rewrite (late_value r j p) by trivial. rewrite andb_true_r. apply existsb_lost; [lia|].
  exists j. split; [lia | trivial].
Qed.

(** The n-th start is that of a row from (7n - 3) / 5 on: there are (q_n + 1) / 5 indices i with
    5i - 2 < q_n, and q_i + r_i <= 5i - 2. *)
Lemma fifth n m r : 5 * m <= q n + 1 -> 1 <= n -> r < q n -> losing [q n; q n; r] -> n + m <= r.
Proof.
  intros Hm Hn Hr H. pose proof (row_of_start (q n) r Hr H) as E.
  destruct (q_spec n Hn) as [_ En]. rewrite En in E. rewrite E. apply Nat.add_le_mono_l.
  rewrite <- (seq_length m 1) at 1.
  apply (injection (fun i s => 1 <= i /\ s < q i /\ losing [q i; q i; s])); [apply seq_NoDup | |].
  - intros i Hi. apply in_seq in Hi. destruct (row_exists i) as (s & Hs & Hl); [lia|].
    exists s. split; [|split; [lia | now split]]. apply in_count.
    pose proof (start_estimates i). pose proof (row_estimates i s ltac:(lia) Hs Hl).
    destruct (counts_below (q n) r s (q i)) as [Hsr Hc]; trivial; [lia|]. split; [lia | trivial].
  - intros i i' s (Hi & Hs & Hl) (Hi' & Hs' & Hl'). apply q_injective; trivial.
    now apply (one_start s).
Qed.

(** At most (5R - 2) / 7 rows below R are finite. *)
Lemma few_finite R : 1 <= R -> 7 * number_of is_finite 0 R <= 5 * R - 2.
Proof.
  intros HR. set (K := (5 * R - 2) / 7).
  pose proof (Nat.div_mod (5 * R - 2) 7) as Hdiv. fold K in Hdiv.
  enough (number_of is_finite 0 R <= K) by lia. rewrite <- (seq_length K 1).
  apply (injection (fun r n => 1 <= n /\ r < q n /\ losing [q n; q n; r])); [apply NoDup_count | |].
  - intros r Hr. apply in_count in Hr as [Hr E]. apply is_finite_iff in E as (p & Hp & H).
    destruct (index_exists p r Hp H) as (n & Hn & <-). exists n. split; [|now split].
    pose proof (start_estimates n Hn) as Hq. pose proof (Nat.div_mod (q n + 1) 5) as Hd.
    pose proof (Nat.mod_upper_bound (q n + 1) 5). pose proof (Nat.mod_upper_bound (5 * R - 2) 7).
    pose proof (fifth n ((q n + 1) / 5) r ltac:(lia) Hn Hp H). apply in_seq. lia.
  - intros r r' n (_ & _ & H) (_ & _ & H'). exact (same_row3 _ _ _ _ H H').
Qed.

(** ** The theorems *)

(** The n-th start is that of a row r >= (7n - 3) / 5; row_estimates says only r >= n. *)
Theorem row_lower_bound n r : 1 <= n -> r < q n -> losing [q n; q n; r] -> 7 * n <= 5 * r + 3.
Proof.
  intros Hn Hr H. pose proof (start_estimates n Hn). pose proof (Nat.div_mod (q n + 1) 5).
  pose proof (Nat.mod_upper_bound (q n + 1) 5).
  pose proof (fifth n ((q n + 1) / 5) r ltac:(lia) Hn Hr H). lia.
Qed.

(** Theorem 1. At least (2R + 2) / 7 of the slices 0, ..., R - 1 are infinite. *)
Theorem many_infinite_slices R : 1 <= R ->
  exists l, NoDup l /\ (forall r, In r l -> r < R /\ infinite r) /\ 2 * R + 2 <= 7 * length l.
Proof.
  intros HR. exists (filter is_infinite (seq 0 R)). split; [apply NoDup_count | split].
  - intros r Hr. apply in_count in Hr as [Hr E]. apply is_infinite_iff in E. split; [lia | trivial].
  - fold (number_of is_infinite 0 R). pose proof (few_finite R HR).
    pose proof (count_all is_finite 0 R). unfold is_infinite. lia.
Qed.

(** So infinitely many slices are infinite. *)
Theorem infinitely_many_infinite_slices R : exists r, R <= r /\ infinite r.
Proof.
  destruct (many_infinite_slices (4 * R + 1)) as (l & Hnd & Hl & Hlen); [lia|].
  destruct (existsb (fun r => R <=? r) l) eqn:E.
  - apply existsb_exists in E as (r & Hr & HR). apply Nat.leb_le in HR. exists r.
    split; [trivial | now apply Hl].
  - exfalso. enough (length l <= length (seq 0 R)) by (rewrite seq_length in *; lia).
    apply NoDup_incl_length; trivial. intros r Hr. apply in_seq.
    enough (r < R) by lia. apply Nat.nle_gt. intros HR.
    rewrite <- not_true_iff_false in E. apply E, existsb_exists. exists r.
    split; [trivial | now apply Nat.leb_le].
Qed.

(** Monotony in part: two starts are in the order of their rows if their indices are far apart. *)
Theorem monotony_in_part k k' r r' : 1 <= k' < k -> 10 * k' <= 7 * k + 1 ->
  r < q k -> losing [q k; q k; r] -> r' < q k' -> losing [q k'; q k'; r'] -> r' < r.
Proof.
  intros Hk H10 Hr H Hr' H'. pose proof (row_lower_bound k r ltac:(lia) Hr H).
  pose proof (row_estimates k' r' ltac:(lia) Hr' H'). lia.
Qed.
