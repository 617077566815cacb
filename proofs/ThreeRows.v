(** * Three rows: the recurrence

    [c, a, b] is the position with rows (a + b + c, a + c, c). From the rules of the game alone we prove that for
    every c and a there is at most one b for which it is losing (uniqueness), that there is none after a column with
    b = 0 (termination), that otherwise there is one (existence), and that it is the least b that is not excluded
    (the recurrence of [Zei04]). Lemmas and theorems are numbered as in soundness.md. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp.
Import ListNotations.

Definition bracket (c a b : nat) : rows := [a + b + c; a + c; c].
Notation "[ c , a , b ]" := (bracket c a b).

(** The losing positions; [0, 0, 0] would be the empty bar. *)
Definition loser (c a b : nat) : Prop := (c, a, b) <> (0, 0, 0) /\ losing [c, a, b].

Lemma position_three c a b : (c, a, b) <> (0, 0, 0) -> is_position [c, a, b].
Proof.
  intros Hbar. split.
  - intros [|[|[|[|i]]]]; simpl; lia.
  - simpl. destruct c, a, b; try lia. now elim Hbar.
Qed.

Lemma loser_dec c a b : {loser c a b} + {~ loser c a b}.
Proof.
  unfold loser. destruct (losing_or_winning [c, a, b]) as [H|H].
  - destruct c, a, b; [right; intros [E _]; now elim E | left..]; split; trivial; discriminate.
  - right. intros [_ Hl]. exact (losing_not_winning _ Hl H).
Qed.

(** ** Moves *)

(** Lemma 1: that some move of [c, a, b] leads to a loser. *)
Inductive leads_to_loser (c a b : nat) : Prop :=
| Move1a b' : b' < b -> loser c a b' -> leads_to_loser c a b
| Move1b a' : a' < a -> loser c a' 0 -> leads_to_loser c a b
| Move1c x : x < c -> loser x 0 0 -> leads_to_loser c a b
| Move2a a' : a' < a -> loser c a' (b + (a - a')) -> leads_to_loser c a b
| Move2b x : x < c -> loser x 0 (a + c - x + b) -> leads_to_loser c a b
| Move3 x : x < c -> loser x (a + c - x) b -> leads_to_loser c a b.

