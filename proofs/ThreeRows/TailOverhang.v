(** * The overhang and the mean of a period, for any number of rows

    Positions with a first row p, a second row q and a tail t, cut to rows that do not increase. For
    every q exactly one p makes it lost, F(q). Lemma A and the theorem on the mean of a period hold
    for F as they do for three rows. chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Slices Counting Openings Chart Overhang ChartMean.
From ZChomp Require Posets.
Import ListNotations.

(** First row p, second row q and tail t, cut. *)
Definition cut_position (t : list nat) (q p : nat) : rows :=
  p :: Nat.min p q :: cut (Nat.min p q) t.

(** F(q): the p that makes it lost. *)
Definition tail_value (t : list nat) (q : nat) : nat :=
  least (fun p => is_lost (cut_position t q p)) 1 (q + squares t + 1).

(** ** Bites *)

Lemma bite_row1 t q p u : u <= p -> bite 0 u (cut_position t q p) = cut_position t q u.
Proof.
  intros Hu. unfold cut_position. rewrite bite_first. apply same_rows; [lia | lia|].
  apply same_tail; [unfold cut; now rewrite !map_length|]. intros i. rewrite !nth_cut. lia.
Qed.

Lemma bite_row2 t q p u : u <= Nat.min p q -> bite 1 u (cut_position t q p) = cut_position t u p.
Proof.
  intros Hu. unfold cut_position. rewrite bite_second. apply same_rows; [lia | lia|].
  apply same_tail; [unfold cut; now rewrite !map_length|]. intros i. rewrite !nth_cut. lia.
Qed.

Lemma bite_tail_row t q p i x :
  bite (S (S i)) x (cut_position t q p) = cut_position (bite i x t) q p.
Proof.
  unfold cut_position. rewrite bite_later. apply same_rows; [lia | lia|].
  apply same_tail; [unfold cut; now rewrite length_bite, !map_length, length_bite|].
  intros k. rewrite nth_bite, !nth_cut, nth_bite. destruct (k <? i); lia.
Qed.

(** No bite leads from a lost position to a lost one. *)
Lemma lost_bite P i x : losing P -> x < nth i P 0 -> (i, x) <> (0, 0) -> ~ losing (bite i x P).
Proof. intros H Hx Hne. rewrite losing_iff in H. apply H. now constructor. Qed.

(** A position that is not lost has a winning bite. *)
Lemma won_bite t q p : ~ losing (cut_position t q p) ->
  (exists u, 1 <= u < p /\ losing (cut_position t q u)) \/
  (exists u, u < Nat.min p q /\ losing (cut_position t u p)) \/
  (exists i x, x < nth i t 0 /\ x < Nat.min p q /\ losing (cut_position (bite i x t) q p)).
Proof.
  intros H. destruct (losing_or_winning (cut_position t q p)) as [|[s [i x Hx Hne] Hl]]; [easy|].
  destruct i as [|[|i]]; simpl in Hx.
  - left. exists x. rewrite bite_row1 in Hl by lia. split; trivial.
    destruct x; [now elim Hne | lia].
  - right; left. exists x. rewrite bite_row2 in Hl by lia. now split.
  - right; right. exists i, x. rewrite bite_tail_row in Hl. rewrite nth_cut in Hx.
    split; [lia | split; [lia | trivial]].
Qed.

(** ** F is defined *)

Lemma tail_value_unique t q p p' : 1 <= p -> 1 <= p' ->
  losing (cut_position t q p) -> losing (cut_position t q p') -> p = p'.
Proof.
  assert (Hlt : forall x y, 1 <= x < y -> losing (cut_position t q x) ->
    ~ losing (cut_position t q y)).
  { intros x y Hxy H Hy. apply (lost_bite _ 0 x Hy); simpl; [lia | intros [= ->]; lia|].
    now rewrite bite_row1 by lia. }
  intros Hp Hp' H H'. destruct (Nat.lt_trichotomy p p') as [L|[|L]]; trivial.
  - elim (Hlt p p'); trivial. lia.
  - elim (Hlt p' p); trivial. lia.
Qed.

Lemma bar_squares p : length (Posets.bar p) = squares p.
Proof.
  unfold Posets.bar.
  enough (H : forall a n, length (flat_map (fun i => map (pair i) (seq 0 (nth (i - a) p 0)))
    (seq a n)) = squares (firstn n p)).
  { specialize (H 0 (length p)). rewrite firstn_all in H. rewrite <- H. f_equal.
    apply flat_map_ext. intros i. now rewrite Nat.sub_0_r. }
  induction p as [|x p IH]; intros a n.
  - rewrite firstn_nil. induction (seq a n) as [|i l IH]; trivial.
    cbn [flat_map]. rewrite app_length, IH. now destruct (i - a).
  - destruct n as [|n]; trivial. simpl. rewrite Nat.sub_diag, app_length, map_length, seq_length.
    f_equal. rewrite <- (IH (S a) n). f_equal. rewrite !flat_map_concat_map. f_equal.
    apply map_ext_in. intros i Hi. apply in_seq in Hi.
    replace (i - a) with (S (i - S a)) by lia. easy.
Qed.

Lemma tail_value_exists t q :
  exists p, 1 <= p < 1 + (q + squares t + 1) /\ losing (cut_position t q p).
Proof.
  destruct (bounded_search (fun p => losing (cut_position t q p)) 1 (1 + (q + squares t + 1))
    (fun p => losing_dec _)) as [H|Hnone]; trivial. exfalso.
  set (causes := map inl (seq 0 q) ++ map inr (Posets.bar t) : list (nat + nat * nat)).
  enough (H : length (seq 1 (q + squares t + 1)) <= length causes).
  { unfold causes in H. rewrite app_length, !map_length, !seq_length, bar_squares in H. lia. }
  apply (injection (fun p cause => 1 <= p /\ match cause with
    | inl u => losing (cut_position t u p)
    | inr (i, x) => losing (cut_position (bite i x t) q p)
    end)); [apply seq_NoDup | |].
  - intros p Hp. apply in_seq in Hp.
    destruct (won_bite t q p (Hnone p Hp)) as [(u & Hu & H)|[(u & Hu & H)|(i & x & Hx & _ & H)]].
    + elim (Hnone u); [lia | trivial].
    + exists (inl u). split; [|split; [lia | trivial]]. apply in_or_app. left.
      apply in_map, in_seq. lia.
    + exists (inr (i, x)). split; [|split; [lia | trivial]]. apply in_or_app. right.
      now apply in_map, Posets.in_bar.
  - intros p p' [u|[i x]] [Hp H] [Hp' H']; [now apply (tail_value_unique t u)|].
    now apply (tail_value_unique (bite i x t) q).
Qed.

Lemma tail_value_spec t q p :
  tail_value t q = p <-> 1 <= p /\ losing (cut_position t q p).
Proof.
  destruct (tail_value_exists t q) as (x & Hx & H).
  destruct (least_spec (fun p => is_lost (cut_position t q p)) 1 (q + squares t + 1) x)
    as (Hle & Hl & _); [lia | now apply is_lost_iff|].
  apply is_lost_iff in Hl. fold (tail_value t q) in Hle, Hl.
  split; [intros <-; split; trivial; lia|]. intros [Hp H'].
  apply (tail_value_unique t q); trivial. lia.
Qed.

Lemma tail_value_lost t q : 1 <= tail_value t q /\ losing (cut_position t q (tail_value t q)).
Proof. now apply tail_value_spec. Qed.

Lemma tail_value_bound t q : tail_value t q <= q + squares t + 1.
Proof.
  destruct (tail_value_exists t q) as (x & Hx & H).
  rewrite (proj2 (tail_value_spec t q x)); [lia|]. split; [lia | trivial].
Qed.

(** ** The tail has no start up to m *)

(** F(m) > m: no (p, p, t), cut, is lost for 1 <= p <= m. *)
Lemma tail_start t m p : 1 <= p <= m -> losing (cut_position t p p) -> tail_value t m = p.
Proof.
  intros Hp H. apply tail_value_spec. split; [lia|]. unfold cut_position in *.
  replace (Nat.min p m) with p by lia. now rewrite Nat.min_id in H.
Qed.

Lemma tail_value_forward t m q : m < tail_value t m -> q <= m -> q < tail_value t q.
Proof.
  intros Hm Hq. apply Nat.nle_gt. intros Hle. destruct (tail_value_lost t q) as [H1 H].
  set (p := tail_value t q) in *. assert (E : tail_value t m = p); [|lia].
  apply tail_start; [lia|]. unfold cut_position in *. rewrite Nat.min_id.
  now replace (Nat.min p q) with p in H by lia.
Qed.

Lemma tail_value_distinct t m q q' : m < tail_value t m -> q <= m -> q' <= m ->
  tail_value t q = tail_value t q' -> q = q'.
Proof.
  assert (Hlt : forall x y, m < tail_value t m -> y <= m -> x < y ->
    tail_value t x <> tail_value t y).
  { intros x y Hm Hy Hxy E.
    destruct (tail_value_lost t x) as [_ H], (tail_value_lost t y) as [_ H'].
    pose proof (tail_value_forward t m y Hm Hy). rewrite <- E in *.
    apply (lost_bite _ 1 x H'); [simpl; lia | easy|]. now rewrite bite_row2 by lia. }
  intros Hm Hq Hq' E. destruct (Nat.lt_trichotomy q q') as [L|[|L]]; trivial.
  - now elim (Hlt q q').
  - now elim (Hlt q' q).
Qed.

(** v is one of F(0), ..., F(m). *)
Definition is_value (t : list nat) (m v : nat) : bool :=
  existsb (fun q => tail_value t q =? v) (seq 0 (m + 1)).

Lemma is_value_iff t m v : is_value t m v = true <-> exists q, q <= m /\ tail_value t q = v.
Proof.
  unfold is_value. rewrite existsb_exists. split; intros (q & Hq & E); exists q.
  - apply in_seq in Hq. apply Nat.eqb_eq in E. split; [lia | trivial].
  - split; [apply in_seq; lia | now apply Nat.eqb_eq].
Qed.

(** ** What is missing, and how many overhang *)

Lemma missing_is_tail_start t m v : m < tail_value t m -> 1 <= v <= m ->
  (forall q, q <= m -> tail_value t q <> v) ->
  exists i x, x < nth i t 0 /\ losing (v :: v :: cut v (bite i x t)).
Proof.
  intros Hm Hv Hmiss.
  destruct (won_bite t v v) as [(u & Hu & H)|[(u & Hu & H)|(i & x & Hx & _ & H)]].
  - intros H. pose proof (tail_start t m v Hv H). lia.
  - assert (E : tail_value t m = u); [|lia]. apply tail_start; [lia|].
    unfold cut_position in *. rewrite Nat.min_id. now replace (Nat.min u v) with u in H by lia.
  - elim (Hmiss u); [lia|]. apply tail_value_spec. split; [lia | trivial].
  - exists i, x. split; trivial. unfold cut_position in H. now rewrite Nat.min_id in H.
Qed.

Lemma count_overhang t m : m < tail_value t m ->
  number_of (fun q => m <? tail_value t q) 0 (m + 1) =
  1 + number_of (fun v => negb (is_value t m v)) 1 m.
Proof.
  intros Hm. pose proof (count_all (fun q => m <? tail_value t q) 0 (m + 1)) as H.
  pose proof (count_all (is_value t m) 1 m) as H'. cbn beta in H.
  enough (number_of (fun q => negb (m <? tail_value t q)) 0 (m + 1) = number_of (is_value t m) 1 m) by lia.
  apply (count_pairs (fun q v => q <= m /\ tail_value t q = v)).
  - intros q Hq E. apply negb_true_iff, Nat.ltb_ge in E. exists (tail_value t q).
    destruct (tail_value_lost t q) as [H1 _]. split; [lia|]. split; [|split; [lia | easy]].
    apply is_value_iff. exists q. split; [lia | easy].
  - intros v Hv E. apply is_value_iff in E as (q & Hq & E). exists q. split; [lia|].
    split; [|now split]. apply negb_true_iff, Nat.ltb_ge. lia.
  - intros q q' v [Hq E] [Hq' E']. apply (tail_value_distinct t m); trivial. congruence.
  - intros q v v' [_ E] [_ E']. congruence.
Qed.

(** ** Tails without a start *)

(** v is never a value; it is enough to look at the first v columns. *)
Definition never (t : list nat) (v : nat) : bool := negb (is_value t v v).

Section Endless.

Variable t : list nat.
Hypothesis endless : forall q, q < tail_value t q.

Lemma never_iff v : never t v = true <-> forall q, tail_value t q <> v.
Proof.
  unfold never. rewrite negb_true_iff, <- not_true_iff_false, is_value_iff. split.
  - intros H q E. apply H. exists q. pose proof (endless q). split; [lia | trivial].
  - intros H (q & _ & E). exact (H q E).
Qed.

Lemma never_missing m v : v <= m -> negb (is_value t m v) = never t v.
Proof.
  intros Hv. apply eq_true_iff_eq. rewrite never_iff, negb_true_iff, <- not_true_iff_false.
  rewrite is_value_iff. split.
  - intros H q E. apply H. exists q. pose proof (endless q). split; [lia | trivial].
  - intros H (q & _ & E). exact (H q E).
Qed.

Lemma overhang_never m :
  number_of (fun q => m <? tail_value t q) 0 (m + 1) = 1 + number_of (never t) 1 m.
Proof.
  rewrite count_overhang by apply endless. f_equal. apply count_same. intros v Hv.
  apply never_missing. lia.
Qed.

(** Every square of the tail accounts for one such v at most. *)
Lemma few_never m : number_of (never t) 1 m <= squares t.
Proof.
  rewrite <- bar_squares.
  apply (injection (fun v (c : nat * nat) => 1 <= v /\
    losing (cut_position (bite (fst c) (snd c) t) v v))); [apply NoDup_count | |].
  - intros v Hv. apply in_count in Hv as [Hv E].
    destruct (missing_is_tail_start t m v) as (i & x & Hx & H); [apply endless | lia | |].
    + intros q _. now apply never_iff.
    + exists (i, x). split; [now apply Posets.in_bar|]. split; [lia|].
      unfold cut_position. now rewrite Nat.min_id.
  - intros v v' c [Hv H] [Hv' H'].
    rewrite <- (tail_start _ (Nat.max v v') v ltac:(lia) H).
    now apply tail_start; [lia|].
Qed.

(** In a tail with a period no v is missing that is beyond its first columns. *)
Lemma never_repeats s m v : (forall q, s <= q -> tail_value t (q + m) = tail_value t q + m) ->
  s + squares t + 1 < v -> never t v = true -> never t (v + m) = true.
Proof.
  intros Hm Hv H. rewrite never_iff in *. intros u E. pose proof (tail_value_bound t u).
  apply (H (u - m)). specialize (Hm (u - m)). replace (u - m + m) with u in Hm by lia. lia.
Qed.

Lemma many_never s m v k : 0 < m ->
  (forall q, s <= q -> tail_value t (q + m) = tail_value t q + m) ->
  s + squares t + 1 < v -> never t v = true ->
  never t (v + k * m) = true /\ k + 1 <= number_of (never t) 1 (v + k * m).
Proof.
  intros Hpos Hm Hv H.
  assert (Hcount : forall w, 1 <= w -> never t w = true ->
    number_of (never t) 1 w = number_of (never t) 1 (w - 1) + 1).
  { intros w Hw E. replace w with (S (w - 1)) at 1 by lia. rewrite count_next.
    replace (1 + (w - 1)) with w by lia. now rewrite E. }
  induction k as [|k [IH IH']].
  - rewrite Nat.mul_0_l, Nat.add_0_r. split; trivial. rewrite Hcount by (trivial; lia). lia.
  - replace (v + S k * m) with (v + k * m + m) by lia.
    assert (E : never t (v + k * m + m) = true) by (apply (never_repeats s); trivial; lia).
    split; trivial. rewrite Hcount by (trivial; lia).
    pose proof (count_monotone (never t) 1 (v + k * m) (v + k * m + m - 1)). lia.
Qed.

Lemma never_bounded s m v : 0 < m ->
  (forall q, s <= q -> tail_value t (q + m) = tail_value t q + m) ->
  never t v = true -> v <= s + squares t + 1.
Proof.
  intros Hpos Hm H. apply Nat.nlt_ge. intros Hv.
  destruct (many_never s m v (squares t) Hpos Hm Hv H) as [_ Hc].
  pose proof (few_never (v + squares t * m)). lia.
Qed.

Lemma never_constant s m n : 0 < m ->
  (forall q, s <= q -> tail_value t (q + m) = tail_value t q + m) ->
  s + squares t + 1 <= n -> number_of (never t) 1 n = number_of (never t) 1 (s + squares t + 1).
Proof.
  intros Hpos Hm Hn. induction Hn as [|n Hn IH]; trivial. rewrite count_next, IH.
  destruct (never t (1 + n)) eqn:E; [|lia]. apply (never_bounded s m) in E; trivial. lia.
Qed.

End Endless.

(** ** The theorems *)

(** For every q exactly one p makes the position lost; it is at most q + |t| + 1. *)
Theorem tail_value_iff t q p :
  tail_value t q = p <-> 1 <= p /\ losing (p :: Nat.min p q :: cut (Nat.min p q) t).
Proof. apply tail_value_spec. Qed.

Theorem tail_reach t q : 1 <= tail_value t q <= q + squares t + 1.
Proof. split; [apply tail_value_lost | apply tail_value_bound]. Qed.

(** Theorem 6, overhang. If F(m) > m, then a number v from 1 to m that is not among F(0), ..., F(m)
    is the start of a tail that one bite of t leaves. *)
Theorem tail_missing t m v : m < tail_value t m -> 1 <= v <= m ->
  (forall q, q <= m -> tail_value t q <> v) ->
  exists i x, x < nth i t 0 /\ losing (v :: v :: cut v (bite i x t)).
Proof. apply missing_is_tail_start. Qed.

(** The values F(0), ..., F(m) that exceed m are one more than the numbers that are missing. *)
Theorem tail_overhang t m : m < tail_value t m ->
  number_of (fun q => m <? tail_value t q) 0 (m + 1) =
  1 + number_of (fun v => negb (is_value t m v)) 1 m.
Proof. apply count_overhang. Qed.

(** Theorem 6, the mean. Let the tail have no start, and the period m from column s on. At most |t|
    positive integers are never a value, and the mean of F(q) - q over a period is one more than
    their number. *)
Theorem tail_mean t s m : (forall q, q < tail_value t q) -> 0 < m ->
  (forall q, s <= q -> tail_value t (q + m) = tail_value t q + m) ->
  exists l, NoDup l /\ (forall v, In v l <-> 1 <= v /\ forall q, tail_value t q <> v) /\
    length l <= squares t /\
    sum_from (fun q => tail_value t q - q) s m = m * (1 + length l).
Proof.
  intros Hend Hpos Hm. set (B := s + squares t + 1). exists (filter (never t) (seq 1 B)).
  fold (number_of (never t) 1 B). split; [apply NoDup_count | split; [|split]].
  - intros v. rewrite in_count, (never_iff t Hend). split; [intros [Hv H]; split; [lia | trivial]|].
    intros [Hv H]. split; trivial. apply (never_iff t Hend) in H.
    apply (never_bounded t Hend s m) in H; trivial. lia.
  - now apply few_never.
  - apply (juggling _ (squares t) B); trivial; [apply tail_value_bound|].
    intros n Hn. rewrite (overhang_never t Hend). f_equal. now apply (never_constant t Hend s m).
Qed.
