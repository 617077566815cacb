(** * Every slice has a line that the checker accepts

    Every slice is empty, finite or ultimately periodic (Periodicity.v). So it has a line, with the least head, period
    and bound; and from what is known before the slice, the checker confirms this line. *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Nim Slices Recurrence Periodicity Checker Sequences Walking Uniqueness.
Import ListNotations.

(** ** The shortest way to write a sequence *)

Lemma shorter_period_found whole : forall l k, l = skipn k whole ->
  shorter_period whole (N.of_nat (length whole)) (N.of_nat k) l = true ->
  exists d, 0 < d < length whole /\ Nat.divide d (length whole) /\
    agrees whole (Sequence (skipn d whole) whole) = true.
Proof.
  induction l as [|x rest IH]; intros k E H; [easy|]. cbn [shorter_period] in H. rewrite <- Nat2N.inj_succ in H.
  assert (Hk : k < length whole).
  { destruct (Nat.lt_ge_cases k (length whole)) as [|L]; trivial. now rewrite skipn_all2 in E. }
  pose proof (skipn_next whole k x rest (eq_sym E)) as Er.
  destruct (N.eqb_spec (N.of_nat (S k)) (N.of_nat (length whole))) as [|En]; [easy|].
  destruct (_ && _)%bool eqn:Ea; [|now apply (IH (S k))].
  apply andb_true_iff in Ea as [Em Ea]. exists (S k). rewrite <- Er. split; [lia|]. split; trivial.
  apply N.eqb_eq, N.mod_divide in Em; [|lia]. apply divide_to_nat in Em. now rewrite !Nat2N.id in Em.
Qed.

Lemma get_after {A} (u v p : list A) a :
  get (Sequence (u ++ v) p) (length u + a) = get (Sequence v p) a.
Proof. induction u; simpl; trivial. Qed.

Lemma get_unrolled {A} (p : list A) a : get (Sequence p p) a = get (Sequence [] p) a.
Proof. now destruct p, a. Qed.

Lemma nth_get (p : list N) i : i < length p -> get (Sequence [] p) i = nth_error p i.
Proof. intros Hi. now apply (get_lists [] p). Qed.

(** A period that is a shorter list several times over. *)
Lemma shorten_period h p : least_period p = false ->
  exists q, q <> [] /\ length q < length p /\ forall a, get (Sequence h q) a = get (Sequence h p) a.
Proof.
  unfold least_period. intros H. apply negb_false_iff in H. rewrite count_length in H.
  apply (shorter_period_found p p 0 eq_refl) in H as (d & Hd & _ & Ha).
  assert (Hlen : length (firstn d p) = d) by (rewrite firstn_length; lia).
  assert (Hrest : forall a, get (Sequence (skipn d p) p) a = get (Sequence [] p) (d + a)).
  { intros a. rewrite <- (get_after (firstn d p) (skipn d p) p a), firstn_skipn, Hlen. apply get_unrolled. }
  assert (Hshift : forall a, get (Sequence [] p) (d + a) = get (Sequence [] p) a).
  { induction a as [a IH] using lt_wf_ind. rewrite <- Hrest. destruct (Nat.lt_ge_cases a (length p)) as [L|L].
    - rewrite nth_get by trivial. destruct (nth_error p a) as [b|] eqn:E; [|apply nth_error_None in E; lia].
      exact (agrees_get p _ Ha a b E).
    - replace a with (length p + (a - length p)) by lia. rewrite get_again, Hrest, <- (IH (a - length p)) by lia.
      replace (d + (length p + (a - length p))) with (length p + (d + (a - length p))) by lia. apply get_again. }
  exists (firstn d p). split; [intros E; rewrite E in Hlen; simpl in Hlen; lia|]. split; [lia|].
  apply get_split; [intros E; rewrite E in Hlen; simpl in Hlen; lia | |].
  - intros a L. rewrite Hlen in L. rewrite get_lists by (rewrite app_length; lia).
    rewrite <- (firstn_skipn d p) at 2. rewrite app_assoc. symmetry. apply nth_error_app1. rewrite app_length. lia.
  - intros a L. rewrite Hlen. replace a with (length h + (a - length h)) by lia. rewrite <- Nat.add_assoc, !get_cycle.
    rewrite (Nat.add_comm _ d). apply Hshift.
Qed.

(** A head that ends as the period does. *)
Lemma shorten_head h p : p <> [] -> least_head p h = false ->
  exists h' p', p' <> [] /\ length h' + length p' < length h + length p /\
    forall a, get (Sequence h' p') a = get (Sequence h p) a.
Proof.
  unfold least_head. intros Hp H. apply negb_false_iff, last_is_spec in H as (most & ->).
  destruct (exists_last Hp) as (q & x & ->). rewrite last_last. exists most, (x :: q). split; [easy|].
  split; [rewrite !app_length; simpl; lia|]. set (f := get (Sequence (most ++ [x]) (q ++ [x]))).
  assert (Hx : f (length most) = Some x).
  { unfold f. rewrite get_lists, <- app_assoc, nth_error_app2, Nat.sub_diag by (rewrite ?app_length; simpl; lia).
    reflexivity. }
  apply get_split; [easy | |].
  - intros a L. simpl in L. unfold f. rewrite get_lists by (rewrite !app_length; simpl; lia).
    rewrite <- app_assoc. simpl. change (x :: q ++ [x]) with ((x :: q) ++ [x]). rewrite app_assoc. symmetry.
    apply nth_error_app1. rewrite app_length. simpl. lia.
  - intros a L. replace (length (x :: q)) with (length (q ++ [x])) by (rewrite app_length; simpl; lia).
    destruct (Nat.eq_dec a (length most)) as [->|]; [|apply sequence_repeats; rewrite app_length; simpl; lia].
    fold f. rewrite Hx. unfold f.
    replace (length most + length (q ++ [x])) with (length (most ++ [x]) + length q)
      by (rewrite !app_length; simpl; lia).
    rewrite get_period by (rewrite app_length; simpl; lia). rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity.
Qed.

Theorem shortest_exists h p : p <> [] ->
  exists h' p', p' <> [] /\ least_period p' = true /\ least_head p' h' = true /\
    forall a, get (Sequence h' p') a = get (Sequence h p) a.
Proof.
  remember (length h + length p) as n eqn:Hn. revert h p Hn. induction n as [n IH] using lt_wf_ind. intros h p Hn Hp.
  destruct (least_period p) eqn:E; [destruct (least_head p h) eqn:E'|].
  - exists h, p. auto.
  - destruct (shorten_head h p Hp E') as (h1 & p1 & Hp1 & L & Hget).
    destruct (IH (length h1 + length p1) ltac:(lia) h1 p1 eq_refl Hp1) as (h' & p' & Hp' & H1 & H2 & Hget').
    exists h', p'. repeat split; trivial. intros a. now rewrite Hget'.
  - destruct (shorten_period h p E) as (p1 & Hp1 & L & Hget).
    destruct (IH (length h + length p1) ltac:(lia) h p1 eq_refl Hp1) as (h' & p' & Hp' & H1 & H2 & Hget').
    exists h', p'. repeat split; trivial. intros a. now rewrite Hget'.
Qed.

(** Where a sequence repeats, its shortest head is over. *)
Lemma head_over h p a m : p <> [] -> least_head p h = true -> 0 < m -> Nat.divide (length p) m ->
  repeats (get (Sequence h p)) a m -> length h <= a.
Proof.
  intros Hp Hleast Hm Hdiv Hrep. destruct (Nat.le_gt_cases (length h) a) as [|L]; trivial. exfalso.
  destruct (exists_last (l := h)) as (most & x & ->); [intros ->; simpl in L; lia|].
  rewrite app_length in L. simpl in L. unfold least_head in Hleast. apply negb_true_iff in Hleast.
  enough (E : x = last p 0%N).
  { assert (last_is (last p 0%N) (most ++ [x]) = true) by (apply last_is_spec; exists most; now rewrite E).
    congruence. }
  destruct (exists_last Hp) as (q & y & ->). rewrite last_last. set (f := get (Sequence (most ++ [x]) (q ++ [y]))) in *.
  assert (Hx : f (length most) = Some x).
  { unfold f. rewrite get_lists, <- app_assoc, nth_error_app2, Nat.sub_diag by (rewrite ?app_length; simpl; lia).
    reflexivity. }
  assert (Hy : f (length most + m) = Some y).
  { destruct Hdiv as [[|n] ->]; [simpl in Hm; lia|]. unfold f. rewrite app_length. simpl length.
    replace (length most + S n * (length q + 1)) with (length (most ++ [x]) + length q + n * length (q ++ [y]))
      by (rewrite !app_length; simpl; lia).
    rewrite (repeats_times _ (length (most ++ [x]))) by (try apply sequence_repeats; lia).
    rewrite get_period by (rewrite app_length; simpl; lia). rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity. }
  rewrite (Hrep (length most)) in Hy by lia. congruence.
Qed.

(** ** A line that is right is confirmed *)

(** Terms that would be confirmed are those that are computed. *)
Lemma along_follow terms w p : along terms w = p -> p <> Wrong ->
  follow (Counted (N.of_nat (length terms))) w = (terms, p).
Proof.
  intros H Hp. cbn [follow].
  enough (E : N.iter (N.of_nat (length terms)) compute ([], Going w) = (rev terms, p))
    by (rewrite E; now rewrite rev_append_rev, app_nil_r, rev_involutive).
  revert p H Hp. induction terms as [|b terms IH] using rev_ind; intros p H Hp; [now rewrite <- H|].
  rewrite along_more in H. destruct (along terms w) as [w1| |] eqn:E; try congruence.
  rewrite app_length, Nat.add_1_r, Nat2N.inj_succ, N.iter_succ, (IH (Going w1) eq_refl) by easy.
  cbn [compute]. rewrite rev_unit. unfold confirm in H. destruct (probe w1) as [[b' w2]|]; [|congruence].
  destruct (N.eqb_spec b b') as [->|]; [now rewrite <- H | congruence].
Qed.

Section Slice.

Variables (t : list nat) (g : nat) (under : sequence set) (first : set).
Hypothesis Ht : is_tail t.
Hypothesis Hopen : is_open t g.
Hypothesis Hfirst : forall v, has first v <-> state t g 0 v.
Hypothesis Hunder : columns under (outside t g).

Lemma probe_exists n w : walked t g under n w -> exists b w', probe w = Some (b, w').
Proof.
  intros Hw. unfold probe. destruct (Hunder n) as (x & Ex & _). pose proof (walked_shadow _ _ _ _ _ Hw 0) as E.
  cbn [get] in E. rewrite Nat.add_0_r, Ex in E. destruct (next (shadow w)) as [[y rest]|]; [eauto | easy].
Qed.

Lemma confirm_member n w b : walked t g under n w -> member t g n (N.to_nat b) ->
  if (b =? 0)%N then confirm b w = Ended else exists w', confirm b w = Going w'.
Proof.
  intros Hw H. destruct (probe_exists n w Hw) as (b' & w' & E). unfold confirm. rewrite E.
  apply (probe_spec t g under Ht Hopen Hunder n) in E as [H' _]; trivial.
  pose proof (member_unique _ _ _ _ _ Ht H H') as Eb. apply N2Nat.inj in Eb as <-. rewrite N.eqb_refl.
  destruct (b =? 0)%N; eauto.
Qed.

Lemma right_confirmed n w b : walked t g under n w -> right_term t g n b ->
  exists w', confirm b w = Going w'.
Proof.
  intros Hw (v & -> & H). rewrite <- (Nat2N.id (S v)) in H. exact (confirm_member n w _ Hw H).
Qed.

Lemma along_confirmed terms : forall n w, walked t g under n w ->
  (forall i b, nth_error terms i = Some b -> right_term t g (n + i) b) ->
  exists w', along terms w = Going w'.
Proof.
  induction terms as [|b terms IH]; intros n w Hw H; [now exists w|]. cbn [along].
  pose proof (H 0 b eq_refl) as Hb. rewrite Nat.add_0_r in Hb.
  destruct (right_confirmed n w b Hw Hb) as (w1 & E). rewrite E.
  apply (confirm_going t g under Ht Hopen Hunder n) in E as [_ Hw1]; trivial.
  apply (IH (S n)); trivial. intros i b' Hi. replace (S n + i) with (n + S i) by lia. now apply H.
Qed.

Lemma walk_confirmed n w terms m : walked t g under n w ->
  (forall i, i < N.to_nat m -> exists b, get terms i = Some b /\ right_term t g (n + i) b) ->
  exists w' terms', walk m (Some (w, terms)) = Some (w', terms').
Proof.
  intros Hw. induction m as [|m IH] using N.peano_ind; intros H; [now exists w, terms|].
  destruct IH as (w1 & terms1 & E); [intros i Hi; apply H; lia|].
  destruct (walk_spec t g under Ht Hopen Hunder n w terms Hw m w1 terms1 E) as (Hw1 & Hget & _).
  unfold walk in *. rewrite N.iter_succ, E. cbn [stride]. destruct (H (N.to_nat m)) as (b & Eb & Hb); [lia|].
  rewrite <- (Nat.add_0_r (N.to_nat m)), <- Hget in Eb. cbn [get] in Eb.
  destruct (next terms1) as [[b' more]|]; [|easy]. injection Eb as ->.
  destruct (right_confirmed _ w1 b Hw1 Hb) as (w2 & Ew). rewrite Ew. eauto.
Qed.

(** The first n terms, if none of them ends the slice. *)
Lemma terms_exist n : (forall a, a < n -> exists b, member t g a (S b)) ->
  exists terms, length terms = n /\ forall i b, nth_error terms i = Some b -> right_term t g i b.
Proof.
  induction n as [|n IH]; intros H; [exists []; split; trivial; now intros [|i]|].
  destruct IH as (terms & Hlen & Hall); [intros a Ha; apply H; lia|]. destruct (H n) as (b & Hb); [lia|].
  exists (terms ++ [N.of_nat (S b)]). split; [rewrite app_length; simpl; lia|]. intros i b' Hi.
  destruct (Nat.lt_ge_cases i n) as [L|L]; [rewrite nth_error_app1 in Hi by lia; now apply Hall|].
  rewrite nth_error_app2, Hlen in Hi by lia. destruct (i - n) as [|j] eqn:Ei; [|now destruct j].
  injection Hi as <-. exists b. split; trivial. now replace i with n by lia.
Qed.

(** A slice that ends has a line. *)
Lemma finite_line_exists a : member t g a 0 -> exists terms,
  forall tl nm, check_finite (Walker under first first)
    (Slice tl nm Finite (Listed terms) [] 0 (N.of_nat (length terms))) = Some terms.
Proof.
  intros H. pose proof (member_goes_on t g a 0 Ht H) as Hon. destruct (terms_exist a) as (most & Hlen & Hall).
  { intros i Hi. destruct (member_exists t g i Ht Hopen) as ([|b] & _ & Hb); [intros j Hj; apply Hon; lia | | eauto].
    now elim (Hon i). }
  exists (most ++ [0%N]). intros tl nm. unfold check_finite.
  cbn [no_terms period modulus bound head size follow]. rewrite count_length, !N.eqb_refl. cbn [andb].
  assert (H0 : walked t g under 0 (Walker under first first)) by now apply walked_begin.
  destruct (along_confirmed most 0 _ H0 Hall) as (w & E). rewrite along_more, E.
  apply (along_going t g under Ht Hopen Hunder _ 0) in E as [Hw _]; trivial. simpl in Hw. rewrite Hlen in Hw.
  pose proof (confirm_member a w 0%N Hw H) as Ec. cbn [N.eqb] in Ec. now rewrite Ec.
Qed.

(** ** The state returns *)

(** The state at a, as a set. *)
Fixpoint set_at (s : sequence N) (a : nat) : set :=
  match a with
  | 0 => first
  | S a => shift (set_at s a) (match get s a with Some b => b | None => 0%N end)
  end.

Lemma set_at_state s a : true_slice t g s -> (forall a, exists b, member t g a (S b)) ->
  forall v, has (set_at s a) v <-> state t g a v.
Proof.
  intros Hs Hon. induction a as [|a IH]; intros v; [apply Hfirst|]. cbn [set_at].
  rewrite has_shift, state_next, IH. apply or_iff_compat_l. destruct (Hon a) as (b & Hb).
  rewrite (proj1 (Hs a (S b)) Hb), (Hs a (S v)). rewrite (proj1 (Hs a (S b)) Hb). split; congruence.
Qed.

(** If a slice repeats from s on, its state does so later. *)
Lemma state_repeats s m : 0 < m -> Periodicity.repeats t g s m ->
  exists s', forall a v, s' <= a -> (state t g (a + m) v <-> state t g a v).
Proof.
  intros Hm Hrep.
  set (bounds := map (fun x => value_bound (cut x t) g 0) (seq 0 (width t))).
  set (K := s + value_bound t g (s + m) + list_max bounds).
  assert (Hown : forall a b, member t g a b -> b <= K).
  { intros a b H. apply (repeats_reach t g s m) in H; trivial. unfold K. lia. }
  assert (Hcorner : forall x b, x < width t -> member (cut x t) g 0 b -> b <= K).
  { intros x b Hx H. apply member_reach in H; [|now apply cut_tail].
    pose proof (proj1 (list_max_le bounds _) (le_n _)) as Hall. rewrite Forall_forall in Hall.
    enough (value_bound (cut x t) g 0 <= list_max bounds) by (unfold K; lia).
    apply Hall, in_map_iff. exists x. split; trivial. apply in_seq. lia. }
  exists (S (s + K + width t)). intros a v Ha. unfold state, own, corner, empty_bar. split.
  - intros [(i & Hi & H)|[(x & Hx & H)|]]; [left | apply Hcorner in H; trivial; lia | lia].
    pose proof (Hown _ _ H). exists (i - m). split; [lia|]. apply Hrep; [lia|].
    replace (i - m + m) with i by lia. now replace (v + (a - (i - m))) with (v + (a + m - i)) by lia.
  - intros [(i & Hi & H)|[(x & Hx & H)|]]; [left | apply Hcorner in H; trivial; lia | lia].
    pose proof (Hown _ _ H). exists (i + m). split; [lia|].
    replace (v + (a + m - (i + m))) with (v + (a - i)) by lia. apply Hrep; [lia | trivial].
Qed.

(** The first number from lo on with a property, or at least one whose predecessor has it not. *)
Lemma first_from (P : nat -> bool) lo n : P (lo + n) = true ->
  exists a, lo <= a /\ P a = true /\ (a = lo \/ lo < a /\ P (a - 1) = false).
Proof.
  induction n as [|n IH]; intros H; [exists lo; rewrite Nat.add_0_r in H; auto|].
  destruct (P (lo + n)) eqn:E; [now apply IH|]. exists (lo + S n). split; [lia|]. split; trivial. right.
  split; [lia|]. now replace (lo + S n - 1) with (lo + n) by lia.
Qed.

(** What other slices exclude repeats as their sequence does. *)
Lemma outside_again a m v : length (start under) <= a -> Nat.divide (length (cycle under)) m ->
  (outside t g (a + m) v <-> outside t g a v).
Proof.
  intros Ha Hm. destruct (Hunder a) as (x & Ex & Hx), (Hunder (a + m)) as (y & Ey & Hy).
  rewrite get_multiple in Ey by trivial. rewrite Ex in Ey. injection Ey as <-. now rewrite <- Hx, <- Hy.
Qed.

Hypothesis Hon : forall a, exists b, member t g a (S b).

(** A slice that repeats, as a sequence: the shortest one. *)
Lemma sequence_exists s m : 0 < m -> Periodicity.repeats t g s m ->
  exists h p, p <> [] /\ least_period p = true /\ least_head p h = true /\
    true_slice t g (Sequence h p).
Proof.
  intros Hm Hrep. destruct (terms_exist (s + m)) as (l & Hlen & Hall); [auto|].
  assert (Hh : length (firstn s l) = s) by (rewrite firstn_length; lia).
  assert (Hp : length (skipn s l) = m) by (rewrite skipn_length; lia).
  assert (Hright : forall a, exists b, get (Sequence (firstn s l) (skipn s l)) a = Some b /\ right_term t g a b).
  { induction a as [a IH] using lt_wf_ind. destruct (Nat.lt_ge_cases a (s + m)) as [L|L].
    - rewrite get_lists, firstn_skipn by (rewrite app_length; lia).
      destruct (nth_error l a) as [b|] eqn:E; [eauto | apply nth_error_None in E; lia].
    - destruct (IH (a - m)) as (b & Eb & v & Ev & Hv); [lia|]. exists b. split.
      + replace a with (a - m + length (skipn s l)) by lia. rewrite <- Eb.
        apply (get_periodic (Sequence (firstn s l) (skipn s l))). simpl. lia.
      + exists v. split; trivial. replace a with (a - m + m) by lia. apply Hrep; [lia | trivial]. }
  destruct (shortest_exists (firstn s l) (skipn s l)) as (h & p & H1 & H2 & H3 & Hget).
  { intros E. rewrite E in Hp. simpl in Hp. lia. }
  exists h, p. split; [trivial|]. split; [trivial|]. split; [trivial|]. intros a b. rewrite Hget.
  destruct (Hright a) as (v & Ev & Hv). now apply (right_term_slice t g Ht a v).
Qed.

(** A slice that does not end has a line. *)
Lemma periodic_line_exists s m : 0 < m -> Periodicity.repeats t g s m ->
  exists terms p md bd, forall tl nm, check_periodic (Walker under first first)
    (Slice tl nm Periodic (Listed terms) p md bd) = Some terms.
Proof.
  intros Hm0 Hrep0. destruct (sequence_exists s m Hm0 Hrep0) as (h & p & Hp & Hleast & Hhead & Hslice).
  clear s m Hm0 Hrep0. set (M := N.lcm (N.of_nat (length (cycle under))) (N.of_nat (length p))).
  set (m := N.to_nat M). set (settled := length (start under)).
  assert (Hm : 0 < m).
  { pose proof (columns_cycle _ _ Hunder) as Hc. enough (M <> 0%N) by lia. clear - Hc Hp.
    intros E. apply N.lcm_eq_0 in E as [E|E]; [now destruct (cycle under) | now destruct p]. }
  assert (Hdiv : Nat.divide (length (cycle under)) m).
  { rewrite <- (Nat2N.id (length _)). apply divide_to_nat, N.divide_lcm_l. }
  assert (Hdiv' : Nat.divide (length p) m).
  { rewrite <- (Nat2N.id (length _)). apply divide_to_nat, N.divide_lcm_r. }
  assert (Hrep : Periodicity.repeats t g (length h) m).
  { intros a b Ha. rewrite !(Hslice _ b). now rewrite get_multiple. }
  destruct (state_repeats (length h) m Hm Hrep) as (s & Hs).
  set (state_at := set_at (Sequence h p)). pose proof (fun a => set_at_state _ a Hslice Hon) as Hset.
  fold state_at in Hset.
  set (returns := fun a => equal (state_at a) (state_at (a + m))).
  assert (Hreturns : forall a, returns a = true <-> forall v, state t g (a + m) v <-> state t g a v).
  { intros a. unfold returns. split.
    - intros E v. apply equal_spec in E. now rewrite <- !Hset, E.
    - intros E. enough (E' : state_at a = state_at (a + m)) by (rewrite E'; apply equal_self). apply same_set.
      intros v. now rewrite !Hset, E. }
  destruct (first_from returns settled s) as (a & Ha & Hret & Hfirst_return).
  { apply Hreturns. intros v. apply Hs. lia. }
  pose proof (proj1 (Hreturns a) Hret) as Hstate.
  assert (Hbehind : a = settled \/ settled < a /\ ~ forall v, state t g (a - 1 + m) v <-> state t g (a - 1) v).
  { destruct Hfirst_return as [|[L E]]; [now left | right]. split; trivial. intros H. apply Hreturns in H. congruence. }
  assert (Hh : length h <= a).
  { apply (head_over h p a m); trivial. intros i Hi.
    destruct (return_of_state t g a m Ht Hopen Hm) with (n := i - a) as (_ & b & H & H'); trivial.
    - intros i' v Hi'. apply outside_again; [unfold settled in Ha; lia | trivial].
    - replace (a + (i - a)) with i in * by lia. apply Hslice in H, H'. congruence. }
  clear Hfirst_return Hret Hs Hrep. exists h, p, M, (N.of_nat a + M)%N. intros tl nm. unfold check_periodic.
  cbn [shadow head period modulus bound size]. rewrite !count_length. fold settled M.
  replace (N.of_nat a + M - M)%N with (N.of_nat a) by lia.
  replace (no_terms p) with false by now destruct p. rewrite N.eqb_refl, Hleast. cbn [negb andb].
  rewrite (proj2 (N.leb_le M (N.of_nat a + M))), (proj2 (N.leb_le (N.of_nat settled) (N.of_nat a))),
    (proj2 (N.leb_le (N.of_nat (length h)) (N.of_nat a))) by lia. cbn [andb follow].
  assert (Hterm : forall i, exists b, get (Sequence h p) i = Some b /\ right_term t g i b).
  { intros i. destruct (Hon i) as (b & Hb). exists (N.of_nat (S b)). split; [now apply Hslice | now exists b]. }
  assert (H0 : walked t g under 0 (Walker under first first)) by now apply walked_begin.
  destruct (along_confirmed h 0 _ H0) as (w & E).
  { intros i b Hi. destruct (Hterm i) as (b' & Eb & Hb). assert (i < length h) by (apply nth_error_Some; congruence).
    rewrite get_lists, nth_error_app1 in Eb by (rewrite ?app_length; lia). simpl. congruence. }
  rewrite E, Hhead.
  pose proof (along_behind t g under Ht Hopen Hunder _ 0 _ _ H0 (fun H => match Nat.lt_irrefl 0 H with end) E) as Hb.
  apply (along_going t g under Ht Hopen Hunder _ 0) in E as [Hw _]; [|exact H0]. simpl in Hb, Hw.
  destruct (walk_confirmed (length h) w (Sequence [] p) (N.of_nat a - N.of_nat (length h)) Hw) as (arrived & later & Ew).
  { intros i Hi. rewrite <- (get_cycle h p i). apply Hterm. }
  rewrite Ew. pose proof (walk_behind t g under Ht Hopen Hunder _ _ _ Hw Hb _ _ _ Ew) as Barrived.
  apply (walk_spec t g under Ht Hopen Hunder _ _ _ Hw) in Ew as (Warrived & Hlater & _).
  replace (length h + N.to_nat (N.of_nat a - N.of_nat (length h))) with a in * by lia.
  destruct (walk_confirmed a arrived later M Warrived) as (returned & rest & Er).
  { intros i Hi. rewrite Hlater, <- (get_cycle h p).
    replace (length h + (N.to_nat (N.of_nat a - N.of_nat (length h)) + i)) with (a + i) by lia. apply Hterm. }
  rewrite Er. pose proof (walk_behind t g under Ht Hopen Hunder _ _ _ Warrived Barrived _ _ _ Er) as Breturned.
  apply (walk_spec t g under Ht Hopen Hunder _ _ _ Warrived) in Er as (Wreturned & _ & _).
  fold m in Breturned, Wreturned.
  replace (here returned) with (here arrived).
  2:{ apply same_set. intros v.
      now rewrite (walked_state _ _ _ _ _ Warrived), (walked_state _ _ _ _ _ Wreturned), Hstate. }
  rewrite equal_self. cbn [andb]. destruct Hbehind as [->|[L Hnot]]; [now rewrite N.leb_refl|].
  destruct (equal (before arrived) (before returned)) eqn:Eq; [|now rewrite orb_true_r]. exfalso. apply Hnot.
  intros v. apply equal_spec in Eq. pose proof (Barrived ltac:(lia) v) as HA. pose proof (Breturned ltac:(lia) v) as HB.
  rewrite Eq in HA. replace (a + m - 1) with (a - 1 + m) in HB by lia. now rewrite <- HA, <- HB.
Qed.

End Slice.

(** The line of a slice, from what is known before it. *)
Theorem line_exists t g i under : is_tail t -> right_inside t g i -> columns under (outside t g) ->
  exists kd h p md bd, forall tl nm,
    check_slice i under (Slice tl nm kd (Listed h) p md bd) = Some h.
Proof.
  intros Ht Hi Hunder. destruct i as [x|first]; simpl in Hi.
  - exists Empty, [], [], 0%N, x. intros tl nm. cbn. now rewrite N.eqb_refl.
  - destruct Hi as [Hopen Hfirst]. destruct (finite_or_periodic t g Ht) as [H|[(a & H & _)|(s & m & Hm & Hon & Hrep)]].
    + exfalso. destruct (member_exists t g 0 Ht Hopen) as (b & _ & Hb); [intros i Hi; lia|]. now elim (H 0 b).
    + destruct (finite_line_exists t g under first Ht Hopen Hfirst Hunder a H) as (h & E).
      exists Finite, h, [], 0%N, (N.of_nat (length h)). exact E.
    + destruct (periodic_line_exists t g under first Ht Hopen Hfirst Hunder Hon s m Hm Hrep) as (h & p & md & bd & E).
      exists Periodic, h, p, md, bd. exact E.
Qed.
