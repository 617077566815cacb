(** * The search of the checker by value: what is given to the columns of a row, whatever the rows below are *)

From Coq Require Import List Arith NArith Lia Bool Sorted FMapPositive.
From ZChomp Require Import Checker ByValue Tails.
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

Lemma marked_mark q p q' p' t : is_marked q p (mark q' p' t) = true <-> is_marked q p t = true \/
  (q = q' /\ p = p').
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
  In q w /\ q <= p /\ is_marked q p t = false /\ forall x, In x w -> x < q ->
  is_marked x p t = true.
Proof.
  unfold first_free. induction 1 as [|x w Hs IH Hx]; simpl; [easy|].
  destruct ((x <=? p) && negb (is_marked x p t))%bool eqn:E.
  - intros [= <-]. apply andb_true_iff in E as [E E']. apply N.leb_le in E. apply negb_true_iff in E'.
    repeat split; auto. rewrite Forall_forall in Hx. intros y [<-|Hy] L; [lia|]. specialize (Hx y Hy). lia.
  - intros H. destruct (IH H) as (Hin & Hle & Hfree & Hbefore). repeat split; auto.
    intros y [<-|Hy] L; [|now apply Hbefore]. apply andb_false_iff in E as [E|E]; [apply N.leb_gt in E; lia|].
    now apply negb_false_iff.
Qed.

Lemma first_free_none t p w x : first_free t p w = None -> In x w -> x <= p ->
  is_marked x p t = true.
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
Definition is_taken (q p : N) : Prop := is_marked q p (marks k) = true.

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
  destruct (first_free (marks k) p (waiting s)) as [q|] eqn:Ef.
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
