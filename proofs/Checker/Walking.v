(** * The checks of one line are sound

    Along one slice, from what is known before it: its first state and what other slices exclude (Theorems 1 and 2 and
    the second half of the proof of Theorem 4 in soundness.md, as they are computed). *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Nim Slices Recurrence Checker Sequences.
Import ListNotations.

(** Terms that agree with a sequence are its first ones. *)
Lemma agrees_get l : forall s, agrees l s = true -> forall i b, nth_error l i = Some b ->
  get s i = Some b.
Proof.
  induction l as [|x l IH]; intros s H [|i] b E; simpl in *; try easy; destruct (next s) as [[y s']|]; try easy;
    destruct (N.eqb_spec x y) as [<-|]; try easy. now apply IH.
Qed.

(** What is known of the inside of a slice is right. *)
Definition right_inside (t : list nat) (g : nat) (i : inside) : Prop :=
  match i with
  | Blocked x => witness t g (N.to_nat x)
  | Open first => is_open t g /\ forall v, has first v <-> state t g 0 v
  end.

(** A sequence is the slice: B(a) is its term at a, and undefined where it has none. *)
Definition true_slice (t : list nat) (g : nat) (s : sequence N) : Prop :=
  forall a b, member t g a b <-> get s a = Some (N.of_nat b).

Section Slice.

Variables (t : list nat) (g : nat) (under : sequence set) (first : set).
Hypothesis Ht : is_tail t.
Hypothesis Hopen : is_open t g.
Hypothesis Hfirst : forall v, has first v <-> state t g 0 v.
Hypothesis Hunder : columns under (outside t g).

(** After n columns, none of which ends the slice. *)
Record walked (n : nat) (w : walker) : Prop := {
  walked_shadow : forall a, get (shadow w) a = get under (n + a);
  walked_state : forall v, has (here w) v <-> state t g n v;
  walked_on : goes_on t g n }.

(** A claimed term that is right, and not 0. *)
Definition right_term (n : nat) (b : N) : Prop := exists v, b = N.of_nat (S v) /\ member t g n (S v).

Lemma walked_begin : walked 0 (Walker under first first).
Proof. split; simpl; auto. intros i Hi. lia. Qed.

(** Theorem 1, as it is computed. *)
Lemma probe_spec n w b w' : walked n w -> probe w = Some (b, w') ->
  member t g n (N.to_nat b) /\ (b <> 0%N -> walked (S n) w').
Proof.
  intros Hw. unfold probe. destruct (next (shadow w)) as [[shaded rest]|] eqn:Es; [|easy]. intros [= <- <-].
  set (b := mex shaded (here w)).
  assert (Hm : member t g n (N.to_nat b)).
  { apply recurrence; trivial; [apply (walked_on n w Hw)|].
    destruct (Hunder n) as (s & E & Hout).
    assert (shaded = s) as ->.
    { pose proof (walked_shadow n w Hw 0) as E'. simpl in E'. rewrite Es, Nat.add_0_r, E in E'. congruence. }
    apply (is_mex_same (fun v => has s v \/ has (here w) v)).
    - intros v. rewrite (walked_state n w Hw), Hout. unfold excluded. tauto.
    - unfold b. destruct (mex_spec s (here w)) as [Hnot Hall]. now split. }
  split; trivial. intros Hb. split; cbn [shadow here].
  - intros a. rewrite <- (get_next _ _ _ a Es), (walked_shadow n w Hw). f_equal. lia.
  - intros v. rewrite has_shift, state_next, (walked_state n w Hw). apply or_iff_compat_l. split.
    + intros E. now rewrite E, Nat2N.id in Hm.
    + intros H. pose proof (member_unique _ _ _ _ _ Ht Hm H). lia.
  - intros i Hi H0. destruct (Nat.eq_dec i n) as [->|]; [|apply (walked_on n w Hw i); [lia | trivial]].
    pose proof (member_unique _ _ _ _ _ Ht Hm H0). lia.
Qed.

Lemma confirm_going n w b w' : walked n w -> confirm b w = Going w' ->
  right_term n b /\ walked (S n) w'.
Proof.
  intros Hw. unfold confirm. destruct (probe w) as [[b' w1]|] eqn:Ep; [|easy].
  destruct (N.eqb_spec b b') as [->|]; [|easy]. destruct (N.eqb_spec b' 0) as [|Hb]; [easy|]. intros [= <-].
  apply (probe_spec n) in Ep as [Hm Hw']; trivial. split; [|now apply Hw'].
  exists (N.to_nat b' - 1). replace (S (N.to_nat b' - 1)) with (N.to_nat b') by lia. now rewrite N2Nat.id.
Qed.

Lemma confirm_ended n w b : walked n w -> confirm b w = Ended -> b = 0%N /\ member t g n 0.
Proof.
  intros Hw. unfold confirm. destruct (probe w) as [[b' w1]|] eqn:Ep; [|easy].
  destruct (N.eqb_spec b b') as [->|]; [|easy]. destruct (N.eqb_spec b' 0) as [->|Hb]; [|easy]. intros _.
  apply (probe_spec n) in Ep as [Hm _]; auto.
Qed.

Lemma along_going terms : forall n w w', walked n w -> along terms w = Going w' ->
  walked (n + length terms) w' /\ forall i b, nth_error terms i = Some b -> right_term (n + i) b.
Proof.
  induction terms as [|b terms IH]; simpl; intros n w w' Hw E.
  - injection E as <-. rewrite Nat.add_0_r. split; trivial. now intros [|i].
  - destruct (confirm b w) as [w1| |] eqn:Ec; [|now destruct terms|easy].
    apply (confirm_going n) in Ec as [Hb Hw1]; trivial.
    destruct (IH (S n) w1 w' Hw1 E) as [Hw' Hall]. rewrite Nat.add_succ_r. split; trivial.
    intros [|i] b' Hi; [injection Hi as <-; now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. now apply Hall.
Qed.

Lemma along_ended terms : forall n w, walked n w -> along terms w = Ended ->
  exists most, terms = most ++ [0%N] /\ member t g (n + length most) 0 /\
               forall i b, nth_error most i = Some b -> right_term (n + i) b.
Proof.
  induction terms as [|b terms IH]; simpl; intros n w Hw E; [easy|].
  destruct (confirm b w) as [w1| |] eqn:Ec; [| |now destruct terms].
  - apply (confirm_going n) in Ec as [Hb Hw1]; trivial.
    destruct (IH (S n) w1 Hw1 E) as (most & -> & H0 & Hall). exists (b :: most). split; trivial.
    simpl. rewrite Nat.add_succ_r. split; trivial.
    intros [|i] b' Hi; [injection Hi as <-; now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. now apply Hall.
  - destruct terms; [|easy]. apply (confirm_ended n) in Ec as [-> H0]; trivial.
    exists []. simpl. rewrite Nat.add_0_r. repeat split; trivial; try apply H0. now intros [|i].
Qed.

(** Terms that are computed are those that would be confirmed. *)
Lemma along_more terms b w : along (terms ++ [b]) w =
  match along terms w with Going w => confirm b w | _ => Wrong end.
Proof.
  revert w. induction terms as [|b' terms IH]; intros w.
  - simpl. now destruct (confirm b w).
  - cbn [along app]. destruct (confirm b' w) as [w1| |]; [apply IH| |]; now destruct terms.
Qed.

Lemma follow_along h w terms p : follow h w = (terms, p) -> p <> Wrong ->
  along terms w = p /\ N.of_nat (length terms) = size h.
Proof.
  destruct h as [listed|n]; simpl; [intros [= <- <-] _; now rewrite count_length|].
  destruct (N.iter n compute ([], Going w)) as [found q] eqn:E. intros [= <- <-].
  rewrite rev_append_rev, app_nil_r. revert found q E.
  induction n as [|n IH] using N.peano_ind; intros found q E Hq; [injection E as <- <-; auto|].
  rewrite N.iter_succ in E. destruct (N.iter n compute ([], Going w)) as [found1 q1]. unfold compute in E.
  destruct q1 as [w1| |]; [|injection E as <- <-; easy|injection E as <- <-; easy].
  destruct (IH found1 (Going w1) eq_refl) as [Ha Hlen]; [easy|].
  destruct (probe w1) as [[b w2]|] eqn:Ep; [|injection E as <- <-; easy]. injection E as <- <-.
  simpl rev. rewrite along_more, Ha. unfold confirm. rewrite Ep, N.eqb_refl. split; trivial.
  rewrite app_length. simpl. lia.
Qed.

Lemma walk_spec n w terms : walked n w -> forall m w' terms',
  walk m (Some (w, terms)) = Some (w', terms') ->
  walked (n + N.to_nat m) w' /\ (forall a, get terms' a = get terms (N.to_nat m + a)) /\
  forall i, i < N.to_nat m -> exists b, get terms i = Some b /\ right_term (n + i) b.
Proof.
  intros Hw. unfold walk. induction m as [|m IH] using N.peano_ind; intros w' terms' E.
  - injection E as <- <-. rewrite Nat.add_0_r. repeat split; trivial; try apply Hw. intros i Hi. simpl in Hi. lia.
  - rewrite N.iter_succ in E. destruct (N.iter m stride (Some (w, terms))) as [[w1 terms1]|]; [|easy].
    destruct (IH w1 terms1 eq_refl) as (Hw1 & Hget & Hall). unfold stride in E.
    destruct (next terms1) as [[b more]|] eqn:En; [|easy].
    destruct (confirm b w1) as [w2| |] eqn:Ec; try easy. injection E as <- <-.
    apply (confirm_going _ _ _ _ Hw1) in Ec as [Hb Hw2]. rewrite N2Nat.inj_succ.
    replace (n + S (N.to_nat m)) with (S (n + N.to_nat m)) by lia. split; [trivial|]. split.
    + intros a. rewrite <- (get_next _ _ _ a En), Hget. f_equal. lia.
    + intros i Hi. destruct (Nat.eq_dec i (N.to_nat m)) as [->|]; [|apply Hall; lia].
      exists b. split; trivial. rewrite <- (Nat.add_0_r (N.to_nat m)), <- Hget. simpl. now rewrite En.
Qed.

Lemma right_term_slice a b (s : sequence N) v : right_term a b -> get s a = Some b ->
  (member t g a v <-> get s a = Some (N.of_nat v)).
Proof.
  intros (u & -> & H) E. rewrite E. split.
  - intros H'. now rewrite (member_unique _ _ _ _ _ Ht H H').
  - intros [= E']. now replace v with (S u) by lia.
Qed.

(** A slice that ends: all terms are right, and the last one is 0. *)
Lemma finite_slice most : (forall i b, nth_error most i = Some b -> right_term i b) ->
  member t g (length most) 0 ->
  true_slice t g (Sequence (most ++ [0%N]) []).
Proof.
  intros Hall H0. set (n := length most) in *. intros a b.
  destruct (Nat.lt_trichotomy a n) as [Ha|[->|Ha]].
  - destruct (nth_error most a) as [v|] eqn:Ev; [|apply nth_error_None in Ev; unfold n in Ha; lia].
    apply (right_term_slice a v); [now apply Hall|].
    rewrite get_lists by (rewrite app_nil_r, app_length; fold n; simpl; lia). rewrite app_nil_r, nth_error_app1; trivial.
  - rewrite get_lists by (rewrite app_nil_r, app_length; fold n; simpl; lia).
    rewrite app_nil_r, nth_error_app2 by (fold n; lia). fold n. rewrite Nat.sub_diag. simpl. split.
    + intros H. now rewrite (member_unique _ _ _ _ _ Ht H H0).
    + intros [= E]. now replace b with 0 by lia.
  - rewrite get_over by (rewrite app_length; fold n; simpl; lia). split; [|easy].
    intros H. now elim (member_end t g n a b).
Qed.

(** A slice that goes on: all terms are right until the state returns. *)
Lemma periodic_slice claim s m : 0 < m ->
  (forall a v, s <= a -> (outside t g (a + m) v <-> outside t g a v)) ->
  (forall a, a < s + m -> exists b, get claim a = Some b /\ right_term a b) ->
  (forall v, state t g (s + m) v <-> state t g s v) ->
  length (start claim) <= s -> Nat.divide (length (cycle claim)) m -> true_slice t g claim.
Proof.
  intros Hm Hout Hclaim Hstate Hstart Hcycle.
  assert (Hloop : forall i, exists b, member t g (s + i) (S b) /\ member t g (s + i + m) (S b)).
  { intros i. apply return_of_state; trivial.
    intros a Ha. destruct (Hclaim a Ha) as (b & _ & v & _ & Hv). now exists v. }
  assert (Hall : forall a, exists b, get claim a = Some b /\ right_term a b).
  { intros a. induction a as [a IH] using lt_wf_ind.
    destruct (Nat.lt_ge_cases a (s + m)) as [Ha|Ha]; [now apply Hclaim|].
    destruct (IH (a - m)) as (b & Eb & v & Ev & Hv); [lia|]. destruct (Hloop (a - m - s)) as (v' & H & H').
    replace (s + (a - m - s)) with (a - m) in * by lia. replace (a - m + m) with a in H' by lia.
    exists b. split.
    - rewrite <- Eb. replace a with (a - m + m) at 1 by lia. apply get_multiple; trivial. lia.
    - exists v. split; trivial. now rewrite (member_unique _ _ _ _ _ Ht Hv H). }
  intros a v. destruct (Hall a) as (b & Eb & Hb). now apply (right_term_slice a b).
Qed.

Lemma check_finite_sound l terms :
  check_finite (Walker under first first) l = Some terms ->
  true_slice t g (Sequence terms (period l)).
Proof.
  unfold check_finite. destruct (no_terms (period l) && _ && _)%bool eqn:Hsizes; [|easy].
  rewrite !andb_true_iff in Hsizes. destruct Hsizes as [[Hperiod _] _]. destruct (period l) eqn:Ep; [clear Hperiod|easy].
  destruct (follow (head l) _) as [terms' [w| |]] eqn:Ef; try easy. intros [= ->].
  apply follow_along in Ef as [Ha _]; [|easy]. apply (along_ended _ 0) in Ha as (most & -> & H0 & Hall); [|apply walked_begin].
  now apply finite_slice.
Qed.

Lemma check_periodic_sound l terms :
  check_periodic (Walker under first first) l = Some terms ->
  true_slice t g (Sequence terms (period l)).
Proof.
  unfold check_periodic. cbn [shadow].
  match goal with |- (if ?x then _ else _) = _ -> _ => destruct x eqn:Hsizes; [|easy] end.
  rewrite !andb_true_iff in Hsizes. destruct Hsizes as [[[[[Hperiod Hmod] Hle] Hsettled] Hhead] _].
  apply N.eqb_eq in Hmod. apply N.leb_le in Hle, Hsettled, Hhead. rewrite !count_length in *.
  destruct (follow (head l) _) as [terms' [w| |]] eqn:Ef; try easy.
  apply follow_along in Ef as [Ha Hsize]; [|easy]. rewrite <- Hsize in *.
  apply (along_going _ 0) in Ha as [Hw Hterms]; [|apply walked_begin]. simpl in Hw, Hterms.
  destruct (least_head _ _); [|easy].
  set (a0 := (bound l - modulus l)%N) in *.
  destruct (walk _ (Some (w, _))) as [[arrived later]|] eqn:Ew; [|easy].
  destruct (walk _ (Some (arrived, _))) as [[returned rest]|] eqn:Er; [|easy].
  destruct (equal _ _ && _)%bool eqn:Hreturn; [|easy]. intros [= ->].
  apply andb_true_iff in Hreturn as [Hreturn _]. apply equal_spec in Hreturn.
  set (claim := Sequence terms (period l)) in *. set (n := length terms) in *.
  apply (walk_spec n) in Ew as (Warrived & Hlater & Hmore); trivial.
  apply (walk_spec _ _ _ Warrived) in Er as (Wreturned & _ & Hagain).
  set (s := N.to_nat a0). set (m := N.to_nat (modulus l)) in *.
  replace (n + N.to_nat (a0 - N.of_nat n)) with s in * by (unfold s; lia).
  assert (Hp : period l <> []) by (intros E; now rewrite E in Hperiod).
  assert (Hm : 0 < m).
  { pose proof (columns_cycle _ _ Hunder) as Hc. unfold m. rewrite Hmod. clear - Hc Hp.
    enough (N.lcm (N.of_nat (length (cycle under))) (N.of_nat (length (period l))) <> 0%N) by lia.
    intros E. apply N.lcm_eq_0 in E as [E|E]; [now destruct (cycle under) | now destruct (period l)]. }
  assert (Hclaim : forall a, a < s + m -> exists b, get claim a = Some b /\ right_term a b).
  { intros a Ha. unfold claim. destruct (Nat.lt_ge_cases a n) as [H|H]; [|destruct (Nat.lt_ge_cases a s) as [H'|H']].
    - destruct (nth_error terms a) as [b|] eqn:Eb; [|apply nth_error_None in Eb; unfold n in H; lia].
      exists b. split; [|now apply Hterms].
      rewrite get_lists by (rewrite app_length; fold n; lia). now rewrite nth_error_app1.
    - destruct (Hmore (a - n)) as (b & Eb & Hb); [unfold s in H'; lia|]. exists b.
      replace a with (n + (a - n)) by lia. split; trivial. unfold n. now rewrite get_cycle.
    - destruct (Hagain (a - s)) as (b & Eb & Hb); [lia|]. exists b. split; [|now replace (s + (a - s)) with a in Hb by lia].
      rewrite Hlater in Eb. rewrite <- Eb. replace a with (n + (a - n)) at 1 by lia. unfold n at 1. rewrite get_cycle.
      f_equal. unfold s. lia. }
  apply (periodic_slice claim s m); trivial.
  - intros a v Ha. destruct (Hunder a) as (x & Ex & Hx), (Hunder (a + m)) as (y & Ey & Hy).
    rewrite get_multiple in Ey; [|unfold s in Ha; lia|].
    + rewrite Ex in Ey. injection Ey as <-. now rewrite <- Hx, <- Hy.
    + pose proof (divide_to_nat _ _ (N.divide_lcm_l (N.of_nat (length (cycle under))) (N.of_nat (length (period l))))) as D.
      now rewrite <- Hmod, Nat2N.id in D.
  - intros v. now rewrite <- (walked_state _ _ Warrived), <- (walked_state _ _ Wreturned), Hreturn.
  - simpl. fold n. unfold s. lia.
  - pose proof (divide_to_nat _ _ (N.divide_lcm_r (N.of_nat (length (cycle under))) (N.of_nat (length (period l))))) as D.
    now rewrite <- Hmod, Nat2N.id in D.
Qed.

End Slice.

(** Theorem 4, for one line. *)
Theorem check_slice_sound t g i under l terms :
  is_tail t -> right_inside t g i -> columns under (outside t g) ->
  check_slice i under l = Some terms -> true_slice t g (Sequence terms (period l)).
Proof.
  intros Ht Hi Hunder. unfold check_slice. destruct i as [x|first]; simpl in Hi.
  - unfold check_empty. destruct (kind l); try easy.
    destruct (no_terms (period l) && _ && _ && _)%bool eqn:E; [|easy]. intros [= <-].
    rewrite !andb_true_iff in E. destruct E as [[[E _] _] _]. destruct (period l); [|easy].
    intros a b. rewrite get_over by (simpl; lia). split; [|easy]. intros H. now elim (witness_empty t g _ Ht Hi a b).
  - destruct Hi as [Hopen Hfirst]. destruct (kind l); [|now apply check_finite_sound|easy].
    now apply check_periodic_sound.
Qed.
