(** * The checker by value is sound

    If it accepts the lines of a certificate, then they are the whole truth about the losing positions of three rows:
    the same statement as in Soundness.v, and from the same theorems (Slices.v, Recurrence.v). *)

From Coq Require Import List Arith NArith Lia Bool Sorted FMapPositive.
From ZChomp Require Import Chomp Nim Slices Recurrence Checker Tables ByValue.
From ZChomp Require Import Sequences Walking Tails Soundness ThreeRows.
Import ListNotations.
Local Open Scope N_scope.

(** ** Tables *)

Lemma succ_pos_injective i j : N.succ_pos i = N.succ_pos j -> i = j.
Proof. intros E. apply N.succ_inj. now rewrite <- !N.succ_pos_spec, E. Qed.

Lemma look_blank i : look i blank = None.
Proof. apply PositiveMap.gempty. Qed.

Lemma look_same i v m : look i (assign i v m) = Some v.
Proof. apply PositiveMap.gss. Qed.

Lemma look_other i j v m : i <> j -> look i (assign j v m) = look i m.
Proof. intros H. apply PositiveMap.gso. intros E. now apply H, succ_pos_injective. Qed.

Lemma marked_nowhere q p : is_marked q p nowhere = false.
Proof. unfold is_marked, nowhere. now rewrite PositiveMap.gempty. Qed.

