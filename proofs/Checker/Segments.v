(** * Segments: a full certificate may be checked in pieces

    The context after a full line that is right can be computed from what the line claims ([skip]), without walking along
    its slice. So the lines of a certificate can be cut into segments that are checked independently, each from the
    context that the claims before it give: if every segment is accepted, the whole certificate is. No segment needs to
    know that those before it were accepted, or wait for them. *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Nim Slices Checker Soundness.
Import ListNotations.

(** The head of the line is listed. *)
Definition full (l : line) : bool := match head l with Listed _ => true | Counted _ => false end.

(** ** One line *)

(** What the check of a full line gives, its claim alone gives. *)
Theorem skip_right k l k' : check_line k l = Some k' -> full l = true -> skip k l = Some k'.
Proof.
  unfold check_line, skip, full. destruct (pending k) as [|t rest]; [easy|].
  destruct (head l) as [terms|n] eqn:Hl; [|easy]. destruct (_ && _)%bool; [|easy].
  destruct (scene k t) as [[[i cs] low]|]; [|easy].
  destruct (check_slice i (together (low :: cs)) l) as [h|] eqn:Ec; [|easy].
  intros H _. now rewrite <- (check_slice_listed _ _ _ _ _ Ec Hl).
Qed.

(** So a line that cannot be taken as it stands would not be accepted either. *)
Corollary skip_wrong k l : skip k l = None -> full l = true -> check_line k l = None.
Proof. intros H Hl. destruct (check_line k l) as [k'|] eqn:E; trivial. apply skip_right in E; congruence. Qed.

(** ** Many lines *)

(** The context after some full lines, from their claims alone. *)
Definition passed (k : option context) (ls : list line) : option context := fold_left pass ls k.

Lemma passed_right ls : forall k k', check_lines k ls = Some k' -> forallb full ls = true ->
  passed (Some k) ls = Some k'.
Proof.
  induction ls as [|l ls IH]; simpl; intros k k' H Hfull; trivial. apply andb_true_iff in Hfull as [Hl Hfull].
  destruct (check_line k l) as [k1|] eqn:E; [|easy]. rewrite (skip_right _ _ _ E Hl). now apply IH.
Qed.

Lemma check_lines_app ls more : forall k,
  check_lines k (ls ++ more) = match check_lines k ls with Some k' => check_lines k' more | None =>
  None end.
Proof.
  induction ls as [|l ls IH]; simpl; intros k; trivial. destruct (check_line k l); [apply IH | trivial].
Qed.

(** ** Segments *)

(** A segment is accepted if each of its lines is right in the context that all lines before it give by their claims. *)
Definition accepted (k : option context) (before segment : list line) : Prop :=
  fold_left feed segment (passed k before) <> None.

(** All segments are accepted, each on its own: that one comes after others means only that it starts from their claims. *)
Fixpoint all_accepted (k : option context) (before : list line) (segments : list (list line)) : Prop :=
  match segments with
  | [] => True
  | segment :: more => accepted k before segment /\ all_accepted k (before ++ segment) more
  end.

Lemma segments_checked segments : forall k before k1,
  forallb full before = true -> forallb full (concat segments) = true ->
  check_lines k before = Some k1 -> all_accepted (Some k) before segments ->
  exists k', check_lines k (before ++ concat segments) = Some k'.
Proof.
  induction segments as [|segment more IH]; simpl; intros k before k1 Hb Hs H1 Hall.
  - exists k1. now rewrite app_nil_r.
  - destruct Hall as [Hacc Hall]. rewrite forallb_app in Hs. apply andb_true_iff in Hs as [Hsegment Hs].
    unfold accepted in Hacc. rewrite (passed_right _ _ _ H1 Hb), feed_lines in Hacc.
    destruct (check_lines k1 segment) as [k2|] eqn:E2; [|easy]. rewrite app_assoc.
    apply (IH k (before ++ segment) k2); trivial.
    + rewrite forallb_app. now rewrite Hb.
    + now rewrite check_lines_app, H1.
Qed.

(** ** The theorem *)

(** What the program finds of the last segment: all its lines are right, and no slice is left out. *)
Definition finished (k : option context) (before segment : list line) : Prop :=
  closed (fold_left feed segment (passed k before)) = true.

(** If a full certificate is cut into segments, and each of them is accepted from the context that the claims before it
    give, and with the last one no slice is left out, then the whole certificate is accepted. *)
Theorem segments_compose cert segments last :
  lines cert = concat segments ++ last -> is_full cert = true ->
  all_accepted (opened (claim_rows cert) (claim_nim cert) (claim_upto cert)) [] segments ->
  finished (opened (claim_rows cert) (claim_nim cert) (claim_upto cert)) (concat segments) last ->
  check cert = true.
Proof.
  intros Hlines Hfull Hall Hlast. unfold is_full in Hfull. change (forallb full (lines cert) = true) in Hfull.
  rewrite <- check_by_line, Hlines. rewrite Hlines in Hfull. destruct (opened _ _ _) as [k|] eqn:Ek.
  - rewrite forallb_app in Hfull. apply andb_true_iff in Hfull as [Hs _].
    destruct (segments_checked segments k [] k eq_refl Hs eq_refl Hall) as [k' E]. simpl in E.
    unfold finished in Hlast. rewrite (passed_right _ _ _ E Hs) in Hlast. rewrite fold_left_app, feed_lines, E. exact Hlast.
  - exfalso. revert Hlast. unfold finished.
    assert (E : passed None (concat segments) = None) by (unfold passed; clear; now induction (concat segments)).
    now rewrite E, feed_nothing.
Qed.

(** So what is claimed is true. *)
Theorem segments_sound cert segments last :
  lines cert = concat segments ++ last -> is_full cert = true ->
  all_accepted (opened (claim_rows cert) (claim_nim cert) (claim_upto cert)) [] segments ->
  finished (opened (claim_rows cert) (claim_nim cert) (claim_upto cert)) (concat segments) last ->
  forall t g a b, is_tail t -> length t + 2 = N.to_nat (claim_rows cert) ->
  width t <= N.to_nat (claim_upto cert) -> g <= N.to_nat (claim_nim cert) -> 0 < width t + a + b ->
  (nim_value (position t a b) = g <-> claimed cert t g a = Some b).
Proof. intros H1 H2 H3 H4. apply checker_sound_full; trivial. now apply (segments_compose cert segments last). Qed.
