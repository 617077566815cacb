(** * Three rows of ordinal length below omega^2: the complete solution

    Positions with a finite third row are those of OrdinalThreeRows.v. With an infinite third row omega a + r and a
    second row omega k + m there is one first row that loses: omega (k + a) + (m xor r) if a < k, and omega 2k + G(m, r)
    if a = k, where G is the value of two rows in normal play. ordinals.md has the proof on paper. *)

From Coq Require Import List Arith Lia Bool.
From ZChomp Require Import Chomp Nim TwoRows Slices Openings ChartInfinite.
From ZChomp Require Import Ordinals OrdinalTails OrdinalBlocks OrdinalThreeRows.
Import ListNotations.

(** ** Exclusive or: the moves of Nim *)

Lemma lxor_odd_one y : Nat.lxor (2 * y + 1) 1 = 2 * y.
Proof.
  apply Nat.bits_inj. intros [|n].
  - rewrite Nat.lxor_spec, Nat.testbit_odd_0, Nat.testbit_even_0. reflexivity.
  - rewrite Nat.lxor_spec, Nat.testbit_odd_succ, Nat.testbit_even_succ by lia.
    change 1 with (2 * 0 + 1) at 1. rewrite Nat.testbit_odd_succ, Nat.bits_0 by lia. apply xorb_false_r.
Qed.