Lemma marked_mark q p q' p' t : is_marked q p (mark q' p' t) = true <-> is_marked q p t = true \/ (q = q' /\ p = p').
Proof.
  unfold is_marked, mark. destruct (list_eq_dec N.eq_dec [q; p] [q'; p']) as [E|E].
  - injection E as -> ->. rewrite PositiveMap.gss. tauto.
  - rewrite PositiveMap.gso by (intros E'; now apply E, key_injective).
    split; [auto|]. intros [H|[-> ->]]; [trivial | now elim E].
Qed.

Lemma in_line_up first n q : In q (line_up first n) <-> first <= q < first + n.
Proof.
  unfold line_up. rewrite in_map_iff. split.
  - intros (i & <- & Hi). apply in_seq in Hi. lia.
  - intros H. exists (N.to_nat (q - first)). split; [lia|]. apply in_seq. lia.
Qed.

Lemma sorted_line_up first n : StronglySorted N.lt (line_up first n).
Proof.
  unfold line_up. generalize (N.to_nat n) as k. clear n. intros k. generalize 0%nat as i. revert first.
  induction k as [|k IH]; intros first i; simpl; constructor; [apply IH|].
  apply Forall_forall. intros q Hq. apply in_map_iff in Hq as (j & <- & Hj). apply in_seq in Hj. lia.
Qed.

Lemma in_leave q x w : In x (leave q w) <-> In x w /\ x <> q.
Proof.
  unfold leave. rewrite filter_In. destruct (N.eqb_spec x q); simpl; intuition congruence.
Qed.

Lemma sorted_leave q w : StronglySorted N.lt w -> StronglySorted N.lt (leave q w).
Proof.
  induction 1 as [|x w _ IH Hx]; simpl; [constructor|]. destruct (negb (x =? q)); [|exact IH].
  constructor; [exact IH|]. rewrite Forall_forall in *. intros y Hy. apply in_leave in Hy. now apply Hx.
Qed.

Lemma first_free_some t p w q : StronglySorted N.lt w -> first_free t p w = Some q ->
  In q w /\ q <= p /\ is_marked q p t = false /\ forall x, In x w -> x < q -> is_marked x p t = true.
Proof.
  unfold first_free. induction 1 as [|x w Hs IH Hx]; simpl; [easy|].
  destruct ((x <=? p) && negb (is_marked x p t))%bool eqn:E.
  - intros [= <-]. apply andb_true_iff in E as [E E']. apply N.leb_le in E. apply negb_true_iff in E'.
    repeat split; auto. rewrite Forall_forall in Hx. intros y [<-|Hy] L; [lia|]. specialize (Hx y Hy). lia.
  - intros H. destruct (IH H) as (Hin & Hle & Hfree & Hbefore). repeat split; auto.
    intros y [<-|Hy] L; [|now apply Hbefore]. apply andb_false_iff in E as [E|E]; [apply N.leb_gt in E; lia|].
    now apply negb_false_iff.
Qed.

Lemma first_free_none t p w x : first_free t p w = None -> In x w -> x <= p -> is_marked x p t = true.
Proof.
  intros H Hx L. apply (find_none _ _ H) in Hx. apply andb_false_iff in Hx as [E|E]; [apply N.leb_gt in E; lia|].
  now apply negb_false_iff.
Qed.

Lemma nobody_spec w : nobody w = true -> w = [].
Proof. now destruct w. Qed.

Lemma until_holds {A} (P : A -> Prop) n enough f x :
  P x -> (forall x, P x -> enough x = false -> P (f x)) -> P (until n enough f x).
Proof.
  intros Hx Hf. unfold until. induction n as [|n IH] using N.peano_ind; [exact Hx|]. rewrite N.iter_succ.
  destruct (enough _) eqn:E; auto.
Qed.

Lemma same_terms {A} (l m : list A) : (forall i, nth_error l i = nth_error m i) -> l = m.
Proof.
  revert m. induction l as [|x l IH]; intros [|y m] H; trivial; try discriminate (H 0%nat).
  injection (H 0%nat) as <-. f_equal. apply IH. intros i. exact (H (S i)).
Qed.

(** ** The search *)

Section Search.

Variables (k : board) (n : N).
Notation r := (row k).

Definition on_diagonal (p : N) : Prop := look p (diagonal k) <> None.
Definition is_taken (q p : N) : Prop := is_marked q p (taken k) = true.

(** Why the value u does not go to the column q. *)
Definition busy (s : search) (q u : N) : Prop :=
  is_taken q u \/ on_diagonal u \/ exists q', q' < q /\ look q' (value_in s) = Some u.

(** All values less than p have been given. *)
Record given (p : N) (s : search) : Prop := {
  given_sorted : StronglySorted N.lt (waiting s);
  given_waiting : forall q, In q (waiting s) <-> r <= q < r + n /\ look q (value_in s) = None;
  given_value : forall q v, look q (value_in s) = Some v ->
    r <= q < r + n /\ q <= v < p /\ ~ is_taken q v /\ ~ on_diagonal v /\ look v (column_of s) = Some q;
  given_column : forall q v, look v (column_of s) = Some q -> look q (value_in s) = Some v;
  given_least : forall q v u, look q (value_in s) = Some v -> q <= u < v -> busy s q u;
  given_before : forall q u, In q (waiting s) -> q <= u < p -> busy s q u }.

Lemma given_first : given r (Search (line_up r n) blank blank).
Proof.
  split; cbn [waiting value_in column_of].
  - apply sorted_line_up.
  - intros q. rewrite in_line_up, look_blank. tauto.
  - intros q v. now rewrite look_blank.
  - intros q v. now rewrite look_blank.
  - intros q v u. now rewrite look_blank.
  - intros q u Hq Hu. apply in_line_up in Hq. lia.
Qed.

Lemma given_next p s : given p s -> given (fst (give k (p, s))) (snd (give k (p, s))).
Proof.
  intros G. cbn [give fst snd].
  assert (Hskip : (forall q, In q (waiting s) -> q <= p -> busy s q p) -> given (N.succ p) s).
  { intros Hbusy. destruct G as [G1 G2 G3 G4 G5 G6]. split; trivial.
    - intros q v H. destruct (G3 q v H) as (? & ? & ?). repeat split; try tauto; lia.
    - intros q u Hq Hu. destruct (N.eq_dec u p) as [->|]; [apply Hbusy; trivial; lia | apply G6; trivial; lia]. }
  destruct (look p (diagonal k)) as [x|] eqn:Ed.
  { apply Hskip. intros q _ _. right; left. unfold on_diagonal. now rewrite Ed. }
  destruct (first_free (taken k) p (waiting s)) as [q|] eqn:Ef.
  2: { apply Hskip. intros q Hq Hle. left. now apply (first_free_none _ _ _ q Ef). }
  clear Hskip. destruct G as [G1 G2 G3 G4 G5 G6].
  apply first_free_some in Ef as (Hin & Hle & Hfree & Hbefore); trivial.
  pose proof (proj1 (G2 q) Hin) as [Hq Hnone].
  assert (Hp : look p (column_of s) = None).
  { destruct (look p (column_of s)) as [x|] eqn:E; trivial. apply G4, G3 in E. lia. }
  set (s' := Search _ _ _).
  assert (Hlook : forall x, x <> q -> look x (value_in s') = look x (value_in s)) by (intros; now apply look_other).
  assert (Hself : look q (value_in s') = Some p) by apply look_same.
  assert (Hkeep : forall x v, look x (value_in s) = Some v -> look x (value_in s') = Some v).
  { intros x v E. rewrite Hlook; trivial. intros ->. congruence. }
  assert (Hbusy : forall x u, busy s x u -> busy s' x u).
  { intros x u [H|[H|(q' & L & E)]]; [now left | now right; left | right; right]. exists q'. auto. }
  assert (Hcases : forall x v, look x (value_in s') = Some v ->
    (x = q /\ v = p) \/ (x <> q /\ look x (value_in s) = Some v)).
  { intros x v E. destruct (N.eq_dec x q) as [->|Hx]; [left; split; congruence | right]. now rewrite <- Hlook. }
  split; cbn [waiting].
  - now apply sorted_leave.
  - intros x. unfold s' at 1. cbn [waiting]. rewrite in_leave, G2. destruct (N.eq_dec x q) as [->|Hx].
    + rewrite Hself. split; [tauto | now intros [_ ?]].
    + rewrite Hlook by trivial. tauto.
  - intros x v E. apply Hcases in E as [[-> ->]|[Hx E]].
    + repeat split; try lia; unfold is_taken, on_diagonal; try congruence. apply look_same.
    + destruct (G3 x v E) as (? & ? & ? & ? & E'). repeat split; trivial; try lia.
      unfold s'. cbn [column_of]. rewrite look_other; trivial. lia.
  - intros x v E. unfold s' in E. cbn [column_of] in E. destruct (N.eq_dec v p) as [->|Hv].
    + rewrite look_same in E. now injection E as <-.
    + rewrite look_other in E by trivial. now apply Hkeep, G4.
  - intros x v u E Hu. apply Hbusy. apply Hcases in E as [[-> ->]|[Hx E]]; [apply G6 | apply (G5 x v)]; trivial.
  - intros x u Hx Hu. unfold s' in Hx. cbn [waiting] in Hx. apply in_leave in Hx as [Hx Hne].
    destruct (N.eq_dec u p) as [->|]; [|apply Hbusy, G6; trivial; lia].
    destruct (N.lt_ge_cases x q) as [L|L]; [left; now apply Hbefore|]. right; right. exists q. split; [lia | trivial].
Qed.

Lemma find_row_given : given (fst (find_row k n)) (snd (find_row k n)).
Proof.
  unfold find_row. apply (until_holds (fun x => given (fst x) (snd x))); [apply given_first|].
  intros [p s] G _. now apply given_next.
Qed.

End Search.

(** ** Sequences *)

Lemma agrees_get l : forall s, agrees l s = true -> forall i b, nth_error l i = Some b -> get s i = Some b.
Proof.
  induction l as [|x l IH]; intros s H [|i] b E; simpl in *; try easy; destruct (next s) as [[y s']|]; try easy;
    destruct (N.eqb_spec x y) as [<-|]; try easy. now apply IH.
Qed.

Lemma get_in_cycle {A} (l : list A) a x : get (Sequence [] l) a = Some x -> In x l.
Proof.
  rewrite get_term. unfold term. simpl. apply nth_error_In.
Qed.

(** ** What is known before a row *)

(** The chart of the rows below r, as far as it is needed: x is one of them. *)
Definition below_in (r q v : nat) : Prop := exists x, (x < r)%nat /\ member [x] 0 (q - x) v.
Definition corner_at (r p : nat) : Prop := (r = 0 /\ p = 0)%nat \/ exists x, (x < r)%nat /\ member [x] 0 0 (p - x).

Record right_board (k : board) : Prop := {
  right_below : forall x, (x < N.to_nat (row k))%nat -> exists s, true_slice [x] 0 s /\
    (x + length (start s) <= N.to_nat (settled k))%nat /\
    (cycle s = [] \/ Nat.divide (length (cycle s)) (N.to_nat (turn k)));
  right_turn : turn k <> 0;
  right_taken : forall q v, (N.to_nat (row k) <= q < N.to_nat (stored k))%nat ->
    (is_taken k (N.of_nat q) (N.of_nat (q + v)) <-> below_in (N.to_nat (row k)) q v);
  right_stored : row k <= stored k;
  right_rest : forall q p, stored k <= q -> ~ is_taken k q p;
  right_beyond : forall i v, (exists s, In s (beyond k) /\ get s i = Some (N.of_nat v)) <->
    below_in (N.to_nat (row k)) (N.to_nat (stored k) + i) v;
  right_diagonal : forall p, (N.to_nat (row k) <= p)%nat ->
    (on_diagonal k (N.of_nat p) <-> corner_at (N.to_nat (row k)) p);
  right_top : forall p, on_diagonal k p -> p < top k }.

Lemma one_row_open r : is_open [r] 0.
Proof.
  intros x Hx H. unfold width in Hx. simpl in Hx. unfold cut in H. simpl in H. rewrite Nat.min_l in H by lia.
  now apply (full_bar x), loser_member.
Qed.

Lemma outside_one_row r a v : outside [r] 0 a v <-> below_in r (r + a) v.
Proof.
  unfold outside, below, chain, lower, below_in. split.
  - intros [(i & x & Hx & H)|(h & Hh & _)]; [|lia]. destruct i as [|[|i]]; simpl in Hx; try lia.
    exists x. split; trivial. unfold width, bite in H. simpl in H. now rewrite Nat.min_l in H by lia.
  - intros (x & Hx & H). left. exists 0%nat, x. split; trivial. unfold width, bite. simpl. now rewrite Nat.min_l by lia.
Qed.

Lemma state_one_row r a v : state [r] 0 a v <-> own [r] 0 a v \/ corner_at r (r + a + v).
Proof.
  unfold state, corner, bar, corner_at, width. simpl nth. split.
  - intros [H|[(x & Hx & H)|H]]; [now left | right; right | right; left; lia].
    exists x. split; trivial. unfold cut in H. simpl in H. rewrite Nat.min_l in H by lia.
    now replace (r + a + v - x)%nat with (r + a - x + v)%nat by lia.
  - intros [H|[H|(x & Hx & H)]]; [now left | right; right; lia | right; left]. exists x. split; trivial.
    unfold cut. simpl. rewrite Nat.min_l by lia. now replace (r + a - x + v)%nat with (r + a + v - x)%nat by lia.
Qed.

Lemma gather_spec s m q : m <= q ->
  length (gather s m q) = N.to_nat m /\
  forall i, (i < N.to_nat m)%nat -> nth_error (gather s m q) i = Some (term_in s (q - m + N.of_nat i)).
Proof.
  unfold gather. set (f := fun x : N * list N => _).
  assert (H : m <= q -> fst (N.iter m f (q, [])) = q - m /\ length (snd (N.iter m f (q, []))) = N.to_nat m /\
    forall i, (i < N.to_nat m)%nat -> nth_error (snd (N.iter m f (q, []))) i = Some (term_in s (q - m + N.of_nat i))).
  { induction m as [|m IH] using N.peano_ind; intros Hm.
    - simpl. repeat split; [lia|]. intros i Hi. lia.
    - destruct IH as (E1 & E2 & E3); [lia|]. rewrite N.iter_succ. set (x := N.iter m f (q, [])) in *.
      unfold f. cbn [fst snd]. rewrite E1. split; [lia|]. split; [simpl; lia|]. intros [|i] Hi; simpl.
      + f_equal. f_equal. lia.
      + rewrite E3 by lia. f_equal. f_equal. lia. }
  intros Hm. destruct (H Hm) as (_ & E). exact E.
Qed.

Lemma no_zero_spec l : no_zero l = true -> forall i b, nth_error l i = Some b -> b <> 0.
Proof.
  intros H i b Hi. unfold no_zero in H. rewrite forallb_forall in H. specialize (H b (nth_error_In _ _ Hi)).
  now destruct (N.eqb_spec b 0).
Qed.

Lemma ends_spec l : ends l = true -> exists most, l = most ++ [0] /\ no_zero most = true.
Proof.
  induction l as [|b l IH]; simpl; [easy|]. destruct (N.eqb_spec b 0) as [->|Hb].
  - destruct l; [|easy]. now exists [].
  - intros H. destruct (IH H) as (most & -> & Hno). exists (b :: most). split; trivial. simpl.
    now rewrite Hno, (proj2 (N.eqb_neq b 0) Hb).
Qed.

Section Row.

Variables (k : board) (n p : N) (s : search).
Hypothesis Hk : right_board k.
Hypothesis Hstored : row k + n <= stored k.
Hypothesis Hgiven : given k n p s.
Hypothesis Hnobody : nobody (waiting s) = true.
Let r := N.to_nat (row k).

(** The column at a distance a from the first one. *)
Definition at_ (a : nat) : N := N.of_nat (r + a).

Lemma has_value a : (a < N.to_nat n)%nat -> exists b, look (at_ a) (value_in s) = Some (N.of_nat (r + a + b)) /\
  term_in s (at_ a) = N.of_nat b.
Proof.
  intros Ha. destruct (look (at_ a) (value_in s)) as [v|] eqn:E.
  - pose proof (given_value _ _ _ _ Hgiven _ _ E) as (_ & Hv & _). exists (N.to_nat (v - at_ a)).
    unfold term_in. rewrite E. unfold at_ in *. split; [f_equal|]; lia.
  - exfalso. pose proof (proj2 (given_waiting _ _ _ _ Hgiven (at_ a))) as H.
    rewrite (nobody_spec _ Hnobody) in H. apply H. split; trivial. unfold at_, r. lia.
Qed.

(** Theorem 1: as long as no term is 0, the values are those of the slice. *)
Lemma value_member a : (a < N.to_nat n)%nat -> (forall j, (j < a)%nat -> term_in s (at_ j) <> 0) ->
  member [r] 0 a (N.to_nat (term_in s (at_ a))).
Proof.
  induction a as [a IH] using lt_wf_ind. intros Ha Hzero.
  assert (Hbefore : forall j, (j < a)%nat -> member [r] 0 j (N.to_nat (term_in s (at_ j)))).
  { intros j Hj. apply IH; trivial; [lia|]. intros i Hi. apply Hzero. lia. }
  destruct (has_value a Ha) as (b & Eb & ->). rewrite Nat2N.id.
  assert (Howner : forall j v, (j < a)%nat -> (look (at_ j) (value_in s) = Some (N.of_nat (r + a + v)) <->
                     member [r] 0 j (v + (a - j)))).
  { intros j v Hj. destruct (has_value j) as (b' & Eb' & Et); [lia|]. rewrite Eb'.
    specialize (Hbefore j Hj). rewrite Et, Nat2N.id in Hbefore. split.
    - intros [= E]. now replace (v + (a - j))%nat with b' by lia.
    - intros H. pose proof (member_unique _ _ _ _ _ (one_row r) H Hbefore). f_equal. lia. }
  assert (Hgone : goes_on [r] 0 a).
  { intros j Hj H. specialize (Hbefore j Hj). pose proof (member_unique _ _ _ _ _ (one_row r) H Hbefore).
    apply (Hzero j Hj). lia. }
  apply recurrence; trivial; [apply one_row | apply one_row_open|].
  assert (Hex : forall v, excluded [r] 0 a v <-> busy k s (at_ a) (N.of_nat (r + a + v))).
  { intros v. unfold excluded, busy. rewrite state_one_row, outside_one_row.
    unfold at_ at 1. rewrite (right_taken k Hk) by (unfold r in *; lia).
    rewrite (right_diagonal k Hk) by (unfold r; lia). fold r.
    assert (Hown : own [r] 0 a v <-> exists q', q' < at_ a /\ look q' (value_in s) = Some (N.of_nat (r + a + v))).
    { unfold own. split.
      - intros (j & Hj & H). exists (at_ j). split; [unfold at_; lia | now apply Howner].
      - intros (q' & L & E). pose proof (given_value _ _ _ _ Hgiven _ _ E) as (Hq & _).
        exists (N.to_nat q' - r)%nat. assert (Hq' : (N.to_nat q' - r < a)%nat) by (unfold at_, r in *; lia).
        split; trivial. apply Howner; trivial. unfold at_. unfold r in *.
        now replace (N.of_nat (N.to_nat (row k) + (N.to_nat q' - N.to_nat (row k)))) with q' by lia. }
    rewrite Hown. tauto. }
  split.
  - rewrite Hex. pose proof (given_value _ _ _ _ Hgiven _ _ Eb) as (_ & _ & Hfree & Hdiagonal & Hc).
    intros [H|[H|(q' & L & E)]]; try contradiction.
    apply (given_value _ _ _ _ Hgiven) in E as (_ & _ & _ & _ & E'). rewrite Hc in E'. injection E' as E'. lia.
  - intros v Hv. apply Hex. apply (given_least _ _ _ _ Hgiven _ _ _ Eb). unfold at_. lia.
Qed.

Lemma gather_row m : length (gather s m (row k + m)) = N.to_nat m /\
  forall i, (i < N.to_nat m)%nat -> nth_error (gather s m (row k + m)) i = Some (term_in s (at_ i)).
Proof.
  clear Hstored. destruct (gather_spec s m (row k + m)) as [E1 E2]; [lia|]. split; trivial. intros i Hi.
  rewrite E2 by trivial.
  f_equal. f_equal. unfold at_, r. lia.
Qed.

Lemma right_value a : (a < N.to_nat n)%nat -> (forall j, (j <= a)%nat -> term_in s (at_ j) <> 0) ->
  right_term [r] 0 a (term_in s (at_ a)).
Proof.
  intros Ha Hzero. pose proof (value_member a Ha (fun j Hj => Hzero j (Nat.lt_le_incl _ _ Hj))) as H.
  specialize (Hzero a (le_n a)). exists (N.to_nat (term_in s (at_ a)) - 1)%nat.
  replace (S (N.to_nat (term_in s (at_ a)) - 1)) with (N.to_nat (term_in s (at_ a))) by lia. now rewrite N2Nat.id.
Qed.

(** A finite row. *)
Lemma finite_row : ends (gather s n (row k + n)) = true -> true_slice [r] 0 (Sequence (gather s n (row k + n)) []).
Proof.
  intros Hends. destruct (gather_row n) as [Ln En]. apply ends_spec in Hends as (most & E & Hno). rewrite E in *.
  rewrite app_length in Ln. simpl in Ln.
  assert (Em : forall i, (i < length most)%nat -> nth_error most i = Some (term_in s (at_ i))).
  { intros i Hi. rewrite <- (nth_error_app1 most [0]) by trivial. apply En. lia. }
  assert (Hnz : forall j, (j < length most)%nat -> term_in s (at_ j) <> 0).
  { intros j Hj. apply (no_zero_spec _ Hno j), Em, Hj. }
  apply finite_slice; [apply one_row| |].
  - intros i b Hi. assert (Hlt : (i < length most)%nat) by (apply nth_error_Some; congruence).
    rewrite Em in Hi by trivial. injection Hi as <-. apply right_value; [lia|]. intros j Hj. apply Hnz. lia.
  - assert (Hlast : term_in s (at_ (length most)) = 0).
    { assert (E0 : nth_error (most ++ [0]) (length most) = Some 0) by now rewrite nth_error_app2, Nat.sub_diag by lia.
      rewrite En in E0 by lia. now injection E0. }
    pose proof (value_member (length most)) as H. rewrite Hlast in H. apply H; [lia | exact Hnz].
Qed.

(** The state in a column. *)
Lemma is_used_spec a v : (a <= N.to_nat n)%nat -> (forall j, (j < a)%nat -> term_in s (at_ j) <> 0) ->
  (is_used k s (at_ a) (N.of_nat (r + a + v)) = true <-> state [r] 0 a v).
Proof.
  intros Ha Hnz. rewrite state_one_row. fold r.
  assert (Hd : corner_at r (r + a + v) <-> on_diagonal k (N.of_nat (r + a + v))).
  { symmetry. apply (right_diagonal k Hk). unfold r. lia. }
  assert (Hown : own [r] 0 a v <-> exists q', look (N.of_nat (r + a + v)) (column_of s) = Some q' /\ q' < at_ a).
  { unfold own. split.
    - intros (j & Hj & H). exists (at_ j). split; [|unfold at_; lia].
      destruct (has_value j) as (b & Eb & Et); [lia|].
      assert (Hm : member [r] 0 j b).
      { pose proof (value_member j) as V. rewrite Et, Nat2N.id in V. apply V; [lia|]. intros i Hi. apply Hnz. lia. }
      pose proof (member_unique _ _ _ _ _ (one_row r) H Hm) as E.
      replace (r + a + v)%nat with (r + j + b)%nat by lia. now apply (given_value _ _ _ _ Hgiven) in Eb.
    - intros (q' & E & L). apply (given_column _ _ _ _ Hgiven) in E.
      pose proof (given_value _ _ _ _ Hgiven _ _ E) as (Hq & _).
      set (j := (N.to_nat q' - r)%nat). assert (Hj : (j < a)%nat) by (unfold j, at_, r in *; lia).
      assert (Ej : q' = at_ j) by (unfold j, at_, r in *; lia). rewrite Ej in E.
      exists j. split; trivial. destruct (has_value j) as (b & Eb & Et); [lia|].
      assert (Hm : member [r] 0 j b).
      { pose proof (value_member j) as V. rewrite Et, Nat2N.id in V. apply V; [lia|]. intros i Hi. apply Hnz. lia. }
      rewrite Eb in E. injection E as E. now replace (v + (a - j))%nat with b by lia. }
  rewrite Hown, Hd. unfold is_used, on_diagonal.
  destruct (look (N.of_nat (r + a + v)) (diagonal k)) as [x|]; [split; [right|]; easy|].
  destruct (look (N.of_nat (r + a + v)) (column_of s)) as [q'|].
  - destruct (N.ltb_spec q' (at_ a)) as [L|L]; split; try easy; [left; now exists q'|].
    intros [(x & [= <-] & L')|H]; [lia | easy].
  - split; [easy|]. intros [(x & [=] & _)|H]. easy.
Qed.

Lemma same_state_spec most q q' : same_state k s most q q' = true -> forall i, i < most - q ->
  is_used k s q (q + i) = is_used k s q' (q' + i).
Proof.
  unfold same_state, until. set (f := fun x : N * bool => _). set (m := most - q). intros H i Hi.
  assert (G : forall m, snd (N.iter m f (0, true)) = true -> fst (N.iter m f (0, true)) = m /\
    forall i, i < m -> is_used k s q (q + i) = is_used k s q' (q' + i)).
  { clear - f. induction m as [|m IH] using N.peano_ind; [split; [trivial | lia]|].
    rewrite N.iter_succ. set (x := N.iter m f (0, true)) in *. unfold f. destruct (snd x) eqn:E; simpl; [|congruence].
    intros Heq. destruct (IH eq_refl) as [E1 E2]. rewrite E1 in Heq. split; [now rewrite E1|].
    intros i Hi. destruct (N.eq_dec i m) as [->|]; [now apply eqb_prop | apply E2; lia]. }
  now apply (G m H).
Qed.

(** A periodic row: the state returns. *)
Lemma periodic_row h per modulus : modulus <= n -> modulus <> 0 -> h <= n - modulus ->
  settled k <= row k + (n - modulus) ->
  N.divide (turn k) modulus -> N.divide (N.of_nat (length per)) modulus ->
  no_zero (gather s h (row k + h)) = true -> no_zero per = true ->
  agrees (gather s (n - h) (row k + n)) (Sequence [] per) = true ->
  same_state k s (N.max p (top k)) (row k + (n - modulus)) (row k + n) = true ->
  true_slice [r] 0 (Sequence (gather s h (row k + h)) per).
Proof.
  intros Hle Hm Hh Hsettled Hturn Hper Hno Hnoper Hagree Hreturn.
  set (terms := gather s h (row k + h)) in *. destruct (gather_row h) as [Lh Eh]. fold terms in Lh, Eh.
  destruct (gather_spec s (n - h) (row k + n)) as [Lr Er]; [lia|].
  assert (Hget : forall a, (a < N.to_nat n)%nat -> get (Sequence terms per) a = Some (term_in s (at_ a))).
  { intros a Ha. destruct (Nat.lt_ge_cases a (N.to_nat h)) as [L|L].
    - rewrite get_lists by (rewrite app_length, Lh; lia). rewrite nth_error_app1 by lia. now apply Eh.
    - replace a with (length terms + (a - N.to_nat h))%nat at 1 by lia. rewrite get_cycle.
      apply (agrees_get _ _ Hagree). rewrite Er by lia. f_equal. f_equal. unfold at_, r. lia. }
  assert (Hnz : forall a, (a < N.to_nat n)%nat -> term_in s (at_ a) <> 0).
  { intros a Ha. specialize (Hget a Ha). destruct (Nat.lt_ge_cases a (N.to_nat h)) as [L|L].
    - apply (no_zero_spec _ Hno a). now apply Eh.
    - replace a with (length terms + (a - N.to_nat h))%nat in Hget at 1 by lia. rewrite get_cycle in Hget.
      apply get_in_cycle in Hget. unfold no_zero in Hnoper. rewrite forallb_forall in Hnoper.
      specialize (Hnoper _ Hget). now destruct (N.eqb_spec (term_in s (at_ a)) 0). }
  apply (periodic_slice [r] 0 (one_row r) (one_row_open r) _ (N.to_nat (n - modulus)) (N.to_nat modulus)).
  - lia.
  - intros a v Ha. rewrite !outside_one_row. unfold below_in.
    assert (E : forall x, (x < r)%nat ->
              (member [x] 0 (r + (a + N.to_nat modulus) - x) v <-> member [x] 0 (r + a - x) v)).
    { intros x Hx. destruct (right_below k Hk x Hx) as (t & Ht & Hlen & Hcycle). rewrite (Ht _ v), (Ht _ v).
      assert (Hfar : (length (start t) <= r + a - x)%nat) by (unfold r in *; lia).
      replace (r + (a + N.to_nat modulus) - x)%nat with (r + a - x + N.to_nat modulus)%nat by lia.
      destruct Hcycle as [Hnone|Hdiv].
      - destruct t as [first again]. simpl in *. subst again. rewrite !get_over by lia. tauto.
      - rewrite get_multiple; [tauto | trivial|]. apply (Nat.divide_trans _ _ _ Hdiv). now apply divide_to_nat. }
    split; intros (x & Hx & H); exists x; (split; [exact Hx|]); apply (E x Hx); exact H.
  - intros a Ha. exists (term_in s (at_ a)). split; [apply Hget; lia|].
    apply right_value; [lia|]. intros j Hj. apply Hnz. lia.
  - intros v. replace (N.to_nat (n - modulus) + N.to_nat modulus)%nat with (N.to_nat n) by lia.
    set (a := N.to_nat (n - modulus)).
    rewrite <- (is_used_spec (N.to_nat n) v) by (try lia; intros j Hj; apply Hnz; lia).
    rewrite <- (is_used_spec a v) by (unfold a; try lia; intros j Hj; apply Hnz; lia).
    assert (E : forall q, q = row k + (n - modulus) \/ q = row k + n ->
      N.max p (top k) - (row k + (n - modulus)) <= N.of_nat v ->
                is_used k s q (q + N.of_nat v) = false).
    { intros q Hq Hv. unfold is_used. destruct (look (q + N.of_nat v) (diagonal k)) as [x|] eqn:Ed.
      - assert (Hd : on_diagonal k (q + N.of_nat v)) by (unfold on_diagonal; congruence).
        apply (right_top k Hk) in Hd. lia.
      - destruct (look (q + N.of_nat v) (column_of s)) as [x|] eqn:Ec; trivial.
        apply (given_column _ _ _ _ Hgiven), (given_value _ _ _ _ Hgiven) in Ec. lia. }
    assert (E1 : at_ (N.to_nat n) = row k + n) by (unfold at_, r; lia).
    assert (E2 : at_ a = row k + (n - modulus)) by (unfold at_, a, r; lia).
    replace (N.of_nat (r + N.to_nat n + v)) with (row k + n + N.of_nat v) by (unfold r; lia).
    replace (N.of_nat (r + a + v)) with (row k + (n - modulus) + N.of_nat v) by (unfold r, a; lia).
    rewrite E1, E2. destruct (N.lt_ge_cases (N.of_nat v) (N.max p (top k) - (row k + (n - modulus)))) as [L|L].
    + now rewrite (same_state_spec _ _ _ Hreturn (N.of_nat v) L).
    + now rewrite !E by auto.
  - simpl. lia.
  - simpl. apply divide_to_nat in Hper. now rewrite Nat2N.id in Hper.
Qed.

End Row.

(** ** What is marked *)

Lemma paint_all_spec n q s t s' t' : paint_all n q s t = (s', t') ->
  (forall i, get s' i = get s (N.to_nat n + i)) /\
  forall x p, is_marked x p t' = true <-> is_marked x p t = true \/
    exists i b, (i < N.to_nat n)%nat /\ x = q + N.of_nat i /\ get s i = Some b /\ p = x + b.
Proof.
  unfold paint_all. revert s' t'. enough (H : forall q' s' t', N.iter n paint_one (q, s, t) = (q', s', t') ->
    q' = q + n /\ (forall i, get s' i = get s (N.to_nat n + i)) /\
    forall x p, is_marked x p t' = true <-> is_marked x p t = true \/
      exists i b, (i < N.to_nat n)%nat /\ x = q + N.of_nat i /\ get s i = Some b /\ p = x + b).
  { intros s' t'. destruct (N.iter n paint_one (q, s, t)) as [[q1 s1] t1] eqn:E. intros [= <- <-].
    destruct (H q1 s1 t1 eq_refl) as (_ & H'). exact H'. }
  induction n as [|n IH] using N.peano_ind; intros q' s' t' E.
  - injection E as <- <- <-. split; [lia|]. split; [trivial|]. intros x p. split; [auto|].
    intros [H|(i & b & Hi & _)]; [trivial | lia].
  - rewrite N.iter_succ in E. destruct (N.iter n paint_one (q, s, t)) as [[q1 s1] t1].
    destruct (IH q1 s1 t1 eq_refl) as (-> & Hget & Hmarked). unfold paint_one in E.
    assert (Hlast : get s1 0 = get s (N.to_nat n)) by (rewrite Hget; f_equal; lia).
    destruct (next s1) as [[b s2]|] eqn:En; injection E as <- <- <-; (split; [lia|]); split.
    + intros i. rewrite <- (get_next _ _ _ i En), Hget. f_equal. lia.
    + intros x p. rewrite marked_mark, Hmarked. simpl in Hlast. rewrite En in Hlast. split.
      * intros [[H|(i & c & Hi & H)]|[-> ->]]; [now left | right; exists i, c; split; [lia | trivial] | right].
        exists (N.to_nat n), b. repeat split; [lia | lia | now rewrite <- Hlast].
      * intros [H|(i & c & Hi & -> & Hc & ->)]; [now left; left|].
        destruct (Nat.eq_dec i (N.to_nat n)) as [->|]; [right | left; right; exists i, c; repeat split; trivial; lia].
        rewrite <- Hlast in Hc. injection Hc as <-. split; lia.
    + intros i. rewrite get_nothing by exact En. rewrite <- (get_nothing s1 (S i) En), Hget. f_equal. lia.
    + intros x p. rewrite Hmarked. simpl in Hlast. rewrite En in Hlast. split.
      * intros [H|(i & c & Hi & H)]; [now left | right; exists i, c; split; [lia | trivial]].
      * intros [H|(i & c & Hi & Hx & Hc & Hp)]; [now left | right].
        destruct (Nat.eq_dec i (N.to_nat n)) as [->|]; [congruence | exists i, c; repeat split; trivial; lia].
Qed.

Lemma paint_constant_spec n q b t x p :
  is_marked x p (paint_constant n q b t) = true <-> is_marked x p t = true \/ (q <= x < q + n /\ p = x + b).
Proof.
  unfold paint_constant. set (f := fun y : N * table => _).
  enough (H : fst (N.iter n f (q, t)) = q + n /\ (is_marked x p (snd (N.iter n f (q, t))) = true <->
    is_marked x p t = true \/ (q <= x < q + n /\ p = x + b))) by apply H.
  induction n as [|n [E IH]] using N.peano_ind; [simpl; split; [lia | split; [auto | intros [H|H]; [trivial | lia]]]|].
  rewrite N.iter_succ. unfold f at 1 3. cbn [fst snd]. rewrite marked_mark, IH, E. split; [lia|]. split.
  - intros [[H|H]|[-> ->]]; [now left | right; lia | right; lia].
  - intros [H|H]; [now left; left|]. destruct (N.eq_dec x (q + n)); [right | left; right]; lia.
Qed.

Lemma paint_spec n q s t s' t' : paint n q s t = (s', t') ->
  (forall i, get s' i = get s (N.to_nat n + i)) /\
  forall x p, is_marked x p t' = true <-> is_marked x p t = true \/
    exists i b, (i < N.to_nat n)%nat /\ x = q + N.of_nat i /\ get s i = Some b /\ p = x + b.
Proof.
  unfold paint. destruct s as [[|y start] [|b [|z cycle]]]; try apply paint_all_spec. intros [= <- <-].
  assert (Hget : forall i, get (Sequence [] [b]) i = Some b) by (induction i as [|i IH]; [trivial | exact IH]).
  split; [intros i; now rewrite !Hget|]. intros x p. rewrite paint_constant_spec. apply or_iff_compat_l. split.
  - intros [Hx Hp]. exists (N.to_nat (x - q)), b. rewrite Hget. repeat split; trivial; lia.
  - intros (i & c & Hi & Hx & Hc & Hp). rewrite Hget in Hc. injection Hc as <-. lia.
Qed.

Lemma paint_rows n q l : forall found t found' t',
  fold_left (fun x s => let (s, t) := paint n q s (snd x) in (s :: fst x, t)) l (found, t) = (found', t') ->
  (forall i v, (exists s, In s found' /\ get s i = Some v) <->
     (exists s, In s found /\ get s i = Some v) \/ exists s, In s l /\ get s (N.to_nat n + i) = Some v) /\
  forall x p, is_marked x p t' = true <-> is_marked x p t = true \/
    exists s i b, In s l /\ (i < N.to_nat n)%nat /\ x = q + N.of_nat i /\ get s i = Some b /\ p = x + b.
Proof.
  induction l as [|s l IH]; intros found t found' t' E; simpl in E.
  - injection E as <- <-. split.
    + intros i v. split; [auto|]. intros [H|(s & [] & _)]. exact H.
    + intros x p. split; [auto|]. intros [H|(s & i & b & [] & _)]. exact H.
  - destruct (paint n q s t) as [s1 t1] eqn:Ep. apply paint_spec in Ep as [Hget Hmarked].
    destruct (IH _ _ _ _ E) as [Hfound Hmarks]. split.
    + intros i v. rewrite Hfound. split.
      * intros [(x & [<-|Hx] & H)|(x & Hx & H)].
        -- right. exists s. split; [now left | now rewrite <- Hget].
        -- left. now exists x.
        -- right. exists x. split; [now right | trivial].
      * intros [(x & Hx & H)|(x & [<-|Hx] & H)].
        -- left. exists x. split; [now right | trivial].
        -- left. exists s1. split; [now left | now rewrite Hget].
        -- right. now exists x.
    + intros x p. rewrite Hmarks, Hmarked. split.
      * intros [[H|(i & b & Hi & H)]|(y & i & b & Hy & H)]; [now left | right; exists s, i, b | right; exists y, i, b].
        -- split; [now left | now split].
        -- split; [now right | trivial].
      * intros [H|(y & i & b & [<-|Hy] & H)]; [now left; left | left; right; exists i, b; apply H | right].
        exists y, i, b. now split.
Qed.

(** What does not change when there are more columns. *)
Definition same_row (k k' : board) : Prop :=
  row k' = row k /\ last_row k' = last_row k /\ settled k' = settled k /\ turn k' = turn k.

Lemma widen_once_right k : right_board k -> right_board (widen_once k) /\ same_row k (widen_once k).
Proof.
  intros Hk. unfold widen_once.
  destruct (fold_left _ (beyond k) ([], taken k)) as [rest t] eqn:E. apply paint_rows in E as [Hrest Hmarks].
  split; [|now repeat split]. destruct Hk as [K1 K2 K3 K4 K5 K6 K7 K8].
  split; unfold is_taken, on_diagonal in *; cbn [row settled turn taken stored beyond diagonal top]; trivial.
  - intros q v Hq. rewrite Hmarks. destruct (Nat.lt_ge_cases q (N.to_nat (stored k))) as [Lq|Lq].
    + rewrite <- K3 by lia. split; [|auto]. intros [H|(s & i & b & _ & _ & Hx & _)]; [trivial | lia].
    + assert (Eq : below_in (N.to_nat (row k)) q v <->
                   exists s, In s (beyond k) /\ get s (q - N.to_nat (stored k)) = Some (N.of_nat v)).
      { rewrite K6. now replace (N.to_nat (stored k) + (q - N.to_nat (stored k)))%nat with q by lia. }
      rewrite Eq. split.
      * intros [H|(s & i & b & Hs & Hi & Hx & Hb & Hp)]; [elim (K5 (N.of_nat q) (N.of_nat (q + v))); trivial; lia|].
        exists s. split; trivial. replace (q - N.to_nat (stored k))%nat with i by lia. rewrite Hb. f_equal. lia.
      * intros (s & Hs & Hb). right. exists s, (q - N.to_nat (stored k))%nat, (N.of_nat v). repeat split; trivial; lia.
  - lia.
  - intros q p Hq H. apply Hmarks in H as [H|(s & i & b & _ & Hi & Hx & _)]; [elim (K5 q p); trivial; lia | lia].
  - intros i v. rewrite Hrest.
    replace (N.to_nat (stored k + 64) + i)%nat with (N.to_nat (stored k) + (N.to_nat 64 + i))%nat by lia.
    rewrite <- K6. split; [|auto]. intros [(s & [] & _)|H]. exact H.
Qed.

Lemma widen_right c k : right_board k -> right_board (widen c k) /\ same_row k (widen c k).
Proof.
  intros Hk. apply (until_holds (fun k' => right_board k' /\ same_row k k')); [split; [trivial | now repeat split]|].
  intros k' [Hk' Hsame] _. destruct (widen_once_right k' Hk') as [H H']. split; trivial.
  unfold same_row in *. intuition congruence.
Qed.

Lemma approach_right k n w : right_board k -> approach k n = Some w -> right_board w /\ same_row k w.
Proof.
  intros Hk. unfold approach. match goal with |- match snd (until ?a ?b ?c ?d) with _ => _ end = _ -> _ =>
    assert (H : match snd (until a b c d) with Some w => right_board w /\ same_row k w | None => True end);
    [apply (until_holds (fun x => match snd x with Some w => right_board w /\ same_row k w | None => True end))|
     destruct (snd (until a b c d)) as [v|]] end.
  - split; [trivial | now repeat split].
  - intros [m [v|]] Hv _; [|trivial]. cbn [snd] in *. destruct Hv as [Hv Hsame].
    destruct (is_decided (widen (row v + m) v) m); [trivial|]. destruct (widen_right (row v + m) v Hv) as [H H'].
    split; trivial. unfold same_row in *. intuition congruence.
  - destruct H as [Hv Hsame]. intros [= <-]. destruct (widen_right (row v + n) v Hv) as [H H'].
    split; trivial. unfold same_row in *. intuition congruence.
  - easy.
Qed.

(** ** One line *)

Lemma learn_right k terms per : right_board k -> true_slice [N.to_nat (row k)] 0 (Sequence terms per) ->
  row k < stored k -> row k + N.of_nat (length terms) <= stored k -> right_board (learn k terms per).
Proof.
  intros Hk Hslice Hroom Hfits. unfold learn. rewrite count_length.
  set (n := match per with [] => _ | _ => _ end). set (s := Sequence terms per) in *.
  destruct (paint n (row k) s (taken k)) as [s' t] eqn:E. apply paint_spec in E as [Hget Hmarks].
  set (r := N.to_nat (row k)) in *.
  set (first := match terms, per with b :: _, _ => b | [], b :: _ => b | [], [] => 0 end).
  assert (Er : N.to_nat (N.succ (row k)) = S r) by (unfold r; lia).
  assert (Hsplit : forall q v, below_in (S r) q v <-> below_in r q v \/ member [r] 0 (q - r) v).
  { intros q v. unfold below_in. split.
    - intros (x & Hx & H). destruct (Nat.eq_dec x r) as [->|]; [now right | left; exists x; split; [lia | trivial]].
    - intros [(x & Hx & H)|H]; [exists x | exists r]; (split; [lia | trivial]). }
  assert (Hn : row k + n <= stored k) by (unfold n; destruct per; lia).
  assert (Hlast : forall a v, get s a = Some (N.of_nat v) -> per = [] -> (a < N.to_nat n)%nat).
  { intros a v Ha ->. apply Nat.nle_gt. intros L. unfold s in Ha. rewrite get_over in Ha by (unfold n in L; lia).
    easy. }
  destruct Hk as [K1 K2 K3 K4 K5 K6 K7 K8]. fold r in K1, K3, K6, K7.
  split; unfold is_taken, on_diagonal in *; cbn [row settled turn taken stored beyond diagonal top]; rewrite ?Er.
  - intros x Hx. destruct (Nat.eq_dec x r) as [->|].
    + exists s. split; [trivial|]. split; [unfold s, r; simpl; lia|]. destruct per as [|b per]; [now left | right].
      unfold s. simpl cycle. pose proof (divide_to_nat _ _ (N.divide_lcm_r (turn k) (count (b :: per)))) as D.
      rewrite count_length, Nat2N.id in D. now rewrite count_length.
    + destruct (K1 x) as (s0 & H1 & H2 & H3); [lia|]. exists s0. split; [trivial|]. split; [lia|].
      destruct H3 as [H3|H3]; [now left | right]. destruct per as [|b per]; [trivial|].
      apply (Nat.divide_trans _ _ _ H3), divide_to_nat, N.divide_lcm_l.
  - destruct per as [|b per]; trivial. rewrite count_length. intros H.
    apply N.lcm_eq_0 in H as [H|H]; [contradiction | easy].
  - intros q v Hq. rewrite Hmarks, Hsplit, <- K3 by lia. apply or_iff_compat_l. rewrite (Hslice (q - r)%nat v). split.
    + intros (i & b & Hi & Hx & Hb & Hp). replace (q - r)%nat with i by (unfold r; lia). rewrite Hb. f_equal. lia.
    + intros H. exists (q - r)%nat, (N.of_nat v). repeat split; trivial; [|unfold r in *; lia|lia].
      destruct per as [|b per]; [now apply (Hlast _ v) | unfold n, r in *; lia].
  - lia.
  - intros q p Hq H. apply Hmarks in H as [H|(i & b & Hi & Hx & _)]; [now elim (K5 q p) | lia].
  - intros i v. rewrite Hsplit, <- K6, (Hslice _ v). destruct per as [|b per].
    + split; [auto|]. intros [H|H]; [trivial|]. apply Hlast in H; trivial. unfold r in *. lia.
    + replace (N.to_nat (stored k) + i - r)%nat with (N.to_nat n + i)%nat by (unfold n, r; lia). rewrite <- Hget. split.
      * intros (x & [<-|Hx] & H); [now right | left; now exists x].
      * intros [(x & Hx & H)|H]; [exists x; split; [now right | trivial] | exists s'; split; [now left | trivial]].
  - intros p Hp. assert (Hcorner : corner_at (S r) p <-> corner_at r p \/ member [r] 0 0 (p - r)).
    { unfold corner_at. split.
      - intros [H|(x & Hx & H)]; [lia|]. destruct (Nat.eq_dec x r) as [->|]; [now right|].
        left; right. exists x. split; [lia | trivial].
      - intros [[H|(x & Hx & H)]|H]; [lia | right; exists x | right; exists r]; (split; [lia | trivial]). }
    rewrite Hcorner, <- K7 by lia. rewrite (Hslice 0%nat).
    assert (Hfirst : get s 0 = Some (N.of_nat (p - r)) <-> N.of_nat p = row k + first).
    { unfold s, first. simpl. destruct terms as [|b terms]; [destruct per as [|b per]|]; simpl; split; intros H;
        try easy; try (injection H as H; unfold r in *; lia); try (f_equal; unfold r in *; lia). }
    rewrite Hfirst. destruct (N.eq_dec (N.of_nat p) (row k + first)) as [Ep|Ep].
    + rewrite Ep, look_same. split; [now right | easy].
    + rewrite look_other by trivial. tauto.
  - intros p Hp. destruct (N.eq_dec p (row k + first)) as [->|Ep]; [lia|].
    rewrite look_other in Hp by trivial. specialize (K8 p Hp). lia.
Qed.

Lemma check_row_sound k l k' : right_board k -> check_row k l = Some k' ->
  right_board k' /\ row k' = N.succ (row k) /\ last_row k' = last_row k /\ tail l = [row k] /\ nim l = 0 /\
  true_slice [N.to_nat (row k)] 0 (Sequence (newest k') (period l)) /\
  forall terms, head l = Listed terms -> newest k' = terms.
Proof.
  intros Hk. unfold check_row. destruct (same (tail l) [row k] && (nim l =? 0))%bool eqn:E; [|easy]. cbn [negb].
  apply andb_true_iff in E as [Et Eg]. apply same_spec in Et. apply N.eqb_eq in Eg. set (h := size (head l)).
  assert (Haccept : forall n check,
    (forall w terms, right_board w -> same_row k w -> row k + n <= stored w -> check w l = Some terms ->
       N.of_nat (length terms) = h /\ true_slice [N.to_nat (row k)] 0 (Sequence terms (period l))) ->
    h <= n -> 0 < n ->
    match approach k n with
    | Some k =>
        if row k + n <=? stored k then
          match check k l with
          | Some terms => if fits l terms then Some (learn k terms (period l)) else None
          | None => None
          end
        else None
    | None => None
    end = Some k' ->
    right_board k' /\ row k' = N.succ (row k) /\ last_row k' = last_row k /\ tail l = [row k] /\ nim l = 0 /\
    true_slice [N.to_nat (row k)] 0 (Sequence (newest k') (period l)) /\
    forall terms, head l = Listed terms -> newest k' = terms).
  { intros n check Hcheck Hn Hn'. destruct (approach k n) as [w|] eqn:Ew; [|easy].
    destruct (approach_right k n w Hk Ew) as (Hw & Hsame). pose proof Hsame as (Erow & Elast & _). rewrite Erow.
    destruct (N.leb_spec (row k + n) (stored w)) as [Hstored|]; [|easy].
    destruct (check w l) as [terms|] eqn:Ec; [|easy]. destruct (Hcheck w terms Hw Hsame Hstored Ec) as [Hlen Hslice].
    destruct (fits l terms) eqn:Ef; [|easy]. intros [= <-].
    assert (Hlearn : right_board (learn w terms (period l))).
    { apply learn_right; rewrite ?Erow; trivial; lia. }
    assert (Enew : row (learn w terms (period l)) = N.succ (row k) /\
                   last_row (learn w terms (period l)) = last_row k /\
                   newest (learn w terms (period l)) = terms).
    { unfold learn. destruct (paint _ _ _ _). cbn. now rewrite Erow, Elast. }
    destruct Enew as (-> & -> & ->). split; [exact Hlearn|]. do 4 (split; [trivial|]). split; [exact Hslice|].
    intros listed El. unfold fits in Ef. rewrite El in Ef. symmetry. now apply same_spec. }
  destruct (kind l); [| |easy].
  - match goal with |- (if ?x then _ else _) = _ -> _ => destruct x eqn:Hsizes; [|easy] end.
    rewrite !andb_true_iff in Hsizes. destruct Hsizes as [[[[[Hperiod Hmod] Hle] Hsettled] Hhead] _].
    apply N.eqb_eq in Hmod. apply N.leb_le in Hle, Hsettled, Hhead. fold h in Hhead.
    assert (Hpos : modulus l <> 0).
    { rewrite Hmod, count_length. intros H. apply N.lcm_eq_0 in H as [H|H]; [now elim (right_turn k Hk)|].
      destruct (period l); [easy | simpl in H; lia]. }
    apply (Haccept (bound l) check_periodic_row); [|lia|lia].
    intros w terms Hw (Erow & _ & Esettled & Eturn) Hstored Hfound. unfold check_periodic_row in Hfound.
    fold h in Hfound. rewrite Erow in Hfound.
    pose proof (find_row_given w (bound l)) as Hgiven. destruct (find_row w (bound l)) as [p s].
    cbn [fst snd] in Hgiven.
    match type of Hfound with (if ?x then _ else _) = _ => destruct x eqn:Hall; [|easy] end.
    injection Hfound as <-. rewrite !andb_true_iff in Hall.
    destruct Hall as [[[[[[Hnobody Hno] Hnoper] _] Hagree] Hreturn] _].
    split; [rewrite (proj1 (gather_spec s h (row k + h) ltac:(lia))); lia|]. rewrite <- Erow.
    apply (periodic_row w (bound l) p s) with (modulus := modulus l); rewrite ?Erow, ?Esettled, ?Eturn; trivial;
      try lia.
    + rewrite Hmod. apply N.divide_lcm_l.
    + rewrite Hmod, count_length. apply N.divide_lcm_r.
  - match goal with |- (if ?x then _ else _) = _ -> _ => destruct x eqn:Hsizes; [|easy] end.
    rewrite !andb_true_iff in Hsizes. destruct Hsizes as [[[Hperiod _] _] Hh].
    apply N.ltb_lt in Hh. fold h in Hh. destruct (period l); [|easy].
    apply (Haccept h check_finite_row); [|lia|lia].
    intros w terms Hw (Erow & _) Hstored Hfound. unfold check_finite_row in Hfound.
    fold h in Hfound. rewrite Erow in Hfound.
    pose proof (find_row_given w h) as Hgiven. destruct (find_row w h) as [p s]. cbn [fst snd] in Hgiven.
    match type of Hfound with (if ?x then _ else _) = _ => destruct x eqn:Hall; [|easy] end.
    injection Hfound as <-. rewrite !andb_true_iff in Hall. destruct Hall as [Hnobody Hends].
    split; [rewrite (proj1 (gather_spec s h (row k + h) ltac:(lia))); lia|]. rewrite <- Erow.
    apply (finite_row w h p s); rewrite ?Erow; trivial.
Qed.

(** ** All lines *)

Lemma first_right upto : right_board (first_board upto).
Proof.
  split; unfold is_taken, on_diagonal, first_board; cbn [row settled turn taken stored beyond diagonal top].
  - intros x Hx. simpl in Hx. lia.
  - easy.
  - intros q v Hq. simpl in Hq. lia.
  - lia.
  - intros q p _. now rewrite marked_nowhere.
  - intros i v. split; [intros (s & [] & _) | intros (x & Hx & _); simpl in Hx; lia].
  - intros p _. unfold corner_at. destruct p as [|p].
    + rewrite look_same. simpl. split; [auto | easy].
    + rewrite look_other, look_blank by lia. split; [easy|]. intros [H|(x & Hx & _)]; simpl in *; lia.
  - intros p Hp. destruct (N.eq_dec p 0) as [->|]; [lia|]. rewrite look_other, look_blank in Hp by trivial. easy.
Qed.

Lemma no_rows ls : fold_left feed_row ls None = None.
Proof. now induction ls. Qed.

Lemma rows_sound ls : forall k k', right_board k -> fold_left feed_row ls (Some k) = Some k' ->
  last_row k' = last_row k /\ (forall l, In l (filled_rows (Some k) ls) -> true_line l) /\
  forall c, row k <= c < row k' -> exists l, In l (filled_rows (Some k) ls) /\ tail l = [c] /\ nim l = 0.
Proof.
  induction ls as [|l ls IH]; intros k k' Hk E.
  - injection E as <-. split; [trivial|]. split; [intros l [] | intros c Hc; lia].
  - cbn [fold_left filled_rows] in *. destruct (feed_row (Some k) l) as [k1|] eqn:El; [|now rewrite no_rows in E].
    unfold feed_row in El. destruct (row k <=? last_row k); [|easy].
    apply check_row_sound in El as (Hk1 & Erow & Elast & Et & Eg & Hslice & _); trivial.
    destruct (IH k1 k' Hk1 E) as (Elast' & Htrue & Hall). split; [congruence|]. split.
    + intros x [<-|Hx]; [|now apply Htrue]. unfold true_line, nats. cbn [tail nim]. rewrite Et, Eg. exact Hslice.
    + intros c Hc. destruct (N.eq_dec c (row k)) as [->|].
      * eexists. split; [now left | now split].
      * destruct (Hall c) as (x & Hx & H); [lia|]. exists x. split; [now right | trivial].
Qed.

(** What is opened is the first board of a claim about losing positions of three rows. *)
Lemma opened_rows_spec rows nim upto k :
  opened_rows rows nim upto = Some k -> rows = 3 /\ nim = 0 /\ k = first_board upto.
Proof.
  unfold opened_rows. destruct (N.eqb_spec rows 3) as [->|]; [|easy]. destruct (N.eqb_spec nim 0) as [->|]; [|easy].
  simpl. now intros [= <-].
Qed.

Theorem by_value_members cert : by_value cert = true ->
  forall c a b, (c <= N.to_nat (claim_upto cert))%nat ->
    (member [c] 0 a b <-> claimed (with_rows cert) [c] 0 a = Some b).
Proof.
  unfold by_value, with_rows. intros H c a b Hc.
  destruct (opened_rows _ _ _) as [k|] eqn:Ek; [|now rewrite no_rows in H].
  apply opened_rows_spec in Ek as (_ & _ & Ek).
  destruct (fold_left feed_row (lines cert) (Some k)) as [k'|] eqn:E; [|easy]. simpl in H. apply N.ltb_lt in H.
  assert (Hk : right_board k) by (rewrite Ek; apply first_right).
  destruct (rows_sound _ k k' Hk E) as (Elast & Htrue & Hall). rewrite Ek in Elast. simpl in Elast.
  apply claimed_true; [exact Htrue|]. cbn [lines]. destruct (Hall (N.of_nat c)) as (l & Hl & El & En).
  { rewrite Ek. cbn [row first_board]. lia. }
  exists l. split; trivial. unfold nats. rewrite El, En. simpl. now rewrite Nat2N.id.
Qed.

(** Theorem 4 for losing positions of three rows, whichever checker accepts. *)
Theorem by_value_sound cert : by_value cert = true ->
  forall c a b, (c <= N.to_nat (claim_upto cert))%nat -> (c, a, b) <> (0, 0, 0)%nat ->
  (losing (bracket c a b) <-> claimed (with_rows cert) [c] 0 a = Some b).
Proof.
  intros H c a b Hc Hbar. rewrite <- (by_value_members cert H c a b Hc), <- loser_member. unfold loser. tauto.
Qed.

(** In full mode nothing has to be filled in. *)
Theorem with_rows_full cert : by_value cert = true -> is_full cert = true -> with_rows cert = cert.
Proof.
  destruct cert as [rows nim upto ls]. unfold by_value, is_full, with_rows. cbn [claim_rows claim_nim claim_upto lines].
  destruct (opened_rows rows nim upto) as [k|] eqn:Ek; [|now rewrite no_rows].
  apply opened_rows_spec in Ek as (_ & _ & Ek). assert (Hk : right_board k) by (rewrite Ek; apply first_right).
  clear Ek. intros H Hfull. f_equal. revert k H Hk. induction ls as [|l ls IH]; intros k H Hk; trivial.
  cbn [fold_left filled_rows] in *. destruct (feed_row (Some k) l) as [k1|] eqn:El; [|now rewrite no_rows in H].
  unfold feed_row in El. destruct (row k <=? last_row k); [|easy].
  apply check_row_sound in El as (Hk1 & _ & _ & _ & _ & _ & Hlisted); trivial.
  simpl in Hfull. apply andb_true_iff in Hfull as [Hl Hfull]. rewrite (IH Hfull k1 H Hk1). f_equal.
  destruct l as [tl nm kd [terms|] pd md bd]; [|easy]. simpl. now rewrite (Hlisted terms eq_refl).
Qed.

(** A line that is wrong is wrong whatever follows. *)
Theorem by_value_early rows nim upto ls more :
  fold_left feed_row ls (opened_rows rows nim upto) = None -> by_value (Certificate rows nim upto (ls ++ more)) = false.
Proof.
  intros H. unfold by_value. cbn [claim_rows claim_nim claim_upto lines]. now rewrite fold_left_app, H, no_rows.
Qed.
