(** * Sequences and bitsets: what the functions of Checker.v compute *)

From Coq Require Import List Arith NArith Lia.
From ZChomp Require Import Checker.
Import ListNotations.

(** ** Ultimately periodic sequences *)

(** The term at a: by walking there. *)
Fixpoint get {A} (s : sequence A) (a : nat) : option A :=
  match next s with
  | None => None
  | Some (x, s') => match a with 0 => Some x | S a => get s' a end
  end.

(** The same by a formula: the start, then the cycle for ever. *)
Definition term {A} (s : sequence A) (a : nat) : option A :=
  if a <? length (start s) then nth_error (start s) a
  else nth_error (cycle s) ((a - length (start s)) mod length (cycle s)).

Lemma get_next {A} (s : sequence A) x s' a : next s = Some (x, s') -> get s (S a) = get s' a.
Proof. simpl. now intros ->. Qed.

Lemma get_lists {A} (h p : list A) a : a < length (h ++ p) -> get (Sequence h p) a = nth_error (h ++ p) a.
Proof.
  revert h. induction a as [|a IH]; intros [|x h]; simpl.
  - destruct p; simpl; trivial. 
  - trivial.
  - destruct p as [|x p]; simpl; [lia|]. intros Ha.
    rewrite IH by (rewrite app_length; simpl; lia). apply nth_error_app1. lia.
  - intros Ha. apply IH. lia.
Qed.

Lemma get_cycle {A} (h p : list A) a : get (Sequence h p) (length h + a) = get (Sequence [] p) a.
Proof. induction h; simpl; trivial. Qed.

Lemma get_again {A} (p : list A) a : get (Sequence [] p) (length p + a) = get (Sequence [] p) a.
Proof.
  destruct p as [|x p]; trivial. rewrite <- (get_cycle (x :: p) (x :: p) a). reflexivity.
Qed.

Lemma get_periodic {A} (s : sequence A) a : length (start s) <= a -> get s (a + length (cycle s)) = get s a.
Proof.
  destruct s as [h p]. simpl. intros Ha. 
  replace (a + length p) with (length h + (length p + (a - length h))) by lia.
  replace (get (Sequence h p) a) with (get (Sequence h p) (length h + (a - length h))) by (f_equal; lia).
  now rewrite !get_cycle, get_again.
Qed.

Lemma get_multiple {A} (s : sequence A) a m :
  length (start s) <= a -> Nat.divide (length (cycle s)) m -> get s (a + m) = get s a.
Proof.
  intros Ha [n ->]. induction n as [|n IH]; [f_equal; lia|].
  replace (a + S n * length (cycle s)) with (a + n * length (cycle s) + length (cycle s)) by lia.
  now rewrite get_periodic by lia.
Qed.

Lemma get_over {A} (h : list A) a : length h <= a -> get (Sequence h []) a = None.
Proof.
  intros Ha. replace a with (length h + (a - length h)) by lia. rewrite get_cycle. now destruct (a - length h).
Qed.

Lemma get_defined {A} (s : sequence A) a : cycle s <> [] -> exists x, get s a = Some x.
Proof.
  revert s. induction a as [|a IH]; intros [[|x h] [|y p]] H; try easy; simpl; eauto; apply IH; easy.
Qed.

Lemma get_term {A} (s : sequence A) a : get s a = term s a.
Proof.
  destruct s as [h p]. unfold term. simpl. destruct (Nat.ltb_spec a (length h)) as [Ha|Ha].
  - rewrite get_lists by (rewrite app_length; lia). now apply nth_error_app1.
  - destruct p as [|x p]; [rewrite get_over by trivial; now destruct (_ mod _)|].
    set (q := x :: p). assert (Hq : length q <> 0) by easy.
    pose proof (Nat.div_mod (a - length h) (length q) Hq) as E.
    pose proof (Nat.mod_upper_bound (a - length h) (length q) Hq) as Hr.
    set (r := (a - length h) mod length q) in *.
    replace a with (length h + (r + (a - length h) / length q * length q)) by lia.
    rewrite get_cycle. rewrite get_multiple; [|simpl; lia|apply Nat.divide_factor_r].
    now apply (get_lists [] q).
Qed.

