(** * What is kept from slice to slice is right

    Lemmas 4, 5 and 6 of soundness.md, as they are computed; and no slice of the claim is left out. *)

From Coq Require Import List Arith NArith Lia Bool FMapPositive.
From ZChomp Require Import Chomp Nim Slices Recurrence Checker Sequences Walking Tails.
Import ListNotations.

(** ** Entries *)

Definition right_entry (t : list nat) (g : nat) (e : entry) : Prop :=
  (forall t', width t' = S (width t) -> cut (width t) t' = t -> right_inside t' g (heir e)) /\
  forall i s, nth_error (chains e) i = Some s -> columns s (fun a v => chain i t g a v \/ member t g a v).

Record right (k : context) : Prop := {
  right_recent : forall m u e, In m (recent k) -> PositiveMap.find (key u) m = Some e ->
    right_entry (nats u) (N.to_nat (now k)) e;
  right_lower : forall u n s, PositiveMap.find (key u) (lower k) = Some (n, s) ->
    columns s (lower_value (nats u) (N.to_nat n));
  right_pending : forall t, In t (pending k) -> is_tail (nats t) }.

Lemma find_add {A} (t u : list N) (x y : A) m :
  PositiveMap.find (key u) (PositiveMap.add (key t) x m) = Some y ->
  (u = t /\ y = x) \/ PositiveMap.find (key u) m = Some y.
Proof.
  destruct (Pos.eq_dec (key u) (key t)) as [E|E].
  - rewrite E, PositiveMap.gss. intros [= <-]. left. split; [now apply key_injective | trivial].
  - rewrite PositiveMap.gso by trivial. auto.
Qed.

Lemma find_entry_right k t u e : right k -> find_entry k t u = Some e ->
  right_entry (nats u) (N.to_nat (now k)) e.
Proof.
  intros Hk. unfold find_entry. set (j := N.to_nat _).
  destruct (nth_in_or_default j (recent k) (PositiveMap.empty entry)) as [Hin| ->].
  - now apply (right_recent k Hk).
  - now rewrite PositiveMap.gempty.
Qed.

(** ** Before a slice *)

Lemma find_inside_right k t i : right k -> is_tail (nats t) -> find_inside k t = Some i ->
  right_inside (nats t) (N.to_nat (now k)) i.
Proof.
  intros Hk Ht. unfold find_inside.
  assert (Hzero : width (nats t) = 0 -> right_inside (nats t) (N.to_nat (now k)) (Open (insert 0 no_number))).
  { intros Hw. split; [intros x Hx; lia|]. intros v. rewrite state_first, has_insert by trivial. split.
    - intros [H|E]; [now elim (has_no_number v) | lia].
    - intros ->. now right. }
  destruct (parents t) as [|[u|] ps] eqn:Ep.
  - intros [= <-]. apply Hzero. destruct t; [trivial | discriminate].
  - destruct (find_entry k t u) as [e|] eqn:Ee; [|easy]. intros [= <-].
    destruct (parents_spec t 0 (Some u)) as (y & Hy & Hu); [now rewrite Ep|].
    change (bite 0 y (nats t)) with (cut y (nats t)) in Hu. fold (width (nats t)) in Hy.
    apply (find_entry_right k t u e Hk) in Ee as [Hheir _].
    assert (Hw : width (nats u) = y) by (rewrite Hu, width_cut; lia).
    apply Hheir; rewrite Hw; [trivial | now rewrite Hu].
  - intros [= <-]. apply Hzero. apply (parents_spec t 0 None). now rewrite Ep.
Qed.

(** What a sequence of columns, or its absence, stands for. *)
Definition stands_for (c : option (sequence set)) (P : nat -> nat -> Prop) : Prop :=
  match c with Some s => columns s P | None => forall a v, ~ P a v end.

Lemma or_nothing_right c P : stands_for c P -> columns (or_nothing c) P.
Proof.
  destruct c as [s|]; simpl; trivial. intros H. apply (columns_same nothing (fun _ _ => False)); [|apply columns_nothing].
  intros a v. split; [easy | apply H].
Qed.

Lemma find_chains_right k t i ps cs : right k -> is_tail (nats t) ->
  (forall j p, nth_error ps j = Some p -> nth_error (parents t) (i + j) = Some p) ->
  find_chains k t i ps = Some cs ->
  length cs = length ps /\
  forall j c, nth_error cs j = Some c -> stands_for c (chain (i + j) (nats t) (N.to_nat (now k))).
