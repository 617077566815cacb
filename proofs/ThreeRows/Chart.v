(** * Brouwer's chart: what holds of all its rows and columns

    f(q, r) of [BHMS05], section 8: for every q >= r there is exactly one p for which the position with rows q and r,
    cut to at most p squares, and first row p is lost. The diagonal d_n = f(n, n) and the starts q_n of the finite
    slices are complementary sequences; and what section 8 says of them, as far as it can be proved. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Nim Counting Openings.
Import ListNotations.

(** ** The chart *)

(** By the rules of the game, so that small values of all that follows can be computed: try Compute chart 2 1. *)
Definition is_lost (p : rows) : bool := nim_value p =? 0.

Lemma is_lost_iff p : is_lost p = true <-> losing p.
Proof. unfold is_lost. now rewrite Nat.eqb_eq, losing_nim_value. Qed.

(** f(q, r): the least p, and in fact the only one. *)
Definition chart (q r : nat) : nat := least (fun p => is_lost [p; Nat.min p q; Nat.min p r]) 1 (q + r + 1).

Lemma chart_unique q r p p' : 1 <= p -> 1 <= p' ->
  losing [p; Nat.min p q; Nat.min p r] -> losing [p'; Nat.min p' q; Nat.min p' r] -> p = p'.
Proof.
  assert (Hlt : forall x y, 1 <= x < y -> losing [x; Nat.min x q; Nat.min x r] ->
            ~ losing [y; Nat.min y q; Nat.min y r]).
  { intros x y Hxy H Hy. apply (not_row1 x Hy); [lia|].
    replace (Nat.min x (Nat.min y q)) with (Nat.min x q) by lia.
    now replace (Nat.min x (Nat.min y r)) with (Nat.min x r) by lia. }
  intros Hp Hp' H H'. destruct (Nat.lt_trichotomy p p') as [L|[E|L]]; trivial.
  - elim (Hlt p p'); trivial. lia.
  - elim (Hlt p' p); trivial. lia.
Qed.

(** Of q + r + 1 values of p, the q cuts of row 2 and the r cuts of row 3 win for one each at most. *)
Lemma chart_exists q r : exists p, 1 <= p < 1 + (q + r + 1) /\ losing [p; Nat.min p q; Nat.min p r].
Proof.
  set (cut := fun p => [p; Nat.min p q; Nat.min p r]).
  destruct (bounded_search (fun p => losing (cut p)) 1 (1 + (q + r + 1)) (fun p => losing_dec _)) as [H|Hnone]; trivial.
  exfalso. enough (H : length (seq 1 (q + r + 1)) <= q + r) by (rewrite seq_length in H; lia).
  apply (pigeonhole (fun p t =>
    (t < q /\ t < p /\ losing [p; t; Nat.min t r]) \/
    (exists j, t = q + j /\ j < p /\ losing [p; Nat.min p q; j]))).
  - apply seq_NoDup.
  - intros p Hp. apply in_seq in Hp.
    destruct (winning_bite _ _ _ (Hnone p Hp)) as [(j & Hj & H)|[(j & Hj & H)|(j & Hj & H)]].
    + elim (Hnone j); [lia|]. unfold cut. replace (Nat.min j q) with (Nat.min j (Nat.min p q)) by lia.
      now replace (Nat.min j r) with (Nat.min j (Nat.min p r)) by lia.
    + exists j. split; [lia|]. left. replace (Nat.min j r) with (Nat.min j (Nat.min p r)) by lia.
      split; [lia|]. now split; [lia|].
    + exists (q + j). split; [lia|]. right. exists j. split; trivial. now split; [lia|].
  - intros p p' t [(Ht & Hp & H)|(j & -> & Hp & H)] [(Ht' & Hp' & H')|(j' & E & Hp' & H')]; try lia.
    + apply (same_row1 p p' t (Nat.min t r)); trivial; lia.
    + assert (j' = j) by lia. subst j'.
      apply (chart_unique q j); try lia; [now rewrite (Nat.min_r p j) by lia | now rewrite (Nat.min_r p' j) by lia].
Qed.

Theorem chart_iff q r p : chart q r = p <-> 1 <= p /\ losing [p; Nat.min p q; Nat.min p r].
Proof.
  destruct (chart_exists q r) as (x & Hx & H).
  destruct (least_spec (fun p => is_lost [p; Nat.min p q; Nat.min p r]) 1 (q + r + 1) x) as (Hle & Hl & _);
    [lia | now apply is_lost_iff|]. apply is_lost_iff in Hl. fold (chart q r) in Hle, Hl.
  split; [intros <-; split; trivial; lia|]. intros [Hp Hp']. apply (chart_unique q r); trivial; lia.
Qed.

Lemma chart_lost q r : 1 <= chart q r /\ losing
  [chart q r; Nat.min (chart q r) q; Nat.min (chart q r) r].
Proof. now apply chart_iff. Qed.

Theorem chart_bound q r : 1 <= chart q r <= q + r + 1.
Proof.
  destruct (chart_exists q r) as (x & Hx & H). rewrite (proj2 (chart_iff q r x)); [lia|]. split; trivial. lia.
Qed.

(** Every value is larger than the number of its row: bars of three full rows are not lost. *)
Lemma chart_above_row q r : r <= q -> r < chart q r.
Proof.
  intros Hr. destruct (chart_lost q r) as [Hp H]. apply Nat.nle_gt. intros Hle.
  rewrite !Nat.min_l in H by lia. now apply (bar_not_lost (chart q r)).
Qed.

(** A position whose second row is that of the column: lost if it is on the chart. *)
Lemma chart_of_lost p q r : 1 <= p -> r <= q <= p -> losing [p; q; r] -> chart q r = p.
Proof. intros Hp Hr H. apply chart_iff. now rewrite !Nat.min_r by lia. Qed.

(** Before the start of a finite slice a value is larger than the number of its column, from then on it is the start. *)
Lemma chart_cases q r : r <= q ->
  (q <= chart q r /\ losing [chart q r; q; r]) \/
  (chart q r < q /\ losing [chart q r; chart q r; r]).
Proof.
  intros Hr. pose proof (chart_above_row q r Hr). destruct (chart_lost q r) as [Hp H'].
  rewrite (Nat.min_r _ r) in H' by lia. destruct (Nat.le_gt_cases q (chart q r)).
  - left. now rewrite Nat.min_r in H' by lia.
  - right. now rewrite Nat.min_l in H' by lia.
Qed.

(** The values of a column are different. *)
Lemma column_distinct q r r' : r <= q -> r' <= q -> chart q r = chart q r' -> r = r'.
Proof.
  intros Hr Hr' E. pose proof (chart_above_row q r Hr). pose proof (chart_above_row q r' Hr').
  destruct (chart_lost q r) as [_ H1], (chart_lost q r') as [_ H2]. rewrite <- E in *.
  rewrite (Nat.min_r _ r) in H1 by lia. rewrite (Nat.min_r _ r') in H2 by lia. exact (same_row3 _ _ _ _ H1 H2).
Qed.

(** ** The diagonal *)

Definition d (n : nat) : nat := chart n n.

Lemma d_lost n : n < d n /\ losing [d n; n; n].
Proof.
  pose proof (chart_above_row n n (le_n n)) as Hn. fold (d n) in Hn. split; trivial.
  destruct (chart_lost n n) as [_ H]. fold (d n) in H. now rewrite !Nat.min_r in H by lia.
Qed.

Lemma d_of_lost p n : n < p -> losing [p; n; n] -> d n = p.
Proof. intros. apply chart_of_lost; trivial; lia. Qed.

Lemma d_injective m n : d m = d n -> m = n.
Proof.
  intros E. destruct (d_lost m) as [Hm H], (d_lost n) as [Hn H']. rewrite <- E in *.
  destruct (Nat.lt_trichotomy m n) as [L|[|L]]; trivial.
  - elim (not_row2 m H' L). now rewrite Nat.min_l by lia.
  - elim (not_row2 n H L). now rewrite Nat.min_l by lia.
Qed.

Lemma d_bound n : d n <= 2 * n + 1.
Proof. pose proof (chart_bound n n). unfold d. lia. Qed.

(** Lemma 3, [BHMS05] 8.3. From row q - 1 down: if f(q, s) were larger than d_q, then each value x of a row above s
    would show that (x, q, s) is won by cutting row 2 to some j, s < j < q: too many for the values of j. *)
Theorem diagonal_largest q s : s < q -> chart q s < d q.
Proof.
  intros Hs. remember (q - s) as k eqn:Hk. revert s Hs Hk. induction k as [k IH] using lt_wf_ind. intros s Hs ->.
  apply Nat.nle_gt. intros Hle. destruct (d_lost q) as [Hq _]. pose (v := chart q s). fold v in Hle.
  assert (Habove : forall s', s < s' <= q -> chart q s' < v).
  { intros s' Hs'. assert (chart q s' <> v) by (intros E; apply column_distinct in E; lia).
    destruct (Nat.eq_dec s' q) as [->|]; [fold (d q) in *; lia|].
    assert (chart q s' < d q) by (apply (IH (q - s')); lia). lia. }
  assert (Hv : losing [v; q; s]).
  { destruct (chart_cases q s) as [[_ H]|[H _]]; [lia | exact H | fold v in H; lia]. }
  enough (H : length (seq (s + 1) (q - s)) <= q - s - 1) by (rewrite seq_length in H; lia).
  apply (pigeonhole (fun s' j => s < s' <= q /\ s + 1 + j < chart q s' /\ losing [chart q s'; s + 1 + j; s])).
  - apply seq_NoDup.
  - intros s' Hs'. apply in_seq in Hs'. specialize (Habove s'). set (x := chart q s') in Habove |- *.
    pose proof (chart_above_row q s') as Hx. fold x in Hx.
    assert (Hl : losing [x; Nat.min x q; s']).
    { destruct (chart_lost q s') as [_ H]. fold x in H. now rewrite (Nat.min_r x s') in H by lia. }
    destruct (winning_bite x (Nat.min x q) s) as [(j & Hj & H)|[(j & Hj & H)|(j & Hj & H)]].
    + apply (not_row3 s Hl). lia.
    + elim (not_row1 j Hv); [lia|]. now replace (Nat.min j q) with (Nat.min j (Nat.min x q)) by lia.
    + destruct (Nat.le_gt_cases j s) as [Hjs|Hjs].
      * elim (not_row2 j Hl); [lia|]. rewrite Nat.min_l in H by lia. now rewrite Nat.min_l by lia.
      * exists (j - s - 1). split; [lia|]. rewrite Nat.min_r in H by lia.
        replace (s + 1 + (j - s - 1)) with j by lia. split; [lia|]. split; [lia | trivial].
    + elim (not_row3 j Hl); [lia | trivial].
  - intros s' s'' j (Hs' & Hj' & H') (Hs'' & Hj'' & H''). apply (column_distinct q); try lia.
    apply (same_row1 _ _ (s + 1 + j) s); trivial; lia.
Qed.

(** ** The starts of the finite slices *)

(** p starts a finite slice: some (p, p, r) is lost. *)
Definition is_start (p : nat) : bool := existsb (fun r => is_lost [p; p; r]) (seq 0 p).

(** How many starts there are up to p. *)
Definition starts (p : nat) : nat := number_of is_start 1 p.

Lemma start_iff p : is_start p = true <-> exists r, r < p /\ losing [p; p; r].
Proof.
  unfold is_start. rewrite existsb_exists. split; intros (r & Hr & H); exists r.
  - apply in_seq in Hr. apply is_lost_iff in H. split; [lia | trivial].
  - split; [apply in_seq; lia | now apply is_lost_iff].
Qed.

Lemma not_start p : 1 <= p -> (is_start p = false <-> exists n, d n = p).
Proof.
  intros Hp. rewrite <- not_true_iff_false, start_iff. destruct (one_kind p Hp) as [[H H']|[H H']]; split.
  - intros _. destruct H as (n & Hn & H). exists n. now apply d_of_lost.
  - trivial.
  - easy.
  - intros (n & <-). elim H. exists n. apply d_lost.
Qed.

Lemma start_of_column m s : s <= m -> chart m s <= m -> is_start (chart m s) = true.
Proof.
  intros Hs Hle. apply start_iff. exists s. split; [now apply chart_above_row|].
  destruct (chart_cases m s Hs) as [[Hge H]|[_ H]]; trivial. now replace m with (chart m s) in H at 2 by lia.
Qed.

(** The m + 1 values of column m are starts up to m, or lie between m and d_m. *)
Lemma d_lower m : 2 * m + 1 <= d m + starts m.
Proof.
  destruct (d_lost m) as [Hm _].
  assert (H : length (map (chart m) (seq 0 (m + 1))) <= length (filter is_start (seq 1 m) ++ seq (m + 1) (d m - m))).
  { apply NoDup_incl_length.
    - apply NoDup_map_on; [apply seq_NoDup|]. intros x y Hx Hy. apply in_seq in Hx, Hy. apply column_distinct; lia.
    - intros v Hv. apply in_map_iff in Hv as (s & <- & Hs). apply in_seq in Hs. apply in_app_iff.
      pose proof (chart_bound m s). destruct (Nat.le_gt_cases (chart m s) m).
      + left. apply in_count. split; [lia|]. apply start_of_column; lia.
      + right. apply in_seq. destruct (Nat.eq_dec s m) as [->|]; [fold (d m); lia|].
        pose proof (diagonal_largest m s). lia. }
  rewrite map_length, app_length, !seq_length in H. fold (number_of is_start 1 m) in H. unfold starts. lia.
Qed.

(** [BHMS05] 8.8: if there were fewer than n starts up to 3n - 1, then at least 2n of these numbers would be
    diagonal values d_m; but then m <= 2n - 2. *)
Lemma enough_starts n : 1 <= n -> n <= starts (3 * n - 1).
Proof.
  intros Hn. apply Nat.nlt_ge. intros Hlt.
  pose proof (count_all is_start 1 (3 * n - 1)) as Hall. fold (starts (3 * n - 1)) in Hall.
  enough (number_of (fun x => negb (is_start x)) 1 (3 * n - 1) <= 2 * n - 1) by lia.
  apply (pigeonhole (fun v m => d m = v)).
  - apply NoDup_count.
  - intros v Hv. apply in_count in Hv as [Hv E]. apply negb_true_iff, not_start in E as (m & <-); [|lia].
    exists m. split; trivial. pose proof (d_lower m). destruct (d_lost m) as [Hm _].
    assert (starts m <= starts (3 * n - 1)) by (apply count_monotone; lia). lia.
  - intros v v' m E E'. congruence.
Qed.

Lemma few_starts p : 2 * starts p <= p.
Proof.
  assert (Hk : exists k, p <= 2 * k <= p + 1).
  { induction p as [|p (k & IH)]; [exists 0; lia|]. destruct (Nat.eq_dec p (2 * k)); [exists (S k) | exists k]; lia. }
  destruct Hk as (k & Hk). pose proof (count_all is_start 1 p) as Hall. fold (starts p) in Hall.
  enough (length (map d (seq 0 k)) <= number_of (fun x => negb (is_start x)) 1 p)
    by (rewrite map_length, seq_length in *; lia).
  apply NoDup_incl_length.
  - apply NoDup_map_on; [apply seq_NoDup | auto using d_injective].
  - intros v Hv. apply in_map_iff in Hv as (m & <- & Hm). apply in_seq in Hm. apply in_count.
    destruct (d_lost m) as [Hd _]. pose proof (d_bound m). split; [lia|].
    apply negb_true_iff, not_start; [lia|]. now exists m.
Qed.

(** q_n, for n >= 1: the least number with n starts up to it. *)
Definition q (n : nat) : nat := least (fun p => starts p =? n) 1 (3 * n - 1).

Lemma starts_next p : starts (S p) = starts p + if is_start (S p) then 1 else 0.
Proof. apply count_next. Qed.

Theorem q_spec n : 1 <= n -> is_start (q n) = true /\ starts (q n) = n.
Proof.
  intros Hn.
  assert (Hreach : forall x, n <= starts x -> exists y, 1 <= y <= x /\ starts y = n).
  { induction x as [|x IH]; intros Hx; [unfold starts, number_of in Hx; simpl in Hx; lia|].
    destruct (Nat.le_gt_cases n (starts x)) as [H|H].
    - destruct (IH H) as (y & Hy & E). exists y. split; [lia | trivial].
    - exists (S x). split; [lia|]. rewrite starts_next in *. destruct (is_start (S x)); lia. }
  destruct (Hreach (3 * n - 1) (enough_starts n Hn)) as (x & Hx & E).
  destruct (least_spec (fun p => starts p =? n) 1 (3 * n - 1) x) as (Hle & Hq & Hmin);
    [lia | now apply Nat.eqb_eq|]. fold (q n) in Hle, Hq, Hmin. apply Nat.eqb_eq in Hq. split; trivial.
  destruct (q n) as [|p]; [lia|]. rewrite starts_next in Hq. destruct (is_start (S p)); trivial. rewrite Nat.add_0_r in Hq.
  destruct p as [|p]; [unfold starts, number_of in Hq; simpl in Hq; lia|].
  specialize (Hmin (S p)). rewrite Hq, Nat.eqb_refl in Hmin. discriminate Hmin. lia.
Qed.

Lemma starts_strict p p' : p < p' -> is_start p' = true -> starts p < starts p'.
Proof.
  intros Hlt Hs. destruct p' as [|p']; [lia|]. rewrite starts_next, Hs.
  assert (starts p <= starts p') by (apply count_monotone; lia). lia.
Qed.

(** Every start is one of them. *)
Theorem q_of_start p : is_start p = true -> q (starts p) = p.
Proof.
  intros Hp. assert (H1 : 1 <= p) by (apply start_iff in Hp as (r & Hr & _); lia).
  assert (1 <= starts p) by (pose proof (starts_strict 0 p H1 Hp); lia).
  destruct (q_spec (starts p)) as [Hq E]; trivial.
  destruct (Nat.lt_trichotomy (q (starts p)) p) as [L|[|L]]; trivial; apply starts_strict in L; trivial; lia.
Qed.

(** ** Corollaries *)

(** Theorem 2. d_0, d_1, ... and q_1, q_2, ... are complementary: every number from 1 on is in exactly one of them,
    exactly once. *)
Theorem complementary p : 1 <= p ->
  ((exists! n, d n = p) /\ ~ (exists n, 1 <= n /\ q n = p)) \/
  (~ (exists n, d n = p) /\ (exists! n, 1 <= n /\ q n = p)).
Proof.
  intros Hp. destruct (is_start p) eqn:E; [right | left]; split.
  - rewrite <- not_start, E by lia. discriminate.
  - exists (starts p). split.
    + split; [|now apply q_of_start]. pose proof (starts_strict 0 p Hp E). lia.
    + intros n [Hn <-]. now destruct (q_spec n Hn).
  - apply not_start in E as (n & E); trivial. exists n. split; trivial. intros m <-. now apply d_injective.
  - intros (n & Hn & <-). destruct (q_spec n Hn) as [H _]. now rewrite H in E.
Qed.

Theorem q_increases m n : 1 <= m < n -> q m < q n.
Proof.
  intros Hmn. destruct (q_spec m) as [_ Em], (q_spec n) as [_ En]; try lia. apply Nat.nle_gt. intros Hle.
  assert (starts (q n) <= starts (q m)) by now apply count_monotone. lia.
Qed.

(** Corollary 5: [BHMS05] 8.8, and a bound from below. *)
Theorem start_estimates n : 1 <= n -> 2 * n <= q n <= 3 * n - 1.
Proof.
  intros Hn. destruct (q_spec n Hn) as [_ E]. pose proof (few_starts (q n)). split; [lia|].
  apply Nat.nlt_ge. intros Hlt. pose proof (enough_starts n Hn). destruct (q_spec n Hn) as [Hs _].
  pose proof (starts_strict (3 * n - 1) (q n) Hlt Hs). lia.
Qed.
