(** * Sequences, sets and columns: what the functions of Columns.v compute *)

From Coq Require Import List Arith NArith Lia.
From ZChomp Require Import Columns.
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

Lemma get_lists {A} (h p : list A) a : a < length (h ++ p) ->
  get (Sequence h p) a = nth_error (h ++ p) a.
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

Lemma get_periodic {A} (s : sequence A) a : length (start s) <= a ->
  get s (a + length (cycle s)) = get s a.
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

(** A sequence of m terms and n more for ever is what it agrees with on these, if that repeats with period n from m on. *)
Lemma get_split {A} (f : nat -> option A) h p :
  p <> [] -> (forall a, a < length h + length p -> nth_error (h ++ p) a = f a) ->
  (forall a, length h <= a -> f (a + length p) = f a) ->
  forall a, get (Sequence h p) a = f a.
Proof.
  intros Hp Hl Hf a. assert (Hn : 0 < length p) by (destruct p; [easy | simpl; lia]).
  induction a as [a IH] using lt_wf_ind.
  destruct (Nat.lt_ge_cases a (length h + length p)) as [Ha|Ha].
  - rewrite get_lists by (rewrite app_length; lia). now apply Hl.
  - pose proof (get_periodic (Sequence h p) (a - length p)) as E. simpl in E.
    replace (a - length p + length p) with a in E by lia. rewrite E by lia. rewrite IH by lia.
    rewrite <- Hf by lia. f_equal. lia.
Qed.

Lemma get_drop_first {A} (s : sequence A) a : get (drop_first s) a = get s (S a).
Proof.
  destruct s as [[|x h] [|y p]]; simpl; trivial; [now destruct a|].
  rewrite !rev_append_rev, app_nil_r, rev_involutive.
  apply (get_split (fun a => get (Sequence p (y :: p)) a)); simpl.
  - now destruct p.
  - intros i Hi. rewrite app_length in Hi. simpl in Hi. rewrite get_lists by (rewrite app_length; simpl; lia).
    destruct (Nat.lt_ge_cases i (length p)) as [H|H]; [now rewrite !nth_error_app1|].
    rewrite !nth_error_app2 by trivial. replace (i - length p) with 0 by lia. reflexivity.
  - intros i _. rewrite app_length. simpl. replace (i + (length p + 1)) with (length p + S i) by lia.
    exact (get_again (y :: p) (S i)).
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

(** ** Sets *)

Definition has (s : set) (v : nat) : Prop := match s with Bits n => N.testbit n (N.of_nat v) = true end.

Lemma has_no_number v : ~ has no_number v.
Proof. easy. Qed.

Lemma has_union s t v : has (union s t) v <-> has s v \/ has t v.
Proof. destruct s, t. simpl. rewrite N.lor_spec. apply Bool.orb_true_iff. Qed.

Lemma has_insert b s v : has (insert b s) v <-> has s v \/ b = N.of_nat v.
Proof. destruct s. simpl. rewrite N.setbit_iff. tauto. Qed.

Lemma has_shift s b v : has (shift s b) v <-> has s (S v) \/ b = N.of_nat (S v).
Proof.
  unfold shift. rewrite <- has_insert. destruct (insert b s). unfold has.
  rewrite Nat2N.inj_succ, N.testbit_succ_r_div2 by lia. reflexivity.
Qed.

Lemma equal_spec s t : equal s t = true -> s = t.
Proof. destruct s, t. simpl. intros E. apply N.eqb_eq in E. now subst. Qed.

Lemma trailing_ones_spec p :
  ~ has (Bits (Npos p)) (N.to_nat (trailing_ones p)) /\ forall v, v < N.to_nat (trailing_ones p) ->
  has (Bits (Npos p)) v.
Proof.
  unfold has. rewrite N2Nat.id. induction p as [p [IHnot IHall]|p IH|]; simpl trailing_ones.
  - split.
    + change (N.pos p~1) with (N.succ_double (N.pos p)).
      rewrite N.testbit_succ_r_div2 by lia. exact IHnot.
    + intros [|v] Hv; trivial. rewrite Nat2N.inj_succ, N.testbit_succ_r_div2 by lia. apply IHall. lia.
  - split; [easy|]. simpl. lia.
  - split; [easy|]. intros v Hv. now replace v with 0 by lia.
Qed.

Lemma mex_spec s t :
  ~ (has s (N.to_nat (mex s t)) \/ has t (N.to_nat (mex s t))) /\
  forall v, v < N.to_nat (mex s t) -> has s v \/ has t v.