(** What has the highest digit of d becomes smaller. *)
Lemma lxor_smaller x d : d <> 0 -> Nat.testbit x (Nat.log2 d) = true -> Nat.lxor x d < x.
Proof.
  intros Hd Hx. set (h := Nat.log2 d) in *. apply Nat.nle_gt. intros Hle.
  assert (Hs : Nat.shiftr x h <= Nat.shiftr (Nat.lxor x d) h).
  { rewrite !Nat.shiftr_div_pow2. apply Nat.div_le_mono; [apply Nat.pow_nonzero; lia | trivial]. }
  assert (E : Nat.shiftr d h = 1).
  { rewrite Nat.shiftr_div_pow2. destruct (Nat.log2_spec d) as [H1 H2]; [lia|]. fold h in H1, H2.
    rewrite Nat.pow_succ_r' in H2. symmetry. apply (Nat.div_unique d (2 ^ h) 1 (d - 2 ^ h)); lia. }
  rewrite Nat.shiftr_lxor, E in Hs.
  assert (Ho : Nat.odd (Nat.shiftr x h) = true) by now rewrite <- Nat.bit0_odd, Nat.shiftr_spec'.
  apply Nat.odd_spec in Ho as (y & Ho). rewrite Ho, lxor_odd_one in Hs. lia.
Qed.

Lemma nim_move m r p : p < Nat.lxor m r -> Nat.lxor p r < m \/ Nat.lxor m p < r.
Proof.
  intros Hp. set (d := Nat.lxor (Nat.lxor m r) p).
  assert (Ed : Nat.lxor p d = Nat.lxor m r).
  { unfold d. rewrite (Nat.lxor_comm (Nat.lxor m r) p), <- Nat.lxor_assoc, Nat.lxor_nilpotent. apply Nat.lxor_0_l. }
  assert (Em : Nat.lxor m d = Nat.lxor p r).
  { unfold d. rewrite (Nat.lxor_assoc m r p), <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. apply Nat.lxor_comm. }
  assert (Er : Nat.lxor r d = Nat.lxor m p).
  { unfold d. rewrite (Nat.lxor_comm m r), (Nat.lxor_assoc r m p), <- Nat.lxor_assoc, Nat.lxor_nilpotent.
    apply Nat.lxor_0_l. }
  assert (Hd : d <> 0).
  { intros E. rewrite E, Nat.lxor_0_r in Ed. lia. }
  pose proof (Nat.bit_log2 d Hd) as Hb. unfold d in Hb at 1. rewrite !Nat.lxor_spec in Hb.
  destruct (Nat.testbit m (Nat.log2 d)) eqn:Bm; [left; rewrite <- Em; now apply lxor_smaller|].
  destruct (Nat.testbit r (Nat.log2 d)) eqn:Br; [right; rewrite <- Er; now apply lxor_smaller|].
  destruct (Nat.testbit p (Nat.log2 d)) eqn:Bp; [|easy].
  pose proof (lxor_smaller p d Hd Bp). lia.
Qed.

Lemma lxor_cancel_r x y r : Nat.lxor x r = Nat.lxor y r -> x = y.
Proof.
  intros E. rewrite <- (Nat.lxor_0_r x), <- (Nat.lxor_nilpotent r), <- Nat.lxor_assoc, E.
  now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r.
Qed.

Lemma lxor_cancel_l x y m : Nat.lxor m x = Nat.lxor m y -> x = y.
Proof. rewrite !(Nat.lxor_comm m). apply lxor_cancel_r. Qed.

Lemma lxor_back x r : Nat.lxor (Nat.lxor x r) r = x.
Proof. now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r. Qed.

Lemma lxor_back_l m x : Nat.lxor m (Nat.lxor m x) = x.
Proof. now rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. Qed.

(** ** Positions *)

(** The rows do not increase, and the poison is there. *)
Definition three_sorted (P Q R : ordinal) : Prop :=
  ordinal_less P Q = false /\ ordinal_less Q R = false /\ P <> finite 0.

(** What we are going to prove of the lost positions whose third row is infinite. *)
Definition loses_infinite (P Q R : ordinal) : Prop :=
  (fst R < fst Q /\ P = (fst Q + fst R, Nat.lxor (snd Q) (snd R))) \/
  (fst R = fst Q /\ P = (2 * fst Q, two_rows_value (snd Q) (snd R))).

Definition three_loses (P Q R : ordinal) : Prop :=
  match fst R with 0 => loses P Q [snd R] | S _ => loses_infinite P Q R end.

Lemma ordinal_dec (X Y : ordinal) : {X = Y} + {X <> Y}.
Proof. decide equality; apply Nat.eq_dec. Qed.

Lemma three_loses_dec P Q R : {three_loses P Q R} + {~ three_loses P Q R}.
Proof.
  unfold three_loses. destruct (fst R) as [|a] eqn:E; [apply loses_dec|]. unfold loses_infinite.
  destruct (lt_eq_lt_dec (fst R) (fst Q)) as [[H|H]|H]; [| |right; lia].
  - destruct (ordinal_dec P (fst Q + fst R, Nat.lxor (snd Q) (snd R))); [left; auto | right].
    intros [[_ ?]|[? _]]; [easy | lia].
  - destruct (ordinal_dec P (2 * fst Q, two_rows_value (snd Q) (snd R))); [left; auto | right].
    intros [[? _]|[_ ?]]; [lia | easy].
Qed.

Lemma steps_of_three P Q R s : step_ordinal [P; Q; R] s ->
  (exists X, ordinal_less X P = true /\ X <> finite 0 /\
     s = [X; at_most ordinal_less X Q; at_most ordinal_less X R]) \/
  (exists X, ordinal_less X Q = true /\ s = [P; X; at_most ordinal_less X R]) \/
  (exists X, ordinal_less X R = true /\ s = [P; Q; X]).
Proof.
  intros [i X HX Hne]. destruct i as [|[|[|i]]]; simpl in HX; unfold bite_to; simpl.
  - left. exists X. split; trivial. split; [congruence|]. unfold at_most at 1. now rewrite HX.
  - right; left. exists X. split; trivial. unfold at_most at 1. now rewrite HX.
  - right; right. exists X. split; trivial. unfold at_most. now rewrite HX.
  - destruct i; apply ordinal_less_iff in HX; simpl in HX; lia.
Qed.

Lemma step_first X P Q R : ordinal_less X P = true -> X <> finite 0 ->
  step_ordinal [P; Q; R] [X; at_most ordinal_less X Q; at_most ordinal_less X R].
Proof.
  intros HX Hne. replace X with (at_most ordinal_less X P) at 1 by (unfold at_most; now rewrite HX).
  apply (Step _ _ [P; Q; R] 0 X HX). congruence.
Qed.

Lemma step_second X P Q R : ordinal_less X Q = true ->
  step_ordinal [P; Q; R] [P; X; at_most ordinal_less X R].
Proof.
  intros HX. replace X with (at_most ordinal_less X Q) at 1 by (unfold at_most; now rewrite HX).
  apply (Step _ _ [P; Q; R] 1 X HX). congruence.
Qed.

Lemma step_third X P Q R : ordinal_less X R = true -> step_ordinal [P; Q; R] [P; Q; X].
Proof.
  intros HX. replace X with (at_most ordinal_less X R) at 1 by (unfold at_most; now rewrite HX).
  apply (Step _ _ [P; Q; R] 2 X HX). congruence.
Qed.

Lemma at_most_small X Y : ordinal_less Y X = false -> at_most ordinal_less X Y = X.
Proof.
  intros H. destruct (at_most_cases X Y) as [[_ ->]|[H' ->]]; trivial.
  destruct (ordinal_cases X Y) as [C|[C|C]]; congruence.
Qed.

Lemma at_most_large X Y : ordinal_less X Y = false -> at_most ordinal_less X Y = Y.
Proof. intros H. unfold at_most. now rewrite H. Qed.

(** Three rows of the same length are not among them. *)
Lemma not_loses_cube X : X <> finite 0 -> ~ three_loses X X X.
Proof.
  destruct X as [[|k] x]; unfold three_loses, loses_infinite; simpl; intros Hne H.
  - unfold loses in H. simpl in H. apply (bar_not_lost x); trivial. destruct x; [now elim Hne | lia].
  - destruct H as [[H _]|[_ [= H]]]; lia.
Qed.

(** *** Nor is what a move leaves *)

Lemma loses_first X P Q R : 1 <= fst R -> three_sorted P Q R -> loses_infinite P Q R ->
  ordinal_less X P = true -> X <> finite 0 ->
  ~ three_loses X (at_most ordinal_less X Q) (at_most ordinal_less X R).
Proof.
  intros HR (HPQ & HQR & _) HL HX Hne. destruct (at_most_cases X Q) as [[H1 ->]|[H1 ->]].
  - destruct (at_most_cases X R) as [[H2 ->]|[H2 ->]]; [now apply not_loses_cube|].
    unfold three_loses, loses_infinite. destruct (fst R) as [|a]; [lia|].
    destruct X as [k x]. simpl. intros [[_ [= H _]]|[E [= H _]]]; lia.
  - assert (H2 : ordinal_less X R = false) by (apply ordinal_less_false in H1, HQR; apply ordinal_less_false; lia).
    rewrite (at_most_large X R H2). unfold three_loses. destruct (fst R) as [|a] eqn:E; [lia|].
    intros H. assert (X = P) as ->.
    { unfold loses_infinite in *. destruct HL as [[A ->]|[A ->]], H as [[B ->]|[B ->]]; trivial; lia. }
    apply ordinal_less_iff in HX. lia.
Qed.

Lemma loses_second X P Q R : 1 <= fst R -> three_sorted P Q R -> loses_infinite P Q R ->
  ordinal_less X Q = true -> ~ three_loses P X (at_most ordinal_less X R).
Proof.
  intros HR (HPQ & HQR & _) HL HX. apply ordinal_less_false in HQR. apply ordinal_less_iff in HX.
  destruct P as [l p], Q as [k m], R as [a r], X as [j x]. cbn [fst snd] in *.
  destruct (at_most_cases (j, x) (a, r)) as [[H ->]|[H ->]].
  - apply ordinal_less_iff in H. cbn [fst snd] in H. unfold three_loses. cbn [fst snd].
    destruct j as [|j].
    + unfold loses. cbn [fst snd]. destruct HL as [[A [= -> ->]]|[A [= -> ->]]]; cbn [fst snd] in *;
        destruct (k + _) eqn:El; lia || easy.
    + unfold loses_infinite in *. cbn [fst snd] in *.
      intros [[A _]|[_ [= -> Hp]]]; [lia|].
      destruct HL as [[B [= El _]]|[B [= El ->]]]; [lia|].
      assert (j = k - 1) by lia. subst a.
      destruct (two_rows_mex m r) as [Hnot _]; [lia|]. apply Hnot. left. exists x. split; [lia|].
      rewrite Nat.min_l by lia. congruence.
  - apply ordinal_less_false in H. cbn [fst snd] in H. unfold three_loses. cbn [fst snd].
    destruct a as [|a]; [lia|]. unfold loses_infinite in *. cbn [fst snd] in *.
    intros [[A [= El Ep]]|[A [= El Ep]]]; destruct HL as [[B [= El' Ep']]|[B [= El' Ep']]]; try lia.
    + assert (j = k) by lia. subst j. assert (x = m); [|lia]. apply (lxor_cancel_r x m r). congruence.
    + destruct (two_rows_mex m r) as [Hnot _]; [lia|]. apply Hnot. left. exists x. split; [lia|].
      rewrite Nat.min_r by lia. congruence.
Qed.

Lemma loses_third X P Q R : three_sorted P Q R -> 1 <= fst R -> loses_infinite P Q R ->
  ordinal_less X R = true -> ~ three_loses P Q X.
Proof.
  intros (HPQ & HQR & _) HR HL HX. apply ordinal_less_false in HQR. apply ordinal_less_iff in HX.
  destruct P as [l p], Q as [k m], R as [a r], X as [j x]. cbn [fst snd] in *.
  unfold three_loses, loses_infinite in *. cbn [fst snd] in *. destruct j as [|j].
  - unfold loses. cbn [fst snd]. destruct k as [|k]; [lia|]. destruct l as [|l].
    + destruct HL as [[A [= El _]]|[A [= El _]]]; lia.
    + intros [-> _]. destruct HL as [[A [= El _]]|[A [= El _]]]; lia.
  - intros [[A [= El Ep]]|[A [= El Ep]]]; destruct HL as [[B [= El' Ep']]|[B [= El' Ep']]]; try lia.
    + assert (x = r); [|lia]. apply (lxor_cancel_l x r m). congruence.
    + destruct (two_rows_mex m r) as [Hnot _]; [lia|]. apply Hnot. right. exists x. split; [lia | congruence].
Qed.

(** *** From every other position a move leads to one of them *)

Lemma reach_three P Q R : 1 <= fst R -> three_sorted P Q R -> ~ loses_infinite P Q R ->
  exists P' Q' R', step_ordinal [P; Q; R] [P'; Q'; R'] /\ three_loses P' Q' R'.
Proof.
  intros HR (HPQ & HQR & _) HL. destruct P as [l p], Q as [k m], R as [a r].
  apply ordinal_less_false in HPQ, HQR. cbn [fst snd] in *.
  set (T := if a <? k then (k + a, Nat.lxor m r) else (2 * k, two_rows_value m r)).
  assert (HT : loses_infinite T (k, m) (a, r)).
  { unfold loses_infinite, T. cbn [fst snd]. destruct (Nat.ltb_spec a k); [now left | right; split; [lia | easy]]. }
  assert (HTk : k < fst T) by (unfold T; destruct (a <? k); simpl; lia).
  destruct (ordinal_cases T (l, p)) as [Hc|[Hc|Hc]]; [| |now subst T; rewrite Hc in HT].
  { (* the first row is too long *)
    exists T, (k, m), (a, r). split.
    - assert (HT0 : T <> finite 0) by (intros E; rewrite E in HTk; simpl in HTk; lia).
      pose proof (step_first T (l, p) (k, m) (a, r) Hc HT0) as St.
      rewrite (at_most_large T (k, m)), (at_most_large T (a, r)) in St by (apply ordinal_less_false; simpl; lia).
      exact St.
    - unfold three_loses. cbn [fst]. destruct a; [lia | exact HT]. }
  apply ordinal_less_iff in Hc. cbn [fst snd] in Hc.
  destruct (Nat.eq_dec l k) as [->|Hlk].
  { (* the same block: a finite third row *)
    destruct k as [|k]; [lia|].
    destruct (has_infinite_below (Nat.iter k triple (two_rows_value p m))) as (c & Hi & Ec).
    exists (S k, p), (S k, m), (finite c). split; [apply step_third, ordinal_less_iff; simpl; lia|].
    unfold three_loses, loses. simpl. split; trivial. apply block_value_iter, block_value_one. now split. }
  assert (Hlow : l - k < a -> exists P' Q' R', step_ordinal [(l, p); (k, m); (a, r)] [P'; Q'; R'] /\
    three_loses P' Q' R').
  { intros Hla. exists (l, p), (k, m), (l - k, Nat.lxor m p).
    split; [apply step_third, ordinal_less_iff; simpl; lia|].
    unfold three_loses. cbn [fst]. destruct (l - k) as [|n] eqn:En; [lia|]. left. cbn [fst snd].
    split; [lia|]. rewrite lxor_back_l. f_equal. lia. }
  unfold T in Hc, HTk. destruct (Nat.ltb_spec a k) as [Hak|Hak]; cbn [fst snd] in *.
  - destruct (Nat.lt_ge_cases (l - k) a) as [|Hla]; [now apply Hlow|]. assert (l = k + a) by lia. subst l.
    destruct (nim_move m r p) as [H|H]; [lia| |].
    + exists (k + a, p), (k, Nat.lxor p r), (a, r). split.
      * assert (St : ordinal_less (k, Nat.lxor p r) (k, m) = true) by (apply ordinal_less_iff; simpl; lia).
        apply (step_second _ (k + a, p) (k, m) (a, r)) in St.
        rewrite (at_most_large _ (a, r)) in St by (apply ordinal_less_false; simpl; lia). exact St.
      * unfold three_loses. cbn [fst]. destruct a; [lia|]. left. cbn [fst snd]. split; trivial.
        now rewrite lxor_back.
    + exists (k + a, p), (k, m), (a, Nat.lxor m p). split; [apply step_third, ordinal_less_iff; simpl; lia|].
      unfold three_loses. cbn [fst]. destruct a; [lia|]. left. cbn [fst snd]. split; trivial.
      now rewrite lxor_back_l.
  - assert (a = k) by lia. subst a.
    destruct (Nat.lt_ge_cases (l - k) k) as [|Hla]; [now apply Hlow|]. assert (l = 2 * k) by lia. subst l.
    destruct (two_rows_mex m r) as [_ Hall]; [lia|]. destruct (Hall p) as [(u & Hu & E)|(u & Hu & E)]; [lia| |].
    + exists (2 * k, p), (k, u), (k, Nat.min u r). split.
      * rewrite <- at_most_same. apply step_second, ordinal_less_iff. simpl. lia.
      * unfold three_loses. cbn [fst]. destruct k; [lia|]. right. cbn [fst snd]. split; trivial. now rewrite E.
    + exists (2 * k, p), (k, m), (k, u). split; [apply step_third, ordinal_less_iff; simpl; lia|].
      unfold three_loses. cbn [fst]. destruct k; [lia|]. right. cbn [fst snd]. split; trivial. now rewrite E.
Qed.

(** ** The kernel *)

Lemma finite_third P Q c : three_sorted P Q (finite c) -> is_sorted_position P Q [c].
Proof.
  intros (HPQ & HQR & Hne). apply ordinal_less_false in HPQ, HQR. simpl in HQR.
  split; [apply one_tail|]. split; [lia|]. split; trivial. unfold width. simpl. lia.
Qed.

Lemma kernel_of_three P Q R : three_sorted P Q R ->
  (three_loses P Q R -> lost_ordinal [P; Q; R]) /\ (~ three_loses P Q R -> won_ordinal [P; Q; R]).
Proof.
  revert Q R. induction P as [P IHP] using (well_founded_induction ordinals_well_founded).
  intros Q. induction Q as [Q IHQ] using (well_founded_induction ordinals_well_founded).
  intros R. induction R as [R IHR] using (well_founded_induction ordinals_well_founded).
  intros Hs. destruct R as [[|a] r].
  - exact (kernel P Q [r] (finite_third P Q r Hs)).
  - set (R := (S a, r)) in *. assert (HR : 1 <= fst R) by (simpl; lia).
    assert (Hdef : forall P' Q', three_loses P' Q' R <-> loses_infinite P' Q' R) by easy.
    assert (Hnext : forall s, step_ordinal [P; Q; R] s -> exists P' Q' R', s = [P'; Q'; R'] /\
      (three_loses P Q R -> ~ three_loses P' Q' R') /\
      (three_loses P' Q' R' -> lost_ordinal [P'; Q'; R']) /\ (~ three_loses P' Q' R' -> won_ordinal [P'; Q'; R'])).
    { pose proof Hs as (HPQ & HQR & Hne). apply ordinal_less_false in HPQ, HQR.
      intros s Hst. apply steps_of_three in Hst as [(X & HX & HX0 & ->)|[(X & HX & ->)|(X & HX & ->)]].
      - exists X, (at_most ordinal_less X Q), (at_most ordinal_less X R). split; [easy|].
        split; [intros H; now apply (loses_first X P)|]. apply IHP; trivial. split; [|split; trivial].
        + destruct (at_most_cases X Q) as [[_ ->]|[H ->]]; [apply ordinal_less_false; lia | exact H].
        + destruct (at_most_cases X Q) as [[H1 ->]|[H1 ->]], (at_most_cases X R) as [[H2 ->]|[H2 ->]];
            rewrite ?ordinal_less_iff, ?ordinal_less_false in *; lia.
      - exists P, X, (at_most ordinal_less X R). split; [easy|].
        split; [intros H; now apply (loses_second X P Q)|]. apply IHQ; trivial. split; [|split; trivial].
        + rewrite ordinal_less_iff in HX. apply ordinal_less_false. lia.
        + destruct (at_most_cases X R) as [[H2 ->]|[H2 ->]]; [apply ordinal_less_false; lia | exact H2].
      - exists P, Q, X. split; [easy|]. split; [intros H; now apply (loses_third X P Q R)|].
        apply IHR; trivial. split; [apply Hs | split; trivial]. rewrite ordinal_less_iff in HX.
        apply ordinal_less_false. lia. }
    split.
    + intros HL. constructor. intros s Hst. destruct (Hnext s Hst) as (P' & Q' & R' & -> & Hno & _ & Hw).
      now apply Hw, Hno.
    + intros HL. rewrite Hdef in HL. destruct (reach_three P Q R HR Hs HL) as (P' & Q' & R' & Hst & HL').
      apply (Won_rows _ _ _ _ Hst). destruct (Hnext _ Hst) as (P1 & Q1 & R1 & E & _ & Hl & _).
      injection E as <- <- <-. now apply Hl.
Qed.

(** ** The theorems *)

(** Every position of three rows is lost or won. *)
Theorem three_ordinal_rows_decided P Q R : three_sorted P Q R ->
  lost_ordinal [P; Q; R] \/ won_ordinal [P; Q; R].
Proof. intros Hs. destruct (kernel_of_three P Q R Hs) as [Hl Hw]. destruct (three_loses_dec P Q R); auto. Qed.

(** Theorem 4 below omega^2. The third row is infinite, and not in the block of the second. *)
Theorem three_infinite_rows l p k m a r : 1 <= a < k -> (k < l \/ k = l /\ m <= p) ->
  (lost_ordinal [(l, p); (k, m); (a, r)] <-> l = k + a /\ p = Nat.lxor m r).
Proof.
  intros Ha Hl. assert (Hs : three_sorted (l, p) (k, m) (a, r)).
  { split; [apply ordinal_less_false; simpl; lia|]. split; [apply ordinal_less_false; simpl; lia|].
    intros [= -> ->]. lia. }
  destruct (kernel_of_three _ _ _ Hs) as [L W].
  assert (E : three_loses (l, p) (k, m) (a, r) <-> l = k + a /\ p = Nat.lxor m r).
  { unfold three_loses, loses_infinite. cbn [fst snd]. destruct a as [|a]; [lia|]. split.
    - intros [[_ [= -> ->]]|[H _]]; [now split | lia].
    - intros [-> ->]. left. split; [lia | easy]. }
  rewrite <- E. split; trivial. intros H. destruct (three_loses_dec (l, p) (k, m) (a, r)) as [|Hn]; trivial.
  elim (rows_not_both _ _ _ (conj H (W Hn))).
Qed.

(** The second and the third row are in the same block. *)
Theorem three_infinite_rows_equal l p k m r : 1 <= k -> r <= m -> (k < l \/ k = l /\ m <= p) ->
  (lost_ordinal [(l, p); (k, m); (k, r)] <-> l = 2 * k /\ p = two_rows_value m r).
Proof.
  intros Hk Hr Hl. assert (Hs : three_sorted (l, p) (k, m) (k, r)).
  { split; [apply ordinal_less_false; simpl; lia|]. split; [apply ordinal_less_false; simpl; lia|].
    intros [= -> ->]. lia. }
  destruct (kernel_of_three _ _ _ Hs) as [L W].
  assert (E : three_loses (l, p) (k, m) (k, r) <-> l = 2 * k /\ p = two_rows_value m r).
  { unfold three_loses, loses_infinite. cbn [fst snd]. destruct k as [|k]; [lia|]. split.
    - intros [[H _]|[_ [= -> ->]]]; [lia | split; [lia | easy]].
    - intros [-> ->]. right. split; [lia | easy]. }
  rewrite <- E. split; trivial. intros H. destruct (three_loses_dec (l, p) (k, m) (k, r)) as [|Hn]; trivial.
  elim (rows_not_both _ _ _ (conj H (W Hn))).
Qed.
