(** * Zeilberger's theorem for third rows up to 115, as a theorem *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Slices Checker Sequences Soundness ThreeRows Certificate115.
Import ListNotations.

Lemma certificate_accepted : check certificate_115 = true.
Proof. vm_compute. reflexivity. Qed.

(** All losing positions with a third row of at most 115 squares: [c, a, b] is losing if and only if b = B_c(a). *)
Theorem zchomp_115 : forall c a b, c <= 115 -> (c, a, b) <> (0, 0, 0) ->
  (losing (bracket c a b) <-> B certificate_115 c a = Some b).
Proof. exact (three_rows_sound certificate_115 certificate_accepted eq_refl eq_refl). Qed.

(** Of the 116 slices, 67 end and 49 go on for ever, from some column on with the same b. *)
Definition ends_with_zero (l : line) : bool :=
  match head l, period l with Listed terms, [] => last_is 0 terms | _, _ => false end.
Definition ends_constant (l : line) : bool := match period l with [b] => negb (b =? 0)%N | _ => false end.

Lemma certificate_shapes :
  forallb (fun l => ends_with_zero l || ends_constant l) (lines certificate_115) = true /\
  length (filter ends_with_zero (lines certificate_115)) = 67 /\
  length (filter ends_constant (lines certificate_115)) = 49.
Proof. vm_compute. auto. Qed.

Lemma last_is_nth b l : last_is b l = true -> exists i, nth_error l i = Some b /\ i < length l.
Proof.
  induction l as [|x [|y l] IH]; [easy| |].
  - simpl. intros E. apply N.eqb_eq in E as ->. exists 0. auto.
  - intros E. destruct (IH E) as (i & Hi & Hlt). exists (S i). simpl in *. split; [trivial | lia].
Qed.

(** The same without a certificate. For every third row c of at most 115 squares, either some [c, a, 0] is losing, and
    all positions with a longer second row are winning; or some b > 0 makes [c, a, b] losing, and [c, a, b'] winning
    for all other b', for every a from some point on. *)
Theorem zeilberger_115 : forall c, c <= 115 ->
  (exists a, 0 < c + a /\ losing (bracket c a 0) /\ forall a' b, a < a' ->
    winning (bracket c a' b)) \/
  (exists A b, 0 < b /\ forall a, A <= a ->
     losing (bracket c a b) /\ forall b', 0 < c + a + b' -> b' <> b -> winning (bracket c a b')).
Proof.
  intros c Hc. 
  pose proof (three_rows_sound_losers certificate_115 certificate_accepted eq_refl eq_refl c) as Hall. unfold B, claimed in Hall.
  assert (Hwin : forall a b, 0 < c + a + b -> ~ loser c a b -> winning (bracket c a b)).
  { intros a b Hpos Hnot. destruct (losing_or_winning (bracket c a b)) as [H|H]; trivial. elim Hnot. split; trivial.
    intros [= -> -> ->]. lia. }
  destruct (find (about [c]%list 0) (lines certificate_115)) as [l|] eqn:El.
  2: { destruct (three_rows_finite_or_periodic c) as [(a & H & _)|(s & m & _ & H & _)].
       - now apply Hall in H.
       - destruct (H 0) as (b & Hb). now apply Hall in Hb. }
  destruct certificate_shapes as [Hshape _]. rewrite forallb_forall in Hshape.
  specialize (Hshape l (proj1 (find_some _ _ El))). apply orb_true_iff in Hshape as [H|H].
  - left. unfold ends_with_zero in H. destruct (head l) as [terms|] eqn:Eh; [|easy]. destruct (period l) eqn:Ep; [|easy].
    apply last_is_nth in H as (a & Ha & Hlt). exists a.
    assert (H0 : loser c a 0).
    { apply Hall; trivial. unfold term, claim. rewrite Eh. simpl. apply Nat.ltb_lt in Hlt. now rewrite Hlt, Ha. }
    repeat split.
    + destruct H0 as [Hbar _]. destruct c, a; try lia. now elim Hbar.
    + apply H0.
    + intros a' b Ha'. apply Hwin; [lia|]. now apply (loser_end c a).
  - right. unfold ends_constant in H. destruct (period l) as [|b [|]] eqn:Ep; try easy.
    exists (length (start (claim l))), (N.to_nat b). split; [destruct b; [easy | lia]|]. intros a Ha.
    assert (Hb : loser c a (N.to_nat b)).
    { apply Hall; trivial. unfold term. apply Nat.ltb_ge in Ha. rewrite Ha. unfold claim. simpl. rewrite Ep.
      now rewrite Nat.mod_1_r. }
    split; [apply Hb|]. intros b' Hpos Hne. apply Hwin; trivial. intros H'.
    now rewrite (loser_unique _ _ _ _ Hb H') in Hne.
Qed.