Proof.
  assert (H : ~ has (union s t) (N.to_nat (mex s t)) /\ forall v, v < N.to_nat (mex s t) -> has (union s t) v).
  { unfold mex. destruct (union s t) as [[|p]]; [split; [easy | intros v Hv; simpl in Hv; lia]|].
    apply trailing_ones_spec. }
  destruct H as [Hnot Hall]. rewrite has_union in Hnot. split; trivial. intros v Hv. now apply has_union, Hall.
Qed.

(** ** Columns *)

Definition join {A} (put : A -> set -> set) (s : option set) (x : option A) : option set :=
  match s, x with
  | Some s, Some x => Some (put x s)
  | s, None => s
  | None, _ => None
  end.

Lemma next_cycle {A} (s : sequence A) x s' : next s = Some (x, s') -> cycle s' = cycle s.
Proof. destruct s as [[|y h] [|z p]]; simpl; intros [= <- <-]; trivial. Qed.

Lemma get_nothing {A} (s : sequence A) a : next s = None -> get s a = None.
Proof. intros E. destruct a; simpl; now rewrite E. Qed.

Lemma weave_spec {A} (put : A -> set -> set) s t : cycle s <> [] -> forall n found s' t',
  N.iter n (weave put) ([], (s, t)) = (found, (s', t')) ->
  length found = N.to_nat n /\ cycle s' = cycle s /\
  (forall a, get s' a = get s (N.to_nat n + a)) /\ (forall a, get t' a = get t (N.to_nat n + a)) /\
  forall a, a < N.to_nat n -> nth_error (rev found) a = join put (get s a) (get t a).
Proof.
  intros Hs. induction n as [|n IH] using N.peano_ind; intros found s' t' E.
  - simpl in E. injection E as <- <- <-. repeat split; trivial. intros a Ha. simpl in Ha. lia.
  - rewrite N.iter_succ in E. destruct (N.iter n (weave put) ([], (s, t))) as [fs [s1 t1]] eqn:E1.
    destruct (IH fs s1 t1 eq_refl) as (Hlen & Hcyc & Hgs & Hgt & Hnth). rewrite N2Nat.inj_succ.
    set (m := N.to_nat n) in *. unfold weave in E.
    destruct (next s1) as [[shaded s2]|] eqn:Es; [|destruct s1 as [[|] [|]]; simpl in *; congruence].
    assert (Hm : get s m = Some shaded) by (rewrite <- (Nat.add_0_r m), <- Hgs; simpl; now rewrite Es).
    assert (Hs2 : forall a, get s2 a = get s (S m + a)).
    { intros a. rewrite <- (get_next _ _ _ a Es), Hgs. f_equal. lia. }
    assert (Hsnoc : forall x, join put (get s m) (get t m) = Some x -> length (x :: fs) = S m /\
      forall a, a < S m -> nth_error (rev (x :: fs)) a = join put (get s a) (get t a)).
    { intros x Hx. split; [simpl; now rewrite Hlen|]. intros a Ha. simpl.
      assert (Hl : length (rev fs) = m) by now rewrite rev_length.
      destruct (Nat.eq_dec a m) as [->|].
      - rewrite nth_error_app2 by lia. now rewrite Hl, Nat.sub_diag, Hx.
      - rewrite nth_error_app1 by lia. apply Hnth. lia. }
    destruct (next t1) as [[y t2]|] eqn:Et; injection E as <- <- <-.
    + assert (Hy : get t m = Some y) by (rewrite <- (Nat.add_0_r m), <- Hgt; simpl; now rewrite Et).
      destruct (Hsnoc (put y shaded)) as [Hlen' Hnth']; [now rewrite Hm, Hy|].
      repeat split; trivial; [rewrite (next_cycle _ _ _ Es); trivial|].
      intros a. rewrite <- (get_next _ _ _ a Et), Hgt. f_equal. lia.
    + assert (Hn : forall a, get t (m + a) = None) by (intros a; rewrite <- Hgt; now apply get_nothing).
      destruct (Hsnoc shaded) as [Hlen' Hnth'];
        [rewrite Hm; specialize (Hn 0); rewrite Nat.add_0_r in Hn; now rewrite Hn|].
      repeat split; trivial; [rewrite (next_cycle _ _ _ Es); trivial|].
      intros a. rewrite (get_nothing _ _ Et). replace (S m + a) with (m + S a) by lia. now rewrite Hn.
Qed.

Lemma get_combine {A} (put : A -> set -> set) s t a : cycle s <> [] ->
  get (combine put s t) a = join put (get s a) (get t a).
Proof.
  intros Hs. unfold combine. rewrite !count_length.
  set (p := match cycle t with [] => 1%N | _ => N.of_nat (length (cycle t)) end).
  set (m := N.max _ _). set (n := N.lcm _ _).
  destruct (N.iter m (weave put) ([], (s, t))) as [found [s1 t1]] eqn:E1.
  destruct (N.iter n (weave put) ([], (s1, t1))) as [again [s2 t2]] eqn:E2.
  destruct (weave_spec put s t Hs m found s1 t1 E1) as (Hlen1 & Hcyc1 & Hgs & Hgt & Hnth1).
  destruct (weave_spec put s1 t1 ltac:(now rewrite Hcyc1) n again s2 t2 E2) as (Hlen2 & _ & _ & _ & Hnth2).
  assert (Hp : p <> 0%N) by (unfold p; destruct (cycle t); simpl; lia).
  assert (Hn : n <> 0%N).
  { clear - Hs Hp. intros E. apply N.lcm_eq_0 in E as [E|E]; [|now apply Hp]. now destruct (cycle s). }
  rewrite !rev_append_rev, !app_nil_r.
  apply (get_split (fun a => join put (get s a) (get t a))); rewrite ?rev_length, ?Hlen1, ?Hlen2.
  - intros E. apply (f_equal (@length set)) in E. rewrite rev_length, Hlen2 in E. simpl in E. lia.
  - intros i Hi. destruct (Nat.lt_ge_cases i (N.to_nat m)) as [H|H].
    + rewrite nth_error_app1 by (rewrite rev_length; lia). now apply Hnth1.
    + rewrite nth_error_app2 by (rewrite rev_length; lia). rewrite rev_length, Hlen1, Hnth2 by lia.
      rewrite Hgs, Hgt. now replace (N.to_nat m + (i - N.to_nat m)) with i by lia.
  - intros i Hi. f_equal.
    + apply get_multiple; [lia|]. rewrite <- (Nat2N.id (length _)). apply divide_to_nat, N.divide_lcm_l.
    + destruct t as [h [|x q]].
      * simpl in *. rewrite !get_over; trivial; lia.
      * apply get_multiple; [simpl in *; lia|]. rewrite <- (Nat2N.id (length _)). apply divide_to_nat, N.divide_lcm_r.
Qed.

(** That a sequence of sets says, column by column, which numbers have a property. *)
Definition columns (s : sequence set) (P : nat -> nat -> Prop) : Prop :=
  forall a, exists x, get s a = Some x /\ forall v, has x v <-> P a v.

Lemma columns_cycle s P : columns s P -> cycle s <> [].
Proof.
  intros H E. destruct s as [h p]. simpl in E. subst p. destruct (H (length h)) as (x & Ex & _).
  now rewrite get_over in Ex.
Qed.

Lemma columns_same s P Q : (forall a v, P a v <-> Q a v) -> columns s P -> columns s Q.
Proof. intros E H a. destruct (H a) as (x & Ex & Hx). exists x. split; trivial. intros v. now rewrite <- E. Qed.

Lemma columns_nothing : columns nothing (fun _ _ => False).
Proof.
  intros a. exists no_number. split.
  - rewrite get_term. unfold term. simpl. now destruct (a - 0).
  - intros v. split; [apply has_no_number | easy].
Qed.

Lemma columns_drop_first s P : columns s P -> columns (drop_first s) (fun a => P (S a)).
Proof. intros H a. rewrite get_drop_first. apply H. Qed.

Lemma columns_union s t P Q : columns s P -> columns t Q ->
  columns (combine union s t) (fun a v => P a v \/ Q a v).
Proof.
  intros Hs Ht a. rewrite get_combine by now apply (columns_cycle s P).
  destruct (Hs a) as (x & Ex & Hx), (Ht a) as (y & Ey & Hy). rewrite Ex, Ey. simpl. exists (union y x). split; trivial.
  intros v. rewrite has_union, Hx, Hy. tauto.
Qed.

Lemma columns_insert s t P Q : columns s P -> (forall a v, Q a v <-> get t a = Some (N.of_nat v)) ->
  columns (combine insert s t) (fun a v => P a v \/ Q a v).
Proof.
  intros Hs Ht a. rewrite get_combine by now apply (columns_cycle s P).
  destruct (Hs a) as (x & Ex & Hx). rewrite Ex.
  destruct (get t a) as [b|] eqn:Eb; simpl; eexists; (split; [reflexivity|]); intros v; rewrite (Ht a v), Eb, ?has_insert, Hx.
  - apply or_iff_compat_l. split; congruence.
  - split; [auto | intros [?|]; easy].
Qed.
