(** * A claim has at most one full certificate that the checker accepts

    What a line says of its slice is true, so two lines of the same slice say the same; and they say it in the same way,
    because the head, the period and the bound must be the least ones. *)

From Coq Require Import List Arith NArith Lia Bool.
From ZChomp Require Import Chomp Nim Slices Recurrence Checker Sequences Walking Tails Contexts Soundness.
Import ListNotations.

(** ** The least period and the least head *)

Lemma agrees_all l : forall s, (forall i b, nth_error l i = Some b -> get s i = Some b) ->
  agrees l s = true.
Proof.
  induction l as [|x l IH]; intros s H; [now destruct s|]. cbn [agrees].
  pose proof (H 0 x eq_refl) as E. cbn [get] in E. destruct (next s) as [[y s']|] eqn:En; [|easy].
  injection E as ->. rewrite N.eqb_refl. apply IH. intros i b Hi. rewrite <- (get_next s x s' i En). now apply H.
Qed.

Lemma skipn_next {A} (l : list A) : forall k x rest, skipn k l = x :: rest -> rest = skipn (S k) l.
Proof.
  induction l as [|y l IH]; intros [|k] x rest E; try easy; simpl in E |- *; [now injection E|].
  destruct l as [|z l]; [now destruct k|]. now apply (IH k x).
Qed.

Lemma nth_skipn {A} (l : list A) : forall d i, nth_error (skipn d l) i = nth_error l (d + i).
Proof. induction l as [|y l IH]; intros [|d] i; simpl; trivial; now destruct i. Qed.

Lemma shorter_period_true whole n d : n = N.of_nat (length whole) -> 0 < d -> d < length whole ->
  Nat.divide d (length whole) ->
  (forall i b, nth_error whole i = Some b -> get (Sequence (skipn d whole) whole) i = Some b) ->
  forall k, k < d -> shorter_period whole n (N.of_nat k) (skipn k whole) = true.
Proof.
  intros Hn Hd Hlt Hdiv Hget k Hk. remember (d - k) as m eqn:Hm. revert k Hk Hm.
  induction m as [|m IH]; intros k Hk Hm; [lia|].
  destruct (skipn k whole) as [|x rest] eqn:E.
  { apply (f_equal (@length N)) in E. rewrite skipn_length in E. simpl in E. lia. }
  pose proof (skipn_next whole k x rest E) as Er.
  cbn [shorter_period]. rewrite <- Nat2N.inj_succ.
  destruct (N.eqb_spec (N.of_nat (S k)) n) as [En|En]; [lia|].
  destruct (Nat.eq_dec (S k) d) as [Ed|Ed].
  - rewrite Ed. assert (Hmod : (n mod N.of_nat d =? 0)%N = true).
    { apply N.eqb_eq. destruct Hdiv as [q Hq]. rewrite Hn, Hq, Nat2N.inj_mul. apply N.mod_mul. lia. }
    rewrite Hmod, Er, Ed. cbn [andb]. rewrite agrees_all; trivial.
  - destruct (_ && _)%bool; trivial. rewrite Er. apply IH; lia.
Qed.

Lemma last_is_spec b l : last_is b l = true <-> exists most, l = most ++ [b].
Proof.
  induction l as [|x l IH]; [split; [easy | intros ([|] & H); easy]|].
  destruct l as [|y l].
  - cbn [last_is]. rewrite N.eqb_eq. split; [intros ->; now exists []|].
    intros ([|z [|]] & H); injection H; congruence.
  - change (last_is b (x :: y :: l)) with (last_is b (y :: l)). rewrite IH. split.
    + intros (most & ->). now exists (x :: most).
    + intros ([|z most] & H); [easy|]. injection H as _ H. now exists most.
Qed.

Definition repeats (f : nat -> option N) (from m : nat) : Prop := forall a, from <= a -> f (a + m) = f a.

Lemma repeats_times f from m n : repeats f from m -> repeats f from (n * m).
Proof.
  intros H a Ha. induction n as [|n IH]; [f_equal; lia|].
  replace (a + S n * m) with (a + n * m + m) by lia. rewrite H by lia. exact IH.
Qed.

Lemma repeats_gcd f from m m' : 0 < m -> 0 < m' -> repeats f from m -> repeats f from m' ->
  repeats f from (Nat.gcd m m').
Proof.
  intros Hm Hm' H H' a Ha. destruct (Nat.gcd_bezout_pos m m' Hm) as (x & y & E).
  rewrite <- (repeats_times f from m' y H' (a + Nat.gcd m m')) by lia.
  replace (a + Nat.gcd m m' + y * m') with (a + x * m) by lia. exact (repeats_times f from m x H a Ha).
Qed.

Lemma sequence_repeats h p : repeats (get (Sequence h p)) (length h) (length p).
Proof. intros a Ha. now apply get_periodic. Qed.

(** The terms of a period, as the sequence has them. *)
Lemma get_period (h p : list N) i : i < length p ->
  get (Sequence h p) (length h + i) = nth_error p i.
Proof. intros Hi. rewrite get_cycle, get_lists by exact Hi. reflexivity. Qed.

Lemma least_period_divides h p m : p <> [] -> least_period p = true -> 0 < m ->
  repeats (get (Sequence h p)) (length h) m -> Nat.divide (length p) m.
Proof.
  intros Hp Hleast Hm H. set (f := get (Sequence h p)) in *.
  assert (Hlen : 0 < length p) by (destruct p; [easy | simpl; lia]).
  set (d := Nat.gcd (length p) m).
  assert (Hd : repeats f (length h) d) by (apply repeats_gcd; trivial; apply sequence_repeats).
  assert (Hdiv : Nat.divide d (length p)) by apply Nat.gcd_divide_l.
  assert (Hpos : 0 < d) by (destruct (Nat.eq_dec d 0) as [E|]; [apply Nat.gcd_eq_0_l in E; lia | lia]).
  destruct (Nat.eq_dec d (length p)) as [<-|Hne]; [apply Nat.gcd_divide_r|]. exfalso.
  assert (Hlt : d < length p) by (apply Nat.divide_pos_le in Hdiv; lia).
  unfold least_period in Hleast. apply negb_true_iff in Hleast. rewrite count_length in Hleast.
  enough (E : shorter_period p (N.of_nat (length p)) 0 p = true) by congruence.
  apply (shorter_period_true p _ d eq_refl Hpos Hlt Hdiv) with (k := 0); trivial.
  intros i b Hi. assert (Hil : i < length p) by (apply nth_error_Some; congruence).
  rewrite <- Hi, <- (get_period h p i Hil). fold f. rewrite <- (Hd (length h + i)) by lia.
  destruct (Nat.lt_ge_cases (i + d) (length p)) as [L|L].
  - rewrite get_lists by (rewrite app_length, skipn_length; lia).
    rewrite nth_error_app1 by (rewrite skipn_length; lia).
    rewrite nth_skipn. replace (length h + i + d) with (length h + (i + d)) by lia.
    unfold f. rewrite get_period by trivial. f_equal. lia.
  - replace i with (length (skipn d p) + (i + d - length p)) at 1 by (rewrite skipn_length; lia).
    rewrite get_cycle. replace (length h + i + d) with (length h + (i + d - length p) + length p) by lia.
    rewrite (sequence_repeats h p) by lia. now rewrite get_cycle.
Qed.

Lemma same_terms_list (l m : list N) : (forall i, nth_error l i = nth_error m i) -> l = m.
Proof.
  revert m. induction l as [|x l IH]; intros [|y m] H; trivial; try (pose proof (H 0); easy).
  pose proof (H 0) as E. injection E as ->. f_equal. apply IH. intros i. exact (H (S i)).
Qed.

(** A head that is longer than another of the same sequence ends as the period does. *)
Lemma longer_head h p h' p' : p <> [] -> p' <> [] -> least_head p' h' = true ->
  (forall a, get (Sequence h p) a = get (Sequence h' p') a) -> length h' <= length h.
Proof.
  intros Hp Hp' Hleast Hget. destruct (Nat.le_gt_cases (length h') (length h)) as [|L]; trivial. exfalso.
  destruct (exists_last (l := h')) as (most & x & ->); [intros ->; simpl in L; lia|].
  destruct (exists_last Hp') as (most' & y & Ep'). rewrite app_length in L. simpl in L.
  unfold least_head in Hleast. apply negb_true_iff in Hleast.
  enough (E : x = last p' 0%N).
  { assert (last_is (last p' 0%N) (most ++ [x]) = true) by (apply last_is_spec; exists most; now rewrite E).
    congruence. }
  set (j := length most) in *. set (f := get (Sequence (most ++ [x]) p')) in *.
  assert (Hx : f j = Some x).
  { unfold f, j. rewrite get_lists by (rewrite !app_length; simpl; lia).
    rewrite <- app_assoc, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
  assert (Hy : f (j + length p') = Some (last p' 0%N)).
  { unfold f. replace (j + length p') with (length (most ++ [x]) + length most')
      by (rewrite Ep', !app_length; simpl; fold j; lia).
    rewrite get_period by (rewrite Ep', app_length; simpl; lia).
    rewrite Ep', nth_error_app2, Nat.sub_diag, last_last by lia. reflexivity. }
  assert (Hlen : 0 < length p) by (destruct p; [easy | simpl; lia]).
  assert (Hlen' : 0 < length p') by (destruct p'; [easy | simpl; lia]).
  enough (E : f j = f (j + length p')) by congruence.
  assert (H1 : f (j + length p' * length p) = f j).
  { unfold f. rewrite <- !Hget. apply (repeats_times _ (length h)); [apply sequence_repeats | unfold j; lia]. }
  assert (H2 : f (j + length p' + (length p - 1) * length p') = f (j + length p')).
  { apply (repeats_times _ (length (most ++ [x]))); [apply sequence_repeats|].
    rewrite app_length. simpl. fold j. lia. }
  rewrite <- H1, <- H2. f_equal. nia.
Qed.

(** An ultimately periodic sequence has one shortest head and one shortest period. *)
Theorem shortest_sequence h p h' p' : p <> [] -> p' <> [] ->
  least_period p = true -> least_period p' = true -> least_head p h = true ->
  least_head p' h' = true ->
  (forall a, get (Sequence h p) a = get (Sequence h' p') a) -> h = h' /\ p = p'.
Proof.
  intros Hp Hp' Hl Hl' Hh Hh' Hget.
  assert (Hlen : length h = length h').
  { apply Nat.le_antisymm; [now apply (longer_head h' p' h p) | now apply (longer_head h p h' p')]. }
  assert (Hm : 0 < length p) by (destruct p; [easy | simpl; lia]).
  assert (Hm' : 0 < length p') by (destruct p'; [easy | simpl; lia]).
  assert (Hper : length p = length p').
  { apply Nat.divide_antisym.
    - apply (least_period_divides h p); trivial. intros a Ha. rewrite !Hget. apply sequence_repeats. lia.
    - apply (least_period_divides h' p'); trivial. intros a Ha. rewrite <- !Hget. apply sequence_repeats. lia. }
  split; apply same_terms_list; intros i.
  - destruct (Nat.lt_ge_cases i (length h)) as [L|L].
    + pose proof (Hget i) as E. rewrite !get_lists in E by (rewrite app_length; lia).
      now rewrite !nth_error_app1 in E by lia.
    + now rewrite (proj2 (nth_error_None h i)), (proj2 (nth_error_None h' i)) by lia.
  - destruct (Nat.lt_ge_cases i (length p)) as [L|L].
    + rewrite <- (get_period h p i L), <- (get_period h' p' i) by lia. now rewrite Hget, Hlen.
    + now rewrite (proj2 (nth_error_None p i)), (proj2 (nth_error_None p' i)) by lia.
Qed.

Lemma finite_sequence (h h' : list N) :
  (forall a, get (Sequence h []) a = get (Sequence h' []) a) -> h = h'.
Proof.
  assert (E : forall (l : list N) i, nth_error l i = get (Sequence l []) i).
  { intros l i. destruct (Nat.lt_ge_cases i (length l)) as [L|L].
    - rewrite get_lists, app_nil_r; trivial. now rewrite app_nil_r.
    - rewrite get_over by trivial. now apply nth_error_None. }
  intros H. apply same_terms_list. intros i. now rewrite !E.
Qed.

(** ** The least bound *)

Lemma same_set s s' : (forall v, has s v <-> has s' v) -> s = s'.
Proof.
  destruct s as [n], s' as [m]. intros H. f_equal. apply N.bits_inj. intros v.
  specialize (H (N.to_nat v)). unfold has in H. rewrite N2Nat.id in H.
  destruct (N.testbit n v), (N.testbit m v); trivial; [now rewrite (proj1 H) | now rewrite (proj2 H)].
Qed.

Lemma equal_self s : equal s s = true.
Proof. destruct s. apply N.eqb_refl. Qed.

Section Slice.

Variables (t : list nat) (g : nat) (under : sequence set) (first : set).
Hypothesis Ht : is_tail t.
Hypothesis Hopen : is_open t g.
Hypothesis Hfirst : forall v, has first v <-> state t g 0 v.
Hypothesis Hunder : columns under (outside t g).

(** The state of one column before, if there is one. *)
Definition behind (n : nat) (w : walker) : Prop := 0 < n -> forall v, has (before w) v <-> state t g (n - 1) v.

Lemma confirm_behind n w b w' : walked t g under n w -> confirm b w = Going w' -> behind (S n) w'.
Proof.
  intros Hw. unfold confirm, probe. destruct (next (shadow w)) as [[shaded rest]|]; [|easy].
  destruct (b =? _)%N; [|easy]. destruct (b =? 0)%N; [easy|]. intros [= <-] _ v. cbn [before].
  rewrite (walked_state _ _ _ _ _ Hw). now replace (S n - 1) with n by lia.
Qed.

Lemma along_behind terms : forall n w w', walked t g under n w -> behind n w ->
  along terms w = Going w' ->
  behind (n + length terms) w'.
Proof.
  induction terms as [|b terms IH]; simpl; intros n w w' Hw Hb E.
  - injection E as <-. now rewrite Nat.add_0_r.
  - destruct (confirm b w) as [w1| |] eqn:Ec; [|now destruct terms|easy]. rewrite Nat.add_succ_r.
    apply (IH (S n) w1); trivial; [|now apply (confirm_behind n w b)].
    now apply (confirm_going t g under Ht Hopen Hunder n w b w1).
Qed.

Lemma walk_behind n w terms : walked t g under n w -> behind n w -> forall m w' terms',
  walk m (Some (w, terms)) = Some (w', terms') -> behind (n + N.to_nat m) w'.
Proof.
  intros Hw Hb. induction m as [|m IH] using N.peano_ind; intros w' terms' E.
  - injection E as <- <-. now rewrite Nat.add_0_r.
  - unfold walk in E. rewrite N.iter_succ in E. fold (walk m (Some (w, terms))) in E.
    destruct (walk m (Some (w, terms))) as [[w1 terms1]|] eqn:E1; [|easy].
    pose proof (proj1 (walk_spec t g under Ht Hopen Hunder n w terms Hw m w1 terms1 E1)) as Hw1.
    unfold stride in E. destruct (next terms1) as [[b more]|]; [|easy].
    destruct (confirm b w1) as [w2| |] eqn:Ec; try easy. injection E as <- <-.
    rewrite N2Nat.inj_succ, Nat.add_succ_r. now apply (confirm_behind _ w1 b).
Qed.

(** What an accepted line of a periodic slice says of its bound. *)
Lemma periodic_bound l terms : check_periodic (Walker under first first) l = Some terms ->
  let s := N.to_nat (bound l - modulus l) in
  let m := N.to_nat (modulus l) in
  (period l <> [] /\ least_period (period l) = true /\ least_head (period l) terms = true) /\
  modulus l = N.lcm (N.of_nat (length (cycle under))) (N.of_nat (length (period l))) /\
  (modulus l <= bound l)%N /\ length (start under) <= s /\
  (forall a, a < s + m -> exists b, member t g a (S b)) /\
  (forall v, state t g (s + m) v <-> state t g s v) /\
  (s <= length (start under) \/ ~ forall v, state t g (s + m - 1) v <-> state t g (s - 1) v).
Proof.
  unfold check_periodic. cbn [shadow].
  match goal with |- (if ?x then _ else _) = _ -> _ => destruct x eqn:Hsizes; [|easy] end.
  rewrite !andb_true_iff in Hsizes. destruct Hsizes as [[[[[Hperiod Hmod] Hle] Hsettled] Hhead] Hleast].
  apply N.eqb_eq in Hmod. apply N.leb_le in Hle, Hsettled, Hhead. rewrite !count_length in *.
  destruct (follow (head l) _) as [terms' [w| |]] eqn:Ef; try easy.
  apply follow_along in Ef as [Ha Hsize]; [|easy]. rewrite <- Hsize in *.
  assert (H0 : walked t g under 0 (Walker under first first)) by now apply walked_begin.
  pose proof (along_behind _ 0 _ _ H0 (fun H => match Nat.lt_irrefl 0 H with end) Ha) as Hb. simpl in Hb.
  apply (along_going t g under Ht Hopen Hunder _ 0) in Ha as [Hw Hterms]; [|exact H0]. simpl in Hw, Hterms.
  destruct (least_head _ _) eqn:Hlh; [|easy].
  set (a0 := (bound l - modulus l)%N) in *.
  destruct (walk _ (Some (w, _))) as [[arrived later]|] eqn:Ew; [|easy].
  destruct (walk _ (Some (arrived, _))) as [[returned rest]|] eqn:Er; [|easy].
  destruct (equal _ _ && _)%bool eqn:Hreturn; [|easy]. intros [= ->].
  apply andb_true_iff in Hreturn as [Hreturn Hleastbound]. apply equal_spec in Hreturn.
  set (n := length terms) in *.
  pose proof (walk_behind n w _ Hw Hb _ _ _ Ew) as Barrived.
  apply (walk_spec t g under Ht Hopen Hunder n) in Ew as (Warrived & _ & Hmore); trivial.
  pose proof (walk_behind _ arrived _ Warrived Barrived _ _ _ Er) as Breturned.
  apply (walk_spec t g under Ht Hopen Hunder _ _ _ Warrived) in Er as (Wreturned & _ & Hagain).
  set (s := N.to_nat a0). set (m := N.to_nat (modulus l)) in *.
  replace (n + N.to_nat (a0 - N.of_nat n)) with s in * by (unfold s; lia).
  split; [split; [intros E; now rewrite E in Hperiod | now split]|].
  split; [trivial|]. split; [trivial|]. split; [unfold s; lia|]. split; [|split].
  - intros a L. destruct (Nat.lt_ge_cases a n) as [H|H]; [|destruct (Nat.lt_ge_cases a s) as [H'|H']].
    + destruct (nth_error terms a) as [b|] eqn:Eb; [|apply nth_error_None in Eb; unfold n in H; lia].
      destruct (Hterms a b Eb) as (v & _ & Hv). now exists v.
    + destruct (Hmore (a - n)) as (b & _ & v & _ & Hv); [unfold s in H'; lia|]. exists v.
      now replace (n + (a - n)) with a in Hv by lia.
    + destruct (Hagain (a - s)) as (b & _ & v & _ & Hv); [lia|]. exists v.
      now replace (s + (a - s)) with a in Hv by lia.
  - intros v. now rewrite <- (walked_state _ _ _ _ _ Warrived), <- (walked_state _ _ _ _ _ Wreturned), Hreturn.
  - apply orb_true_iff in Hleastbound as [L|L]; [left; apply N.leb_le in L; unfold s; lia|].
    destruct (Nat.le_gt_cases s (length (start under))) as [|Hs]; [now left|]. right. intros Hsame.
    apply negb_true_iff in L. enough (E : before arrived = before returned) by (rewrite E, equal_self in L; easy).
    apply same_set. intros v. assert (Hs0 : 0 < s) by lia. assert (Hsm : 0 < s + m) by lia.
    pose proof (Barrived Hs0 v). pose proof (Breturned Hsm v). specialize (Hsame v). tauto.
Qed.

(** Two bounds of the same period: the larger one is not the least. *)
Lemma one_bound l l' terms terms' : check_periodic (Walker under first first) l = Some terms ->
  check_periodic (Walker under first first) l' = Some terms' -> modulus l = modulus l' ->
  (bound l' <= bound l)%N.
Proof.
  intros H H' Em. apply periodic_bound in H as (Hp & Hmod & Hle & Hset & Hall & Hstate & _).
  apply periodic_bound in H' as (_ & _ & Hle' & Hset' & _ & _ & Hleast). rewrite <- Em in *.
  destruct (N.le_gt_cases (bound l') (bound l)) as [|L]; trivial. exfalso.
  set (s := N.to_nat (bound l - modulus l)) in *. set (s' := N.to_nat (bound l' - modulus l)) in *.
  set (m := N.to_nat (modulus l)) in *. assert (Hs : s < s') by (unfold s, s'; lia).
  assert (Hm : 0 < m).
  { pose proof (columns_cycle _ _ Hunder) as Hc. unfold m. rewrite Hmod. clear - Hc Hp. destruct Hp as [Hp _].
    enough (N.lcm (N.of_nat (length (cycle under))) (N.of_nat (length (period l))) <> 0%N) by lia.
    intros E. apply N.lcm_eq_0 in E as [E|E]; [now destruct (cycle under) | now destruct (period l)]. }
  destruct Hleast as [Hleast|Hleast]; [lia|]. apply Hleast. intros v.
  assert (Hout : forall a v, s <= a -> (outside t g (a + m) v <-> outside t g a v)).
  { intros a u Ha. destruct (Hunder a) as (x & Ex & Hx), (Hunder (a + m)) as (y & Ey & Hy).
    rewrite get_multiple in Ey; [|lia|].
    - rewrite Ex in Ey. injection Ey as <-. now rewrite <- Hx, <- Hy.
    - pose proof (divide_to_nat _ _ (N.divide_lcm_l (N.of_nat (length (cycle under))) (N.of_nat (length (period l))))) as D.
      now rewrite <- Hmod, Nat2N.id in D. }
  destruct (return_of_state t g s m Ht Hopen Hm Hout Hall Hstate (s' - 1 - s)) as [E _].
  replace (s + (s' - 1 - s) + m) with (s' + m - 1) in E by lia.
  replace (s + (s' - 1 - s)) with (s' - 1) in E by lia. apply E.
Qed.

End Slice.

(** ** Lines and certificates *)

Lemma same_slice t g s s' : true_slice t g s -> true_slice t g s' -> forall a, get s a = get s' a.
Proof.
  intros H H' a. destruct (get s a) as [v|] eqn:E.
  - symmetry. rewrite <- (N2Nat.id v) in *. now apply H', H.
  - destruct (get s' a) as [v|] eqn:E'; trivial. rewrite <- (N2Nat.id v) in E'. apply H', H in E'. congruence.
Qed.

Lemma one_line t g i under l l' h h' terms terms' : is_tail t -> right_inside t g i ->
  columns under (outside t g) -> head l = Listed h -> head l' = Listed h' ->
  check_slice i under l = Some terms -> check_slice i under l' = Some terms' ->
  kind l = kind l' /\ h = h' /\ period l = period l' /\ modulus l = modulus l' /\
  bound l = bound l'.
Proof.
  intros Ht Hi Hunder Hh Hh' H H'.
  pose proof (check_slice_listed _ _ _ _ _ H Hh) as ->. pose proof (check_slice_listed _ _ _ _ _ H' Hh') as ->.
  pose proof (same_slice _ _ _ _ (check_slice_sound _ _ _ _ _ _ Ht Hi Hunder H)
    (check_slice_sound _ _ _ _ _ _ Ht Hi Hunder H')) as Hsame.
  unfold check_slice in H, H'. destruct i as [x|first].
  - unfold check_empty in H, H'. destruct (kind l), (kind l'); try easy.
    destruct (no_terms (period l) && _ && _ && _)%bool eqn:E in H; [|easy].
    destruct (no_terms (period l') && _ && _ && _)%bool eqn:E' in H'; [|easy].
    rewrite !andb_true_iff, !N.eqb_eq in E, E'. injection H as <-. injection H' as <-.
    destruct E as [[[E1 E2] E3] _], E' as [[[E1' E2'] E3'] _].
    destruct (period l), (period l'); try easy. repeat split; congruence.
  - destruct Hi as [Hopen Hfirst]. destruct (kind l) eqn:Ek, (kind l') eqn:Ek'; try easy.
    + assert (Hm : h = h' /\ period l = period l').
      { apply (periodic_bound t g under first Ht Hopen Hfirst Hunder) in H as ((Hp & Hl & Hd) & _).
        apply (periodic_bound t g under first Ht Hopen Hfirst Hunder) in H' as ((Hp' & Hl' & Hd') & _).
        now apply shortest_sequence. }
      destruct Hm as [E1 E2]. assert (Em : modulus l = modulus l').
      { apply (periodic_bound t g under first Ht Hopen Hfirst Hunder) in H as (_ & -> & _).
        apply (periodic_bound t g under first Ht Hopen Hfirst Hunder) in H' as (_ & -> & _). now rewrite E2. }
      repeat split; trivial. apply N.le_antisymm.
      * now apply (one_bound t g under first Ht Hopen Hfirst Hunder l' l h' h).
      * now apply (one_bound t g under first Ht Hopen Hfirst Hunder l l' h h').
    + exfalso. apply (periodic_bound t g under first Ht Hopen Hfirst Hunder) in H as ((Hp & _) & _).
      unfold check_finite in H'. destruct (no_terms (period l') && _ && _)%bool eqn:E' in H'; [|easy].
      rewrite !andb_true_iff in E'. destruct E' as [[E' _] _]. destruct (period l'); [|easy].
      destruct (get_defined (Sequence h (period l)) (length h') Hp) as (b & Eb).
      rewrite Hsame, get_over in Eb by trivial. easy.
    + exfalso. apply (periodic_bound t g under first Ht Hopen Hfirst Hunder) in H' as ((Hp & _) & _).
      unfold check_finite in H. destruct (no_terms (period l) && _ && _)%bool eqn:E in H; [|easy].
      rewrite !andb_true_iff in E. destruct E as [[E _] _]. destruct (period l); [|easy].
      destruct (get_defined (Sequence h' (period l')) (length h) Hp) as (b & Eb).
      rewrite <- Hsame, get_over in Eb by trivial. easy.
    + unfold check_finite in H, H'. rewrite Hh in H. rewrite Hh' in H'.
      destruct (no_terms (period l) && _ && _)%bool eqn:E in H; [|easy].
      destruct (no_terms (period l') && _ && _)%bool eqn:E' in H'; [|easy].
      rewrite !andb_true_iff, !N.eqb_eq in E, E'. destruct E as [[E1 E2] E3], E' as [[E1' E2'] E3'].
      destruct (period l), (period l'); try easy. apply finite_sequence in Hsame as <-.
      repeat split; congruence.
Qed.

Lemma one_certified_line k l l' k1 k2 h h' : right k -> head l = Listed h -> head l' = Listed h' ->
  check_line k l = Some k1 -> check_line k l' = Some k2 -> l = l'.
Proof.
  intros Hk Hh Hh'. unfold check_line. destruct (pending k) as [|t rest] eqn:Ep; [easy|].
  destruct (same (tail l) t && (nim l =? now k)%N)%bool eqn:E; [|easy].
  destruct (same (tail l') t && (nim l' =? now k)%N)%bool eqn:E'; [|easy].
  apply andb_true_iff in E as [Et Eg], E' as [Et' Eg'].
  apply same_spec in Et, Et'. apply N.eqb_eq in Eg, Eg'.
  destruct (scene k t) as [[[i cs] low]|] eqn:Es; [|easy].
  destruct (check_slice i (together (low :: cs)) l) as [terms|] eqn:Ec; [|easy].
  destruct (check_slice i (together (low :: cs)) l') as [terms'|] eqn:Ec'; [|easy]. intros _ _.
  assert (Ht : is_tail (nats t)) by (apply (right_pending k Hk); rewrite Ep; now left).
  destruct (scene_right k t i cs low Hk Ht Es) as (Hi & Hout & _).
  destruct (one_line _ _ _ _ _ _ _ _ _ _ Ht Hi Hout Hh Hh' Ec Ec') as (E1 & E2 & E3 & E4 & E5).
  destruct l, l'; simpl in *. congruence.
Qed.

(** Two full certificates of the same claim that the checker accepts are the same. *)
Theorem certificate_unique c c' : check c = true -> check c' = true ->
  is_full c = true -> is_full c' = true ->
  claim_rows c = claim_rows c' -> claim_nim c = claim_nim c' -> claim_upto c = claim_upto c' ->
  c = c'.
Proof.
  destruct c as [rows nim upto ls], c' as [rows' nim' upto' ls']. unfold check, is_full.
  cbn [claim_rows claim_nim claim_upto lines]. intros H H' Hf Hf' <- <- <-. f_equal.
  destruct (rows <? 2)%N; [easy|]. pose proof (initial_right (N.to_nat (rows - 2)) nim upto) as Hk.
  revert H H' Hk. generalize (initial (N.to_nat (rows - 2)) nim upto). intros k H H' Hk.
  revert k ls' Hf' H H' Hk. induction ls as [|l ls IH]; intros k [|l' ls'] Hf' H H' Hk; trivial.
  - simpl in H, H'. unfold complete in H. unfold check_line in H'. now destruct (pending k).
  - simpl in H, H'. unfold complete in H'. unfold check_line in H. now destruct (pending k).
  - simpl in H, H', Hf, Hf'. apply andb_true_iff in Hf as [Hl Hf], Hf' as [Hl' Hf'].
    destruct (head l) as [h|] eqn:Hh; [|easy]. destruct (head l') as [h'|] eqn:Hh'; [|easy].
    destruct (check_line k l) as [k1|] eqn:E; [|easy]. destruct (check_line k l') as [k2|] eqn:E'; [|easy].
    assert (l = l') as <- by exact (one_certified_line k l l' k1 k2 h h' Hk Hh Hh' E E').
    rewrite E in E'. injection E' as <-. f_equal. apply (IH Hf k1 ls'); trivial.
    now apply check_line_sound in E as (Hk1 & _).
Qed.