Proof.
  intros Hk Ht. revert i cs. induction ps as [|p ps IH]; intros i cs Hps; cbn [find_chains].
  { intros [= <-]. split; trivial. now intros [|j]. }
  pose proof (parents_spec t (i + 0) p (Hps 0 p eq_refl)) as Hp. rewrite Nat.add_0_r in Hp.
  assert (Hps' : forall j p', nth_error ps j = Some p' -> nth_error (parents t) (S i + j) = Some p').
  { intros j p' Hj. replace (S i + j) with (i + S j) by lia. now apply Hps. }
  assert (Hcons : forall more c, find_chains k t (S i) ps = Some more ->
            stands_for c (chain i (nats t) (N.to_nat (now k))) ->
            length (c :: more) = length (p :: ps) /\
            forall j c', nth_error (c :: more) j = Some c' -> stands_for c' (chain (i + j) (nats t) (N.to_nat (now k)))).
  { intros more c Em Hc. destruct (IH (S i) more Hps' Em) as [Hlen Hall]. split; [simpl; congruence|].
    intros [|j] c' Hj; [injection Hj as <-; now rewrite Nat.add_0_r|].
    replace (i + S j) with (S i + j) by lia. now apply Hall. }
  destruct p as [u|].
  - destruct (find_entry k t u) as [e|] eqn:Ee; [|easy]. destruct (nth_error (chains e) i) as [s|] eqn:Es; [|easy].
    destruct (find_chains k t (S i) ps) as [more|] eqn:Em; [|easy]. intros [= <-]. apply Hcons; trivial.
    destruct Hp as (y & Hy & Hu). apply (find_entry_right k t u e Hk) in Ee as [_ Hchains]. specialize (Hchains i s Es).
    rewrite Hu in Hchains. pose proof (chain_next i (nats t) (N.to_nat (now k))) as Hnext.
    assert (Hw : width (bite i y (nats t)) = match i with 0 => y | _ => width (nats t) end).
    { unfold width in *. rewrite nth_bite. destruct i; simpl in *; lia. }
    destruct i as [|i]; simpl.
    + apply (columns_same _ (fun a v => chain 0 (bite 0 y (nats t)) (N.to_nat (now k)) (S a) v \/
                                        member (bite 0 y (nats t)) (N.to_nat (now k)) (S a) v)).
      * intros a v. rewrite (Hnext a v y Hy), Hw. fold (width (nats t)) in Hy. rewrite Hy.
        now replace (a + (S y - y)) with (S a) by lia.
      * apply (columns_drop_first s _ Hchains).
    + refine (columns_same _ _ _ _ Hchains). intros a v. rewrite (Hnext a v y Hy), Hw.
      now rewrite Nat.sub_diag, Nat.add_0_r.
  - destruct (find_chains k t (S i) ps) as [more|] eqn:Em; [|easy]. intros [= <-]. apply Hcons; trivial.
    intros a v. now apply chain_none.
Qed.

Lemma find_lower_right k t low : right k -> find_lower k t = Some low ->
  stands_for low (lower_value (nats t) (N.to_nat (now k))).
Proof.
  intros Hk. unfold find_lower. destruct (N.eqb_spec (now k) 0) as [->|_].
  - intros [= <-] a v (h & Hh & _). simpl in Hh. lia.
  - destruct (PositiveMap.find (key t) (lower k)) as [[n s]|] eqn:E; [|easy].
    destruct (N.eqb_spec n (now k)) as [->|]; [|easy]. intros [= <-]. exact (right_lower k Hk t _ s E).
Qed.

(** ** All that other slices exclude *)

Definition some_column (Ps : list (nat -> nat -> Prop)) (a v : nat) : Prop := Exists (fun P : nat -> nat -> Prop => P a v) Ps.

Lemma fold_union_right more Ps : Forall2 columns more Ps -> forall s P, columns s P ->
  columns (fold_left (combine union) more s) (some_column (P :: Ps)).
Proof.
  induction 1 as [|c Q more Ps Hc _ IH]; intros s P Hs; simpl.
  - refine (columns_same _ _ _ _ Hs). intros a v. unfold some_column. rewrite Exists_cons, Exists_nil. tauto.
  - refine (columns_same _ _ _ _ (IH _ _ (columns_union _ _ _ _ Hs Hc))). intros a v. unfold some_column.
    rewrite !Exists_cons. tauto.
Qed.

Lemma some_of_right cs Ps : Forall2 stands_for cs Ps ->
  exists Qs, Forall2 columns (some_of cs) Qs /\ forall a v, some_column Qs a v <->
  some_column Ps a v.
Proof.
  induction 1 as [|c P cs Ps Hc _ (Qs & HQs & E)]; [exists []; split; [constructor | easy]|].
  destruct c as [s|]; simpl in *.
  - exists (P :: Qs). split; [now constructor|]. intros a v. unfold some_column in *. rewrite !Exists_cons, E. tauto.
  - exists Qs. split; trivial. intros a v. unfold some_column in *. rewrite Exists_cons, E. specialize (Hc a v). tauto.
Qed.

Lemma together_right cs Ps : Forall2 stands_for cs Ps -> columns (together cs) (some_column Ps).
Proof.
  intros H. apply some_of_right in H as (Qs & HQs & E). unfold together. apply (columns_same _ (some_column Qs)); trivial.
  destruct HQs as [|s Q more Qs Hs Hmore].
  - refine (columns_same _ _ _ _ columns_nothing). intros a v. unfold some_column. now rewrite Exists_nil.
  - now apply fold_union_right.
Qed.

Lemma scene_right k t i cs low : right k -> is_tail (nats t) -> scene k t = Some (i, cs, low) ->
  let g := N.to_nat (now k) in
  right_inside (nats t) g i /\ columns (together (low :: cs)) (outside (nats t) g) /\
  stands_for low (lower_value (nats t) g) /\
  forall j c, nth_error cs j = Some c -> stands_for c (chain j (nats t) g).
Proof.
  intros Hk Ht Hscene g. unfold scene in Hscene. destruct (find_inside k t) as [i'|] eqn:Ei; [|easy].
  destruct (find_chains k t 0 (parents t)) as [cs'|] eqn:Ec; [|easy].
  destruct (find_lower k t) as [low'|] eqn:El; [|easy]. injection Hscene as <- <- <-.
  apply find_inside_right in Ei; trivial. apply find_lower_right in El; trivial.
  apply find_chains_right in Ec as [Hlen Hchains]; trivial. simpl in Hchains. rewrite length_parents in Hlen.
  repeat split; trivial.
  refine (columns_same _ _ _ _ (together_right (low' :: cs')
    (lower_value (nats t) g :: map (fun j => chain j (nats t) g) (seq 0 (length cs'))) _)).
  - intros a v. unfold some_column, outside, below. rewrite Exists_cons, Exists_exists. split.
    + intros [H|(P & HP & H)]; [now right|]. left. apply in_map_iff in HP as (j & <- & _). now exists j.
    + intros [(j & H)|H]; [right | now left]. exists (chain j (nats t) g). split; trivial.
      apply in_map_iff. exists j. split; trivial. apply in_seq.
      destruct (Nat.lt_ge_cases j (length cs')) as [L|L]; [lia|].
      destruct H as (x & Hx & _). rewrite nth_overflow in Hx; [lia|]. unfold nats. rewrite map_length. lia.
  - constructor; trivial.
    assert (H : forall l b, (forall j c, nth_error l j = Some c -> stands_for c (chain (b + j) (nats t) g)) ->
              Forall2 stands_for l (map (fun j => chain j (nats t) g) (seq b (length l)))).
    { induction l as [|c l IH]; intros b Hl; simpl; constructor.
      - rewrite <- (Nat.add_0_r b) at 1. now apply Hl.
      - apply IH. intros j c' Hj. replace (S b + j) with (b + S j) by lia. now apply Hl. }
    apply H. exact Hchains.
Qed.

(** ** After a slice *)

Lemma inherit_right t i slice g t' : is_tail (nats t) -> right_inside (nats t) g i ->
  true_slice (nats t) g slice ->
  width t' = S (width (nats t)) -> cut (width (nats t)) t' = nats t ->
  right_inside t' g (inherit i t slice).
Proof.
  intros Ht Hi Hslice Hw Hcut. destruct i as [x|first]; simpl in *.
  - apply (witness_next_older t' g (width (nats t))); trivial. now rewrite Hcut.
  - destruct Hi as [Hopen Hfirst]. destruct (member_exists (nats t) g 0 Ht Hopen) as (b & _ & Hb); [intros i Hi; lia|].
    pose proof (proj1 (Hslice 0 b) Hb) as E. cbn [get] in E. destruct (next slice) as [[b' rest]|]; [|easy].
    injection E as ->. destruct (N.eqb_spec (N.of_nat b) 0) as [E|E]; simpl.
    + rewrite <- width_nats. apply witness_next_newer; trivial; rewrite Hcut; trivial. now replace 0 with b at 2 by lia.
    + assert (Hnot : ~ member (nats t) g 0 0) by (intros H; pose proof (member_unique _ _ _ _ _ Ht Hb H); lia).
      split.
      * apply (open_next t' g (width (nats t))); trivial. rewrite Hcut. auto.
      * intros v. rewrite has_shift, (state_next_slice t' g (width (nats t))), Hcut, Hfirst by trivial.
        apply or_iff_compat_l. split.
        -- intros E'. now replace (S v) with b by lia.
        -- intros H. now rewrite (member_unique _ _ _ _ _ Ht Hb H).
Qed.

Lemma settle_right k : right k -> right (settle k).
Proof.
  intros Hk. unfold settle. destruct k as [n most upto now total [|t rest] recent low latest]; trivial.
  destruct (total <? _)%N; [|destruct (now <? most)%N; trivial].
  - split; cbn [Checker.recent Checker.now Checker.lower pending].
    + intros m u e [<-|Hm]; [now rewrite PositiveMap.gempty|]. apply (right_recent _ Hk). simpl.
      rewrite <- (firstn_skipn n recent). apply in_or_app. now left.
    + apply (right_lower _ Hk).
    + intros t Ht. now apply in_tails in Ht as [(_ & Ht & _) _].
  - split; cbn [Checker.recent Checker.now Checker.lower pending].
    + intros m u e [<-|[]]. now rewrite PositiveMap.gempty.
    + apply (right_lower _ Hk).
    + intros t Ht. now apply in_tails in Ht as [(_ & Ht & _) _].
Qed.

Lemma advance_right k t rest i cs low h p : right k -> pending k = t :: rest ->
  scene k t = Some (i, cs, low) ->
  true_slice (nats t) (N.to_nat (now k)) (Sequence h p) -> right (advance k t rest i cs low h p).
Proof.
  intros Hk Hpending Hscene Hslice. set (g := N.to_nat (now k)) in *.
  assert (Ht : is_tail (nats t)) by (apply (right_pending k Hk); rewrite Hpending; now left).
  destruct (scene_right k t i cs low Hk Ht Hscene) as (Hi & _ & Hlow & Hcs). fold g in Hi, Hlow, Hcs.
  unfold advance. apply settle_right. split; cbn [recent now Checker.lower pending].
  - fold g. intros m u e Hm. destruct (recent k) as [|m0 ms] eqn:Er; [easy|]. intros He.
    assert (Hold : forall m', In m' (m0 :: ms) -> PositiveMap.find (key u) m' = Some e -> right_entry (nats u) g e).
    { intros m' Hm'. apply (right_recent k Hk). now rewrite Er. }
    destruct Hm as [<-|Hm]; [|apply (Hold m); [now right | trivial]].
    apply find_add in He as [[-> ->]|He]; [|apply (Hold m0); [now left | trivial]]. split; cbn [heir chains].
    + intros t' Hw Hcut. now apply inherit_right.
    + intros j s. rewrite nth_error_map. destruct (nth_error cs j) as [c|] eqn:Ec; [|easy]. intros [= <-].
      apply columns_insert; [now apply or_nothing_right, Hcs | exact Hslice].
  - intros u n s. destruct (now k <? most k)%N; [|apply (right_lower k Hk)]. intros He.
    apply find_add in He as [[-> [= -> ->]]|He]; [|now apply (right_lower k Hk)].
    apply (columns_same _ (fun a v => lower_value (nats t) g a v \/ member (nats t) g a v)).
    + intros a v. unfold lower_value. rewrite N2Nat.inj_succ. fold g. split.
      * intros [(h' & Hh & H)|H]; [exists h'; split; [lia | trivial] | exists g; split; [lia | trivial]].
      * intros (h' & Hh & H). destruct (Nat.eq_dec h' g) as [->|]; [now right|]. left. exists h'. split; [lia | trivial].
    + apply columns_insert; [now apply or_nothing_right | exact Hslice].
  - intros u Hu. apply (right_pending k Hk). rewrite Hpending. now right.
Qed.

Lemma initial_right n nim upto : right (initial n nim upto).
Proof.
  split; simpl.
  - intros m u e [<-|[]]. now rewrite PositiveMap.gempty.
  - intros u m s. now rewrite PositiveMap.gempty.
  - intros t Ht. now apply in_tails in Ht as [(_ & Ht & _) _].
Qed.
