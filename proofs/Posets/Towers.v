(** * 2 x 2 x n: towers of four heights

    A position has four columns of cubes, of heights m, a, b and c: m over the poison, a and b next
    to it, c in the corner; c <= a, b <= m. It is lost if and only if it is [m, m, m, m - 1], or
    [m, a, b, c] with a + b = m - 1 and c = min (a, b). *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Posets Strategies.
Import ListNotations.

(** A cube: its row, its column, its height, from (0, 0, 0) on. *)
Definition cube : Type := nat * nat * nat.

Definition cube_le (s s' : cube) : bool :=
  let '(i, j, h) := s in let '(i', j', h') := s' in (i <=? i') && (j <=? j') && (h <=? h').

Definition column (i j h : nat) : list cube := map (pair (i, j)) (seq 0 h).

Definition tower (m a b c : nat) : list cube :=
  column 0 0 m ++ column 0 1 a ++ column 1 0 b ++ column 1 1 c.

(** ** Cubes and towers *)

Lemma in_column i j h x : In x (column i j h) <-> exists k, k < h /\ x = (i, j, k).
Proof.
  unfold column. rewrite in_map_iff. split.
  - intros (k & <- & Hk). apply in_seq in Hk. exists k. split; [lia | easy].
  - intros (k & Hk & ->). exists k. split; [easy | apply in_seq; lia].
Qed.

Lemma cube_le_iff i j h i' j' h' :
  cube_le (i, j, h) (i', j', h') = true <-> i <= i' /\ j <= j' /\ h <= h'.
Proof. unfold cube_le. rewrite !andb_true_iff, !Nat.leb_le. tauto. Qed.

Lemma cube_order left : is_order cube_le left.
Proof.
  split.
  - intros [[i j] h] _. apply cube_le_iff. lia.
  - intros [[i j] h] [[i' j'] h'] _ _ H H'. apply cube_le_iff in H, H'.
    repeat f_equal; lia.
  - intros [[i j] h] [[i' j'] h'] [[i'' j''] h''] _ _ _ H H'. apply cube_le_iff in H, H'.
    apply cube_le_iff. lia.
Qed.

(** The height of the column (i, j). *)
Definition height_at (m a b c i j : nat) : nat :=
  match i, j with
  | 0, 0 => m
  | 0, 1 => a
  | 1, 0 => b
  | 1, 1 => c
  | _, _ => 0
  end.

Lemma in_tower m a b c i j h : In (i, j, h) (tower m a b c) <-> h < height_at m a b c i j.
Proof.
  unfold tower. rewrite !in_app_iff, !in_column. split.
  - intros [(k & Hk & [= -> -> ->])|[(k & Hk & [= -> -> ->])|[(k & Hk & [= -> -> ->])|
      (k & Hk & [= -> -> ->])]]]; exact Hk.
  - destruct i as [|[|i]], j as [|[|j]]; simpl; intros H; try lia; eauto 6.
Qed.

(** ** Moves *)

Definition heights : Type := nat * nat * nat * nat.

Definition is_tower (p : heights) : Prop :=
  let '(m, a, b, c) := p in 1 <= m /\ a <= m /\ b <= m /\ c <= a /\ c <= b.

Definition show (p : heights) : list cube := let '(m, a, b, c) := p in tower m a b c.

(** Cutting a column to k cubes. *)
Inductive cuts : heights -> heights -> Prop :=
| Cut_m m a b c k : 1 <= k < m ->
    cuts (m, a, b, c) (k, Nat.min a k, Nat.min b k, Nat.min c k)
| Cut_a m a b c k : k < a -> cuts (m, a, b, c) (m, k, b, Nat.min c k)
| Cut_b m a b c k : k < b -> cuts (m, a, b, c) (m, a, k, Nat.min c k)
| Cut_c m a b c k : k < c -> cuts (m, a, b, c) (m, a, b, k).

(** What a cut takes away. *)
Lemma cut_same p i j k m' a' b' c' : is_tower p ->
  (forall i' j', height_at m' a' b' c' i' j' =
     let '(m, a, b, c) := p in let h := height_at m a b c i' j' in
     if (i <=? i') && (j <=? j') then Nat.min h k else h) ->
  same (take cube_le (i, j, k) (show p)) (tower m' a' b' c').
Proof.
  destruct p as [[[m a] b] c]. intros _ H [[i' j'] h]. simpl show.
  rewrite in_take, !in_tower, H, <- not_true_iff_false, cube_le_iff.
  destruct (Nat.leb_spec i i'), (Nat.leb_spec j j'); simpl; lia.
Qed.

Ltac columns := intros [|[|?]] [|[|?]]; simpl; lia.

Lemma tower_family : is_family cube_le (Some (0, 0, 0)) is_tower show cuts.
Proof.
  split.
  - intros p _. apply cube_order.
  - intros p p' Hp Hm. destruct Hm as [m a b c k Hk|m a b c k Hk|m a b c k Hk|m a b c k Hk];
      unfold is_tower in *; (split; [lia|]).
    + exists (0, 0, k). split; [split; [now apply in_tower | intros [= <-]; lia]|].
      apply cut_same; [exact Hp | columns].
    + exists (0, 1, k). split; [split; [now apply in_tower | easy]|].
      apply cut_same; [exact Hp | columns].
    + exists (1, 0, k). split; [split; [now apply in_tower | easy]|].
      apply cut_same; [exact Hp | columns].
    + exists (1, 1, k). split; [split; [now apply in_tower | easy]|].
      apply cut_same; [exact Hp | columns].
  - intros [[[m a] b] c] [[i j] k] Hp [Hx Hne]. unfold is_tower in Hp. apply in_tower in Hx.
    destruct i as [|[|i]], j as [|[|j]]; simpl in Hx; try lia.
    + exists (k, Nat.min a k, Nat.min b k, Nat.min c k).
      split; [constructor; destruct k; [now elim Hne | lia]|]. apply cut_same; [exact Hp | columns].
    + exists (m, k, b, Nat.min c k). split; [now constructor|].
      apply cut_same; [exact Hp | columns].
    + exists (m, a, k, Nat.min c k). split; [now constructor|].
      apply cut_same; [exact Hp | columns].
    + exists (m, a, b, k). split; [now constructor|]. apply cut_same; [exact Hp | columns].
Qed.

(** ** The lost towers *)

Definition lost_tower (p : heights) : Prop :=
  let '(m, a, b, c) := p in
  (a = m /\ b = m /\ c + 1 = m) \/ (a + b + 1 = m /\ c = Nat.min a b).

Lemma lost_tower_dec p : lost_tower p \/ ~ lost_tower p.
Proof. destruct p as [[[m a] b] c]. unfold lost_tower. lia. Qed.

Lemma lost_tower_no_move p p' : is_tower p -> lost_tower p -> cuts p p' -> ~ lost_tower p'.
Proof. intros Hp HL Hm. destruct Hm; unfold is_tower, lost_tower in *; lia. Qed.

Lemma lost_tower_move p : is_tower p -> ~ lost_tower p -> exists p', cuts p p' /\ lost_tower p'.
Proof.
  destruct p as [[[m a] b] c]. unfold is_tower. intros Hp HL. unfold lost_tower in HL.
  destruct (Nat.lt_ge_cases c (Nat.min a b)) as [Hc|Hc].
  - destruct (Nat.eq_dec m (c + 1)) as [->|Hm]; [lia|]. clear HL.
    eexists. split; [apply (Cut_m m a b c (c + 1)); lia|]. left. lia.
  - assert (Hmin : c = Nat.min a b) by lia. assert (Hne : a + b + 1 <> m) by lia. clear HL Hc.
    destruct (Nat.lt_ge_cases (a + b + 1) m) as [Hm|Hm].
    { eexists. split; [apply (Cut_m m a b c (a + b + 1)); lia|]. right. lia. }
    destruct (Nat.eq_dec c m) as [->|].
    { eexists. split; [apply (Cut_c m a b m (m - 1)); lia|]. left. lia. }
    destruct (Nat.le_gt_cases a b) as [Hab|Hab].
    + eexists. split; [apply (Cut_b m a b c (m - 1 - a)); lia|]. right. lia.
    + eexists. split; [apply (Cut_a m a b c (m - 1 - b)); lia|]. right. lia.
Qed.

(** ** The theorem *)

Theorem towers_lost m a b c : 1 <= m -> a <= m -> b <= m -> c <= a -> c <= b ->
  (lost cube_le (Some (0, 0, 0)) (tower m a b c) <->
   (a = m /\ b = m /\ c = m - 1) \/ (a + b = m - 1 /\ c = Nat.min a b)).
Proof.
  intros Hm Ha Hb Hac Hbc.
  rewrite (family_kernel cube_le (Some (0, 0, 0)) is_tower show cuts lost_tower tower_family
    lost_tower_dec lost_tower_no_move lost_tower_move (m, a, b, c)) by (unfold is_tower; lia).
  unfold lost_tower. lia.
Qed.

(** The box 2 x 2 x n is won by taking the corner. *)
Theorem box_2_2_n n : 1 <= n -> won cube_le (Some (0, 0, 0)) (tower n n n n) /\
  lost cube_le (Some (0, 0, 0)) (take cube_le (1, 1, n - 1) (tower n n n n)).
Proof.
  intros Hn.
  enough (H : lost cube_le (Some (0, 0, 0)) (take cube_le (1, 1, n - 1) (tower n n n n))).
  { split; trivial. apply (Won _ _ _ (1, 1, n - 1)); trivial.
    split; [apply in_tower; simpl; lia | easy]. }
  apply (same_lost cube_le _ _ (tower n n n (n - 1))); [apply cube_order | |].
  - apply (cut_same (n, n, n, n) 1 1 (n - 1)); [unfold is_tower; lia|].
    intros [|[|i]] [|[|j]]; simpl; lia.
  - apply towers_lost; lia.
Qed.
