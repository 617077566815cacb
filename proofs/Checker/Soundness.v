(** * The checker is sound

    Theorem 4 of soundness.md, for any number of rows and any nim-value: if the checker accepts a certificate, then its
    lines are the whole truth about the slices of its claim. *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Nim Slices Recurrence Checker Sequences Walking Tails Contexts.
Import ListNotations.

(** What a full line claims: B(a), where it is defined. *)
Definition claim (l : line) : sequence N :=
  Sequence (match head l with Listed terms => terms | Counted _ => [] end) (period l).

Definition true_line (l : line) : Prop := true_slice (nats (tail l)) (N.to_nat (nim l)) (claim l).

(** ** Which slices are left *)

Definition left_over (k : context) (t : list N) (g : N) : Prop :=
  (g = now k /\ In t (pending k)) \/ (g = now k /\ (total k < sum t)%N) \/ (now k < g)%N.

Definition same_claim (k k' : context) : Prop :=
  rows_below k' = rows_below k /\ most k' = most k /\ upto k' = upto k.

Lemma settle_left k t g : valid (rows_below k) (upto k) t -> (g <= most k)%N ->
  left_over k t g -> left_over (settle k) t g.
Proof.
  destruct k as [n most upto now total [|u rest] recent low latest]; trivial.
  cbn [rows_below Checker.upto Checker.most settle]. intros Ht Hg. pose proof (valid_sum n upto t Ht) as Hsum.
  unfold left_over at 1. cbn [Checker.now pending Checker.total]. intros [[_ []]|H].
  destruct (N.ltb_spec total (N.of_nat n * upto)) as [L|L]; [|destruct (N.ltb_spec now most) as [L'|L']].
  - unfold left_over. cbn [Checker.now pending Checker.total]. destruct H as [[-> H]|H]; [|now right; right].
    destruct (N.eq_dec (sum t) (N.succ total)) as [E|E]; [left | right; left; split; [trivial | lia]].
    split; trivial. now apply in_tails.
  - unfold left_over. cbn [Checker.now pending Checker.total]. destruct H as [[-> H]|H]; [lia|].
    destruct (N.eq_dec g (N.succ now)) as [->|E]; [|right; right; lia].
    destruct (N.eq_dec (sum t) 0) as [E|E]; [left | right; left; split; [trivial | lia]].
    split; trivial. now apply in_tails.
  - lia.
Qed.

Lemma settle_same k : same_claim k (settle k) /\ latest (settle k) = latest k.
Proof.
  destruct k as [n most upto now total [|u rest] recent low latest]; [|easy]. unfold settle.
  destruct (total <? _)%N; [easy|]. now destruct (now <? most)%N.
Qed.

Lemma advance_latest k t rest i cs low h p : latest (advance k t rest i cs low h p) = h.
Proof. unfold advance. exact (eq_trans (proj2 (settle_same _)) eq_refl). Qed.

Lemma initial_left n nim upto t g : valid n upto t -> left_over (initial n nim upto) t g.
Proof.
  intros Ht. unfold left_over, initial. cbn [now pending total].
  destruct (N.eq_dec g 0) as [->|]; [|right; right; lia].
  destruct (N.eq_dec (sum t) 0) as [E|E]; [left | right; left; split; [trivial | lia]].
  split; trivial. now apply in_tails.
Qed.

Lemma complete_left k t g : complete k = true -> valid (rows_below k) (upto k) t ->
  (g <= most k)%N ->
  ~ left_over k t g.
Proof.
  unfold complete. rewrite !andb_true_iff. intros [[Hp Ht] Hm] Hv Hg. apply N.leb_le in Ht, Hm.
  pose proof (valid_sum _ _ t Hv). destruct (pending k) eqn:E; [|easy].
  unfold left_over. rewrite E. simpl. intros [[_ []]|[[_ H']|H']]; lia.
Qed.

(** ** One line *)

(** The line with the head that the checker has found. *)
Definition with_head (l : line) (terms : list N) : line :=
  Slice (tail l) (nim l) (kind l) (Listed terms) (period l) (modulus l) (bound l).

Lemma check_line_sound k l k' : right k -> check_line k l = Some k' ->
  right k' /\ same_claim k k' /\ true_line (with_head l (latest k')) /\
  forall t g, valid (rows_below k) (upto k) t -> (g <= most k)%N -> left_over k t g ->
    (t = tail l /\ g = nim l) \/ left_over k' t g.
Proof.
  intros Hk. unfold check_line. destruct (pending k) as [|t rest] eqn:Ep; [easy|].
  destruct (same (tail l) t && (nim l =? now k)%N)%bool eqn:E; [|easy]. apply andb_true_iff in E as [Et Eg].
  apply same_spec in Et as <-. apply N.eqb_eq in Eg.
  destruct (scene k (tail l)) as [[[i cs] low]|] eqn:Es; [|easy].
  destruct (check_slice i (together (low :: cs)) l) as [h|] eqn:Ec; [|easy]. intros [= <-].
  assert (Ht : is_tail (nats (tail l))) by (apply (right_pending k Hk); rewrite Ep; now left).
  destruct (scene_right k (tail l) i cs low Hk Ht Es) as (Hi & Hout & _).
  pose proof (check_slice_sound _ _ _ _ _ _ Ht Hi Hout Ec) as Hslice.
  split; [now apply advance_right|]. rewrite advance_latest. unfold advance.
  set (k1 := Context _ _ _ _ _ _ _ _ _). destruct (settle_same k1) as [Hsame _]. split; [exact Hsame|]. split.
  - unfold true_line. cbn [with_head tail nim]. rewrite Eg. exact Hslice.
  - intros t g Hv Hg H. assert (H1 : (t = tail l /\ g = nim l) \/ left_over k1 t g).
    { destruct H as [[-> H]|H]; [|right; now right]. rewrite Ep in H. destruct H as [<-|H]; [left; auto | right; left; auto]. }
    destruct H1 as [H1|H1]; [now left | right]. now apply settle_left.
Qed.

(** A listed head is the one that is found. *)
Lemma check_slice_listed i shadow l terms h :
  check_slice i shadow l = Some h -> head l = Listed terms -> h = terms.
Proof.
  unfold check_slice, check_empty, check_periodic, check_finite, follow. intros Ec Hl. revert Ec. rewrite Hl.
  destruct i as [x|first], (kind l); try easy.
  - destruct (no_terms (period l) && _ && _ && _)%bool eqn:E; [|easy]. intros [= <-].
    rewrite !andb_true_iff in E. destruct E as [_ E]. apply N.eqb_eq in E. simpl in E. rewrite count_length in E.
    destruct terms; [trivial | simpl in E; lia].
  - destruct (_ && _)%bool; [|easy]. destruct (along terms _); try easy. destruct (least_head _ _); [|easy].
    destruct (walk _ _) as [[w1 s1]|]; [|easy]. destruct (walk _ _) as [[w2 s2]|]; [|easy].
    destruct (_ && _)%bool; [|easy]. now intros [= <-].
  - destruct (_ && _)%bool; [|easy]. destruct (along terms _); try easy. now intros [= <-].
Qed.

Lemma check_line_listed k l k' terms : check_line k l = Some k' -> head l = Listed terms ->
  latest k' = terms.
Proof.
  unfold check_line. destruct (pending k) as [|t rest]; [easy|]. destruct (_ && _)%bool; [|easy].
  destruct (scene k t) as [[[i cs] low]|]; [|easy].
  destruct (check_slice i (together (low :: cs)) l) as [h|] eqn:Ec; [|easy]. intros [= <-] Hl.
  rewrite advance_latest. exact (check_slice_listed _ _ _ _ _ Ec Hl).
Qed.

(** ** All lines *)

Theorem check_lines_sound ls : forall k k', right k -> check_lines k ls = Some k' ->
  same_claim k k' /\ (forall l, In l (filled (Some k) ls) -> true_line l) /\
  forall t g, valid (rows_below k) (upto k) t -> (g <= most k)%N -> left_over k t g ->
    (exists l, In l (filled (Some k) ls) /\ tail l = t /\ nim l = g) \/ left_over k' t g.
Proof.
  induction ls as [|l ls IH]; simpl; intros k k' Hk H.
  - injection H as <-. split; [easy|]. split; [intros l []|auto].
  - destruct (check_line k l) as [k1|] eqn:El; [|easy].
    apply check_line_sound in El as (Hk1 & (E1 & E2 & E3) & Hl & Hleft); trivial.
    destruct (IH k1 k' Hk1 H) as ((E1' & E2' & E3') & Hls & Hleft').
    split; [unfold same_claim; repeat split; congruence|]. split.
    + intros l' [<-|Hin]; [exact Hl | now apply Hls].
    + intros t g Hv Hg Ht. destruct (Hleft t g Hv Hg Ht) as [[-> ->]|Ht1].
      * left. exists (with_head l (latest k1)). repeat split. now left.
      * rewrite E1, E2, E3 in *. destruct (Hleft' t g Hv Hg Ht1) as [(l' & Hin & H')|]; [left | now right].
        exists l'. split; [now right | trivial].
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
  closed (fold_left feed (lines cert)
    (opened (claim_rows cert) (claim_nim cert) (claim_upto cert))) = check cert.
Proof.
  unfold check, opened. destruct (claim_rows cert <? 2)%N; [now rewrite feed_nothing | now rewrite feed_lines].
Qed.

(** A line that is wrong is wrong whatever follows: the program need not read on. *)
Theorem refused_early rows nim upto ls more :
  fold_left feed ls (opened rows nim upto) = None ->
  check (Certificate rows nim upto (ls ++ more)) = false.
Proof.
  intros H. rewrite <- check_by_line. simpl. now rewrite fold_left_app, H, feed_nothing.
Qed.

(** ** The theorem *)

(** Is the line about the slice (t, g)? *)
Definition about (t : list nat) (g : nat) (l : line) : bool :=
  (if list_eq_dec Nat.eq_dec (map N.to_nat (tail l)) t then true else false) && (N.to_nat (nim l) =? g).

(** B(a) of the slice (t, g), as a certificate says it: the a-th term of the sequence of its line, where there is one. *)
Definition claimed (cert : certificate) (t : list nat) (g a : nat) : option nat :=
  match find (about t g) (lines cert) with
  | Some l => option_map N.to_nat (term (claim l) a)
  | None => None
  end.

(** If all lines are true, a slice is what its line says. *)
Lemma claimed_true cert t g : (forall l, In l (lines cert) -> true_line l) ->
  (exists l, In l (lines cert) /\ nats (tail l) = t /\ N.to_nat (nim l) = g) ->
  forall a b, member t g a b <-> claimed cert t g a = Some b.
Proof.
  intros Htrue (l' & Hin' & Et' & Eg') a b. unfold claimed. destruct (find (about t g) (lines cert)) as [l|] eqn:Ef.
  - apply find_some in Ef as [Hin Habout]. apply Htrue in Hin. unfold about in Habout.
    apply andb_true_iff in Habout as [Etail Enim]. destruct (list_eq_dec _ _ _) as [Et|]; [|easy]. apply Nat.eqb_eq in Enim.
    unfold true_line, true_slice, nats in Hin. rewrite Et, Enim in Hin. rewrite Hin, get_term.
    destruct (term (claim l) a) as [v|]; simpl; [|easy]. split; intros [= E']; f_equal; lia.
  - pose proof (find_none _ _ Ef l' Hin') as Hno. unfold about in Hno. rewrite Eg', Nat.eqb_refl in Hno.
    fold (nats (tail l')) in Hno. rewrite Et' in Hno. destruct (list_eq_dec _ _ _); easy.
Qed.

Theorem checker_sound_members cert : check cert = true ->
  forall t g, is_tail t -> length t + 2 = N.to_nat (claim_rows cert) ->
  width t <= N.to_nat (claim_upto cert) -> g <= N.to_nat (claim_nim cert) ->
  forall a b, member t g a b <-> claimed (expanded cert) t g a = Some b.
Proof.
  unfold check, expanded, opened. destruct (N.ltb_spec (claim_rows cert) 2) as [|Hrows]; [easy|].
  set (k := initial _ _ _). destruct (check_lines k (lines cert)) as [k'|] eqn:E; [|easy].
  intros Hcomplete t g Ht Hlen Hwidth Hg a b.
  destruct (check_lines_sound _ k k' (initial_right _ _ _) E) as ((E1 & E2 & E3) & Htrue & Hleft).
  apply claimed_true; [exact Htrue|]. cbn [lines]. set (u := map N.of_nat t).
  assert (Hu : nats u = t) by apply nats_of.
  assert (Hv : valid (rows_below k) (upto k) u).
  { repeat split; simpl.
    - unfold u. rewrite map_length. lia.
    - now rewrite Hu.
    - rewrite <- Hu, width_nats in Hwidth. lia. }
  destruct (Hleft u (N.of_nat g) Hv) as [(l & Hin & El & En)|H]; [simpl; lia | now apply initial_left | |].
  - exists l. rewrite El, En, Nat2N.id. auto.
  - exfalso. revert H. apply complete_left; trivial; rewrite ?E1, ?E2, ?E3; trivial. simpl. lia.
Qed.

(** Theorem 4: a certificate that the checker accepts says which positions have which nim-value. *)
Theorem checker_sound cert : check cert = true ->
  forall t g a b, is_tail t -> length t + 2 = N.to_nat (claim_rows cert) ->
  width t <= N.to_nat (claim_upto cert) -> g <= N.to_nat (claim_nim cert) -> 0 < width t + a + b ->
  (nim_value (position t a b) = g <-> claimed (expanded cert) t g a = Some b).
Proof.
  intros H t g a b Ht Hlen Hwidth Hg Hpos. rewrite <- (checker_sound_members cert H t g Ht Hlen Hwidth Hg a b).
  unfold member. tauto.
Qed.

(** In full mode nothing has to be expanded: the certificate says it itself. *)
Definition is_full (cert : certificate) : bool :=
  forallb (fun l => match head l with Listed _ => true | Counted _ => false end) (lines cert).

Theorem expanded_full cert : check cert = true -> is_full cert = true -> expanded cert = cert.
Proof.
  destruct cert as [rows nim upto ls]. unfold check, is_full, expanded, opened. cbn [claim_rows claim_nim claim_upto lines].
  destruct (rows <? 2)%N; [easy|]. generalize (initial (N.to_nat (rows - 2)) nim upto). intros k H Hfull. f_equal.
  destruct (check_lines k ls) as [k'|] eqn:E; [clear H|easy]. revert k E.
  induction ls as [|l ls IH]; intros k E; trivial. simpl in *. apply andb_true_iff in Hfull as [Hl Hfull].
  destruct (check_line k l) as [k1|] eqn:El; [|easy]. rewrite (IH Hfull k1 E). f_equal.
  destruct l as [tl nm kd [terms|] pd md bd]; [|easy]. simpl. now rewrite (check_line_listed _ _ _ _ El eq_refl).
Qed.

Theorem checker_sound_full cert : check cert = true -> is_full cert = true ->
  forall t g a b, is_tail t -> length t + 2 = N.to_nat (claim_rows cert) ->
  width t <= N.to_nat (claim_upto cert) -> g <= N.to_nat (claim_nim cert) -> 0 < width t + a + b ->
  (nim_value (position t a b) = g <-> claimed cert t g a = Some b).
Proof. intros H Hfull. pose proof (checker_sound cert H) as S. now rewrite (expanded_full cert H Hfull) in S. Qed.
