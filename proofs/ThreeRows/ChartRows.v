(** * Rows and columns of the chart: where a start occurs, the least values of rows

    Corollaries of Openings.v and Chart.v, [BHMS05] sections 8.6 to 8.11; openings.md has them on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart.
Import ListNotations.

(** ** Where a start occurs *)

(** Corollary 6, [BHMS05] 8.10, first half: q_n occurs before its column in exactly n columns: those t with
    d_t > q_n. *)
Lemma columns_of_start p t : is_start p = true -> t < p ->
  ((exists s, s <= t /\ losing [p; t; s]) <-> p < d t).
Proof.
  intros Hp Ht. assert (Hd : forall n, d n <> p).
  { intros n E. assert (is_start p = false) by (apply not_start; [lia | now exists n]). congruence. }
  split.
  - intros (s & Hs & H). apply chart_of_lost in H; try lia. subst p.
    destruct (Nat.eq_dec s t) as [->|]; [now elim (Hd t) | apply diagonal_largest; lia].
  - intros Hlt. destruct (winning_bite p t t) as [(j & Hj & H)|[(j & Hj & H)|(j & Hj & H)]].
    + intros H. elim (Hd t). now apply d_of_lost.
    + assert (d t = j) by (apply chart_iff; split; [lia | trivial]). lia.
    + rewrite Nat.min_l in H by lia. elim (Hd j). apply d_of_lost; trivial. lia.
    + exists j. split; [lia | trivial].
Qed.

Lemma count_columns p : is_start p = true -> number_of (fun t => p <? d t) 0 p = starts p.
Proof.
  intros Hp. pose proof (count_all is_start 1 p) as H1. pose proof (count_all (fun t => p <? d t) 0 p) as H2.
  fold (starts p) in H1.
  enough (number_of (fun t => negb (p <? d t)) 0 p = number_of (fun x => negb (is_start x)) 1 p) by lia.
  unfold number_of. rewrite <- (map_length d). apply Nat.le_antisymm; apply NoDup_incl_length.
  - apply NoDup_map_on; [apply NoDup_count | auto using d_injective].
  - intros v Hv. apply in_map_iff in Hv as (t & <- & Ht). apply in_count in Ht as [Ht E].
    apply negb_true_iff, Nat.ltb_ge in E. destruct (d_lost t) as [Hd _]. apply in_count. split; [lia|].
    apply negb_true_iff, not_start; [lia | now exists t].
  - apply NoDup_count.
  - intros v Hv. apply in_count in Hv as [Hv E]. apply negb_true_iff, not_start in E as (t & <-); [|lia].
    apply in_map, in_count. destruct (d_lost t) as [Hd _]. split; [lia|]. apply negb_true_iff, Nat.ltb_ge. lia.
Qed.

Theorem occurrences n : 1 <= n ->
  (forall t, t < q n -> ((exists s, s <= t /\ losing [q n; t; s]) <-> q n < d t)) /\
  number_of (fun t => q n <? d t) 0 (q n) = n.
Proof.
  intros Hn. destruct (q_spec n Hn) as [Hs E]. split.
  - intros t Ht. now apply columns_of_start.
  - now rewrite count_columns.
Qed.

(** ** Row minima *)

(** m is the least value of row r beyond the diagonal, and k its column: m_r and k_r of [BHMS05], 8.11. *)
Definition row_minimum (r m k : nat) : Prop :=
  r < k <= m /\ losing [m; k; r] /\ forall k' p, r < k' <= p -> losing [p; k'; r] -> m <= p.

Theorem row_minimum_exists r : exists m k, row_minimum r m k.
Proof.
  set (occurs := fun p => existsb (fun k => is_lost [p; k; r]) (seq (r + 1) (p - r))).
  assert (Hoccurs : forall p, occurs p = true <-> exists k, r < k <= p /\ losing [p; k; r]).
  { intros p. unfold occurs. rewrite existsb_exists. split; intros (k & Hk & H); exists k.
    - apply in_seq in Hk. apply is_lost_iff in H. split; [lia | trivial].
    - split; [apply in_seq; lia | now apply is_lost_iff]. }
  assert (Hv : exists v, 1 <= v /\ occurs v = true).
  { pose proof (chart_above_row (r + 1) r). exists (chart (r + 1) r). rewrite Hoccurs. split; [lia|].
    destruct (chart_cases (r + 1) r) as [[Hle H']|[Hlt H']]; try lia. exists (r + 1). split; [lia | trivial]. }
  destruct Hv as (v & Hv1 & Hv).
  destruct (least_spec occurs 1 v v) as (Hle & Hm & Hmin); [lia | trivial|]. set (m := least occurs 1 v) in *.
  apply Hoccurs in Hm as (k & Hk & H). exists m, k. split; trivial. split; trivial.
  intros k' p Hk' Hp. apply Nat.nlt_ge. intros Hlt. assert (E : occurs p = false) by (apply Hmin; lia).
  assert (occurs p = true) by (apply Hoccurs; now exists k'). congruence.
Qed.

(** Corollary 7. The least value of a row beyond the diagonal is never a diagonal value. *)
Theorem row_minimum_is_start r m k : row_minimum r m k -> is_start m = true.
Proof.
  intros (Hk & H & Hmin). destruct (is_start m) eqn:E; trivial. exfalso. apply not_start in E as (t & Hd); [|lia].
  destruct (d_lost t) as [Ht Hl]. rewrite Hd in *. destruct (Nat.le_gt_cases t r) as [Hle|Hgt].
  - apply (not_row2 t H); [lia|]. now rewrite Nat.min_l.
  - pose proof (diagonal_largest t r Hgt). destruct (chart_cases t r) as [[Hc Hl']|[Hc Hl']]; [lia| |];
      pose proof (chart_above_row t r) as Hr.
    + assert (m <= chart t r) by (apply (Hmin t); trivial; lia). lia.
    + assert (m <= chart t r) by (apply (Hmin (chart t r)); trivial; lia). lia.
Qed.

(** Corollary 8, [BHMS05] 8.11: the minima do not decrease, and where they stay their column grows. *)
Theorem row_minima r s m k m' k' : r < s -> row_minimum r m k -> row_minimum s m' k' ->
  m < m' \/ (m = m' /\ k < k').
Proof.
  intros Hrs (Hk & H & Hmin) (Hk' & H' & _).
  destruct (winning_bite m' k' r) as [(j & Hj & Hl)|[(j & Hj & Hl)|(j & Hj & Hl)]].
  - apply (not_row3 r H'). lia.
  - destruct (Nat.le_gt_cases j r) as [Hle|Hgt].
    + rewrite !Nat.min_l in Hl by lia. elim (bar_not_lost j); trivial. lia.
    + rewrite (Nat.min_r j r) in Hl by lia. assert (m <= j) by (apply (Hmin (Nat.min j k')); trivial; lia). lia.
  - destruct (Nat.le_gt_cases j r) as [Hle|Hgt].
    + elim (not_row2 j H'); [lia|]. rewrite Nat.min_l in Hl by lia. now rewrite Nat.min_l by lia.
    + rewrite Nat.min_r in Hl by lia. assert (m <= m') by (apply (Hmin j); trivial; lia).
      destruct (Nat.eq_dec m m') as [<-|]; [right | left; lia]. split; trivial.
      assert (j = k) by (apply (same_row2 m j k r); trivial; lia). lia.
  - elim (not_row3 j H'); [lia | trivial].
Qed.

(** ** Monotony, which is open: what it is equivalent to (Proposition 10) *)

(** A later finite slice starts later. *)
Definition monotone : Prop := forall p r p' r',
  r < p -> losing [p; p; r] -> r' < p' -> losing [p'; p'; r'] -> r < r' -> p < p'.

(** A finite slice starts at the least value of its row beyond the diagonal. *)
Definition starts_at_minimum : Prop := forall p r, r < p -> losing [p; p; r] -> row_minimum r p p.

Theorem monotony_iff_minimum : monotone <-> starts_at_minimum.
Proof.
  split.
  - intros Hmono p r Hr H. destruct (row_minimum_exists r) as (m & k & Hmin).
    pose proof (row_minimum_is_start r m k Hmin) as Hs. apply start_iff in Hs as (r' & Hr' & H').
    pose proof Hmin as (Hk & Hl & Hle). assert (Hmp : m <= p) by (apply (Hle p); trivial; lia).
    destruct (Nat.eq_dec m p) as [->|].
    + now replace k with p in Hmin by (apply (same_row2 p p k r); trivial; lia).
    + exfalso. enough (r < r') by (assert (p < m) by (now apply (Hmono p r m r')); lia).
      destruct (Nat.lt_trichotomy r r') as [L|[<-|L]]; trivial; exfalso.
      * apply (not_row1 m H); [lia|]. now rewrite (Nat.min_l m p), (Nat.min_r m r) by lia.
      * destruct (Nat.eq_dec k m) as [->|]; [now apply (not_row3 r' Hl)|].
        destruct (losers_below_start m r' Hr' H' k) as (s & Hs & Hl'); [lia|]. apply (not_row3 s Hl); [lia | trivial].
  - intros Hmin p r p' r' Hr H Hr' H' Hlt.
    destruct (row_minima r r' p p p' p') as [|]; auto; lia.
Qed.

(** ** The row of a start *)

(** Some (p, t, s) with s <= t < p is lost: row s has the value p before column p. *)
Definition contains (p s : nat) : bool := existsb (fun t => is_lost [p; t; s]) (seq s (p - s)).

(** Some (j, j, s) with j < p is lost: row s is finite, and starts before p. *)
Definition started (p s : nat) : bool := existsb (fun j => is_lost [j; j; s]) (seq (s + 1) (p - (s + 1))).

Lemma existsb_lost (f : nat -> rows) a n : a <= n ->
  (existsb (fun x => is_lost (f x)) (seq a (n - a)) = true <-> exists x, a <= x < n /\
    losing (f x)).
Proof.
  intros Ha. rewrite existsb_exists. split; intros (x & Hx & H); exists x.
  - apply in_seq in Hx. apply is_lost_iff in H. split; [lia | trivial].
  - split; [apply in_seq; lia | now apply is_lost_iff].
Qed.

(** Rows that have p, and columns that have p, are equally many: at most one in each row and in each column. *)
Lemma count_rows p r : r < p -> losing [p; p; r] -> number_of (contains p) 0 r = starts p.
Proof.
  intros Hr H. assert (Hp : is_start p = true) by (apply start_iff; now exists r).
  rewrite <- (count_columns p Hp). set (R := fun s t => s <= t < p /\ losing [p; t; s]).
  assert (Hbelow : forall s t, R s t -> s < r).
  { intros s t (Ht & Hl). apply Nat.nle_gt. intros Hle. destruct (Nat.eq_dec s r) as [->|].
    - apply (not_row2 t H); [lia|]. now rewrite Nat.min_r by lia.
    - destruct (losers_below_start p r Hr H t) as (s' & Hs' & Hl'); [lia|]. apply (not_row3 s' Hl); [lia | trivial]. }
  apply Nat.le_antisymm.
  - apply (injection R); [apply NoDup_count | |].
    + intros s Hs. apply in_count in Hs as [Hs E]. apply existsb_lost in E as (t & Ht & Hl); [|lia].
      exists t. split; [|now split]. apply in_count. split; [lia|].
      apply Nat.ltb_lt, (columns_of_start p t Hp); [lia|]. exists s. split; [lia | trivial].
    + intros s s' t (_ & Hl) (_ & Hl'). exact (same_row3 _ _ _ _ Hl Hl').
  - apply (injection (fun t s => R s t)); [apply NoDup_count | |].
    + intros t Ht. apply in_count in Ht as [Ht E].
      apply Nat.ltb_lt, (columns_of_start p t Hp) in E as (s & Hs & Hl); [|lia].
      assert (HR : R s t) by (split; [lia | trivial]). exists s. split; trivial. apply in_count.
      split; [specialize (Hbelow s t HR); lia|]. apply existsb_lost; [lia|]. exists t. split; [lia | trivial].
    + intros t t' s (Ht & Hl) (Ht' & Hl'). apply (same_row2 p t t' s); trivial; lia.
Qed.

(** Corollary 9. If p = q_n starts row r, then r is n and the number of the rows below r that start before p and do
    not have p. *)
Theorem row_of_start p r : r < p -> losing [p; p; r] ->
  r = starts p + number_of (fun s => started p s && negb (contains p s)) 0 r.
Proof.
  intros Hr H. rewrite <- (count_rows p r Hr H), <- (count_all (contains p) 0 r) at 1. f_equal.
  apply count_same. intros s Hs. destruct (contains p s) eqn:E; simpl; [now rewrite andb_false_r|]. rewrite andb_true_r.
  symmetry. apply existsb_lost; [lia|].
  destruct (winning_bite p p s) as [(j & Hj & Hl)|[(j & Hj & Hl)|(j & Hj & Hl)]].
  - apply (not_row3 s H). lia.
  - rewrite (Nat.min_l j p) in Hl by lia. destruct (Nat.le_gt_cases j s).
    + rewrite Nat.min_l in Hl by lia. elim (bar_not_lost j); trivial. lia.
    + rewrite Nat.min_r in Hl by lia. exists j. split; [lia | trivial].
  - destruct (Nat.le_gt_cases j s) as [Hle|Hgt].
    + elim (not_row2 j H Hj). rewrite Nat.min_l in Hl by lia. now rewrite Nat.min_l by lia.
    + assert (contains p s = true); [|congruence]. apply existsb_lost; [lia|]. exists j.
      rewrite Nat.min_r in Hl by lia. split; [lia | trivial].
  - elim (not_row3 j H); [lia | trivial].
Qed.

(** The n-th start is that of a row between n and 2n - 1. *)
Theorem row_estimates n r : 1 <= n -> r < q n -> losing [q n; q n; r] -> n <= r <= 2 * n - 1.
Proof.
  intros Hn Hr H. destruct (q_spec n Hn) as [Hs E]. pose proof (row_of_start (q n) r Hr H) as Hrow. rewrite E in Hrow.
  enough (number_of (fun s => started (q n) s && negb (contains (q n) s)) 0 r <= starts (q n - 1)).
  { assert (starts (q n - 1) < starts (q n)) by (apply starts_strict; trivial; lia). lia. }
  apply (injection (fun s j => s < j /\ losing [j; j; s])); [apply NoDup_count | |].
  - intros s Hc. apply in_count in Hc as [Hc E']. apply andb_true_iff in E' as [E' _].
    apply existsb_lost in E' as (j & Hj & Hl); [|lia]. exists j. split; [|split; [lia | trivial]].
    apply in_count. split; [lia|]. apply start_iff. exists s. split; [lia | trivial].
  - intros s s' j (_ & Hl) (_ & Hl'). exact (same_row3 _ _ _ _ Hl Hl').
Qed.
