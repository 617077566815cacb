(** * Which slices up to 115 are finite, and where the infinite ones end

    The kinds of the lines of the certificate, said of the positions themselves; and, with rows of ordinal length, the
    ends of the infinite slices. *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Slices Checker Sequences Soundness ThreeRows Certificate115 Theorem115.
From ZChomp Require Import Counting Chart ChartInfinite Ordinals OrdinalTails OrdinalThreeRows.
From ZChomp Require Openings Columns.
Import ListNotations.

(** The line of slice c says that it is finite. *)
Definition is_finite_line (c : nat) : bool :=
  match find (about (cons c nil) 0) (lines certificate_115) with Some l => ends_with_zero l | None => false end.

Definition finite_lines : list nat := filter is_finite_line (seq 0 116).

(** ** The lines tell the truth *)

Lemma bracket_rows c a b : bracket c a b = cons (a + b + c) (cons (a + c) (cons c nil)).
Proof. reflexivity. Qed.

(** A finite slice has a loser (p, p, c), and an infinite one has none. *)
Lemma finite_from_loser c a : 0 < c + a -> losing (bracket c a 0) -> is_finite c = true.
Proof.
  rewrite bracket_rows, Nat.add_0_r. intros Hpos H. apply is_finite_iff. exists (a + c). split; trivial.
  destruct a; [|lia]. elim (Openings.bar_not_lost c); [lia | exact H].
Qed.

Lemma infinite_from_losers c A : (forall a, A <= a -> exists b, 0 < b /\ losing (bracket c a b)) ->
  is_finite c = false.
Proof.
  intros H. apply not_true_iff_false. intros Hf. apply is_finite_iff in Hf as (p & Hp & Hl).
  destruct (H (A + p)) as (b & Hb & Hl'); [lia|]. rewrite bracket_rows in Hl'.
  apply (Openings.not_row1 p Hl'); [lia|].
  now replace (Nat.min p (A + p + c)) with p by lia; replace (Nat.min p c) with c by lia.
Qed.

Lemma line_is_right c : c <= 115 -> is_finite c = is_finite_line c.
Proof.
  intros Hc.
  pose proof (three_rows_sound_losers certificate_115 certificate_accepted eq_refl eq_refl c) as Hall.
  unfold B, claimed in Hall. unfold is_finite_line.
  destruct (find (about (cons c nil) 0) (lines certificate_115)) as [l|] eqn:El.
  2: { exfalso. destruct (three_rows_finite_or_periodic c) as [(a & H & _)|(s & m & _ & H & _)].
       - now apply Hall in H.
       - destruct (H 0) as (b & Hb). now apply Hall in Hb. }
  destruct certificate_shapes as [Hshape _]. rewrite forallb_forall in Hshape.
  specialize (Hshape l (proj1 (find_some _ _ El))). apply orb_true_iff in Hshape as [H|H].
  - rewrite H. unfold ends_with_zero in H. destruct (head l) as [terms|] eqn:Eh; [|easy].
    destruct (period l) eqn:Ep; [|easy]. apply last_is_nth in H as (a & Ha & Hlt).
    assert (H0 : loser c a 0).
    { apply Hall; trivial. unfold term, claim. rewrite Eh. simpl. apply Nat.ltb_lt in Hlt. now rewrite Hlt, Ha. }
    destruct H0 as [Hbar Hl]. apply (finite_from_loser c a); trivial. destruct c, a; try lia. now elim Hbar.
  - assert (E : ends_with_zero l = false).
    { unfold ends_with_zero, ends_constant in *. destruct (head l); trivial. now destruct (period l). }
    rewrite E. unfold ends_constant in H. destruct (period l) as [|b [|]] eqn:Ep; try easy.
    apply (infinite_from_losers c (length (Columns.start (claim l)))). intros a Ha. exists (N.to_nat b).
    split; [destruct b; [easy | lia]|].
    assert (Hb : loser c a (N.to_nat b)); [|apply Hb].
    apply Hall; trivial. unfold term. apply Nat.ltb_ge in Ha. rewrite Ha. unfold claim. simpl. rewrite Ep.
    now rewrite Nat.mod_1_r.
Qed.

Lemma infinite_below_lines c : c <= 116 ->
  infinite_below c = length (filter (fun x => negb (is_finite_line x)) (seq 0 c)).
Proof.
  intros Hc. unfold infinite_below. apply count_same. intros x Hx. unfold is_infinite.
  now rewrite line_is_right by lia.
Qed.

(** ** The theorems *)

(** Of the slices 0 to 115, 67 are finite and 49 infinite. *)
Theorem finite_slices_115 : exists l, NoDup l /\ length l = 67 /\
  forall c, In c l <-> c <= 115 /\ exists p, c < p /\ losing (cons p (cons p (cons c nil))).
Proof.
  exists finite_lines. split; [apply NoDup_count|]. split; [vm_compute; reflexivity|].
  intros c. unfold finite_lines. rewrite in_count, <- is_finite_iff. split.
  - intros [Hc H]. split; [lia|]. now rewrite line_is_right by lia.
  - intros [Hc H]. split; [lia|]. now rewrite <- line_is_right.
Qed.

Theorem infinite_slices_115 : exists l, NoDup l /\ length l = 49 /\
  forall c, In c l <-> c <= 115 /\ infinite c.
Proof.
  exists (filter (fun c => negb (is_finite_line c)) (seq 0 116)).
  split; [apply NoDup_count|]. split; [vm_compute; reflexivity|].
  intros c. rewrite in_count, <- is_infinite_iff. unfold is_infinite. split.
  - intros [Hc H]. split; [lia|]. now rewrite line_is_right by lia.
  - intros [Hc H]. split; [lia|]. now rewrite <- line_is_right.
Qed.

(** The infinite slices c <= 115, each with its end: (k, m) is omega k + m. *)
Definition ends_115 : list (nat * ordinal) := [
   (0, (1, 0)); (2, (2, 0)); (5, (1, 1)); (7, (1, 2)); (9, (3, 0)); (11, (1, 3)); (14, (1, 4)); (17, (2, 1));
   (19, (1, 5)); (22, (1, 6)); (24, (2, 2)); (26, (1, 7)); (28, (1, 8)); (31, (4, 0)); (34, (1, 9));
   (36, (1, 10)); (38, (2, 3)); (40, (1, 11)); (42, (1, 12)); (45, (2, 4)); (48, (1, 13)); (51, (1, 14));
   (53, (3, 1)); (56, (1, 15)); (58, (1, 16)); (60, (2, 5)); (62, (1, 17)); (65, (1, 18)); (67, (2, 6));
   (69, (1, 19)); (72, (1, 20)); (74, (3, 2)); (77, (1, 21)); (79, (1, 22)); (82, (2, 7)); (84, (1, 23));
   (86, (1, 24)); (88, (2, 8)); (91, (1, 25)); (94, (1, 26)); (97, (5, 0)); (99, (1, 27)); (101, (1, 28));
   (104, (2, 9)); (106, (1, 29)); (108, (1, 30)); (110, (2, 10)); (112, (1, 31)); (115, (1, 32))].

(** Rows of length e, e and c lose. *)
Theorem ends_of_slices c e : In (c, e) ends_115 -> infinite c /\ lost_ordinal [e; e; finite c].
Proof.
  assert (H : forall c k m n, c <= 115 -> is_finite_line c = false ->
    length (filter (fun x => negb (is_finite_line x)) (seq 0 c)) = n ->
    n = Nat.iter k triple (TwoRows.two_rows_value m m) ->
    infinite c /\ lost_ordinal [(S k, m); (S k, m); finite c]).
  { intros c' k m n Hc Hf Hn E. assert (Hi : infinite c').
    { apply is_infinite_iff. unfold is_infinite. now rewrite line_is_right, Hf. }
    split; trivial. apply three_rows_below_omega_squared; trivial. split; trivial.
    rewrite infinite_below_lines by lia. rewrite Hn. exact E. }
  assert (Hall : forallb (fun p => match snd p with
    | (S k, m) => (fst p <=? 115) && negb (is_finite_line (fst p)) &&
        (length (filter (fun x => negb (is_finite_line x)) (seq 0 (fst p))) =?
         Nat.iter k triple (TwoRows.two_rows_value m m))
    | (0, _) => false end) ends_115 = true) by (vm_compute; reflexivity).
  intros Hin. rewrite forallb_forall in Hall. specialize (Hall (c, e) Hin). cbn [fst snd] in Hall.
  destruct e as [[|k] m]; [easy|]. rewrite !andb_true_iff, negb_true_iff in Hall.
  destruct Hall as [[Hc Hf] E]. apply Nat.leb_le in Hc. apply Nat.eqb_eq in E. now apply (H c k m _ Hc Hf eq_refl).
Qed.
