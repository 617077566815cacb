(** * A computable bound of starts and periods, for any number of rows

    For a list of tails that is closed under bites: from a common column N on each of them has
    started, or repeats with a common period m; and N + m has a bound that can be computed from the
    tails. chart.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Slices Counting Openings Chart ChartBound TailOverhang.
Import ListNotations.

(** ** All sublists *)

Fixpoint subsets {A} (l : list A) : list (list A) :=
  match l with
  | [] => [[]]
  | x :: l => map (cons x) (subsets l) ++ subsets l
  end.

Lemma subsets_length {A} (l : list A) : length (subsets l) = 2 ^ length l.
Proof. induction l as [|x l IH]; simpl; trivial. rewrite app_length, map_length, IH. lia. Qed.

Lemma in_subsets {A} (P : A -> bool) l : In (filter P l) (subsets l).
Proof.
  induction l as [|x l IH]; simpl; [now left|]. apply in_or_app.
  destruct (P x); [left; now apply in_map | now right].
Qed.

Lemma product_power {A} (f : A -> nat) c l : (forall x, In x l -> f x = 2 ^ c) ->
  product (map f l) = 2 ^ (c * length l).
Proof.
  unfold product. induction l as [|x l IH]; intros H; simpl; [now rewrite Nat.mul_0_r|].
  rewrite IH by (intros y Hy; apply H; now right). rewrite (H x) by now left.
  rewrite <- Nat.pow_add_r. f_equal. lia.
Qed.

(** ** The next column *)

(** The tail u has no start up to t, and F(q) = t + x for a column q <= t. *)
Definition flies (u : list nat) (t x : nat) : Prop :=
  t < tail_value u t /\ exists q, q <= t /\ tail_value u q = t + x.

Definition is_flying (u : list nat) (t x : nat) : bool :=
  (t <? tail_value u t) && is_value u t (t + x).

Lemma is_flying_iff u t x : is_flying u t x = true <-> flies u t x.
Proof. unfold is_flying, flies. now rewrite andb_true_iff, Nat.ltb_lt, is_value_iff. Qed.

Lemma unstarted_flies u t : t < tail_value u t <-> exists x, 1 <= x /\ flies u t x.
Proof.
  split; [|now intros (x & _ & H & _)]. intros H. exists (tail_value u t - t).
  split; [lia | split; [trivial|]]. exists t. split; [lia|]. lia.
Qed.

(** From its start on a tail has one value. *)
Lemma started_constant u t q : tail_value u t <= t -> t <= q -> tail_value u q = tail_value u t.
Proof.
  intros H Hq. destruct (tail_value_lost u t) as [H1 Hl]. set (v := tail_value u t) in *.
  apply tail_start; [lia|]. unfold cut_position in *. rewrite Nat.min_id.
  now replace (Nat.min v t) with v in Hl by lia.
Qed.

Lemma unstarted_next u t : t < tail_value u t -> t < tail_value u (t + 1).
Proof.
  intros H. apply Nat.nle_gt. intros Hle. destruct (tail_value_lost u (t + 1)) as [H1 Hl].
  set (v := tail_value u (t + 1)) in *. enough (tail_value u t = v) by lia.
  apply tail_start; [lia|]. unfold cut_position in *. rewrite Nat.min_id.
  now replace (Nat.min v (t + 1)) with v in Hl by lia.
Qed.

Lemma unstarted_before u t : t + 1 < tail_value u (t + 1) -> t < tail_value u t.
Proof. intros H. apply (tail_value_forward u (t + 1)); [trivial | lia]. Qed.

(** The value t + x of the next column is taken. *)
Definition occupied (u : list nat) (t x : nat) : Prop :=
  flies u t x \/ exists i z, z < nth i u 0 /\ tail_value (bite i z u) (t + 1) = t + x.

Lemma next_free u t x : (forall i, nth i u 0 <= t + 1) -> 1 <= x ->
  tail_value u (t + 1) = t + x -> ~ occupied u t x.
Proof.
  intros Hw Hx E. destruct (tail_value_lost u (t + 1)) as [_ Hl]. rewrite E in Hl.
  intros [(_ & q & Hq & E')|(i & z & Hz & E')].
  - destruct (tail_value_lost u q) as [_ Hl']. rewrite E' in Hl'.
    apply (lost_bite _ 1 q Hl); [simpl; lia | easy|]. now rewrite bite_row2 by lia.
  - destruct (tail_value_lost (bite i z u) (t + 1)) as [_ Hl']. rewrite E' in Hl'.
    apply (lost_bite _ (S (S i)) z Hl); [|easy | now rewrite bite_tail_row].
    simpl. rewrite nth_cut. specialize (Hw i). lia.
Qed.

Lemma smaller_occupied u t y : t < tail_value u t -> 1 <= y -> t + y < tail_value u (t + 1) ->
  occupied u t y.
Proof.
  intros Hu Hy Hlt.
  destruct (won_bite u (t + 1) (t + y)) as [(v & Hv & H)|[(q & Hq & H)|(i & z & Hz & _ & H)]].
  - intros H. assert (tail_value u (t + 1) = t + y); [|lia]. apply tail_value_spec.
    split; [lia | trivial].
  - assert (tail_value u (t + 1) = v); [|lia]. apply tail_value_spec. split; [lia | trivial].
  - left. split; trivial. exists q. split; [lia|]. apply tail_value_spec. split; [lia | trivial].
  - right. exists i, z. split; trivial. apply tail_value_spec. split; [lia | trivial].
Qed.

(** ** Columns that look the same go on in the same way *)

Section Closed.

Variables (ts : list (list nat)) (w L : nat).

(** The list is closed under bites; no row is longer than w; no tail has L squares or more. *)
Hypothesis closed_bites : forall u i z, In u ts -> z < nth i u 0 -> In (bite i z u) ts.
Hypothesis narrow : forall u i, In u ts -> nth i u 0 <= w.
Hypothesis small : forall u, In u ts -> squares u < L.

Definition resemble (t t' : nat) : Prop :=
  forall u x, In u ts -> 1 <= x -> (flies u t x <-> flies u t' x).

Lemma resemble_sym t t' : resemble t t' -> resemble t' t.
Proof. intros H u x Hu Hx. symmetry. now apply H. Qed.

Lemma resemble_unstarted t t' u : resemble t t' -> In u ts ->
  t < tail_value u t -> t' < tail_value u t'.
Proof.
  intros H Hu Ht. apply unstarted_flies in Ht as (x & Hx & Hf). apply unstarted_flies.
  exists x. split; trivial. now apply (H u x).
Qed.

Lemma resemble_not_later t t' u : resemble t t' -> w <= t -> w <= t' -> In u ts ->
  t < tail_value u t ->
  (forall i z, z < nth i u 0 -> t < tail_value (bite i z u) t ->
     tail_value (bite i z u) (t + 1) + t' = tail_value (bite i z u) (t' + 1) + t) ->
  tail_value u (t + 1) + t' <= tail_value u (t' + 1) + t.
Proof.
  intros H Ht Ht' Hin Hu Hlow. pose proof (resemble_unstarted t t' u H Hin Hu) as Hu'.
  pose proof (unstarted_next u t' Hu') as Hn. apply Nat.nlt_ge. intros Hlt.
  set (x := tail_value u (t' + 1) - t').
  apply (next_free u t' x); [intros i; pose proof (narrow u i Hin); lia | lia | lia|].
  destruct (smaller_occupied u t x Hu) as [Hf|(i & z & Hz & E)]; [lia | lia | |].
  - left. apply (H u x); trivial. lia.
  - right. exists i, z. split; trivial.
    destruct (Nat.lt_ge_cases t (tail_value (bite i z u) t)) as [Hb|Hb].
    + specialize (Hlow i z Hz Hb). lia.
    + rewrite (started_constant _ t (t + 1) Hb) in E by lia. lia.
Qed.

Lemma resemble_value n t t' u : squares u < n -> resemble t t' -> w <= t -> w <= t' -> In u ts ->
  t < tail_value u t -> tail_value u (t + 1) + t' = tail_value u (t' + 1) + t.
Proof.
  revert t t' u. induction n as [|n IH]; intros t t' u Hn H Ht Ht' Hin Hu; [lia|].
  pose proof (resemble_unstarted t t' u H Hin Hu) as Hu'. pose proof (resemble_sym t t' H) as H'.
  apply Nat.le_antisymm; apply resemble_not_later; trivial; intros i z Hz Hb;
    pose proof (squares_bite i z u Hz); apply IH; auto; lia.
Qed.

Lemma flies_next u t x : 1 <= x -> (flies u (t + 1) x <->
  t + 1 < tail_value u (t + 1) /\ (flies u t (x + 1) \/ tail_value u (t + 1) = t + 1 + x)).
Proof.
  intros Hx. split.
  - intros [Hu (q & Hq & E)]. split; trivial.
    destruct (Nat.eq_dec q (t + 1)) as [->|]; [now right|].
    left. split; [now apply unstarted_before|]. exists q. split; lia.
  - intros [Hu [[_ (q & Hq & E)]|E]]; (split; [trivial|]).
    + exists q. split; lia.
    + exists (t + 1). split; [lia | trivial].
Qed.

Lemma resemble_next t t' : resemble t t' -> w <= t -> w <= t' -> resemble (t + 1) (t' + 1).
Proof.
  assert (Hone : forall t t', resemble t t' -> w <= t -> w <= t' -> forall u x, In u ts -> 1 <= x ->
    flies u (t + 1) x -> flies u (t' + 1) x).
  { clear t t'. intros t t' H Ht Ht' u x Hin Hx Hf. apply flies_next in Hf as [Hu Hf]; trivial.
    pose proof (unstarted_before u t Hu) as Hut.
    pose proof (resemble_value (S (squares u)) t t' u (Nat.lt_succ_diag_r _) H Ht Ht' Hin Hut).
    apply flies_next; trivial. split; [lia|]. destruct Hf as [Hf|E]; [left | right; lia].
    apply (H u (x + 1)); trivial. lia. }
  intros H Ht Ht' u x Hin Hx. split; [now apply Hone | apply Hone; trivial; now apply resemble_sym].
Qed.

Lemma resemble_later t t' n : resemble t t' -> w <= t -> w <= t' -> resemble (t + n) (t' + n).
Proof.
  intros H Ht Ht'. induction n as [|n IH]; [now rewrite !Nat.add_0_r|].
  replace (t + S n) with (t + n + 1) by lia. replace (t' + S n) with (t' + n + 1) by lia.
  apply resemble_next; trivial; lia.
Qed.

(** ** How many columns look different *)

Definition sight (t : nat) : list (list nat) :=
  map (fun u => filter (is_flying u t) (seq 1 L)) ts.

Definition sights : list (list (list nat)) := choices (map (fun _ => subsets (seq 1 L)) ts).

Lemma sight_in_sights t : In (sight t) sights.
Proof.
  apply (in_choices (fun u => filter (is_flying u t) (seq 1 L))). intros u _. apply in_subsets.
Qed.

Lemma sights_length : length sights = 2 ^ (L * length ts).
Proof.
  unfold sights. rewrite choices_length, map_map. apply product_power. intros u _.
  now rewrite subsets_length, seq_length.
Qed.

Lemma sight_resemble t t' : sight t = sight t' -> resemble t t'.
Proof.
  intros E u x Hin Hx.
  assert (Ef : filter (is_flying u t) (seq 1 L) = filter (is_flying u t') (seq 1 L)).
  { clear -E Hin. unfold sight in E. induction ts as [|c l IH]; [easy|].
    injection E as Ec El. destruct Hin as [->|Hin]; auto. }
  assert (Hf : forall t, flies u t x <-> In x (filter (is_flying u t) (seq 1 L))).
  { intros t0. rewrite filter_In, is_flying_iff, in_seq. split; [|easy].
    intros Hf. split; trivial. destruct Hf as (_ & q & Hq & Eq).
    pose proof (tail_value_bound u q). pose proof (small u Hin). lia. }
  now rewrite !Hf, Ef.
Qed.

Lemma common_return : exists i j, w <= i < j /\ j <= w + 2 ^ (L * length ts) /\ resemble i j.
Proof.
  destruct (codes_repeat (list_eq_dec (list_eq_dec Nat.eq_dec)) sight sights w)
    as (i & j & Hi & Hj & E); [intros; apply sight_in_sights|]. rewrite sights_length in Hj.
  exists i, j. split; [lia | split; [lia | now apply sight_resemble]].
Qed.

(** What has not started when columns resemble each other never starts. *)
Lemma never_starts i m u : w <= i -> 1 <= m -> resemble i (i + m) -> In u ts ->
  i < tail_value u i -> forall q, q < tail_value u q.
Proof.
  intros Hi Hm H Hin Hu.
  assert (Hk : forall k, i + k * m < tail_value u (i + k * m)).
  { induction k as [|k IH]; [now rewrite Nat.mul_0_l, Nat.add_0_r|].
    pose proof (resemble_later i (i + m) (k * m) H Hi ltac:(lia)) as Hr.
    replace (i + S k * m) with (i + m + k * m) by lia.
    now apply (resemble_unstarted (i + k * m)). }
  intros q. apply (tail_value_forward u (i + q * m)); [apply Hk | nia].
Qed.

End Closed.

(** ** The lists inside a tail *)

Definition inside (t : list nat) : list (list nat) := choices (map (fun x => seq 0 (S x)) t).

Lemma in_inside t u :
  In u (inside t) <-> length u = length t /\ forall i, nth i u 0 <= nth i t 0.
Proof.
  unfold inside. revert u. induction t as [|x t IH]; intros u.
  - simpl. split; [intros [<-|[]]; split; [easy | intros [|i]; easy]|].
    intros [H _]. left. now destruct u.
  - cbn [map choices]. rewrite in_flat_map. split.
    + intros (y & Hy & Hu). apply in_seq in Hy. apply in_map_iff in Hu as (u' & <- & Hu).
      apply IH in Hu as [Hlen Hle]. split; [simpl; lia|]. intros [|i]; simpl; [lia | apply Hle].
    + intros [Hlen Hle]. destruct u as [|y u]; [easy|]. exists y. split.
      * apply in_seq. specialize (Hle 0). simpl in Hle. lia.
      * apply in_map, IH. split; [simpl in Hlen; lia|]. intros i. exact (Hle (S i)).
Qed.

Lemma inside_length t : length (inside t) = product (map S t).
Proof.
  unfold inside. rewrite choices_length, map_map. f_equal. apply map_ext. intros x.
  now rewrite seq_length.
Qed.

Lemma squares_inside t u : length u = length t -> (forall i, nth i u 0 <= nth i t 0) ->
  squares u <= squares t.
Proof.
  revert u. induction t as [|x t IH]; intros [|y u] Hlen Hle; simpl in *; try lia.
  specialize (IH u ltac:(lia) (fun i => Hle (S i))). specialize (Hle 0). simpl in Hle. lia.
Qed.

(** ** The theorems *)

(** Theorem 6, the bound. Let the list ts of tails be closed under bites, no row longer than w, and
    no tail of L squares or more. Then there are N and m > 0, N + m at most w + 2^(L |ts|) + 1, such
    that each tail has a start before N, or has none and repeats with period m from N on. *)
Theorem tails_common_period (ts : list (list nat)) w L :
  (forall u i z, In u ts -> z < nth i u 0 -> In (bite i z u) ts) ->
  (forall u i, In u ts -> nth i u 0 <= w) ->
  (forall u, In u ts -> squares u < L) ->
  exists N m, 0 < m /\ N + m <= w + 2 ^ (L * length ts) + 1 /\ forall u, In u ts ->
    (exists v, 1 <= v < N /\ forall q, N <= q -> tail_value u q = v) \/
    ((forall q, q < tail_value u q) /\
     (forall q, N <= q -> tail_value u (q + m) = tail_value u q + m)).
Proof.
  intros Hc Hw HL. destruct (common_return ts w L HL) as (i & j & Hi & Hj & H).
  exists (i + 1), (j - i). split; [lia | split; [lia|]]. intros u Hin.
  destruct (Nat.lt_ge_cases i (tail_value u i)) as [Hu|Hu].
  - right. replace j with (i + (j - i)) in H by lia.
    pose proof (never_starts ts w Hc Hw i (j - i) u ltac:(lia) ltac:(lia) H Hin Hu) as Hend.
    split; trivial. intros q Hq. set (n := q - (i + 1)).
    pose proof (resemble_later ts w Hc Hw _ _ n H ltac:(lia) ltac:(lia)) as Hr.
    pose proof (resemble_value ts w Hc Hw _ _ _ u (Nat.lt_succ_diag_r _) Hr ltac:(lia) ltac:(lia)
      Hin (Hend _)) as E.
    replace (i + n + 1) with q in E by lia.
    replace (i + (j - i) + n + 1) with (q + (j - i)) in E by lia. lia.
  - left. exists (tail_value u i). destruct (tail_value_lost u i) as [H1 _].
    split; [lia|]. intros q Hq. apply started_constant; trivial. lia.
Qed.

(** So for every tail t it can be computed beforehand how far one has to look. *)
Theorem tail_period_bound t : is_tail t -> exists N m, 0 < m /\
  N + m <= width t + 2 ^ ((squares t + 1) * product (map S t)) + 1 /\
  ((exists v, 1 <= v < N /\ forall q, N <= q -> tail_value t q = v) \/
   ((forall q, q < tail_value t q) /\
    (forall q, N <= q -> tail_value t (q + m) = tail_value t q + m))).
Proof.
  intros Ht. destruct (tails_common_period (inside t) (width t) (squares t + 1))
    as (N & m & Hm & HN & H).
  - intros u i z Hu Hz. apply in_inside in Hu as [Hlen Hle]. apply in_inside.
    rewrite length_bite. split; trivial. intros k. rewrite nth_bite. specialize (Hle k).
    destruct (k <? i); lia.
  - intros u i Hu. apply in_inside in Hu as [_ Hle]. specialize (Hle i).
    pose proof (tail_width t i Ht). lia.
  - intros u Hu. apply in_inside in Hu as [Hlen Hle].
    pose proof (squares_inside t u Hlen Hle). lia.
  - exists N, m. split; trivial. rewrite inside_length in HN. split; trivial. apply H.
    apply in_inside. now split.
Qed.