(** A list of m + n terms of something that repeats with period n from m on, as a sequence. *)
Lemma get_split {A} (f : nat -> option A) l m n :
  0 < n -> length l = m + n -> (forall a, a < m + n -> nth_error l a = f a) ->
  (forall a, m <= a -> f (a + n) = f a) ->
  forall a, get (Sequence (firstn m l) (skipn m l)) a = f a.
Proof.
  intros Hn Hlen Hl Hf a. induction a as [a IH] using lt_wf_ind.
  destruct (Nat.lt_ge_cases a (m + n)) as [Ha|Ha].
  - rewrite get_lists; rewrite firstn_skipn; [now apply Hl | lia].
  - pose proof (get_periodic (Sequence (firstn m l) (skipn m l)) (a - n)) as E. simpl in E.
    rewrite firstn_length, skipn_length, Hlen in E.
    replace (a - n + (m + n - m)) with a in E by lia. rewrite E by lia. rewrite IH by lia.
    rewrite <- Hf by lia. f_equal. lia.
Qed.

Lemma get_drop_first {A} (s : sequence A) a : get (drop_first s) a = get s (S a).
Proof.
  destruct s as [[|x h] [|y p]]; simpl; trivial; [now destruct a|].
  apply (get_split (fun a => get (Sequence p (y :: p)) a) (p ++ [y]) 0 (S (length p))).
  - lia.
  - rewrite app_length. simpl. lia.
  - intros i Hi. rewrite get_lists by (rewrite app_length; simpl; lia).
    destruct (Nat.lt_ge_cases i (length p)) as [H|H]; [now rewrite !nth_error_app1|].
    rewrite !nth_error_app2 by trivial. replace (i - length p) with 0 by lia. reflexivity.
  - intros i _. replace (i + S (length p)) with (length p + S i) by lia. exact (get_again (y :: p) (S i)).
Qed.

(** ** Counting *)

Lemma count_length {A} (l : list A) : count l = N.of_nat (length l).
Proof.
  unfold count. enough (H : forall n, count_from n l = (n + N.of_nat (length l))%N) by now rewrite H.
  induction l as [|x l IH]; intros n; simpl length; simpl count_from; rewrite ?IH; lia.
Qed.

Lemma same_spec l m : same l m = true -> l = m.
Proof.
  revert m. induction l as [|x l IH]; intros [|y m]; simpl; try easy.
  destruct (N.eqb_spec x y) as [->|]; [|easy]. intros H. now rewrite (IH m H).
Qed.

Lemma divide_to_nat m n : N.divide m n -> Nat.divide (N.to_nat m) (N.to_nat n).
Proof. intros [k ->]. exists (N.to_nat k). lia. Qed.

(** ** Bitsets *)

Definition has (s : N) (v : nat) : Prop := N.testbit s (N.of_nat v) = true.

Lemma has_lor s t v : has (N.lor s t) v <-> has s v \/ has t v.
Proof. unfold has. rewrite N.lor_spec. apply Bool.orb_true_iff. Qed.

Lemma has_insert b s v : has (insert b s) v <-> has s v \/ b = N.of_nat v.
Proof. unfold has, insert. rewrite N.setbit_iff. tauto. Qed.

Lemma has_shift s b v : has (shift s b) v <-> has s (S v) \/ b = N.of_nat (S v).
Proof.
  unfold shift. rewrite <- has_insert. unfold has. rewrite Nat2N.inj_succ, N.testbit_succ_r_div2 by lia. reflexivity.
Qed.

Lemma mex_spec s : ~ has s (N.to_nat (mex s)) /\ forall v, v < N.to_nat (mex s) -> has s v.
Proof.
  unfold has. rewrite N2Nat.id. destruct s as [|p]; [split; easy|]. simpl mex.
  induction p as [p [IHnot IHall]|p IH|]; simpl trailing_ones.
  - split.
    + change (N.pos p~1) with (N.succ_double (N.pos p)).
      rewrite N.testbit_succ_r_div2 by lia. exact IHnot.
    + intros [|v] Hv; trivial. rewrite Nat2N.inj_succ, N.testbit_succ_r_div2 by lia. apply IHall. lia.
  - split; [easy|]. simpl. lia.
  - split; [easy|]. intros v Hv. now replace v with 0 by lia.
Qed.
