(** * The checker by value is sound

    If it accepts the lines of a certificate, then they are the whole truth about the losing positions of three rows:
    the same statement as in Soundness.v, and from the same theorems (Slices.v, Recurrence.v). *)

From Coq Require Import List Arith NArith Lia Bool Sorted FMapPositive.
From ZChomp Require Import Chomp Nim Slices Recurrence Checker ByValue.
From ZChomp Require Import Sequences Walking Tails Soundness ThreeRows ByValueSearch ByValueRows.
Import ListNotations.
Local Open Scope N_scope.

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
  is_marked x p (paint_constant n q b t) = true <-> is_marked x p t = true \/
  (q <= x < q + n /\ p = x + b).
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
  fold_left (fun x s => let (s, t) := paint n q s (snd x) in (s :: fst x, t)) l (found, t) =
  (found', t') ->
  (forall i v, (exists s, In s found' /\ get s i = Some v) <->
     (exists s, In s found /\ get s i = Some v) \/ exists s, In s l /\
     get s (N.to_nat n + i) = Some v) /\
  forall x p, is_marked x p t' = true <-> is_marked x p t = true \/
    exists s i b, In s l /\ (i < N.to_nat n)%nat /\ x = q + N.of_nat i /\ get s i = Some b /\
    p = x + b.
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
  destruct (fold_left _ (beyond k) ([], marks k)) as [rest t] eqn:E. apply paint_rows in E as [Hrest Hmarks].
  split; [|now repeat split]. destruct Hk as [K1 K2 K3 K4 K5 K6 K7 K8].
  split; unfold is_taken, on_diagonal in *; cbn [row settled turn marks stored beyond diagonal top]; trivial.
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

Lemma approach_right k n w : right_board k -> approach k n = Some w ->
  right_board w /\ same_row k w.
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

Lemma learn_right k terms per : right_board k ->
  true_slice [N.to_nat (row k)] 0 (Sequence terms per) ->
  row k < stored k -> row k + N.of_nat (length terms) <= stored k ->
  right_board (learn k terms per).
Proof.
  intros Hk Hslice Hroom Hfits. unfold learn. rewrite count_length.
  set (n := match per with [] => _ | _ => _ end). set (s := Sequence terms per) in *.
  destruct (paint n (row k) s (marks k)) as [s' t] eqn:E. apply paint_spec in E as [Hget Hmarks].
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
  split; unfold is_taken, on_diagonal in *; cbn [row settled turn marks stored beyond diagonal top]; rewrite ?Er.
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
  right_board k' /\ row k' = N.succ (row k) /\ last_row k' = last_row k /\ tail l = [row k] /\
  nim l = 0 /\
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
  split; unfold is_taken, on_diagonal, first_board; cbn [row settled turn marks stored beyond diagonal top].
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
  forall c, row k <= c < row k' -> exists l, In l (filled_rows (Some k) ls) /\ tail l = [c] /\
  nim l = 0.
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
  fold_left feed_row ls (opened_rows rows nim upto) = None ->
  by_value (Certificate rows nim upto (ls ++ more)) = false.
Proof.
  intros H. unfold by_value. cbn [claim_rows claim_nim claim_upto lines]. now rewrite fold_left_app, H, no_rows.
Qed.
