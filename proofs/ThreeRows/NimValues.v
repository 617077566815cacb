(** * Three rows: all positions of nim-value at most 50 with a third row of at most 6 squares ([Zei04], Grundy50_6) *)

From Coq Require Import List Arith NArith Lia.
From ZChomp Require Import Chomp Nim Slices Checker Sequences Soundness ThreeRows CertificateNimValues.
Import ListNotations.

Lemma nim_values_accepted : check certificate_3rows_nim50_6 = true.
Proof. vm_compute. reflexivity. Qed.

(** Third row c, second row c + a, first row c + a + b: of nim-value g if and only if b is the term at a of the line of
    that slice in the certificate. *)
Theorem nim_values_50_6 : forall c g a b, c <= 6 -> g <= 50 -> 0 < c + a + b ->
  (nim_value [c + a + b; c + a; c]%list = g <->
    claimed certificate_3rows_nim50_6 [c]%list g a = Some b).
Proof.
  intros c g a b Hc Hg Hpos.
  apply (checker_sound_full certificate_3rows_nim50_6 nim_values_accepted eq_refl [c]%list g a b); simpl; trivial.
  apply one_row.
Qed.

(** Of the 357 slices 15 are empty, 214 end, and 128 go on for ever. *)
Definition is_empty (l : line) : bool := match kind l with Empty => true | _ => false end.
Definition is_finite (l : line) : bool := match kind l with Finite => true | _ => false end.
Definition is_periodic (l : line) : bool := match kind l with Periodic => true | _ => false end.

Lemma nim_values_shapes :
  length (filter is_empty (lines certificate_3rows_nim50_6)) = 15 /\
  length (filter is_finite (lines certificate_3rows_nim50_6)) = 214 /\
  length (filter is_periodic (lines certificate_3rows_nim50_6)) = 128.
Proof. vm_compute. auto. Qed.