Lemma same_rows (p q r p' q' r' : nat) : p = p' -> q = q' -> r = r' -> [p; q; r] = [p'; q'; r'].
Proof. now intros -> -> ->. Qed.

Lemma leads_to_loser_spec c a b :
  leads_to_loser c a b <-> exists q, move [c, a, b] q /\ losing q.
Proof.
  split.
  - assert (Hbite : forall i j c' a' b', loser c' a' b' -> j < nth i [c, a, b] 0 ->
              bite i j [c, a, b] = [c', a', b'] -> exists q, move [c, a, b] q /\ losing q).
    { intros i j c' a' b' [Hbar Hl] Hj E. exists [c', a', b']. split; trivial. rewrite <- E. constructor; trivial.
      intros [= -> ->]. apply Hbar. unfold bite, bracket in E. simpl in E. injection E. intros. repeat f_equal; lia. }
    intros [b' Hb H|a' Ha H|x Hx H|a' Ha H|x Hx H|x Hx H].
    + apply (Hbite 0 (a + b' + c) _ _ _ H); simpl; [lia | unfold bite, bracket; simpl; apply same_rows; lia].
    + apply (Hbite 0 (a' + c) _ _ _ H); simpl; [lia | unfold bite, bracket; simpl; apply same_rows; lia].
    + apply (Hbite 0 x _ _ _ H); simpl; [lia | unfold bite, bracket; simpl; apply same_rows; lia].
    + apply (Hbite 1 (a' + c) _ _ _ H); simpl; [lia | unfold bite, bracket; simpl; apply same_rows; lia].
    + apply (Hbite 1 x _ _ _ H); simpl; [lia | unfold bite, bracket; simpl; apply same_rows; lia].
    + apply (Hbite 2 x _ _ _ H); simpl; [lia | unfold bite, bracket; simpl; apply same_rows; lia].
  - intros (q & [i j Hj Hnot] & Hl).
    assert (Hloser : forall c' a' b', bite i j [c, a, b] = [c', a', b'] -> 0 < a' + b' + c' -> loser c' a' b').
    { intros c' a' b' E Hpos. split; [intros [= -> -> ->]; lia | now rewrite <- E]. }
    destruct i as [|[|[|i]]]; simpl in Hj; unfold bite, bracket in Hloser; simpl in Hloser.
    + assert (0 < j) by (destruct j; [now elim Hnot | lia]).
      destruct (Nat.lt_ge_cases j c); [|destruct (Nat.lt_ge_cases j (a + c))].
      * apply (Move1c _ _ _ j); trivial. apply Hloser; [apply same_rows|]; lia.
      * apply (Move1b _ _ _ (j - c)); [lia|]. apply Hloser; [apply same_rows|]; lia.
      * apply (Move1a _ _ _ (j - a - c)); [lia|]. apply Hloser; [apply same_rows|]; lia.
    + destruct (Nat.lt_ge_cases j c).
      * apply (Move2b _ _ _ j); trivial. apply Hloser; [apply same_rows|]; lia.
      * apply (Move2a _ _ _ (j - c)); [lia|]. apply Hloser; [apply same_rows|]; lia.
    + apply (Move3 _ _ _ j); [lia|]. apply Hloser; [apply same_rows|]; lia.
    + destruct i; lia.
Qed.

(** A position is a loser if and only if no move leads to one. *)
Theorem loser_iff c a b : (c, a, b) <> (0, 0, 0) -> (loser c a b <-> ~ leads_to_loser c a b).
Proof.
  intros Hbar. rewrite leads_to_loser_spec. unfold loser. rewrite losing_iff. split.
  - intros [_ H] (q & Hq & Hl). exact (H q Hq Hl).
  - intros H. split; trivial. intros q Hq Hl. apply H. now exists q.
Qed.

Lemma leads_dec c a b : leads_to_loser c a b \/ ~ leads_to_loser c a b.
Proof.
  destruct (losing_or_winning [c, a, b]) as [H|H].
  - right. rewrite leads_to_loser_spec. rewrite losing_iff in H. intros (q & Hq & Hl). exact (H q Hq Hl).
  - left. rewrite leads_to_loser_spec. destruct H as [q Hq Hl]. now exists q.
Qed.

(** ** Uniqueness, termination *)

(** At most one in a column. *)
Theorem loser_unique c a b b' : loser c a b -> loser c a b' -> b = b'.
Proof.
  assert (Hlt : forall x y, x < y -> loser c a x -> ~ loser c a y).
  { intros x y Hxy Hx Hy. apply (loser_iff c a y) in Hy; [|apply Hy]. apply Hy. now apply (Move1a _ _ _ x). }
  intros H H'. destruct (Nat.lt_trichotomy b b') as [L|[E|L]]; trivial; now elim (Hlt _ _ L).
Qed.

(** Lemma 2 (the end). *)
Theorem loser_end c a a' b : loser c a 0 -> a < a' -> ~ loser c a' b.
Proof.
  intros H0 Ha H. apply (loser_iff c a' b) in H; [|apply H]. apply H. now apply (Move1b _ _ _ a).
Qed.

(** The first player wins on a bar of three full rows, whatever its length (Lemma 6: no slice is empty). If the bar
    without its last square is a loser, this is the winning move; else its winning move was there from the start. *)
Lemma full_bar x : ~ loser x 0 0.
Proof.
  intros H. destruct x as [|x]; [now destruct H as [E _]|].
  apply (loser_iff (S x) 0 0) in H; [|discriminate]. apply H.
  assert (Hbar : (x, 1, 0) <> (0, 0, 0)) by now destruct x.
  destruct (leads_dec x 1 0) as [Hw|Hl].
  - destruct Hw as [b' Hb _|a' Ha Hl|y Hy Hl|a' Ha Hl|y Hy Hl|y Hy Hl]; try lia.
    + assert (a' = 0) by lia. subst. apply (Move1c _ _ _ x); [lia | trivial].
    + apply (Move1c _ _ _ y); [lia | trivial].
    + assert (a' = 0) by lia. subst. apply (Move2b _ _ _ x); [lia|].
      now replace (0 + S x - x + 0) with (0 + (1 - 0)) by lia.
    + apply (Move2b _ _ _ y); [lia|]. now replace (0 + S x - y + 0) with (1 + x - y + 0) by lia.
    + apply (Move3 _ _ _ y); [lia|]. now replace (0 + S x - y) with (1 + x - y) by lia.
  - apply (Move3 _ _ _ x); [lia|]. replace (0 + S x - x) with 1 by lia. now apply loser_iff.
Qed.

(** ** The recurrence *)

Definition own (c a v : nat) : Prop := exists i, i < a /\ loser c i (v + (a - i)).
Definition corner (c a v : nat) : Prop := exists x, x < c /\ loser x 0 (a + c - x + v).
Definition below (c a v : nat) : Prop := exists x, x < c /\ loser x (a + c - x) v.
Definition bar (c a v : nat) : Prop := c = 0 /\ a = 0 /\ v = 0.

(** The state of section 4, and everything that is excluded. *)
Definition state (c a v : nat) : Prop := own c a v \/ corner c a v \/ bar c a v.
Definition excluded (c a v : nat) : Prop := state c a v \/ below c a v.

Definition is_mex (E : nat -> Prop) (b : nat) : Prop := ~ E b /\ forall v, v < b -> E v.

(** No earlier column ends the slice. *)
Definition goes_on (c a : nat) : Prop := forall i, i < a -> ~ loser c i 0.

Lemma leads_or_excluded c a b : goes_on c a -> (c, a, b) <> (0, 0, 0) ->
  (leads_to_loser c a b <-> excluded c a b \/ exists b', b' < b /\ loser c a b').
Proof.
  intros Hon Hbar. split.
  - intros [b' Hb H|a' Ha H|x Hx H|a' Ha H|x Hx H|x Hx H].
    + right. now exists b'.
    + now elim (Hon a' Ha).
    + now elim (full_bar x).
    + left; left; left. now exists a'.
    + left; left; right; left. now exists x.
    + left; right. now exists x.
  - intros [[[(i & Hi & H)|[(x & Hx & H)|(-> & -> & ->)]]|(x & Hx & H)]|(b' & Hb & H)].
    + now apply (Move2a _ _ _ i).
    + now apply (Move2b _ _ _ x).
    + now elim Hbar.
    + now apply (Move3 _ _ _ x).
    + now apply (Move1a _ _ _ b').
Qed.

(** Theorem 1 (recurrence): as long as no earlier term is 0, the loser is where the mex is. *)
Theorem recurrence c a b : goes_on c a -> (loser c a b <-> is_mex (excluded c a) b).
Proof.
  intros Hon. split.
  - intros H. assert (Hbar : (c, a, b) <> (0, 0, 0)) by apply H.
    pose proof (proj1 (loser_iff c a b Hbar) H) as Hnone. rewrite (leads_or_excluded c a b Hon Hbar) in Hnone. split.
    + intros E. apply Hnone. now left.
    + intros v Hv. destruct (Nat.eq_dec (c + a + v) 0) as [E0|Hpos].
      { left; right; right. unfold bar. lia. }
      assert (Hbar' : (c, a, v) <> (0, 0, 0)) by (intros [= -> -> ->]; lia).
      destruct (leads_dec c a v) as [L|L].
      * apply (leads_or_excluded c a v Hon Hbar') in L as [E|(b' & Hb & Hl)]; trivial.
        pose proof (loser_unique _ _ _ _ H Hl). lia.
      * apply (loser_iff c a v Hbar') in L. pose proof (loser_unique _ _ _ _ H L). lia.
  - intros [Hnot Hall].
    assert (Hbar : (c, a, b) <> (0, 0, 0)).
    { intros [= -> -> ->]. apply Hnot. left; right; right. unfold bar. auto. }
    apply (loser_iff c a b Hbar). rewrite (leads_or_excluded c a b Hon Hbar). intros [E|(b' & Hb & Hl)]; [easy|].
    assert (Hbar' : (c, a, b') <> (0, 0, 0)) by apply Hl.
    apply (loser_iff c a b' Hbar') in Hl. apply Hl. apply leads_or_excluded; auto.
Qed.

(** ** Existence *)

Lemma pigeonhole (R : nat -> nat -> Prop) n :
  (forall v v' t, R v t -> R v' t -> v = v') -> ~ (forall v, v <= n -> exists t, t < n /\ R v t).
Proof.
  intros Hinj Hall.
  assert (Hts : forall vs, NoDup vs -> (forall v, In v vs -> v <= n) ->
            exists ts, NoDup ts /\ length ts = length vs /\ incl ts (seq 0 n) /\
                       forall t, In t ts -> exists v, In v vs /\ R v t).
  { induction 1 as [|v vs Hv _ IH]; intros Hle; [exists []; repeat split; easy || constructor|].
    destruct IH as (ts & Hnd & Hlen & Hincl & HR); [intros; apply Hle; now right|].
    destruct (Hall v (Hle v (or_introl eq_refl))) as (t & Ht & HRt).
    exists (t :: ts). repeat split.
    - constructor; trivial. intros Hin. destruct (HR t Hin) as (v' & Hv' & HR'). now rewrite (Hinj _ _ _ HRt HR') in Hv.
    - simpl. now rewrite Hlen.
    - intros t' [<-|Ht']; [apply in_seq; lia | now apply Hincl].
    - intros t' [<-|Ht']; [exists v; simpl; auto|]. destruct (HR t' Ht') as (v' & Hv' & HR'). exists v'. simpl. auto. }
  destruct (Hts (seq 0 (S n)) (seq_NoDup _ _)) as (ts & Hnd & Hlen & Hincl & _);
    [intros v Hv; apply in_seq in Hv; lia|].
  pose proof (NoDup_incl_length Hnd Hincl). rewrite seq_length in *. lia.
Qed.

Lemma search (P : nat -> Prop) n : (forall v, {P v} + {~ P v}) ->
  (exists v, v <= n /\ P v) \/ forall v, v <= n -> ~ P v.
Proof.
  intros Hdec. induction n as [|n [(v & Hv & H)|H]].
  - destruct (Hdec 0); [left; now exists 0 | right; intros v Hv; now replace v with 0 by lia].
  - left. exists v. split; [lia | trivial].
  - destruct (Hdec (S n)); [left; now exists (S n)|]. right. intros v Hv.
    destruct (Nat.eq_dec v (S n)) as [->|]; trivial. apply H. lia.
Qed.

(** If no earlier column ends the slice, the column has a loser, and it is not far away: each of its a columns to the
    left, its c corners and its c slices below exclude one b at most, and the empty bar one more. *)
Theorem loser_exists c a : goes_on c a -> exists b, b <= S (a + (c + c)) /\ loser c a b.
Proof.
  intros Hon. set (n := S (a + (c + c))).
  destruct (search (loser c a) n (loser_dec c a)) as [H|Hnone]; trivial. exfalso.
  apply (pigeonhole (fun v t =>
    (t < a /\ loser c t (v + (a - t))) \/
    (a <= t < a + c /\ loser (t - a) 0 (a + c - (t - a) + v)) \/
    (a + c <= t < a + (c + c) /\ loser (t - (a + c)) (a + c - (t - (a + c))) v) \/
    (t = a + (c + c) /\ bar c a v)) n).
  - intros v v' t [[? H]|[[? H]|[[? H]|[? H]]]] [[? H']|[[? H']|[[? H']|[? H']]]]; try lia.
    + pose proof (loser_unique _ _ _ _ H H'). lia.
    + pose proof (loser_unique _ _ _ _ H H'). lia.
    + exact (loser_unique _ _ _ _ H H').
    + unfold bar in *. lia.
  - intros v Hv.
    assert (E : excluded c a v).
    { destruct (Nat.eq_dec (c + a + v) 0); [left; right; right; unfold bar; lia|].
      assert (Hbar : (c, a, v) <> (0, 0, 0)) by (intros [= -> -> ->]; lia).
      destruct (leads_dec c a v) as [L|L]; [|apply (loser_iff c a v Hbar) in L; now elim (Hnone v Hv)].
      apply (leads_or_excluded c a v Hon Hbar) in L as [E|(b' & Hb & Hl)]; trivial. elim (Hnone b'); trivial. lia. }
    unfold n. destruct E as [[(i & Hi & H)|[(x & Hx & H)|H]]|(x & Hx & H)].
    + exists i. split; [lia|]. auto.
    + exists (a + x). split; [lia|]. right; left. split; [lia|]. now replace (a + x - a) with x by lia.
    + exists (a + (c + c)). split; [lia|]. auto.
    + exists (a + c + x). split; [lia|]. right; right; left. split; [lia|].
      now replace (a + c + x - (a + c)) with x by lia.
Qed.

(** ** What the next column and the next slice inherit (section 4, Lemmas 4 and 5) *)

Lemma state_next c a v : state c (S a) v <-> state c a (S v) \/ loser c a (S v).
Proof.
  unfold state, own, corner, bar. split.
  - intros [(i & Hi & H)|[(x & Hx & H)|?]]; [|left; right; left; exists x|lia].
    + destruct (Nat.eq_dec i a) as [->|].
      * right. now replace (S v) with (v + (S a - a)) by lia.
      * left; left. exists i. split; [lia|]. now replace (S v + (a - i)) with (v + (S a - i)) by lia.
    + split; trivial. now replace (a + c - x + S v) with (S a + c - x + v) by lia.
  - intros [[(i & Hi & H)|[(x & Hx & H)|?]]|H]; [left; exists i|right; left; exists x|lia|left; exists a].
    + split; [lia|]. now replace (v + (S a - i)) with (S v + (a - i)) by lia.
    + split; trivial. now replace (S a + c - x + v) with (a + c - x + S v) by lia.
    + split; [lia|]. now replace (v + (S a - a)) with (S v) by lia.
Qed.

(** The first state of a slice comes from that of the slice before it, by the same step. *)
Lemma state_next_slice c v : state (S c) 0 v <-> state c 0 (S v) \/ loser c 0 (S v).
Proof.
  unfold state, own, corner, bar. split.
  - intros [(i & Hi & _)|[(x & Hx & H)|?]]; [lia| |lia].
    destruct (Nat.eq_dec x c) as [->|].
    + right. now replace (S v) with (0 + S c - c + v) by lia.
    + left; right; left. exists x. split; [lia|]. now replace (0 + c - x + S v) with (0 + S c - x + v) by lia.
  - intros [[(i & Hi & _)|[(x & Hx & H)|?]]|H]; [lia| |lia|]; right; left.
    + exists x. split; [lia|]. now replace (0 + S c - x + v) with (0 + c - x + S v) by lia.
    + exists c. split; [lia|]. now replace (0 + S c - c + v) with (S v) by lia.
Qed.

Lemma below_next_slice c a v : below (S c) a v <-> below c (S a) v \/ loser c (S a) v.
Proof.
  unfold below. split.
  - intros (x & Hx & H). destruct (Nat.eq_dec x c) as [->|].
    + right. now replace (S a) with (a + S c - c) by lia.
    + left. exists x. split; [lia|]. now replace (S a + c - x) with (a + S c - x) by lia.
  - intros [(x & Hx & H)|H].
    + exists x. split; [lia|]. now replace (a + S c - x) with (S a + c - x) by lia.
    + exists c. split; [lia|]. now replace (a + S c - c) with (S a) by lia.
Qed.

(** Theorem 2 (return of state). If what lies below repeats with period m from s on, the slice has not ended before
    s + m, and the state at s + m is that at s, then the slice has no end and repeats with period m from s on. *)
Theorem return_of_state c s m :
  0 < m ->
  (forall a v, s <= a -> (below c (a + m) v <-> below c a v)) ->
  (forall a, a < s + m -> exists b, loser c a (S b)) ->
  (forall v, state c (s + m) v <-> state c s v) ->
  forall n, (forall v, state c (s + n + m) v <-> state c (s + n) v) /\
            exists b, loser c (s + n) (S b) /\ loser c (s + n + m) (S b).
Proof.
  intros Hm Hbelow Hbefore Hstate.
  induction n as [n IH] using lt_wf_ind.
  assert (Hs : forall v, state c (s + n + m) v <-> state c (s + n) v).
  { intros v. destruct n as [|n]; [rewrite Nat.add_0_r; apply Hstate|].
    destruct (IH n) as (Hs & b & H & H'); [lia|].
    replace (s + S n + m) with (S (s + n + m)) by lia. replace (s + S n) with (S (s + n)) by lia.
    rewrite !state_next, Hs. apply or_iff_compat_l.
    split; intros L; [rewrite (loser_unique _ _ _ _ L H') | rewrite (loser_unique _ _ _ _ L H)]; trivial. }
  split; trivial.
  assert (Hlower : forall a, a < s + n + m -> exists b, loser c a (S b)).
  { intros a Ha. destruct (Nat.lt_ge_cases a (s + m)) as [|Hge]; [now apply Hbefore|].
    destruct (IH (a - s - m)) as (_ & b & _ & H); [lia|]. exists b.
    now replace (s + (a - s - m) + m) with a in H by lia. }
  assert (Hon : forall a, a <= s + n + m -> goes_on c a).
  { intros a Ha i Hi H0. destruct (Hlower i) as (b & H); [lia|]. pose proof (loser_unique _ _ _ _ H0 H). lia. }
  destruct (Hlower (s + n)) as (b & H); [lia|]. exists b. split; trivial.
  apply recurrence; [apply Hon; lia|]. apply recurrence in H; [|apply Hon; lia].
  destruct H as [Hnot Hall]. unfold is_mex, excluded in *.
  split; [|intros v Hv]; rewrite Hs, Hbelow; auto; lia.
Qed.
