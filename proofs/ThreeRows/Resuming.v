(** * A run by value may be interrupted and resumed

    The program saves its board after some lines, and another run goes on from there. What no later row looks at is not
    saved: the head of the last row, and what stands in columns, or on the diagonal, before the row whose turn it is. If
    the board that is read is the one that was written, in this sense, the verdict in the end is true, however often the
    run was interrupted. That it is, the program cannot know: who resumes a run believes it. *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Nim Slices Checker ByValue Sequences Walking Tails Soundness ThreeRows.
From ZChomp Require Import ByValueSearch ByValueRows ByValueSoundness.
Import ListNotations.
Local Open Scope N_scope.

(** ** What is saved of a board *)

(** The board k' has everything of k that later rows need, and nothing else. *)
Record is_saved (k k' : board) : Prop := {
  saved_row : row k' = row k;
  saved_last : last_row k' = last_row k;
  saved_stored : stored k' = stored k;
  saved_beyond : beyond k' = beyond k;
  saved_top : top k' = top k;
  saved_settled : settled k' = settled k;
  saved_turn : turn k' = turn k;
  saved_marks : forall q p, is_marked q p (marks k') = true -> is_marked q p (marks k) = true;
  saved_live : forall q p, row k <= q -> q <= p -> is_marked q p (marks k) = true ->
    is_marked q p (marks k') = true;
  saved_diagonal : forall p, look p (diagonal k') <> None -> look p (diagonal k) <> None;
  saved_ahead : forall p, row k <= p -> look p (diagonal k) <> None ->
    look p (diagonal k') <> None }.

(** A board as it is can be saved. *)
Lemma whole_is_saved k : is_saved k k.
Proof. now split. Qed.

Lemma saved_right k k' : is_saved k k' -> right_board k -> right_board k'.
Proof.
  intros [E1 _ E3 E4 E5 E6 E7 H1 H2 H3 H4] [K1 K2 K3 K4 K5 K6 K7 K8].
  split; unfold is_taken, on_diagonal in *; rewrite ?E1, ?E3, ?E4, ?E5, ?E6, ?E7; trivial.
  - intros q v Hq. rewrite <- K3 by trivial. split; [apply H1 | apply H2; lia].
  - intros q p Hq H. apply (K5 q p Hq). now apply H1.
  - intros p Hp. rewrite <- K7 by trivial. split; [apply H3 | apply H4; lia].
  - intros p Hp. apply K8. now apply H3.
Qed.

(** ** Runs *)

(** A line with the head that was found. *)
Definition with_head (l : line) (terms : list N) : line :=
  Slice (tail l) (nim l) (kind l) (Listed terms) (period l) (modulus l) (bound l).

(** Some lines were accepted, in one run or in several, each resumed from what was saved: the lines, the same with their
    heads, and the board after them. *)
Inductive run (upto : N) : list line -> list line -> board -> Prop :=
  | run_begins : run upto [] [] (first_board upto)
  | run_accepts ls found k l k' :
      run upto ls found k -> feed_row (Some k) l = Some k' ->
      run upto (ls ++ [l]) (found ++ [with_head l (newest k')]) k'
  | run_resumes ls found k k' : run upto ls found k -> is_saved k k' -> run upto ls found k'.

Lemma run_right upto ls found k : run upto ls found k ->
  right_board k /\ last_row k = upto /\ (forall l, In l found -> true_line l) /\
  (forall c, c < row k -> exists l, In l found /\ tail l = [c] /\ nim l = 0) /\
  (is_full (Certificate 3 0 upto ls) = true -> found = ls).
Proof.
  induction 1 as [|ls found k l k' _ (Hk & Elast & Htrue & Hall & Hsame) E|ls found k k' _ IH E].
  - split; [apply first_right|]. split; [trivial|]. split; [intros x []|]. split; [|trivial].
    intros c Hc. simpl in Hc. lia.
  - unfold feed_row in E. destruct (row k <=? last_row k); [|easy].
    apply check_row_sound in E as (Hk' & Erow & Elast' & Et & Eg & Hslice & Hlisted); trivial.
    split; [trivial|]. split; [congruence|]. split; [|split].
    + intros x Hx. apply in_app_iff in Hx as [Hx|[<-|[]]]; [now apply Htrue|].
      unfold true_line, with_head, nats. cbn [tail nim]. rewrite Et, Eg. exact Hslice.
    + intros c Hc. destruct (N.eq_dec c (row k)) as [->|].
      * eexists. split; [apply in_app_iff; right; now left | now split].
      * destruct (Hall c) as (x & Hx & H); [lia|]. exists x. split; trivial. apply in_app_iff. now left.
    + unfold is_full in *. cbn [lines] in *. rewrite forallb_app. intros H. apply andb_true_iff in H as [Hls Hl].
      rewrite (Hsame Hls). f_equal. destruct l as [tl nm kd [terms|] pd md bd]; [|easy].
      unfold with_head. cbn. now rewrite (Hlisted terms eq_refl).
  - destruct IH as (Hk & Elast & H). split; [now apply (saved_right k)|]. destruct E. split; [congruence|].
    now replace (row k') with (row k).
Qed.

(** ** The theorems *)

(** If all rows were accepted, then what is claimed is true, with the heads that were found. *)
Theorem resumed_sound upto ls found k : run upto ls found k -> all_rows (Some k) = true ->
  forall c a b, (c <= N.to_nat upto)%nat -> (c, a, b) <> (0, 0, 0)%nat ->
  (losing (bracket c a b) <-> claimed (Certificate 3 0 upto found) [c] 0 a = Some b).
Proof.
  intros Hrun H c a b Hc Hbar. apply run_right in Hrun as (Hk & Elast & Htrue & Hall & _).
  simpl in H. apply N.ltb_lt in H. rewrite Elast in H. transitivity (member [c] 0 a b).
  - rewrite <- loser_member. unfold loser. tauto.
  - apply claimed_true; [exact Htrue|]. cbn [lines]. destruct (Hall (N.of_nat c)) as (l & Hl & El & En); [lia|].
    exists l. split; trivial. unfold nats. rewrite El, En. simpl. now rewrite Nat2N.id.
Qed.

(** In full mode the heads that were found are those of the lines. *)
Theorem resumed_full upto ls found k : run upto ls found k ->
  is_full (Certificate 3 0 upto ls) = true -> found = ls.
Proof. intros Hrun. now apply run_right in Hrun. Qed.
