(** * The checker is sound

    Theorem 4 of soundness.md, for three rows and nim-value 0: if the checker accepts a certificate, then its lines
    are the whole truth about the losing positions. *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp ThreeRows Checker Sequences.
Import ListNotations.

(** What a line claims: B(a), where it is defined. *)
Definition claim (l : line) : sequence N := Sequence (head l) (period l).

Definition true_line (c : nat) (l : line) : Prop :=
  forall a b, loser c a b <-> get (claim l) a = Some (N.of_nat b).

(** What the context of slice c must be: the state at its first column, and what the slices below exclude. *)
Record right (c : nat) (k : context) : Prop := {
  right_width : width k = N.of_nat c;
  right_first : forall v, has (first k) v <-> state c 0 v;
  right_under : forall a, exists s, get (under k) a = Some s /\ forall v, has s v <-> below c a v }.

Lemma right_cycle c k : right c k -> cycle (under k) <> [].
Proof.
  intros Hk E. destruct (under k) as [h p] eqn:Eu. simpl in E. subst p.
  destruct (right_under c k Hk (length h)) as (s & Es & _). now rewrite Eu, get_over in Es.
Qed.

Lemma right_initial : right 0 initial.
Proof.
  split; try easy; simpl.
  - intros v. unfold state, own, corner, bar. split.
    + destruct v; [auto | easy].
    + intros [(i & Hi & _)|[(x & Hx & _)|(_ & _ & ->)]]; easy.
  - intros a. exists 0%N. split.
    + now rewrite get_term; unfold term; simpl; destruct (a - 0).
    + intros v. split; [easy|]. intros (x & Hx & _). lia.
Qed.

(** ** Along a slice *)

Section Slice.

Variables (c : nat) (k : context) (l : line).
Hypothesis Hright : right c k.

(** After n columns: nothing was wrong, and the state is the state. *)
Record walked (n : nat) (w : walker) : Prop := {
  walked_shadow : forall a, get (shadow w) a = get (under k) (n + a);
  walked_terms : forall a, get (terms w) a = get (claim l) (n + a);
  walked_state : forall v, has (here w) v <-> state c n v;
  walked_right : forall i, i < n -> exists b, loser c i (S b) /\ get (claim l) i = Some (N.of_nat (S b)) }.

Lemma walked_goes_on n w : walked n w -> goes_on c n.
Proof.
  intros H i Hi H0. destruct (walked_right n w H i Hi) as (b & Hb & _).
  pose proof (loser_unique _ _ _ _ H0 Hb). lia.
Qed.

(** Theorem 1, as it is computed. *)
Lemma mex_loser n w shaded rest :
  walked n w -> next (shadow w) = Some (shaded, rest) -> loser c n (N.to_nat (mex (N.lor shaded (here w)))).
Proof.
  intros Hw Hs. apply recurrence; [now apply (walked_goes_on n w)|].
  destruct (right_under c k Hright n) as (s & Es & Hbelow).
  assert (shaded = s) as ->.
  { pose proof (walked_shadow n w Hw 0) as E. simpl in E. rewrite Hs, Nat.add_0_r, Es in E. congruence. }
  assert (Hex : forall v, has (N.lor s (here w)) v <-> excluded c n v).
  { intros v. rewrite has_lor, (walked_state n w Hw), Hbelow. unfold excluded. tauto. }
  destruct (mex_spec (N.lor s (here w))) as [Hnot Hall]. split.
  - now rewrite <- Hex.
  - intros v Hv. rewrite <- Hex. now apply Hall.
Qed.

Lemma walked_begin w : begin k l = Some w -> walked 0 w.
Proof.
  intros [= <-]. split; simpl; trivial.
  - apply (right_first c k Hright).
  - intros i Hi. lia.
Qed.

Lemma walked_step n w w' : walked n w -> step w = Some w' -> walked (S n) w'.
Proof.
  intros Hw. unfold step.
  destruct (next (shadow w)) as [[shaded rest]|] eqn:Es; [|easy].
  destruct (next (terms w)) as [[b more]|] eqn:Et; [|easy].
  destruct (N.eqb_spec b (mex (N.lor shaded (here w)))) as [Eb|]; [|easy].
  destruct (N.eqb_spec b 0) as [|Hb]; [easy|]. intros [= <-].
  pose proof (mex_loser n w shaded rest Hw Es) as Hl. rewrite <- Eb in Hl.
  assert (Hget : get (claim l) n = Some b).
  { rewrite <- (Nat.add_0_r n), <- (walked_terms n w Hw). simpl. now rewrite Et. }
  split; cbn [shadow terms here].
  - intros a. rewrite <- (get_next _ _ _ a Es), (walked_shadow n w Hw). f_equal. lia.
  - intros a. rewrite <- (get_next _ _ _ a Et), (walked_terms n w Hw). f_equal. lia.
  - intros v. rewrite has_shift, state_next, (walked_state n w Hw). apply or_iff_compat_l. split.
    + intros ->. now rewrite Nat2N.id in Hl.
    + intros H. pose proof (loser_unique _ _ _ _ Hl H). lia.
  - intros i Hi. destruct (Nat.eq_dec i n) as [->|]; [|apply (walked_right n w Hw); lia].
    exists (N.to_nat b - 1). replace (S (N.to_nat b - 1)) with (N.to_nat b) by lia. now rewrite N2Nat.id.
Qed.

Lemma walked_walk n w : walk n (begin k l) = Some w -> walked (N.to_nat n) w.
Proof.
  revert w. unfold walk. induction n as [|n IH] using N.peano_ind; [exact walked_begin|].
  rewrite N.iter_succ, N2Nat.inj_succ. destruct (N.iter n step_on (begin k l)) as [w|]; [|easy].
  intros w' H. now apply (walked_step _ w); [apply IH|].
Qed.

Lemma check_finite_sound : check_finite k l = true -> true_line c l.
Proof.
  unfold check_finite. rewrite !andb_true_iff. intros [[[Hperiod _] Hbound] Hwalk].
  destruct (period l) eqn:Ep; [|easy]. apply N.eqb_eq in Hbound. rewrite count_length in Hbound.
  destruct (walk (N.pred (bound l)) (begin k l)) as [w|] eqn:Ew; [|easy].
  apply walked_walk in Ew. set (n := N.to_nat (N.pred (bound l))) in *.
  unfold ends in Hwalk. destruct (next (shadow w)) as [[shaded rest]|] eqn:Es; [|easy].
  destruct (terms w) as [[|[|] [|]] [|]] eqn:Et; try easy. apply N.eqb_eq in Hwalk.
  pose proof (mex_loser n w shaded rest Ew Es) as Hl. rewrite Hwalk in Hl. simpl in Hl.
  assert (Hget : forall a, get (claim l) (n + a) = get (Sequence [0%N] []) a).
  { intros a. now rewrite <- (walked_terms n w Ew), Et. }
  intros a b. destruct (Nat.lt_trichotomy a n) as [Ha|[->|Ha]].
  - destruct (walked_right n w Ew a Ha) as (b' & H & E). rewrite E. split.
    + intros H'. now rewrite (loser_unique _ _ _ _ H H').
    + intros [= E']. now replace b with (S b') by lia.
  - rewrite <- (Nat.add_0_r n) at 2. rewrite Hget. simpl. split.
    + intros H. now rewrite (loser_unique _ _ _ _ H Hl).
    + intros [= E]. now replace b with 0 by lia.
  - replace a with (n + (a - n)) by lia. rewrite Hget, get_over by (simpl; lia). split; [|easy].
    intros H. elim (loser_end c n (n + (a - n)) b); trivial. lia.
Qed.

Lemma check_periodic_sound : check_periodic k l = true -> true_line c l.
Proof.
  unfold check_periodic, check_return. rewrite !andb_true_iff.
  intros [[Hperiod Hreturn] _].
  match type of Hreturn with (if ?x then _ else _) = _ => destruct x eqn:Hsizes; [|easy] end.
  rewrite !andb_true_iff in Hsizes. destruct Hsizes as [[[Hmod Hle] Hsettled] Hhead].
  apply N.eqb_eq in Hmod. apply N.leb_le in Hle, Hsettled, Hhead. rewrite !count_length in *.
  set (a0 := (bound l - modulus l)%N) in *.
  destruct (walk (N.pred a0) (begin k l)) as [before|] eqn:Ebefore; [|easy].
  destruct (walk (a0 - N.pred a0) (Some before)) as [w|] eqn:Ew; [|easy].
  destruct (walk (N.pred (modulus l)) (Some w)) as [almost|] eqn:Ealmost; [|easy].
  destruct (step_on (Some almost)) as [w'|] eqn:Ew'; [|easy].
  apply andb_true_iff in Hreturn as [Hreturn _]. apply N.eqb_eq in Hreturn.
  assert (Hp : period l <> []) by (intros E; now rewrite E in Hperiod).
  assert (Hm : (0 < modulus l)%N).
  { rewrite Hmod. destruct (period l); [easy|]. pose proof (right_cycle c k Hright).
    destruct (cycle (under k)); [easy|]. apply N.neq_0_lt_0. intros E. apply N.lcm_eq_0 in E. simpl in E. lia. }
  assert (Wstart : walked (N.to_nat a0) w).
  { apply walked_walk. rewrite <- Ew, <- Ebefore. unfold walk. rewrite <- N.iter_add. f_equal. lia. }
  assert (Wend : walked (N.to_nat a0 + N.to_nat (modulus l)) w').
  { replace (N.to_nat a0 + N.to_nat (modulus l)) with (N.to_nat (N.succ (N.pred (modulus l) + (a0 - N.pred a0) +
      N.pred a0)))
      by lia.
    apply walked_walk. unfold walk in *. now rewrite N.iter_succ, !N.iter_add, Ebefore, Ew, Ealmost, Ew'. }
  set (s := N.to_nat a0) in *. set (m := N.to_nat (modulus l)) in *.
  assert (Hcycle : Nat.divide (length (cycle (under k))) m).
  { rewrite <- (Nat2N.id (length _)). apply divide_to_nat. rewrite Hmod. apply N.divide_lcm_l. }
  assert (Hclaim : Nat.divide (length (cycle (claim l))) m).
  { rewrite <- (Nat2N.id (length _)). apply divide_to_nat. rewrite Hmod. apply N.divide_lcm_r. }
  assert (Hbefore : forall a, a < s + m -> exists b, loser c a (S b)).
  { intros a Ha. destruct (walked_right _ _ Wend a Ha) as (b & Hb & _). now exists b. }
  assert (Hloop : forall n, exists b, loser c (s + n) (S b) /\ loser c (s + n + m) (S b)).
  { intros n. apply return_of_state; trivial; [lia| |].
    - intros a v Ha.
      destruct (right_under c k Hright a) as (t & Et & Ht), (right_under c k Hright (a + m)) as (t' & Et' & Ht').
      rewrite get_multiple, Et in Et' by (trivial; lia). injection Et' as <-. now rewrite <- Ht', Ht.
    - intros v. now rewrite <- (walked_state _ _ Wstart), <- (walked_state _ _ Wend), Hreturn. }
  assert (Hall : forall a, exists b, loser c a (S b) /\ get (claim l) a = Some (N.of_nat (S b))).
  { intros a. induction a as [a IH] using lt_wf_ind.
    destruct (Nat.lt_ge_cases a (s + m)) as [Ha|Ha]; [exact (walked_right _ _ Wend a Ha)|].
    destruct (IH (a - m)) as (b & H & E); [lia|]. destruct (Hloop (a - m - s)) as (b' & H' & H'').
    replace (s + (a - m - s)) with (a - m) in * by lia. replace (a - m + m) with a in H'' by lia.
    rewrite (loser_unique _ _ _ _ H' H) in H''. exists b. split; trivial.
    rewrite <- E, <- (get_multiple (claim l) (a - m) m) by (simpl; trivial; lia). f_equal. lia. }
  intros a b. destruct (Hall a) as (b' & H & E). rewrite E. split.
  - intros H'. now rewrite (loser_unique _ _ _ _ H H').
  - intros [= E']. now replace b with (S b') by lia.
Qed.

Lemma check_line_sound : check_line k l = true -> true_line c l.
Proof.
  unfold check_line. rewrite !andb_true_iff. intros [_ H].
  destruct (kind l); [now apply check_periodic_sound | now apply check_finite_sound | easy].
Qed.

End Slice.

(** ** From slice to slice *)

Definition combine (shaded b : option N) : option N :=
  match shaded, b with
  | Some s, Some v => Some (insert v s)
  | s, None => s
  | None, _ => None
  end.

Lemma merged_spec n s b : cycle s <> [] ->
  length (merged n s b) = n /\ forall a, a < n -> nth_error (merged n s b) a = combine (get s a) (get b a).
Proof.
  revert s b. induction n as [|n IH]; intros s b Hs; [split; [easy | lia]|].
  simpl. destruct (next s) as [[shaded s']|] eqn:Es; [|now destruct s as [[|] [|]]].
  assert (Hs' : cycle s' <> []) by (destruct s as [[|] [|]]; now inversion Es; subst).
  destruct (next b) as [[v b']|] eqn:Eb.
  - destruct (IH s' b' Hs') as [Hlen Hnth]. split; simpl; [now rewrite Hlen|].
    intros [|a] Ha; simpl; rewrite Es, Eb; trivial. apply Hnth. lia.
  - destruct (IH s' b Hs') as [Hlen Hnth]. split; simpl; [now rewrite Hlen|].
    intros [|a] Ha; simpl; rewrite Es, Eb; trivial. rewrite Hnth by lia.
    assert (E : get b a = None) by now destruct a; simpl; rewrite Eb. now rewrite E.
Qed.

Lemma get_merge s b a : cycle s <> [] -> get (merge s b) a = combine (get s a) (get b a).
Proof.
  intros Hs. unfold merge. rewrite !count_length.
  set (p := match cycle b with [] => 1%N | _ => N.of_nat (length (cycle b)) end).
  set (m := N.to_nat _). set (n := N.to_nat _).
  assert (Hp : p <> 0%N) by (unfold p; destruct (cycle b); simpl; lia).
  destruct (merged_spec (m + n) s b Hs) as [Hlen Hnth].
  apply (get_split (fun a => combine (get s a) (get b a)) _ m n); trivial.
  - enough (N.lcm (N.of_nat (length (cycle s))) p <> 0%N) by lia.
    intros E. apply N.lcm_eq_0 in E as [E|E]; [|easy]. destruct (cycle s); easy.
  - intros i Hi. f_equal.
    + apply get_multiple; [lia|]. rewrite <- (Nat2N.id (length _)). apply divide_to_nat, N.divide_lcm_l.
    + destruct b as [h [|x q]].
      * simpl in *. rewrite !get_over; trivial; lia.
      * apply get_multiple; [simpl in *; lia|]. rewrite <- (Nat2N.id (length _)). apply divide_to_nat, N.divide_lcm_r.
Qed.

Lemma right_advance c k l : right c k -> true_line c l -> right (S c) (advance k l).
Proof.
  intros Hk Hl. split; unfold advance; cbn [width first under].
  - rewrite (right_width c k Hk). lia.
  - destruct (loser_exists c 0) as (b & _ & Hb); [intros i Hi; lia|].
    pose proof (proj1 (Hl 0 b) Hb) as E. cbn [get] in E. unfold claim in E.
    destruct (next (Sequence (head l) (period l))) as [[b' rest]|]; [|easy]. injection E as ->.
    intros v. rewrite has_shift, state_next_slice, (right_first c k Hk). apply or_iff_compat_l. split.
    + intros E. now replace (S v) with b by lia.
    + intros H. now rewrite (loser_unique _ _ _ _ Hb H).
  - intros a. destruct (right_under c k Hk (S a)) as (s & Es & Hs).
    rewrite get_drop_first, get_merge, Es by apply (right_cycle c k Hk).
    change (Sequence (head l) (period l)) with (claim l).
    destruct (get (claim l) (S a)) as [b|] eqn:Eb; simpl; eexists; (split; [reflexivity|]); intros v;
      rewrite below_next_slice, (Hl (S a) v), Eb, ?has_insert, Hs.
    + apply or_iff_compat_l. split; congruence.
    + split; [auto | intros [?|]; easy].
Qed.

(** ** Certificates *)

Theorem check_lines_sound ls : forall c k k', right c k -> check_lines k ls = Some k' ->
  right (c + length ls) k' /\ forall i l, nth_error ls i = Some l -> true_line (c + i) l.
Proof.
  induction ls as [|l ls IH]; simpl; intros c k k' Hk H.
  - injection H as <-. rewrite Nat.add_0_r. split; trivial. now intros [|i].
  - destruct (check_line k l) eqn:El; [|easy]. apply (check_line_sound c) in El; trivial.
    destruct (IH (S c) _ _ (right_advance c k l Hk El) H) as [Hk' Hls].
    rewrite Nat.add_succ_r. split; trivial. intros [|i] l' E.
    + injection E as <-. now rewrite Nat.add_0_r.
    + rewrite Nat.add_succ_r. now apply Hls.
Qed.

(** B_c(a), as a certificate says it: the a-th term of the sequence of line c, where there is one. *)
Definition B (cert : certificate) (c a : nat) : option nat :=
  match nth_error (lines cert) c with
  | Some l => option_map N.to_nat (term (claim l) a)
  | None => None
  end.

Theorem checker_sound_losers cert : check cert = true ->
  forall c a b, c <= N.to_nat (claim_upto cert) -> (loser c a b <-> B cert c a = Some b).
Proof.
  unfold check. rewrite !andb_true_iff. intros [_ H] c a b Hc.
  destruct (check_lines initial (lines cert)) as [k|] eqn:E; [|easy]. apply N.eqb_eq in H.
  destruct (check_lines_sound _ 0 _ _ right_initial E) as [Hk Hls]. simpl in Hk, Hls.
  rewrite (right_width _ _ Hk) in H. unfold B.
  destruct (nth_error (lines cert) c) as [l|] eqn:El; [|apply nth_error_None in El; lia].
  rewrite (Hls c l El a b), get_term. destruct (term (claim l) a) as [v|]; simpl; [|easy].
  split; intros [= E']; f_equal; lia.
Qed.

(** ** Line by line *)

Lemma feed_nothing ls : fold_left feed ls None = None.
Proof. now induction ls. Qed.

Lemma feed_lines ls : forall k, fold_left feed ls (Some k) = check_lines k ls.
Proof.
  induction ls as [|l ls IH]; intros k; simpl; trivial. destruct (check_line k l); [apply IH | apply feed_nothing].
Qed.

(** What the extracted program computes, one line after the other, is what [check] says of the whole. *)
Theorem check_by_line cert :
  closed (claim_upto cert) (fold_left feed (lines cert) (opened (claim_rows cert) (claim_nim cert))) = check cert.
Proof.
  unfold check, opened. destruct ((_ =? _) && (_ =? _))%N; [now rewrite feed_lines | now rewrite feed_nothing].
Qed.

(** A line that is wrong is wrong whatever follows: the program need not read on. *)
Theorem refused_early rows nim upto ls more :
  fold_left feed ls (opened rows nim) = None -> check (Certificate rows nim upto (ls ++ more)) = false.
Proof.
  intros H. rewrite <- check_by_line. simpl. now rewrite fold_left_app, H, feed_nothing.
Qed.

(** ** The theorem *)

(** Theorem 4: a certificate that the checker accepts says which positions are losing. *)
Theorem checker_sound cert : check cert = true ->
  forall c a b, c <= N.to_nat (claim_upto cert) -> (c, a, b) <> (0, 0, 0) ->
  (losing [c, a, b] <-> B cert c a = Some b).
Proof.
  intros H c a b Hc Hbar. rewrite <- (checker_sound_losers cert H c a b Hc). unfold loser. tauto.
Qed.
