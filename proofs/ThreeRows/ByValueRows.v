(** * A row of the checker by value: if the rows below are right, what the search finds is right *)

From Coq Require Import List Arith NArith Lia Bool Sorted FMapPositive.
From ZChomp Require Import Chomp Nim Slices Recurrence Checker ByValue.
From ZChomp Require Import Sequences Walking Tails Soundness ThreeRows ByValueSearch.
Import ListNotations.
Local Open Scope N_scope.

(** ** Sequences *)

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
  unfold outside, below, chain, lower_value, below_in. split.
  - intros [(i & x & Hx & H)|(h & Hh & _)]; [|lia]. destruct i as [|[|i]]; simpl in Hx; try lia.
    exists x. split; trivial. unfold width, bite in H. simpl in H. now rewrite Nat.min_l in H by lia.
  - intros (x & Hx & H). left. exists 0%nat, x. split; trivial. unfold width, bite. simpl. now rewrite Nat.min_l by lia.
Qed.

Lemma state_one_row r a v : state [r] 0 a v <-> own [r] 0 a v \/ corner_at r (r + a + v).
Proof.
  unfold state, corner, empty_bar, corner_at, width. simpl nth. split.
  - intros [H|[(x & Hx & H)|H]]; [now left | right; right | right; left; lia].
    exists x. split; trivial. unfold cut in H. simpl in H. rewrite Nat.min_l in H by lia.
    now replace (r + a + v - x)%nat with (r + a - x + v)%nat by lia.
  - intros [H|[H|(x & Hx & H)]]; [now left | right; right; lia | right; left]. exists x. split; trivial.
    unfold cut. simpl. rewrite Nat.min_l by lia. now replace (r + a - x + v)%nat with (r + a + v - x)%nat by lia.
Qed.

Lemma gather_spec s m q : m <= q ->
  length (gather s m q) = N.to_nat m /\
  forall i, (i < N.to_nat m)%nat ->
  nth_error (gather s m q) i = Some (term_in s (q - m + N.of_nat i)).
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

Lemma has_value a : (a < N.to_nat n)%nat -> exists b,
  look (at_ a) (value_in s) = Some (N.of_nat (r + a + b)) /\
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
Lemma finite_row : ends (gather s n (row k + n)) = true ->
  true_slice [r] 0 (Sequence (gather s n (row k + n)) []).
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
Lemma is_used_spec a v : (a <= N.to_nat n)%nat ->
  (forall j, (j < a)%nat -> term_in s (at_ j) <> 0) ->
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
