(** * Four rows: all losing positions with a third row of at most 20 squares, and those of [Sun02], section 3 *)

From Coq Require Import List Arith NArith Lia.
From ZChomp Require Import Chomp Nim Slices Checker Sequences Soundness CertificateFourRows.
Import ListNotations.

Lemma four_rows_accepted : check certificate_4rows_nim0_20 = true.
Proof. vm_compute. reflexivity. Qed.

Lemma two_rows_tail c d : d <= c -> is_tail [c; d].
Proof. intros H [|[|[|i]]]; simpl; lia. Qed.

(** Third row c, fourth row d, second row c + a, first row c + a + b: losing if and only if b is the term at a of the
    slice's line in the certificate. *)
Theorem four_rows_20 : forall c d a b, d <= c -> c <= 20 -> 0 < c + a + b ->
  (losing [c + a + b; c + a; c; d] <-> claimed certificate_4rows_nim0_20 [c; d] 0 a = Some b).
Proof.
  intros c d a b Hd Hc Hpos. rewrite losing_nim_value.
  apply (checker_sound_full certificate_4rows_nim0_20 four_rows_accepted eq_refl [c; d] 0 a b);
    [now apply two_rows_tail | reflexivity | exact Hc | apply Nat.le_0_l | exact Hpos].
Qed.

(** [Sun02], section 3: the losing positions [2, 2, a, b], whose third and fourth rows have 4 and 2 squares. (The first of
    them, a = 0, is left out there.) *)
Theorem sun_2_2 : forall a b,
  losing [4 + a + b; 4 + a; 4; 2] <->
  (a <= 2 /\ b = 3) \/ (3 <= a /\ Nat.Odd a /\ b = 4) \/ (3 <= a /\ Nat.Even a /\ b = 2).
Proof.
  intros a b. rewrite (four_rows_20 4 2 a b) by lia. unfold claimed.
  replace (find (about [4; 2] 0) (lines certificate_4rows_nim0_20)) with
    (Some (Line [4; 2] 0 Periodic [3; 3; 3] [4; 2] 2 6)%N) by (vm_compute; reflexivity).
  unfold term, claim. cbn [Line head period start cycle length]. destruct (Nat.ltb_spec a 3) as [Ha|Ha].
  - destruct a as [|[|[|a]]]; simpl; [| | |lia]; (split; [intros [= <-]; lia|]);
      (intros [[_ ->]|[[? _]|[? _]]]; [reflexivity | lia | lia]).
  - destruct (Nat.Even_or_Odd a) as [E|E]; destruct E as [k E]; subst a.
    + replace (2 * k - 3) with (1 + (k - 2) * 2) by lia. rewrite Nat.mod_add by lia. simpl.
      split; [intros [= <-]; right; right; repeat split; [lia | now exists k]|].
      intros [[? _]|[(_ & [j Hj] & _)|(_ & _ & ->)]]; [lia | lia | reflexivity].
    + replace (2 * k + 1 - 3) with (0 + (k - 1) * 2) by lia. rewrite Nat.mod_add by lia. simpl.
      split; [intros [= <-]; right; left; repeat split; [lia | now exists k]|].
      intros [[? _]|[(_ & _ & ->)|(_ & [j Hj] & _)]]; [lia | reflexivity | lia].
Qed.
