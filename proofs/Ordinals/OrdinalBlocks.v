(** * Two rows of ordinal length below omega^2 and a finite tail: who wins

    The positions whose two first rows are both at least omega k and less than omega (k + 1), where
    k >= 1, form a block. A block is the sum of two-rowed Chomp without poison and of the game on those tails that have not
    ended before it. ordinals.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Nim TwoRows Slices TailOverhang Ordinals OrdinalTails.
From ZChomp Require Openings.
Import ListNotations.

(** ** Positions *)

(** First row P, second row Q and tail t. *)
Definition with_tail (P Q : ordinal) (t : list nat) : list ordinal := P :: Q :: map finite t.

(** The tail cut to at most X squares a row. *)
Definition cut_tail_to (X : ordinal) (t : list nat) : list nat :=
  match fst X with 0 => cut (snd X) t | S _ => t end.

(** The rows do not increase, and the poison is there. *)
Definition is_sorted_position (P Q : ordinal) (t : list nat) : Prop :=
  is_tail t /\ (fst Q < fst P \/ fst Q = fst P /\ snd Q <= snd P) /\
  (fst Q = 0 -> width t <= snd Q) /\ P <> finite 0.

(** What we are going to prove of the lost positions. *)
Definition loses (P Q : ordinal) (t : list nat) : Prop :=
  match fst P, fst Q with
  | 0, _ => losing (snd P :: snd Q :: t)
  | S k, S k' => k = k' /\ block_value k t = Some (two_rows_value (snd P) (snd Q))
  | S _, 0 => False
  end.

Lemma loses_dec P Q t : {loses P Q t} + {~ loses P Q t}.
Proof.
  destruct P as [[|k] p], Q as [k' q]; unfold loses; simpl.
  - apply Openings.losing_dec.
  - destruct k' as [|k']; [now right|]. destruct (Nat.eq_dec k k') as [->|]; [|now right].
    destruct (block_value k' t) as [v|]; [|now right].
    destruct (Nat.eq_dec v (two_rows_value p q)) as [->|]; [now left|].
    right. intros [_ [= ?]]. easy.
Qed.

(** *** Bites *)

Lemma cut_rows X t : map (at_most ordinal_less X) (map finite t) = map finite (cut_tail_to X t).
Proof.
  unfold cut_tail_to. rewrite map_map. destruct X as [[|k] x]; simpl.
  - unfold cut. rewrite map_map. apply map_ext. intros y. apply (at_most_finite x y).
  - apply map_ext. intros y. apply at_most_infinite.
Qed.

Lemma bite_of_row1 X P Q t : ordinal_less X P = true ->
  bite_to ordinal_less 0 X (with_tail P Q t) =
  with_tail X (at_most ordinal_less X Q) (cut_tail_to X t).
Proof.
  intros H. unfold with_tail. rewrite <- cut_rows. unfold bite_to. simpl.
  unfold at_most at 1. now rewrite H.
Qed.

Lemma bite_of_row2 X P Q t : ordinal_less X Q = true ->
  bite_to ordinal_less 1 X (with_tail P Q t) = with_tail P X (cut_tail_to X t).
Proof.
  intros H. unfold with_tail. rewrite <- cut_rows. unfold bite_to. simpl.
  unfold at_most at 1. now rewrite H.
Qed.

Lemma bite_of_tail i x P Q t :
  bite_to ordinal_less (S (S i)) (finite x) (with_tail P Q t) = with_tail P Q (bite i x t).
Proof. unfold with_tail. rewrite <- bite_finite. reflexivity. Qed.

Lemma steps P Q t r : step_ordinal (with_tail P Q t) r ->
  (exists X, ordinal_less X P = true /\ X <> finite 0 /\
     r = with_tail X (at_most ordinal_less X Q) (cut_tail_to X t)) \/
  (exists X, ordinal_less X Q = true /\ r = with_tail P X (cut_tail_to X t)) \/
  (exists u, In u (tails_after t) /\ r = with_tail P Q u).
Proof.
  intros [i X HX Hne]. destruct i as [|[|i]].
  - left. exists X. split; [trivial|]. split; [congruence | now apply bite_of_row1].
  - right; left. exists X. split; [trivial | now apply bite_of_row2].
  - right; right. change (nth (S (S i)) (with_tail P Q t) (finite 0)) with
      (nth i (map finite t) (finite 0)) in HX. rewrite nth_finite in HX.
    apply ordinal_less_iff in HX. destruct X as [k x]; simpl in HX.
    assert (k = 0) by lia. subst k. exists (bite i x t). split; [|apply bite_of_tail].
    apply in_tails_after. exists i, x. split; [lia | easy].
Qed.

Lemma step_row1 X P Q t : ordinal_less X P = true -> X <> finite 0 ->
  step_ordinal (with_tail P Q t) (with_tail X (at_most ordinal_less X Q) (cut_tail_to X t)).
Proof. intros H Hne. rewrite <- (bite_of_row1 X P) by trivial. constructor; trivial. congruence. Qed.

Lemma step_row2 X P Q t : ordinal_less X Q = true ->
  step_ordinal (with_tail P Q t) (with_tail P X (cut_tail_to X t)).
Proof. intros H. rewrite <- (bite_of_row2 X P Q) by trivial. now constructor. Qed.

Lemma step_tail u P Q t : In u (tails_after t) ->
  step_ordinal (with_tail P Q t) (with_tail P Q u).
Proof.
  intros H. apply in_tails_after in H as (i & x & Hx & ->). rewrite <- bite_of_tail.
  constructor; [|easy]. change (nth (S (S i)) (with_tail P Q t) (finite 0)) with
    (nth i (map finite t) (finite 0)). rewrite nth_finite. apply ordinal_less_iff. simpl. lia.
Qed.

(** *** Ends *)

(** A tail without a value in block k + 1 has ended before the end of block k. *)
Lemma ended k t : block_value k t = None ->
  exists E, fst E <= k /\ E <> finite 0 /\ loses E E (cut_tail_to E t).
Proof.
  induction k as [|k IH].
  - simpl. destruct (is_endless t) eqn:H; [easy|]. intros _.
    destruct (not_endless t H) as (v & Hv & Hl). exists (finite v).
    split; [easy|]. split; [|exact Hl]. intros [= ->]. lia.
  - intros H. cbn [block_value] in H. destruct (block_value k t) as [v|] eqn:E.
    + destruct (Nat.eqb_spec (v mod 3) 1) as [|Hv]; [easy|]. exists (S k, 2 * v / 3).
      split; [easy|]. split; [easy|]. split; [easy|].
      cbn [fst snd]. now rewrite square_value_exists.
    + destruct IH as (X & HX & Hne & Hl); trivial. exists X. split; [lia | now split].
Qed.

(** And one with a value has not. *)
Lemma not_ended k t v E : is_tail t -> block_value k t = Some v -> fst E <= k -> E <> finite 0 ->
  ~ loses E E (cut_tail_to E t).
Proof.
  intros Ht H HE Hne. destruct E as [[|j] x]; unfold loses, cut_tail_to; cbn [fst snd] in *.
  - apply endless_no_start; trivial; [now apply (block_endless k t v)|].
    destruct x; [now elim Hne | lia].
  - intros [_ E]. destruct (block_before j k t v H) as (w & Hw); [lia|].
    rewrite Hw in E. injection E as E. now apply (square_value_kind x w).
Qed.

(** *** Moves keep the rows sorted *)

Lemma ordinal_cases (X Y : ordinal) : ordinal_less X Y = true \/ ordinal_less Y X = true \/ X = Y.
Proof.
  destruct X as [k x], Y as [j y]. rewrite !ordinal_less_iff. cbn [fst snd].
  destruct (Nat.lt_trichotomy k j) as [|[->|]]; [lia | | lia].
  destruct (Nat.lt_trichotomy x y) as [|[->|]]; [lia | now right; right | lia].
Qed.

Lemma at_most_cases X Y : (ordinal_less X Y = true /\ at_most ordinal_less X Y = X) \/
  (ordinal_less X Y = false /\ at_most ordinal_less X Y = Y).
Proof. unfold at_most. destruct (ordinal_less X Y); auto. Qed.

Lemma cut_tail_sorted X t : is_tail t -> is_tail (cut_tail_to X t).
Proof. destruct X as [[|k] x]; [apply cut_tail | trivial]. Qed.

Lemma cut_tail_width X t : fst X = 0 -> width (cut_tail_to X t) = Nat.min (snd X) (width t).
Proof. destruct X as [[|k] x]; [intros _; apply width_cut | easy]. Qed.

Lemma cut_tail_width_le X t : width (cut_tail_to X t) <= width t.
Proof. destruct X as [[|k] x]; unfold cut_tail_to; cbn [fst snd]; [rewrite width_cut|]; lia. Qed.

Lemma sorted_row1 X P Q t : is_sorted_position P Q t -> ordinal_less X P = true -> X <> finite 0 ->
  is_sorted_position X (at_most ordinal_less X Q) (cut_tail_to X t).
Proof.
  intros (Ht & Hr & Hw & _) HX Hne. split; [now apply cut_tail_sorted|].
  destruct (at_most_cases X Q) as [[H ->]|[H ->]].
  - split; [lia|]. split; trivial. intros E. rewrite cut_tail_width by trivial. lia.
  - apply ordinal_less_false in H. split; [lia|]. split; trivial.
    intros E. specialize (Hw E). pose proof (cut_tail_width_le X t). lia.
Qed.

Lemma sorted_row2 X P Q t : is_sorted_position P Q t -> ordinal_less X Q = true ->
  is_sorted_position P X (cut_tail_to X t).
Proof.
  intros (Ht & Hr & Hw & Hne) HX. apply ordinal_less_iff in HX.
  split; [now apply cut_tail_sorted|]. split; [lia|]. split; trivial.
  intros E. rewrite cut_tail_width by trivial. lia.
Qed.

Lemma sorted_tail u P Q t : is_sorted_position P Q t -> In u (tails_after t) ->
  is_sorted_position P Q u.
Proof.
  intros (Ht & Hr & Hw & Hne) Hu. split; [now apply (tails_after_tail t)|].
  repeat split; trivial. intros E. specialize (Hw E).
  apply in_tails_after in Hu as (i & x & _ & ->). pose proof (width_bite i x t). lia.
Qed.

(** *** No move leads from these positions to one of them *)

Lemma loses_row1 X P Q t : is_sorted_position P Q t -> loses P Q t ->
  ordinal_less X P = true -> X <> finite 0 ->
  ~ loses X (at_most ordinal_less X Q) (cut_tail_to X t).
Proof.
  intros (Ht & Hr & Hw & _) HL HX Hne. destruct P as [[|k] p], Q as [[|k'] q]; try easy.
  - apply ordinal_less_iff in HX. destruct X as [j x]. cbn [fst snd] in *. assert (j = 0) by lia.
    subst j. change (0, x) with (finite x). change (0, q) with (finite q).
    rewrite at_most_finite. unfold loses, cut_tail_to in *. cbn [fst snd] in *.
    rewrite losing_iff in HL. apply (HL (x :: Nat.min x q :: cut x t)).
    replace (x :: Nat.min x q :: cut x t) with (bite 0 x (p :: q :: t)).
    + constructor; [simpl; lia | unfold finite in Hne; congruence].
    + unfold bite. simpl. now rewrite Nat.min_l by lia.
  - apply ordinal_less_iff in HX. cbn [fst snd] in *. lia.
  - destruct HL as [<- HL]. cbn [snd] in HL. apply ordinal_less_iff in HX. cbn [fst snd] in *.
    destruct HX as [HX|[HX HX']].
    + replace (at_most ordinal_less X (S k, q)) with X.
      * apply (not_ended k t _ X Ht HL); [lia | trivial].
      * destruct (at_most_cases X (S k, q)) as [[_ ->]|[H _]]; trivial.
        apply ordinal_less_false in H. cbn [fst snd] in H. lia.
    + destruct X as [j x]. cbn [fst snd] in *. subst j. rewrite at_most_same.
      unfold loses, cut_tail_to. cbn [fst snd]. intros [_ E]. rewrite HL in E.
      injection E as E. destruct (two_rows_mex p q) as [Hnot _]; [lia|]. apply Hnot. left.
      exists x. now split.
Qed.

Lemma loses_row2 X P Q t : is_sorted_position P Q t -> loses P Q t ->
  ordinal_less X Q = true -> ~ loses P X (cut_tail_to X t).
Proof.
  intros (Ht & Hr & Hw & _) HL HX. apply ordinal_less_iff in HX.
  destruct P as [[|k] p], Q as [[|k'] q], X as [j x]; try easy; cbn [fst snd] in *; try lia.
  - assert (j = 0) by lia. subst j. unfold loses, cut_tail_to in *. cbn [fst snd] in *.
    rewrite losing_iff in HL. apply (HL (p :: x :: cut x t)).
    replace (p :: x :: cut x t) with (bite 1 x (p :: q :: t)).
    + constructor; [simpl; lia | easy].
    + unfold bite. simpl. now rewrite Nat.min_l by lia.
  - destruct HL as [<- HL]. cbn [snd] in HL. unfold loses, cut_tail_to. cbn [fst snd].
    destruct j as [|j]; [easy|]. intros [<- E]. rewrite HL in E. injection E as E.
    destruct (two_rows_mex p q) as [Hnot _]; [lia|]. apply Hnot. right. exists x.
    split; [lia | easy].
Qed.

Lemma loses_tail u P Q t : loses P Q t -> In u (tails_after t) -> ~ loses P Q u.
Proof.
  intros HL Hu. destruct P as [[|k] p], Q as [[|k'] q]; try easy; unfold loses in *;
    cbn [fst snd] in *.
  1, 2: apply in_tails_after in Hu as (i & x & Hx & ->); rewrite losing_iff in HL;
    apply (HL (bite (S (S i)) x (p :: q :: t))); constructor; trivial; easy.
  destruct HL as [_ HL]. intros [_ E]. destruct (block_mex k t _ HL) as [Hnot _].
  apply Hnot. now exists u.
Qed.

(** *** From every other position a move leads to one of them *)

(** A tail that has ended before row 1. *)
Lemma reach_end k P Q t : block_value k t = None -> k < fst P -> k < fst Q ->
  exists r, step_ordinal (with_tail P Q t) r /\
    exists P' Q' t', r = with_tail P' Q' t' /\ loses P' Q' t'.
Proof.
  intros H HP HQ. destruct (ended k t H) as (E & HE & Hne & Hl).
  eexists. split; [apply (step_row1 E); trivial; apply ordinal_less_iff; lia|].
  exists E, (at_most ordinal_less E Q), (cut_tail_to E t). split; trivial.
  destruct (at_most_cases E Q) as [[_ ->]|[H' _]]; trivial.
  apply ordinal_less_false in H'. lia.
Qed.

Lemma reach_loser P Q t : is_sorted_position P Q t -> ~ loses P Q t ->
  exists r, step_ordinal (with_tail P Q t) r /\
    exists P' Q' t', r = with_tail P' Q' t' /\ loses P' Q' t'.
Proof.
  intros (Ht & Hr & Hw & Hne) HL. destruct P as [[|k] p], Q as [[|k'] q]; cbn [fst snd] in *; try lia.
  - unfold loses in HL. cbn [fst snd] in HL.
    destruct (losing_or_winning (p :: q :: t)) as [|[s [i x Hx Hnot] Hl]]; [easy|].
    exists (bite_to ordinal_less i (finite x) (map finite (p :: q :: t))). split.
    + constructor; [|unfold finite; congruence].
      change (with_tail (0, p) (0, q) t) with (map finite (p :: q :: t)).
      rewrite nth_finite. apply ordinal_less_iff. simpl. simpl in Hx. lia.
    + rewrite bite_finite.
      assert (Hs : exists p' q' t', bite i x (p :: q :: t) = p' :: q' :: t').
      { destruct i as [|[|i]]; unfold bite; simpl; eauto. }
      destruct Hs as (p' & q' & t' & E). rewrite E in *. exists (finite p'), (finite q'), t'.
      split; [easy | exact Hl].
  - set (v := tail_value t q). destruct (tail_value_lost t q) as [H1 Hl].
    fold v in H1, Hl. unfold cut_position in Hl. eexists. split.
    + apply (step_row1 (finite v)); [apply ordinal_less_iff; simpl; lia|]. intros [= E]. lia.
    + eexists _, _, _. split; [reflexivity|]. change (0, q) with (finite q).
      rewrite at_most_finite. unfold loses, cut_tail_to. cbn [fst snd finite].
      replace (cut v t) with (cut (Nat.min v q) t); trivial. unfold cut. apply map_ext_in.
      intros y Hy. destruct (In_nth t y 0 Hy) as (i & _ & <-).
      pose proof (tail_width t i Ht). lia.
  - destruct (block_value k' t) as [v|] eqn:E; [|apply (reach_end k'); trivial; simpl; lia].
    destruct (Nat.eq_dec k k') as [->|Hk].
    + assert (Hv : v <> two_rows_value p q).
      { intros ->. apply HL. now split. }
      destruct (Nat.lt_gt_cases v (two_rows_value p q)) as [Hc _]. destruct (Hc Hv) as [Hlt|Hlt].
      * destruct (two_rows_mex p q) as [_ Hall]; [lia|].
        destruct (Hall v Hlt) as [(u & Hu & Eu)|(u & Hu & Eu)].
        -- eexists. split; [apply (step_row1 (S k', u)); [|easy]; apply ordinal_less_iff; simpl; lia|].
           eexists _, _, _. split; [reflexivity|]. rewrite at_most_same. split; trivial.
           cbn [fst snd]. unfold cut_tail_to. cbn [fst]. now rewrite Eu.
        -- eexists. split; [apply (step_row2 (S k', u)); apply ordinal_less_iff; simpl; lia|].
           eexists _, _, _. split; [reflexivity|]. split; trivial.
           cbn [fst snd]. unfold cut_tail_to. cbn [fst]. now rewrite Eu.
      * destruct (block_mex k' t v E) as [_ Hall]. destruct (Hall _ Hlt) as (u & Hu & Eu).
        eexists. split; [now apply (step_tail u)|]. eexists _, _, _. split; [reflexivity|].
        now split.
    + destruct (column_has q v) as (u & Eu). eexists.
      split; [apply (step_row1 (S k', u)); [|easy]; apply ordinal_less_iff; simpl; lia|].
      eexists _, _, _. split; [reflexivity|]. rewrite at_most_same. split; trivial.
      cbn [fst snd]. unfold cut_tail_to. cbn [fst]. now rewrite Eu.
Qed.

(** ** The kernel *)

Lemma kernel P Q t : is_sorted_position P Q t ->
  (loses P Q t -> lost_ordinal (with_tail P Q t)) /\
  (~ loses P Q t -> won_ordinal (with_tail P Q t)).
Proof.
  revert Q t. induction P as [P IHP] using (well_founded_induction ordinals_well_founded).
  intros Q. induction Q as [Q IHQ] using (well_founded_induction ordinals_well_founded).
  intros t. induction t as [t IHt] using (well_founded_induction (well_founded_ltof (list nat) squares)).
  intros Hs.
  assert (Hnext : forall r, step_ordinal (with_tail P Q t) r ->
    exists P' Q' t', r = with_tail P' Q' t' /\ (loses P Q t -> ~ loses P' Q' t') /\
      (loses P' Q' t' -> lost_ordinal (with_tail P' Q' t')) /\
      (~ loses P' Q' t' -> won_ordinal (with_tail P' Q' t'))).
  { intros r Hr. apply steps in Hr as [(X & HX & Hne & ->)|[(X & HX & ->)|(u & Hu & ->)]].
    - exists X, (at_most ordinal_less X Q), (cut_tail_to X t). split; [easy|].
      split; [intros HL; now apply (loses_row1 X P)|]. apply IHP; trivial.
      now apply (sorted_row1 X P).
    - exists P, X, (cut_tail_to X t). split; [easy|].
      split; [intros HL; now apply (loses_row2 X P Q)|]. apply IHQ; trivial.
      now apply (sorted_row2 X P Q).
    - exists P, Q, u. split; [easy|]. split; [intros HL; now apply (loses_tail u P Q t)|].
      apply IHt; [now apply tails_after_squares | now apply (sorted_tail u P Q t)]. }
  split.
  - intros HL. constructor. intros r Hr. destruct (Hnext r Hr) as (P' & Q' & t' & -> & Hno & _ & Hw).
    now apply Hw, Hno.
  - intros HL. destruct (reach_loser P Q t Hs HL) as (r & Hr & P1 & Q1 & t1 & E & HL1).
    apply (Won_rows _ _ _ r Hr). rewrite E in *.
    destruct (Hnext _ Hr) as (P' & Q' & t' & E' & _ & Hl & Hw).
    unfold with_tail in E'. injection E' as <- <- Et.
    assert (t' = t1) as ->; [|now apply Hl].
    clear -Et. revert t' Et. induction t1 as [|x t1 IH]; intros [|y t']; simpl; try easy.
    intros [= -> E]. f_equal. now apply IH.
Qed.

Lemma lost_iff_loses P Q t : is_sorted_position P Q t ->
  (lost_ordinal (with_tail P Q t) <-> loses P Q t).
Proof.
  intros Hs. destruct (kernel P Q t Hs) as [Hl Hw]. split; [|exact Hl]. intros H.
  destruct (loses_dec P Q t) as [|Hn]; trivial. elim (rows_not_both _ _ _ (conj H (Hw Hn))).
Qed.

Lemma sorted_end E t : is_tail t -> E <> finite 0 -> is_sorted_position E E (cut_tail_to E t).
Proof.
  intros Ht HE. split; [now apply cut_tail_sorted|]. split; [lia|]. split; trivial.
  intros H. rewrite cut_tail_width by trivial. lia.
Qed.

(** ** The theorems *)

(** Every position with a finite tail is lost or won. *)
Theorem finite_tail_decided P Q t : is_sorted_position P Q t ->
  lost_ordinal (P :: Q :: map finite t) \/ won_ordinal (P :: Q :: map finite t).
Proof.
  intros Hs. destruct (kernel P Q t Hs) as [Hl Hw]. destruct (loses_dec P Q t); auto.
Qed.

(** Theorem 1. Two rows in the same block, beyond omega. *)
Theorem block_lost k p m t : is_tail t -> m <= p ->
  (lost_ordinal ((S k, p) :: (S k, m) :: map finite t) <->
   block_value k t = Some (two_rows_value p m)).
Proof.
  intros Ht Hm. change ((S k, p) :: (S k, m) :: map finite t) with (with_tail (S k, p) (S k, m) t).
  rewrite lost_iff_loses.
  - unfold loses. cbn [fst snd]. tauto.
  - split; [trivial|]. split; [right; simpl; lia|]. split; [easy | easy].
Qed.

(** No position with its two first rows in different blocks is lost. *)
Theorem blocks_apart k k' p m t : is_tail t -> k' < k -> (k' = 0 -> width t <= m) ->
  won_ordinal ((k, p) :: (k', m) :: map finite t).
Proof.
  intros Ht Hk Hw. apply (kernel (k, p) (k', m) t).
  - split; [trivial|]. split; [now left|]. split; [exact Hw|]. intros [= -> ->]. lia.
  - destruct k as [|k]; [lia|]. destruct k' as [|k']; [easy|]. intros [E _]. lia.
Qed.

(** Every tail ends before omega^2, and once: there is exactly one E for which (E, E, t), cut, is
    lost. *)
Theorem tail_ends_once t : is_tail t ->
  exists! E, E <> finite 0 /\ lost_ordinal (E :: E :: map finite (cut_tail_to E t)).
Proof.
  intros Ht.
  assert (Hiff : forall E, E <> finite 0 -> (lost_ordinal (E :: E :: map finite (cut_tail_to E t))
    <-> loses E E (cut_tail_to E t))).
  { intros E HE. apply (lost_iff_loses E E). now apply sorted_end. }
  destruct (block_value (S (first_value t)) t) as [v|] eqn:Ev.
  { apply block_decreases in Ev. lia. }
  destruct (ended _ t Ev) as (E & _ & HE & Hl). exists E.
  split; [split; trivial; now apply Hiff|]. intros F [HF HlF]. apply Hiff in HlF; trivial.
  assert (Hno : forall X Y, X <> finite 0 -> Y <> finite 0 -> loses X X (cut_tail_to X t) ->
    loses Y Y (cut_tail_to Y t) -> ordinal_less X Y = false).
  { intros X Y HX HY LX LY. apply not_true_iff_false. intros Hlt.
    apply (loses_row1 X Y Y (cut_tail_to Y t)); trivial; [now apply sorted_end|].
    replace (at_most ordinal_less X Y) with X
      by (unfold at_most; now rewrite Hlt).
    replace (cut_tail_to X (cut_tail_to Y t)) with (cut_tail_to X t); trivial.
    apply ordinal_less_iff in Hlt. destruct X as [[|i] x], Y as [[|j] y]; trivial;
      unfold cut_tail_to; cbn [fst snd] in *; [|lia]. rewrite cut_cut by lia. easy. }
  destruct (ordinal_cases E F) as [H|[H|H]]; trivial.
  - now rewrite (Hno E F) in H.
  - now rewrite (Hno F E) in H.
Qed.

(** Where it ends, if it does not end before omega: in the first block in which its value v is not
    one more than a multiple of 3, at 2v/3, rounded down. *)
Theorem block_end k t v : is_tail t -> block_value k t = Some v -> v mod 3 <> 1 ->
  lost_ordinal ((S k, 2 * v / 3) :: (S k, 2 * v / 3) :: map finite t).
Proof.
  intros Ht H Hv. apply block_lost; trivial. now rewrite square_value_exists.
Qed.
