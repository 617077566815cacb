(** * Lemma A: how many values of a row lie beyond its column

    A row of the chart lacks exactly the starts of the finite rows below it; so the number of its
    values that overhang a column is one more than the number of the rows below that have started.
    chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart ChartRows ChartInfinite.
Import ListNotations.

(** Row b has the value f(t, b) in column t, and before the diagonal it goes on with d_t. *)
Definition cell (t b : nat) : nat := chart t (Nat.min t b).

(** Row b has no start up to column m. *)
Definition unstarted (b m : nat) : Prop := forall p, b < p <= m -> ~ losing [p; p; b].

(** ** Counting by pairs *)

Lemma count_pairs (R : nat -> nat -> Prop) P a n Q c k :
  (forall x, a <= x < a + n -> P x = true -> exists y, c <= y < c + k /\ Q y = true /\ R x y) ->
  (forall y, c <= y < c + k -> Q y = true -> exists x, a <= x < a + n /\ P x = true /\ R x y) ->
  (forall x x' y, R x y -> R x' y -> x = x') -> (forall x y y', R x y -> R x y' -> y = y') ->
  number_of P a n = number_of Q c k.
Proof.
  intros H H' Hx Hy. apply Nat.le_antisymm.
  - apply (injection R); [apply NoDup_count | | exact Hx].
    intros x Hin. apply in_count in Hin as [Hin E]. destruct (H x Hin E) as (y & Hyr & Ey & HR).
    exists y. split; [now apply in_count | trivial].
  - apply (injection (fun y x => R x y)); [apply NoDup_count | | intros y y' x; apply Hy].
    intros y Hin. apply in_count in Hin as [Hin E]. destruct (H' y Hin E) as (x & Hxr & Ex & HR).
    exists x. split; [now apply in_count | trivial].
Qed.

(** ** The cells of a row that has not started *)

Lemma cell_lost b m t : unstarted b m -> t <= m ->
  t < cell t b /\ losing [cell t b; t; Nat.min t b].
Proof.
  intros Hu Ht. unfold cell. set (r := Nat.min t b). assert (Hr : r <= t) by lia.
  pose proof (chart_above_row t r Hr) as Habove.
  destruct (Nat.le_gt_cases t b) as [Hb|Hb].
  { assert (E : r = t) by lia. rewrite E in *. apply (d_lost t). }
  assert (E : r = b) by lia. rewrite E in *.
  destruct (chart_cases t b Hr) as [[Hle H]|[Hlt H]].
  - split; trivial. destruct (Nat.eq_dec (chart t b) t) as [Et|]; [|lia].
    rewrite Et in H. elim (Hu t); [lia | trivial].
  - elim (Hu (chart t b)); [lia | trivial].
Qed.

Lemma cell_of_lost p t b : t < p -> losing [p; t; Nat.min t b] -> cell t b = p.
Proof. intros Hp H. apply chart_of_lost; trivial; lia. Qed.

Lemma cell_distinct b m t t' : unstarted b m -> t <= m -> t' <= m -> cell t b = cell t' b -> t = t'.
Proof.
  assert (Hlt : forall x y, unstarted b m -> y <= m -> x < y -> cell x b <> cell y b).
  { intros x y Hu Hy Hxy E. destruct (cell_lost b m x Hu) as [_ H]; [lia|].
    destruct (cell_lost b m y Hu Hy) as [_ H']. rewrite <- E in H'. apply (not_row2 x H' Hxy).
    now replace (Nat.min x (Nat.min y b)) with (Nat.min x b) by lia. }
  intros Hu Ht Ht' E. destruct (Nat.lt_trichotomy t t') as [L|[|L]]; trivial.
  - now elim (Hlt t t').
  - now elim (Hlt t' t).
Qed.

(** A start is not in a higher row before its column. *)
Lemma start_not_above v s b t : s < v -> losing [v; v; s] -> s < b -> b <= t < v ->
  ~ losing [v; t; b].
Proof.
  intros Hs H Hb Ht Hl. destruct (losers_below_start v s Hs H t) as (s' & Hs' & Hl'); [lia|].
  apply (not_row3 s' Hl); [lia | trivial].
Qed.

Lemma start_missing b m v s : unstarted b m -> s < b -> s < v -> losing [v; v; s] ->
  forall t, t <= m -> cell t b <> v.
Proof.
  intros Hu Hb Hs H t Ht E. destruct (cell_lost b m t Hu Ht) as [Hlt Hl]. rewrite E in *.
  destruct (Nat.le_gt_cases b t) as [Hbt|Hbt].
  - rewrite Nat.min_r in Hl by lia. apply (start_not_above v s b t); trivial. lia.
  - rewrite Nat.min_l in Hl by lia. now apply (never_both v t s).
Qed.

(** What is missing is such a start. *)
Lemma missing_is_start b m v : unstarted b m -> b <= m -> 1 <= v <= m ->
  (forall t, t <= m -> cell t b <> v) -> exists s, s < b /\ s < v /\ losing [v; v; s].
Proof.
  intros Hu Hb Hv Hmiss. destruct (Nat.le_gt_cases v b) as [Hle|Hgt].
  - destruct (an_opening v) as [(t & Ht & H)|(s & Hs & H)]; [lia | |].
    + elim (Hmiss t); [lia|]. apply cell_of_lost; trivial. now rewrite Nat.min_l by lia.
    + exists s. split; [lia|]. now split.
  - destruct (winning_bite v v b) as [(u & Hu' & H)|[(u & Hu' & H)|(s & Hs & H)]].
    + apply Hu. lia.
    + rewrite (Nat.min_l u v) in H by lia. destruct (Nat.le_gt_cases u b).
      * rewrite Nat.min_l in H by lia. elim (bar_not_lost u); trivial. lia.
      * rewrite Nat.min_r in H by lia. elim (Hu u); [lia | trivial].
    + elim (Hmiss u); [lia|]. now apply cell_of_lost.
    + exists s. split; [trivial | split; [lia | trivial]].
Qed.

(** ** Counting what has more *)

Lemma count_weaker P Q a n : (forall x, a <= x < a + n -> P x = true -> Q x = true) ->
  number_of P a n <= number_of Q a n.
Proof.
  induction n as [|n IH]; intros H; [easy|]. rewrite !count_next.
  assert (number_of P a n <= number_of Q a n) by (apply IH; intros x Hx; apply H; lia).
  destruct (P (a + n)) eqn:E; [rewrite (H (a + n)) by (trivial; lia)|]; lia.
Qed.

(** If a property follows from another that is as frequent, it implies it. *)
Lemma count_equal P Q a n : (forall x, a <= x < a + n -> P x = true -> Q x = true) ->
  number_of P a n = number_of Q a n -> forall x, a <= x < a + n -> Q x = true -> P x = true.
Proof.
  induction n as [|n IH]; intros H E x Hx HQ; [lia|]. rewrite !count_next in E.
  assert (H' : forall y, a <= y < a + n -> P y = true -> Q y = true)
    by (intros; apply H; trivial; lia).
  pose proof (count_weaker P Q a n H'). specialize (H (a + n)).
  destruct (P (a + n)) eqn:EP; [rewrite H in E by (trivial; lia)|];
    (destruct (Nat.eq_dec x (a + n)) as [->|]; [trivial | apply IH; trivial; try lia]);
    destruct (Q (a + n)); try lia; discriminate HQ.
Qed.

(** ** How many overhang *)

(** Starts v of rows below b. *)
Definition starts_below (b v : nat) : bool :=
  existsb (fun s => is_lost [v; v; s]) (seq 0 (Nat.min b v)).

Lemma starts_below_iff b v :
  starts_below b v = true <-> exists s, s < b /\ s < v /\ losing [v; v; s].
Proof.
  unfold starts_below. rewrite existsb_exists. split.
  - intros (s & Hs & H). apply in_seq in Hs. apply is_lost_iff in H. exists s.
    split; [lia | split; [lia | trivial]].
  - intros (s & Hs & Hv & H). exists s. split; [apply in_seq; lia | now apply is_lost_iff].
Qed.

Lemma started_iff p s : s < p -> (started p s = true <-> exists j, s < j < p /\ losing [j; j; s]).
Proof.
  intros Hs. unfold started. rewrite existsb_lost by lia.
  split; intros (j & Hj & H); exists j; (split; [lia | trivial]).
Qed.

(** As many rows below b have started as there are such starts. *)
Lemma count_starts_below b m : b <= m -> number_of (starts_below b) 1 m = number_of
  (started (m + 1)) 0 b.
Proof.
  intros Hb. apply (count_pairs (fun v s => s < v /\ losing [v; v; s])).
  - intros v Hv E. apply starts_below_iff in E as (s & Hs & Hsv & H). exists s.
    split; [lia | split; [|now split]]. apply started_iff; [lia|]. exists v. split; [lia | trivial].
  - intros s Hs E. apply started_iff in E as (v & Hv & H); [|lia]. exists v.
    split; [lia | split; [|split; [lia | trivial]]]. apply starts_below_iff. exists s.
    split; [lia | split; [lia | trivial]].
  - intros v v' s [Hv H] [Hv' H']. exact (one_start s v v' Hv Hv' H H').
  - intros v s s' [_ H] [_ H']. exact (same_row3 _ _ _ _ H H').
Qed.

(** As many cells up to column m have values up to m as there are other numbers up to m. *)
Lemma count_small_cells b m : unstarted b m -> b <= m ->
  number_of (fun t => negb (m <? cell t b)) 0 (m + 1) = number_of
  (fun v => negb (starts_below b v)) 1 m.
Proof.
  intros Hu Hb. apply (count_pairs (fun t v => t <= m /\ cell t b = v)).
  - intros t Ht E. apply negb_true_iff, Nat.ltb_ge in E. exists (cell t b).
    destruct (cell_lost b m t Hu) as [Hlt _]; [lia|]. split; [lia|]. split; [|split; [lia | easy]].
    apply negb_true_iff, not_true_iff_false. intros Es.
    apply starts_below_iff in Es as (s & Hs & Hv & H).
    apply (start_missing b m (cell t b) s Hu Hs Hv H t); [lia | easy].
  - intros v Hv E. apply negb_true_iff in E.
    destruct (bounded_search (fun t => cell t b = v) 0 (m + 1) (fun t => Nat.eq_dec _ _))
      as [(t & Ht & Et)|Hnone].
    + exists t. split; [lia | split; [|split; [lia | trivial]]].
      apply negb_true_iff, Nat.ltb_ge. lia.
    + exfalso. rewrite <- not_true_iff_false in E. apply E, starts_below_iff.
      apply (missing_is_start b m v Hu Hb); [lia|]. intros t Ht. apply Hnone. lia.
  - intros t t' v [Ht E] [Ht' E']. apply (cell_distinct b m); trivial. congruence.
  - intros t v v' [_ E] [_ E']. congruence.
Qed.

(** *** Before the k-th start *)

Lemma starts_before k : 1 <= k -> 1 + number_of is_start 1 (q k - 1) = k.
Proof.
  intros Hk. destruct (q_spec k Hk) as [Hs E]. pose proof (start_estimates k Hk).
  fold (starts (q k - 1)). pose proof (starts_next (q k - 1)) as En.
  replace (S (q k - 1)) with (q k) in En by lia. rewrite Hs, E in En. lia.
Qed.

Lemma starts_below_start r v : starts_below r v = true -> is_start v = true.
Proof.
  intros E. apply starts_below_iff in E as (s & _ & Hv & H). apply start_iff. now exists s.
Qed.

(** ** The theorems *)

(** Lemma A. Let row b have no start up to m. A number v from 1 to m is not among the values of row
    b in the columns up to m if and only if it is the start of a lower row. *)
Theorem missing_values b m v :
  b <= m -> (forall p, b < p <= m -> ~ losing [p; p; b]) -> 1 <= v <= m ->
  ((forall t, t <= m -> cell t b <> v) <-> exists s, s < b /\ s < v /\ losing [v; v; s]).
Proof.
  intros Hb Hu Hv. split; [now apply missing_is_start|].
  intros (s & Hs & Hsv & H). now apply (start_missing b m v s).
Qed.

(** So the columns t <= m whose value in row b is larger than m are one more than the rows below b
    that have started by m. *)
Theorem overhang b m : b <= m -> (forall p, b < p <= m -> ~ losing [p; p; b]) ->
  number_of (fun t => m <? cell t b) 0 (m + 1) = 1 + number_of (started (m + 1)) 0 b.
Proof.
  intros Hb Hu. pose proof (count_all (fun t => m <? cell t b) 0 (m + 1)) as H.
  cbn beta in H. rewrite (count_small_cells b m Hu Hb) in H.
  pose proof (count_all (starts_below b) 1 m) as H'.
  rewrite (count_starts_below b m Hb) in H'. lia.
Qed.

(** If row b starts at p, the values before the start that are larger than p are one more than the
    rows below b that have started. *)
Theorem overhang_at_start b p : b < p -> losing [p; p; b] ->
  number_of (fun t => p <? cell t b) 0 p = 1 + number_of (started p) 0 b.
Proof.
  intros Hb H. assert (Hu : unstarted b (p - 1)).
  { intros p' Hp' H'. assert (p' = p) by (apply (one_start b); trivial; lia). lia. }
  pose proof (overhang b (p - 1) ltac:(lia) Hu) as E. replace (p - 1 + 1) with p in E by lia.
  rewrite <- E. apply count_same. intros t Ht.
  destruct (cell_lost b (p - 1) t Hu) as [_ Hl]; [lia|].
  assert (cell t b <> p).
  { intros Et. rewrite Et in Hl. apply (not_row2 t H); [lia | trivial]. }
  destruct (Nat.ltb_spec p (cell t b)), (Nat.ltb_spec (p - 1) (cell t b)); trivial; lia.
Qed.

(** In an infinite row the overhang stays the same from column 2b - 2 on: one more than the finite
    rows below. *)
Theorem overhang_infinite b t : infinite b -> b <= t -> 2 * b <= t + 2 ->
  number_of (fun u => t <? cell u b) 0 (t + 1) = 1 + number_of is_finite 0 b.
Proof.
  intros Hb Hle Ht. rewrite overhang; [|lia|]; [|intros p Hp; apply Hb; lia]. f_equal.
  apply count_same. intros s Hs. apply eq_true_iff_eq.
  rewrite started_iff, is_finite_iff by lia. split.
  - intros (j & Hj & H). exists j. split; [lia | trivial].
  - intros (j & Hj & H). pose proof (start_bound j s Hj H). exists j. split; [lia | trivial].
Qed.

(** Monotony, which is open, says that row r_k has exactly k values larger than q_k before its
    start. *)
Theorem monotony_iff_overhang : monotone <-> forall k r, 1 <= k -> r < q k ->
  losing [q k; q k; r] -> number_of (fun t => q k <? cell t r) 0 (q k) = k.
Proof.
  assert (Hcount : forall k r, 1 <= k -> r < q k -> losing [q k; q k; r] ->
    number_of (fun t => q k <? cell t r) 0 (q k) = 1 + number_of (starts_below r) 1 (q k - 1)).
  { intros k r Hk Hr H. rewrite overhang_at_start by trivial. f_equal.
    rewrite count_starts_below by lia. now replace (q k - 1 + 1) with (q k) by lia. }
  split.
  - intros Hmono k r Hk Hr H. rewrite Hcount by trivial. pose proof (starts_before k Hk).
    enough (number_of (starts_below r) 1 (q k - 1) = number_of is_start 1 (q k - 1)) by lia.
    apply count_same. intros v Hv. apply eq_true_iff_eq. split; [apply starts_below_start|].
    intros E. apply start_iff in E as (s & Hs & H'). apply starts_below_iff.
    exists s. split; [|now split]. destruct (Nat.lt_trichotomy s r) as [|[->|L]]; trivial.
    + assert (v = q k) by now apply (one_start r). lia.
    + specialize (Hmono (q k) r v s Hr H Hs H' L). lia.
  - intros Hall p r p' r' Hr H Hr' H' Hlt. apply Nat.nle_gt. intros Hle.
    destruct (Nat.eq_dec p' p) as [->|]; [pose proof (same_row3 _ _ _ _ H H'); lia|].
    destruct (index_exists p r Hr H) as (k & Hk & <-). specialize (Hall k r Hk Hr H).
    rewrite Hcount in Hall by trivial. pose proof (starts_before k Hk).
    assert (E : starts_below r p' = true).
    { apply (count_equal _ is_start 1 (q k - 1)); [|lia | lia | apply start_iff; now exists r'].
      intros x _. apply starts_below_start. }
    apply starts_below_iff in E as (s & Hs & _ & Hl). pose proof (same_row3 _ _ _ _ H' Hl). lia.
Qed.
