(** * Squares: n x n, and the infinite one, are won by the square (1, 1)

    Rows and columns are counted from 0, so that (1, 1) is next to the poison. What it leaves is a
    hook of one row and one column, and moves in it are answered by their mirror images. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Openings.
Import ListNotations.

(** ** The game on sets of squares, finite or infinite *)

(** A position is a set of squares; a move takes a square other than (0, 0), and all that are not
    smaller. *)
Definition chomped (i j : nat) (P : nat -> nat -> Prop) (k l : nat) : Prop :=
  P k l /\ ~ (i <= k /\ j <= l).

(** Who has to move loses if every move leads to a position that is won. Plays are finite. *)
Inductive lost_set (P : nat -> nat -> Prop) : Prop :=
| Lost_set : (forall i j, P i j -> (i, j) <> (0, 0) -> won_set (chomped i j P)) -> lost_set P
with won_set (P : nat -> nat -> Prop) : Prop :=
| Won_set i j : P i j -> (i, j) <> (0, 0) -> lost_set (chomped i j P) -> won_set P.

(** ** Hooks *)

(** The hook with arms of m squares and the poison. *)
Definition is_hook (m : nat) (P : nat -> nat -> Prop) : Prop :=
  forall i j, P i j <-> (i = 0 /\ j <= m) \/ (j = 0 /\ i <= m).

Definition is_infinite_hook (P : nat -> nat -> Prop) : Prop :=
  forall i j, P i j <-> i = 0 \/ j = 0.

(** A square of an arm, and its mirror image, leave a smaller hook. *)
Lemma mirrored m (P : nat -> nat -> Prop) k :
  (is_hook m P /\ k <= m) \/ is_infinite_hook P -> 1 <= k ->
  is_hook (k - 1) (chomped k 0 (chomped 0 k P)) /\ is_hook (k - 1) (chomped 0 k (chomped k 0 P)).
Proof.
  intros [[H Hk]|H] H1; split; intros i j; unfold chomped; rewrite (H i j); lia.
Qed.

Lemma answer_in_hook (P : nat -> nat -> Prop) k : 1 <= k -> P 0 k -> P k 0 ->
  lost_set (chomped k 0 (chomped 0 k P)) -> won_set (chomped 0 k P).
Proof.
  intros Hk H H' Hl. apply (Won_set _ k 0); trivial; [split; [trivial | lia] | intros [= ->]; lia].
Qed.

Lemma answer_in_hook' (P : nat -> nat -> Prop) k : 1 <= k -> P 0 k -> P k 0 ->
  lost_set (chomped 0 k (chomped k 0 P)) -> won_set (chomped k 0 P).
Proof.
  intros Hk H H' Hl. apply (Won_set _ 0 k); trivial; [split; [trivial | lia] | intros [= ->]; lia].
Qed.

Lemma hook_lost m P : is_hook m P -> lost_set P.
Proof.
  revert P. induction m as [m IH] using lt_wf_ind. intros P H. constructor. intros i j Hij Hne.
  apply H in Hij.
  assert (Hk : forall k, 1 <= k <= m -> won_set (chomped 0 k P) /\ won_set (chomped k 0 P)).
  { intros k Hk. destruct (mirrored m P k) as [H1 H2]; [left; split; [trivial | lia] | lia|].
    assert (P 0 k) by (apply H; lia). assert (P k 0) by (apply H; lia). split.
    - apply answer_in_hook; trivial; [lia|]. apply (IH (k - 1)); [lia | trivial].
    - apply answer_in_hook'; trivial; [lia|]. apply (IH (k - 1)); [lia | trivial]. }
  destruct Hij as [[-> Hj]|[-> Hi]].
  - apply Hk. destruct j; [now elim Hne | lia].
  - apply Hk. destruct i; [now elim Hne | lia].
Qed.

Lemma infinite_hook_lost P : is_infinite_hook P -> lost_set P.
Proof.
  intros H. constructor. intros i j Hij Hne. apply H in Hij.
  assert (Hk : forall k, 1 <= k -> won_set (chomped 0 k P) /\ won_set (chomped k 0 P)).
  { intros k Hk. destruct (mirrored 0 P k) as [H1 H2]; [now right | trivial|].
    assert (P 0 k) by (apply H; lia). assert (P k 0) by (apply H; lia). split.
    - apply answer_in_hook; trivial. now apply (hook_lost (k - 1)).
    - apply answer_in_hook'; trivial. now apply (hook_lost (k - 1)). }
  destruct Hij as [-> | ->].
  - apply Hk. destruct j; [now elim Hne | lia].
  - apply Hk. destruct i; [now elim Hne | lia].
Qed.

(** ** Finite sets of squares are bars *)

Definition squares_of (p : rows) (i j : nat) : Prop := j < nth i p 0.

Lemma sets_and_bars p (P : nat -> nat -> Prop) : (forall i j, P i j <-> squares_of p i j) ->
  (lost_set P <-> losing p) /\ (won_set P <-> winning p).
Proof.
  revert P. induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  intros P H.
  assert (Hnext : forall i j, j < nth i p 0 -> (i, j) <> (0, 0) ->
    (lost_set (chomped i j P) <-> losing (bite i j p)) /\
    (won_set (chomped i j P) <-> winning (bite i j p))).
  { intros i j Hj Hne. apply IH; [apply move_squares; now constructor|].
    intros k l. unfold chomped, squares_of. rewrite H, nth_bite. unfold squares_of.
    destruct (Nat.ltb_spec k i); lia. }
  split; split.
  - intros [Hall]. constructor. intros q [i j Hj Hne]. apply Hnext; trivial.
    apply Hall; trivial. now apply H.
  - intros [Hall]. constructor. intros i j Hij Hne. apply H in Hij. apply Hnext; trivial.
    apply Hall. now constructor.
  - intros [i j Hij Hne Hl]. apply H in Hij. apply (Winning p (bite i j p)); [now constructor|].
    now apply Hnext.
  - intros [q [i j Hj Hne] Hl]. apply (Won_set P i j); trivial; [now apply H | now apply Hnext].
Qed.

(** A set is not both. *)
Fixpoint lost_then_won (P : nat -> nat -> Prop) (L : lost_set P) {struct L} : won_set P -> False :=
  fun W => match L, W with
  | Lost_set _ Hall, Won_set _ i j Hij Hne L' => won_then_lost _ (Hall i j Hij Hne) L'
  end
with won_then_lost (P : nat -> nat -> Prop) (W : won_set P) {struct W} : lost_set P -> False :=
  fun L => match W, L with
  | Won_set _ i j Hij Hne L', Lost_set _ Hall => lost_then_won _ L' (Hall i j Hij Hne)
  end.

(** ** The theorems *)

(** On bars the game of sets is the game of Chomp.v. *)
Theorem set_is_bar p :
  (lost_set (squares_of p) <-> losing p) /\ (won_set (squares_of p) <-> winning p).
Proof. now apply sets_and_bars. Qed.

(** A set is not lost and won. *)
Theorem set_not_both (P : nat -> nat -> Prop) : ~ (lost_set P /\ won_set P).
Proof. intros [L W]. exact (lost_then_won P L W). Qed.

(** The square of n rows of n, n >= 2, is won by its square (1, 1). *)
Theorem square_opening n : 2 <= n -> wins (1, 1) (repeat n n).
Proof.
  intros Hn. assert (Hnth : forall i, nth i (repeat n n) 0 = if i <? n then n else 0).
  { intros i. destruct (Nat.ltb_spec i n).
    - rewrite (nth_indep _ 0 n) by (now rewrite repeat_length). apply nth_repeat.
    - apply nth_overflow. now rewrite repeat_length. }
  split; [|split; [easy|]].
  - rewrite Hnth, (proj2 (Nat.ltb_lt 1 n)) by lia. lia.
  - apply (sets_and_bars _ (squares_of (bite 1 1 (repeat n n)))); [easy|].
    apply (hook_lost (n - 1)). intros i j. unfold squares_of. rewrite nth_bite, Hnth.
    destruct (Nat.ltb_spec i 1), (Nat.ltb_spec i n); lia.
Qed.

(** The infinite square is won, by its square (1, 1). *)
Theorem infinite_square_won :
  won_set (fun _ _ => True) /\ lost_set (chomped 1 1 (fun _ _ => True)).
Proof.
  assert (H : lost_set (chomped 1 1 (fun _ _ => True))).
  { apply infinite_hook_lost. intros i j. unfold chomped. lia. }
  split; trivial. now apply (Won_set _ 1 1).
Qed.
