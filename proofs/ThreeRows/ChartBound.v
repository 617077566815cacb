(** * A computable bound of where the infinite slices repeat

    All infinite rows b <= r of the chart are periodic from a common column N on, with a common
    period m, and N + m <= 2r + W, where W is a product of binomial coefficients. chart.md has the
    proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Counting Openings Chart ChartRows ChartInfinite Overhang ChartMean.
Import ListNotations.

(** ** Sublists of a given length, and lists of choices *)

Fixpoint sublists {A} (k : nat) (l : list A) : list (list A) :=
  match k, l with
  | 0, _ => [[]]
  | S _, [] => []
  | S k', x :: l' => map (cons x) (sublists k' l') ++ sublists k l'
  end.

(** The binomial coefficient. *)
Fixpoint choose (n k : nat) : nat :=
  match k, n with
  | 0, _ => 1
  | S _, 0 => 0
  | S k', S n' => choose n' k' + choose n' k
  end.

Lemma sublists_length {A} (l : list A) k : length (sublists k l) = choose (length l) k.
Proof.
  revert k. induction l as [|x l IH]; intros [|k]; simpl; trivial.
  now rewrite app_length, map_length, !IH.
Qed.

Lemma in_sublists {A} (P : A -> bool) l : In (filter P l) (sublists (length (filter P l)) l).
Proof.
  induction l as [|x l IH]; simpl; [now left|]. destruct (P x); simpl.
  - apply in_or_app. left. now apply in_map.
  - destruct (filter P l) as [|y l'] eqn:E; simpl in *; [now left|].
    apply in_or_app. now right.
Qed.

Lemma choose_bound n k : choose n k <= 2 ^ n.
Proof.
  revert k. induction n as [|n IH]; intros [|k]; simpl; try lia.
  - pose proof (Nat.pow_nonzero 2 n). lia.
  - pose proof (IH k). pose proof (IH (S k)). lia.
Qed.

Fixpoint choices {A} (ls : list (list A)) : list (list A) :=
  match ls with
  | [] => [[]]
  | l :: ls => flat_map (fun x => map (cons x) (choices ls)) l
  end.

Definition product (l : list nat) : nat := fold_right Nat.mul 1 l.

Lemma choices_length {A} (ls : list (list A)) : length (choices ls) = product (map (@length A) ls).
Proof.
  induction ls as [|l ls IH]; simpl; trivial. rewrite <- IH. clear IH.
  induction l as [|x l IH]; simpl; trivial. now rewrite app_length, map_length, IH.
Qed.

Lemma in_choices {A B} (f : B -> A) (g : B -> list A) (l : list B) :
  (forall b, In b l -> In (f b) (g b)) -> In (map f l) (choices (map g l)).
Proof.
  induction l as [|b l IH]; intros H; simpl; [now left|]. apply in_flat_map. exists (f b).
  split; [apply H; now left|]. apply in_map, IH. intros b' Hb'. apply H. now right.
Qed.

(** Among more codes than there are, two agree. *)
Lemma codes_repeat {A} (eq_dec : forall x y : A, {x = y} + {x <> y}) (code : nat -> A) l a :
  (forall t, a <= t <= a + length l -> In (code t) l) ->
  exists i j, a <= i < j /\ j <= a + length l /\ code i = code j.
Proof.
  intros H. set (n := a + length l + 1).
  destruct (bounded_search (fun i => exists j, i + 1 <= j < n /\ code i = code j) a n)
    as [(i & Hi & j & Hj & E)|Hnone].
  - intros i. destruct (bounded_search (fun j => code i = code j) (i + 1) n (fun j => eq_dec _ _))
      as [Hj|Hj]; [now left | right]. intros (j & Hj' & E). now apply (Hj j).
  - exists i, j. split; [lia | split; [lia | trivial]].
  - exfalso. assert (Hlen : length (map code (seq a (length l + 1))) <= length l).
    { apply NoDup_incl_length.
      - apply NoDup_map_on; [apply seq_NoDup|]. intros i j Hi Hj E. apply in_seq in Hi, Hj.
        destruct (Nat.lt_trichotomy i j) as [L|[|L]]; trivial.
        + elim (Hnone i); [lia|]. exists j. split; [lia | trivial].
        + elim (Hnone j); [lia|]. exists i. split; [lia | now symmetry].
      - intros x Hx. apply in_map_iff in Hx as (t & <- & Ht). apply in_seq in Ht. apply H. lia. }
    rewrite map_length, seq_length in Hlen. lia.
Qed.

(** ** What determines the next column *)

(** Row b has the value t + x in a column up to t. *)
Definition lands (b t x : nat) : Prop := exists u, u <= t /\ cell u b = t + x.

Definition is_landing (b t x : nat) : bool := existsb (fun u => cell u b =? t + x) (seq 0 (t + 1)).

Lemma is_landing_iff b t x : is_landing b t x = true <-> lands b t x.
Proof.
  unfold is_landing, lands. rewrite existsb_exists. split; intros (u & Hu & E); exists u.
  - apply in_seq in Hu. apply Nat.eqb_eq in E. split; [lia | trivial].
  - split; [apply in_seq; lia | now apply Nat.eqb_eq].
Qed.

(** Column t is late enough for row b: all finite rows below it have started. *)
Definition late (b t : nat) : Prop :=
  b <= t /\ forall s p, s < b -> s < p -> losing [p; p; s] -> p <= t.

Lemma late_enough b r t : infinite b -> b <= r -> 2 * r <= t + 2 -> late b t.
Proof.
  intros Hb Hr Ht. split.
  - destruct (Nat.le_gt_cases b 1) as [H1|H1]; [|lia]. destruct (Nat.eq_dec b 0); [lia|].
    assert (b = 1) by lia. subst b. exfalso. destruct (row_exists 1) as (s & Hs & H); [lia|].
    pose proof (start_estimates 1). pose proof (row_estimates 1 s ltac:(lia) Hs H).
    replace s with 1 in H by lia. apply (Hb (q 1)); [lia | trivial].
  - intros s p Hs Hp H. pose proof (start_bound p s Hp H). lia.
Qed.

Lemma late_next b t : late b t -> late b (t + 1).
Proof. intros [Hb H]. split; [lia|]. intros s p Hs Hp Hl. specialize (H s p Hs Hp Hl). lia. Qed.

(** The next value is taken: by an earlier column of the row, or by a lower row of the column. *)
Definition next_taken (b t x : nat) : Prop :=
  lands b t x \/ exists s, s < b /\ infinite s /\ chart (t + 1) s = t + x.

Lemma next_not_taken b t x : infinite b -> late b t -> chart (t + 1) b = t + x ->
  ~ next_taken b t x.
Proof.
  intros Hb [Hle Hl] E [(u & Hu & E')|(s & Hs & _ & E')].
  - assert (u = t + 1); [|lia]. apply (cell_distinct b (t + 1)); try lia.
    + intros p Hp. apply Hb. lia.
    + rewrite (cell_chart (t + 1)) by lia. congruence.
  - assert (s = b); [|lia]. apply (column_distinct (t + 1)); lia.
Qed.

Lemma smaller_taken b t x : infinite b -> late b t -> 2 <= x -> t + x < chart (t + 1) b ->
  next_taken b t x.
Proof.
  intros Hb [Hle Hl] Hx Hlt.
  destruct (winning_bite (t + x) (t + 1) b) as [(u & Hu & H)|[(u & Hu & H)|(s & Hs & H)]].
  - intros H. apply chart_of_lost in H; lia.
  - assert (chart (t + 1) b = u) by (apply chart_iff; split; [lia | trivial]). lia.
  - left. exists u. split; [lia|]. apply cell_of_lost; [lia | trivial].
  - right. exists s. assert (E : chart (t + 1) s = t + x) by (apply chart_of_lost; trivial; lia).
    split; [trivial | split; [|trivial]]. intros p Hp Hl'. specialize (Hl s p Hs Hp Hl').
    assert (chart (t + 1) s = p); [|lia]. apply chart_iff. split; [lia|].
    now rewrite (Nat.min_l p (t + 1)), (Nat.min_r p s) by lia.
Qed.

(** ** Columns that look the same go on in the same way *)

Definition alike (r t t' : nat) : Prop :=
  forall b, b <= r -> infinite b -> forall x, 1 <= x -> (lands b t x <-> lands b t' x).

Lemma alike_sym r t t' : alike r t t' -> alike r t' t.
Proof. intros H b Hb Hi x Hx. symmetry. now apply H. Qed.

Lemma alike_not_later r t t' b : alike r t t' -> 2 * r <= t + 2 -> 2 * r <= t' + 2 ->
  b <= r -> infinite b ->
  (forall s, s < b -> infinite s -> chart (t + 1) s + t' = chart (t' + 1) s + t) ->
  chart (t + 1) b + t' <= chart (t' + 1) b + t.
Proof.
  intros Ha Ht Ht' Hr Hb Hlow. pose proof (late_enough b r t Hb Hr Ht) as Hl.
  pose proof (late_enough b r t' Hb Hr Ht') as Hl'. apply Nat.nlt_ge. intros Hlt.
  destruct (infinite_value b (t' + 1) Hb) as [Hv _]; [destruct Hl'; lia|].
  set (x := chart (t' + 1) b - t'). assert (E : chart (t' + 1) b = t' + x) by lia.
  apply (next_not_taken b t' x Hb Hl' E).
  destruct (smaller_taken b t x Hb Hl) as [H|(s & Hs & Hi & H)]; [lia | lia | |].
  - left. apply (Ha b); trivial. lia.
  - right. exists s. split; [trivial | split; [trivial|]]. specialize (Hlow s Hs Hi). lia.
Qed.

Lemma alike_value r t t' b : alike r t t' -> 2 * r <= t + 2 -> 2 * r <= t' + 2 ->
  b <= r -> infinite b -> chart (t + 1) b + t' = chart (t' + 1) b + t.
Proof.
  intros Ha Ht Ht'. induction b as [b IH] using lt_wf_ind. intros Hr Hb. apply Nat.le_antisymm.
  - apply (alike_not_later r); trivial. intros s Hs Hi. apply IH; trivial. lia.
  - apply (alike_not_later r); trivial; [now apply alike_sym|].
    intros s Hs Hi. symmetry. apply IH; trivial. lia.
Qed.

Lemma lands_next b t x : b <= t -> 1 <= x ->
  (lands b (t + 1) x <-> lands b t (x + 1) \/ chart (t + 1) b = t + 1 + x).
Proof.
  intros Hb Hx. split.
  - intros (u & Hu & E). destruct (Nat.eq_dec u (t + 1)) as [->|].
    + right. now rewrite cell_chart in E by lia.
    + left. exists u. split; [lia|]. lia.
  - intros [(u & Hu & E)|E]; [exists u; split; lia|]. exists (t + 1). split; [lia|].
    now rewrite cell_chart by lia.
Qed.

Lemma alike_next r t t' : alike r t t' -> 2 * r <= t + 2 -> 2 * r <= t' + 2 ->
  alike r (t + 1) (t' + 1).
Proof.
  intros Ha Ht Ht' b Hr Hb x Hx. pose proof (alike_value r t t' b Ha Ht Ht' Hr Hb).
  destruct (late_enough b r t Hb Hr Ht), (late_enough b r t' Hb Hr Ht').
  rewrite !lands_next by trivial. rewrite (Ha b Hr Hb (x + 1)) by lia.
  split; intros [H'|H']; [now left | right; lia | now left | right; lia].
Qed.

Lemma alike_later r t t' n : alike r t t' -> 2 * r <= t + 2 -> 2 * r <= t' + 2 ->
  alike r (t + n) (t' + n).
Proof.
  intros Ha Ht Ht'. induction n as [|n IH]; [now rewrite !Nat.add_0_r|].
  replace (t + S n) with (t + n + 1) by lia. replace (t' + S n) with (t' + n + 1) by lia.
  apply alike_next; trivial; lia.
Qed.

(** ** How many columns look different *)

Definition infinite_rows (r : nat) : list nat := filter is_infinite (seq 0 (r + 1)).

Lemma in_infinite_rows b r : In b (infinite_rows r) <-> b <= r /\ infinite b.
Proof.
  unfold infinite_rows. rewrite in_count, is_infinite_iff.
  split; intros [H H']; (split; [lia | trivial]).
Qed.

Definition balls (b : nat) : nat := 1 + number_of is_finite 0 b.

Definition picture (b t : nat) : list nat := filter (is_landing b t) (seq 1 (b + 1)).

Definition code (r t : nat) : list (list nat) := map (fun b => picture b t) (infinite_rows r).

Definition codes (r : nat) : list (list (list nat)) :=
  choices (map (fun b => sublists (balls b) (seq 1 (b + 1))) (infinite_rows r)).

(** As many values land as overhang. *)
Lemma picture_length b t : infinite b -> b <= t -> 2 * b <= t + 2 -> length (picture b t) = balls b.
Proof.
  intros Hb Hle Ht. unfold balls. rewrite <- (overhang_infinite b t Hb Hle Ht).
  assert (Hu : unstarted b t) by (intros p Hp; apply Hb; lia).
  apply (count_pairs (fun x u => u <= t /\ cell u b = t + x)).
  - intros x Hx E. apply is_landing_iff in E as (u & Hu' & E). exists u.
    split; [lia | split; [|now split]]. apply Nat.ltb_lt. lia.
  - intros u Hu' E. apply Nat.ltb_lt in E. exists (cell u b - t). pose proof (cell_bound u b).
    split; [lia | split; [|split; lia]]. apply is_landing_iff. exists u. split; lia.
  - intros x x' u [_ E] [_ E']. lia.
  - intros x u u' [H E] [H' E']. apply (cell_distinct b t); trivial. congruence.
Qed.

Lemma code_in_codes r t : 2 * r <= t + 2 -> In (code r t) (codes r).
Proof.
  intros Ht. unfold code, codes. apply (in_choices (fun b => picture b t)).
  intros b Hb. apply in_infinite_rows in Hb as [Hr Hb].
  destruct (late_enough b r t Hb Hr Ht) as [Hle _].
  rewrite <- (picture_length b t) by (trivial; lia). apply in_sublists.
Qed.

Lemma lands_bound b t x : lands b t x -> x <= b + 1.
Proof. intros (u & Hu & E). pose proof (cell_bound u b). lia. Qed.

Lemma code_alike r t t' : code r t = code r t' -> alike r t t'.
Proof.
  intros E b Hr Hb x Hx. assert (Hin : In b (infinite_rows r)) by now apply in_infinite_rows.
  assert (Ep : picture b t = picture b t').
  { clear -E Hin. unfold code in E. induction (infinite_rows r) as [|c l IH]; [easy|].
    injection E as Ec El. destruct Hin as [->|Hin]; auto. }
  assert (Hp : forall t, lands b t x <-> In x (picture b t)).
  { intros t0. unfold picture. rewrite filter_In, is_landing_iff, in_seq. split; [|easy].
    intros H. pose proof (lands_bound b t0 x H). split; [lia | trivial]. }
  now rewrite !Hp, Ep.
Qed.

(** ** The bound *)

(** W: the product of the binomial coefficients of b + 1 over 1 + F_b, over the infinite rows b up
    to r, where F_b is the number of finite rows below b. *)
Definition pictures (r : nat) : nat :=
  product (map (fun b => choose (b + 1) (1 + number_of is_finite 0 b)) (infinite_rows r)).

Lemma codes_length r : length (codes r) = pictures r.
Proof.
  unfold codes, pictures. rewrite choices_length, map_map. f_equal. apply map_ext.
  intros b. now rewrite sublists_length, seq_length.
Qed.

Lemma product_app l l' : product (l ++ l') = product l * product l'.
Proof. unfold product. induction l as [|x l IH]; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma pictures_next r : pictures (S r) <= pictures r * 2 ^ (r + 2).
Proof.
  unfold pictures, infinite_rows. replace (S r + 1) with (S (r + 1)) by lia.
  rewrite seq_S, filter_app, map_app, product_app. apply Nat.mul_le_mono_l. simpl.
  pose proof (Nat.pow_nonzero 2 (r + 2)). destruct (is_infinite (r + 1)); simpl; [|lia].
  rewrite Nat.mul_1_r. replace (r + 2) with (r + 1 + 1) by lia. apply (choose_bound _ (S _)).
Qed.

Lemma triangle r : exists k, (r + 1) * (r + 2) = 2 * k.
Proof. induction r as [|r (k & IH)]; [now exists 1|]. exists (k + r + 2). lia. Qed.

Lemma pictures_small r k : (r + 1) * (r + 2) = 2 * k -> pictures r <= 2 ^ k.
Proof.
  revert k. induction r as [|r IH]; intros k Hk.
  - replace k with 1 by lia. change (pictures 0) with 1. simpl. lia.
  - pose proof (pictures_next r) as Hn. destruct (triangle r) as (j & Hj). specialize (IH j Hj).
    replace k with (j + (r + 2)) by lia. rewrite Nat.pow_add_r. nia.
Qed.

Lemma row_0_infinite : infinite 0.
Proof. intros p Hp H. pose proof (start_bound p 0 Hp H). lia. Qed.

Lemma row_0 t : chart t 0 = t + 1.
Proof.
  pose proof (chart_bound t 0). destruct (infinite_value 0 t row_0_infinite) as [H' _]; lia.
Qed.

(** ** The theorems *)

(** Theorem 3. All infinite rows up to r are periodic from a common column N on with a common period
    m, and N + m is at most 2r + W. *)
Theorem common_period r : exists N m, 0 < m /\ N + m <= 2 * r + pictures r /\
  forall b, b <= r -> infinite b -> forall t, N <= t -> chart (t + m) b = chart t b + m.
Proof.
  destruct (Nat.eq_dec r 0) as [->|Hr].
  { exists 0, 1. split; [lia | split; [easy|]]. intros b Hb _ t _.
    replace b with 0 by lia. rewrite !row_0. lia. }
  destruct (codes_repeat (list_eq_dec (list_eq_dec Nat.eq_dec)) (code r) (codes r) (2 * r - 2))
    as (i & j & Hi & Hj & E); [intros t Ht; apply code_in_codes; lia|].
  rewrite codes_length in Hj. exists (i + 1), (j - i). split; [lia | split; [lia|]].
  intros b Hb Hinf t Ht. apply code_alike in E.
  pose proof (alike_later r i j (t - (i + 1)) E ltac:(lia) ltac:(lia)) as Ha.
  pose proof (alike_value r _ _ b Ha ltac:(lia) ltac:(lia) Hb Hinf) as Hv.
  replace (i + (t - (i + 1)) + 1) with t in Hv by lia.
  replace (j + (t - (i + 1)) + 1) with (t + (j - i)) in Hv by lia. lia.
Qed.

(** A bound that needs nothing of the chart. *)
Theorem common_period_bound r : exists N m, 0 < m /\ N + m <= 2 * r + 2 ^ ((r + 1) * (r + 2) / 2) /\
  forall b, b <= r -> infinite b -> forall t, N <= t -> chart (t + m) b = chart t b + m.
Proof.
  destruct (common_period r) as (N & m & Hm & HN & H). exists N, m.
  split; [trivial | split; [|trivial]].
  destruct (triangle r) as (k & Hk). pose proof (pictures_small r k Hk).
  rewrite Hk, (Nat.mul_comm 2 k), Nat.div_mul by lia. lia.
Qed.
