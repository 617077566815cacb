(** * The walk from row to row is right

    If the marks of every row say what the lines around one exclude, the rows that the checker computes are those of
    growing.md, section 2: window, state, blocks and terms. *)

From Coq Require Import List Arith NArith Bool FinFun Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingRows.
Import ListNotations.

(** ** Lists *)

Lemma nth_firstn_lt {A} (d : A) : forall l n i, i < n -> nth i (firstn n l) d = nth i l d.
Proof. induction l as [|x l IH]; intros [|n] [|i] H; simpl; trivial; try lia. apply IH. lia. Qed.

Lemma nth_skipn_add {A} (d : A) : forall n l i, nth i (skipn n l) d = nth (n + i) l d.
Proof. induction n as [|n IH]; intros [|x l] i; simpl; trivial. now destruct i. Qed.

Lemma skipn_rest {A} : forall j l (x : A) rest, skipn j l = x :: rest -> rest = skipn (S j) l.
Proof. induction j as [|j IH]; intros [|y l] x rest E; try discriminate; [now injection E | now apply (IH l x)]. Qed.

Lemma nth_set_bit i : forall b j, nth j (set_bit i b) false = (j =? i) || nth j b false.
Proof.
  induction i as [|i IH]; intros [|x b] [|j]; simpl; trivial; try now rewrite IH; try destruct j.
  now destruct j.
Qed.

Lemma leading_true b : forall i, i < leading b -> nth i b false = true.
Proof. induction b as [|[] b IH]; intros [|i]; simpl; trivial; try lia. intros H. apply IH. lia. Qed.

Lemma existsb_taken n x : existsb (is_taken n) x = true <-> In (Taken n) x.
Proof.
  rewrite existsb_exists. split.
  - intros ([v|v|v| |] & Hin & H); try discriminate. apply Nat.eqb_eq in H. now subst.
  - intros H. exists (Taken n). split; trivial. apply Nat.eqb_refl.
Qed.

Lemma first_untaken_spec x fuel : forall n,
  (forall v, n <= v < first_untaken fuel n x -> In (Taken v) x) /\ n <= first_untaken fuel n x /\
  (~ In (Taken (first_untaken fuel n x)) x \/ first_untaken fuel n x = n + fuel).
Proof.
  induction fuel as [|fuel IH]; intros n; simpl; [repeat split; lia|].
  destruct (existsb (is_taken n) x) eqn:E.
  - apply existsb_taken in E. destruct (IH (S n)) as (H1 & H2 & H3). repeat split; [|lia | destruct H3; [now left | lia]].
    intros v Hv. destruct (Nat.eq_dec v n) as [->|]; trivial. apply H1. lia.
  - repeat split; [lia | lia|]. left. rewrite <- existsb_taken. congruence.
Qed.

Lemma first_untaken_free x n : ~ In (Taken (first_untaken (length x) n x)) x.
Proof.
  destruct (first_untaken_spec x (length x) n) as (H1 & H2 & [H3|H3]); trivial. intros H.
  assert (Hincl : incl (map Taken (seq n (S (length x)))) x).
  { intros y Hy. apply in_map_iff in Hy as (v & <- & Hv). apply in_seq in Hv.
    destruct (Nat.eq_dec v (n + length x)) as [->|]; [now rewrite <- H3 | apply H1; lia]. }
  apply NoDup_incl_length in Hincl; [rewrite map_length, seq_length in Hincl; lia|].
  apply Injective_map_NoDup; [intros u v; congruence | apply seq_NoDup].
Qed.

Lemma first_free_spec x b : forall n,
  n <= first_free n b x /\ nth (first_free n b x - n) b false = false /\
  ~ In (Taken (first_free n b x)) x /\
  forall v, n <= v < first_free n b x -> nth (v - n) b false = true \/ In (Taken v) x.
Proof.
  induction b as [|y b IH]; intros n; cbn [first_free].
  - destruct (first_untaken_spec x (length x) n) as (H1 & H2 & _). repeat split; trivial.
    + now destruct (_ - n).
    + apply first_untaken_free.
    + intros v Hv. right. now apply H1.
  - destruct (y || existsb (is_taken n) x) eqn:E.
    + destruct (IH (S n)) as (H1 & H2 & H3 & H4). repeat split; trivial; [lia | |].
      * now replace (first_free (S n) b x - n) with (S (first_free (S n) b x - S n)) by lia.
      * intros v Hv. destruct (Nat.eq_dec v n) as [->|].
        -- rewrite Nat.sub_diag. apply orb_true_iff in E as [E|E]; [now left | right; now apply existsb_taken].
        -- replace (v - n) with (S (v - S n)) by lia. simpl. apply H4. lia.
    + apply orb_false_iff in E as [E E']. rewrite Nat.sub_diag. repeat split; trivial; [|lia].
      rewrite <- existsb_taken. congruence.
Qed.

Lemma nth_entering w x : forall b i, nth i (fold_left (entering w) x b) false = true <->
  nth i b false = true \/ In (Enters (w + i)) x.
Proof.
  induction x as [|y x IH]; intros b i; simpl; [intuition|]. rewrite IH.
  assert (E : nth i (entering w b y) false = true <-> nth i b false = true \/ y = Enters (w + i)).
  { destruct y as [n|n|n| |]; simpl; try (split; [now left | now intros [|[=]]]).
    destruct (Nat.leb_spec w n).
    - rewrite nth_set_bit, orb_true_iff, Nat.eqb_eq. split; (intros [H1|H1]; [right | left]); trivial.
      + f_equal. lia.
      + injection H1. lia.
    - split; [now left|]. intros [|[= ->]]; trivial. lia. }
  rewrite E. intuition.
Qed.

(** ** Terms of a line *)

Lemma nth_turns turn : turn <> [] -> forall n j t i, j <= length turn -> i < n ->
  nth i (turns n turn (skipn j turn) (t * length turn)) None =
  Some (nth ((j + i) mod length turn) turn 0 + ((j + i) / length turn + t) * length turn).
Proof.
  intros Hne. assert (Hp : length turn <> 0) by now destruct turn. remember (length turn) as p eqn:Ep.
  induction n as [|n IH]; intros j t i Hj Hi; [lia|]. cbn [turns].
  pose proof (skipn_length j turn) as Hlen. rewrite <- Ep in Hlen. destruct (skipn j turn) as [|x rest] eqn:E.
  - simpl in Hlen. assert (j = p) by lia. subst j. rewrite <- Ep.
    assert (Hturn : exists x rest, turn = x :: rest) by (destruct turn; [easy | eauto]).
    destruct Hturn as (x & rest & Et). replace (t * p + p) with (S t * p) by lia. rewrite Et at 1.
    destruct i as [|i]; cbn [nth].
    + rewrite Nat.add_0_r, Nat.mod_same, Nat.div_same by trivial. rewrite Et. f_equal; cbn [nth]; lia.
    + replace rest with (skipn 1 turn) by now rewrite Et. rewrite IH by lia.
      replace (p + S i) with (1 + i + 1 * p) by lia. rewrite Nat.mod_add, Nat.div_add by trivial. f_equal; lia.
  - simpl in Hlen. assert (Hx : x = nth j turn 0).
    { pose proof (nth_skipn_add 0 j turn 0) as H. rewrite E, Nat.add_0_r in H. exact H. }
    assert (Hrest := skipn_rest j turn x rest E).
    destruct i as [|i]; cbn [nth].
    + rewrite Nat.add_0_r, Nat.mod_small, Nat.div_small by lia. now rewrite Hx.
    + rewrite Hrest, IH by lia. now replace (S j + i) with (j + S i) by lia.
Qed.

Lemma nth_turns_empty n : forall more i, nth i (turns n [] [] more) None = None.
Proof. induction n as [|n IH]; intros more [|i]; simpl; trivial. Qed.

Lemma length_turns turn n : forall rest more, length (turns n turn rest more) = n.
Proof.
  induction n as [|n IH]; intros [|x rest] more; simpl; trivial; [|now rewrite IH].
  destruct turn; simpl; now rewrite IH.
Qed.

Lemma nth_initial_and_turns turn found : forall n i, i < n ->
  nth i (initial_and_turns n found turn) None =
  if i <? length found then nth i found None
  else nth (i - length found) (turns (n - length found) turn turn 0) None.
Proof.
  induction found as [|x found IH]; intros [|n] i Hi; try lia; cbn [initial_and_turns length].
  - now rewrite !Nat.sub_0_r.
  - destruct i as [|i]; [reflexivity|]. cbn [nth]. rewrite IH by lia. reflexivity.
Qed.

Lemma length_initial_and_turns turn found : forall n, length (initial_and_turns n found turn) = n.
Proof.
  induction found as [|x found IH]; intros [|n]; cbn [initial_and_turns length]; trivial; [apply length_turns | now rewrite IH].
Qed.

Lemma nth_terms l n m : m < n -> nth m (terms l n) None = get l m.
Proof.
  intros Hm. unfold terms, get, settled. destruct (Nat.ltb_spec m (first l)) as [H|H].
  - rewrite app_nth1 by (rewrite repeat_length; lia). apply nth_repeat.
  - rewrite Nat.min_r by lia. rewrite app_nth2; rewrite repeat_length; trivial. rewrite nth_initial_and_turns by lia.
    destruct (Nat.ltb_spec (m - first l) (length (initial l))), (Nat.ltb_spec m (first l + length (initial l))); try lia.
    + reflexivity.
    + rewrite <- !Nat.sub_add_distr. destruct (cycle l) as [|x turn] eqn:E.
      * apply nth_turns_empty.
      * rewrite <- E. pose proof (nth_turns (cycle l)) as Hn.
        specialize (Hn ltac:(rewrite E; easy) (n - (first l + length (initial l))) 0 0
          (m - (first l + length (initial l))) ltac:(lia) ltac:(lia)).
        cbn [skipn] in Hn. rewrite Nat.mul_0_l, Nat.add_0_r in Hn. exact Hn.
Qed.

Lemma length_terms l n : length (terms l n) = n.
Proof.
  unfold terms. rewrite app_length, repeat_length, length_initial_and_turns. lia.
Qed.

Lemma term_is l m : term l m = get l m.
Proof. unfold term. apply nth_terms. lia. Qed.

(** After a multiple of its period a line repeats. *)
Lemma get_shift l m p : settled l <= m -> cycle l = [] \/ p mod length (cycle l) = 0 ->
  get l (m + p) = option_map (fun n => n + p) (get l m).
Proof.
  intros Hm Hp. unfold get. unfold settled in *. destruct (Nat.ltb_spec (m + p) (first l)); [lia|].
  destruct (Nat.ltb_spec m (first l)); [lia|]. destruct (Nat.ltb_spec (m + p) (first l + length (initial l))); [lia|].
  destruct (Nat.ltb_spec m (first l + length (initial l))); [lia|]. destruct (cycle l) as [|x turn] eqn:E; [easy|].
  rewrite <- E in *. destruct Hp as [Hp|Hp]; [congruence|]. assert (Hne : length (cycle l) <> 0) by now rewrite E.
  set (q := length (cycle l)) in *. apply Nat.div_exact in Hp; trivial.
  replace (m + p - (first l + length (initial l))) with (m - (first l + length (initial l)) + p / q * q) by lia.
  rewrite Nat.mod_add, Nat.div_add by trivial. simpl. f_equal. lia.
Qed.

(** ** Marks *)

Lemma length_overlay marks : forall rows, length (overlay marks rows) = length rows.
Proof. induction marks as [|[x|] marks IH]; intros [|row rows]; simpl; auto. Qed.

Lemma in_overlay x marks : forall rows m, In x (nth m (overlay marks rows) []) <->
  In x (nth m rows []) \/ m < length rows /\ nth m marks None = Some x.
Proof.
  induction marks as [|y marks IH]; intros rows m.
  - assert (E : nth m (@nil (option mark)) None = None) by now destruct m. rewrite E. cbn [overlay].
    split; [now left | now intros [|[_ [=]]]].
  - destruct rows as [|row rows]; [split; [destruct y; now left | intros [H|[H _]]; [now destruct y | simpl in H; lia]]|].
    destruct m as [|m].
    + destruct y as [y|]; simpl; [|split; [now left | now intros [|[_ [=]]]]].
      split; [intros [->|H]; [right; split; [lia | trivial] | now left] | intros [H|[_ [= ->]]]; auto].
    + specialize (IH rows m). destruct y as [y|]; cbn [overlay nth length]; rewrite IH; intuition lia.
Qed.

Lemma length_overlay_all n all : length (overlay_all n all) = n.
Proof.
  unfold overlay_all. induction all as [|marks all IH]; simpl; [apply repeat_length | now rewrite length_overlay].
Qed.

Lemma in_overlay_all n all x m : m < n ->
  (In x (nth m (overlay_all n all) []) <-> exists marks, In marks all /\ nth m marks None = Some x).
Proof.
  intros Hm. unfold overlay_all. induction all as [|marks all IH]; simpl.
  - rewrite nth_repeat. split; [easy | now intros (? & [] & _)].
  - rewrite in_overlay, IH. fold (overlay_all n all). rewrite length_overlay_all. split.
    + intros [(marks' & H)|[_ H]]; eauto. exists marks'. tauto.
    + intros (marks' & [<-|H] & E); eauto.
Qed.

(** ** Rows *)

Section Walk.
Variable o : order.
Hypothesis Ho : check_order o = true.
Let Hphi := order_phi o Ho.
Variables (k : nat) (s : N).
Hypothesis Hs : is_down_set o s.

(** What is excluded from row [m] on, and not yet before it by an element of A or by a c below one. *)
Definition newly (m n : nat) : Prop :=
  (1 <= m <= m0_of o s /\ hit o k (without_c o s m) (m - 1) n) \/
  (exists a, has s a = true /\ uc o a = m + 1 /\ hit o k (without o s a) m n).

(** The marks of a row say what they should. *)
Record right_marks (m : nat) (x : list mark) : Prop := {
  enters_right : forall n, In (Enters n) x <-> newly m n;
  taken_right : forall n, In (Taken n) x <-> temp o k s m n;
  bound_right : forall n, existsb (is_bound n) x = true <-> bounded o k s m n;
  end_right : existsb is_end x = true <-> exists n, bounded o k s m n;
  blocked_right : existsb is_blocked x = true <-> single o k s m;
  killed_right : existsb is_killed x = true <->
    exists j, 1 <= j <= n0_of o s /\ j <= phi o (m + 1) /\ hit o k (without_d o s j) m (j - 1) }.

(** What is excluded before row [m], by the rows before it too. *)
Definition before (m n : nat) : Prop :=
  match m with 0 => False | S m => perm o k s m n \/ hit o k s m n end.

Lemma hit_row m n : hit o k s m n -> is_row o s m /\ low o s m <= n.
Proof. intros [H _]. apply position_range in H; tauto. Qed.

Lemma perm_before m n : perm o k s m n <-> before m n \/ newly m n.
Proof.
  destruct m as [|m].
  - unfold perm, newly. simpl. split.
    + intros [(i & Hi & _)|(a & Ha & Hu & H)]; [lia|]. right. right. exists a.
      assert (E : uc o a = 1) by lia. rewrite E in H. auto.
    + intros [[]|[[Hi _]|(a & Ha & Hu & H)]]; [lia|]. right. exists a. rewrite Hu. split; [trivial | split; [lia | exact H]].
  - replace (S m) with (m + 1) at 1 by lia. rewrite perm_next. cbn [before]. unfold newly.
    replace (S m) with (m + 1) by lia. replace (m + 1 - 1) with m by lia. replace (m + 1 + 1) with (m + 2) by lia.
    destruct (Nat.le_gt_cases (m + 1) (m0_of o s)) as [L|L].
    + split.
      * intros [H|[H|H]]; [tauto | right; left; split; [lia | trivial] | tauto].
      * intros [[H|H]|[[_ H]|H]]; try tauto. apply hit_row in H as [[H _] _]. lia.
    + rewrite without_c_same by (trivial; lia). split.
      * tauto.
      * intros [[H|H]|[[H _]|H]]; try tauto. lia.
Qed.

(** What the checker knows before row [m], and in it. *)
Record knows (m w : nat) (b : list bool) (d : bool) : Prop := {
  knows_low : n0_of o s <= w;
  knows_full : forall n, low o s m <= n < w -> before m n;
  knows_bits : forall n, w <= n -> (before m n <-> nth (n - w) b false = true);
  knows_dead : d = true <-> dead o k s m }.

Record right_row (m : nat) (x : list mark) (r : row) : Prop := {
  row_low : low o s m <= window r;
  row_full : forall n, low o s m <= n < window r -> perm o k s m n;
  row_bits : forall n, window r <= n -> (perm o k s m n <-> nth (n - window r) (bits r) false = true);
  row_stopped : is_stopped r = true <-> dead o k s m \/ single o k s m;
  row_marks : marks r = x;
  row_result : forall n, result r = Some n <-> hit o k s m n }.

Definition is_before_end (m : nat) : Prop := forall e, first_c o s = Some e -> m < e.

Lemma next_row_right m w b d x : is_before_end m -> knows m w b d -> right_marks m x ->
  right_row m x (next_row o (m0_of o s) m w b d x).
Proof.
  intros Hm [Kl Kf Kb Kd] [Me Mt Mb _ Ms _]. unfold next_row. set (w1 := Nat.max w (phi o m)).
  set (b1 := fold_left (entering w1) x (skipn (w1 - w) b)).
  assert (H1 : forall n, w1 <= n -> (perm o k s m n <-> nth (n - w1) b1 false = true)).
  { intros n Hn. rewrite perm_before. unfold b1. rewrite nth_entering, nth_skipn_add, Me.
    replace (w1 + (n - w1)) with n by lia. replace (w1 - w + (n - w1)) with (n - w) by lia. rewrite <- Kb by lia. tauto. }
  assert (H2 : forall n, low o s m <= n < w1 -> perm o k s m n).
  { intros n Hn. apply perm_before. left. apply Kf. unfold low in *. lia. }
  set (w2 := w1 + leading b1). set (b2 := skipn (leading b1) b1).
  assert (H3 : forall n, w2 <= n -> (perm o k s m n <-> nth (n - w2) b2 false = true)).
  { intros n Hn. rewrite H1 by lia. unfold b2. rewrite nth_skipn_add. now replace (leading b1 + (n - w2)) with (n - w1) by lia. }
  assert (H4 : forall n, low o s m <= n < w2 -> perm o k s m n).
  { intros n Hn. destruct (Nat.lt_ge_cases n w1); [apply H2; lia|]. apply H1; trivial. apply leading_true. lia. }
  assert (H5 : d || existsb is_blocked x = true <-> dead o k s m \/ single o k s m)
    by now rewrite orb_true_iff, Kd, Ms.
  destruct (first_free_spec x b2 w2) as (F1 & F2 & F3 & F4). set (f := first_free w2 b2 x) in *.
  assert (Hlow : low o s m <= w2) by (unfold low in *; lia).
  split; trivial; cbn [window bits result]. intros n.
  destruct (Nat.ltb_spec m (m0_of o s)) as [L|L].
  - split; [easy|]. intros H. apply hit_row in H as [[H _] _]. lia.
  - pose proof (row_least o Ho k s Hs m f) as R. specialize (R (conj L Hm) ltac:(lia)). rewrite R.
    + clear R. simpl orb. destruct (d || existsb is_blocked x) eqn:E.
      * split; [easy|]. intros (_ & Hd & Hi & _). destruct (proj1 H5 eq_refl); tauto.
      * assert (Hnot : ~ (dead o k s m \/ single o k s m)) by (rewrite <- H5; easy). cbn [orb].
        destruct (existsb (is_bound f) x) eqn:E'.
        -- apply Mb in E'. split; [easy | tauto].
        -- assert (~ bounded o k s m f) by (rewrite <- Mb; congruence). split; [intros [= <-]; tauto | now intros [-> _]].
    + rewrite H3 by trivial. congruence.
    + now rewrite <- Mt.
    + intros v Hv. destruct (Nat.lt_ge_cases v w2); [left; apply H4; lia|]. rewrite H3 by trivial. rewrite <- Mt. apply F4. lia.
Qed.

Lemma after_row m w b d x : is_before_end m -> knows m w b d -> right_marks m x ->
  let r := next_row o (m0_of o s) m w b d x in knows (m + 1) (window r) (after r) (is_dead o m d r).
Proof.
  intros Hm Hk Hx r. assert (Hr : right_row m x r) by now apply next_row_right.
  destruct Hr as [R1 R2 R3 R4 R5 R6]. replace (m + 1) with (S m) by lia. split.
  - unfold low in R1. lia.
  - intros n Hn. left. apply R2. pose proof (phi_next o Hphi m). unfold low in *.
    replace (S m) with (m + 1) in Hn by lia. lia.
  - intros n Hn. cbn [before]. rewrite R3 by trivial. unfold after. destruct (result r) as [v|] eqn:E.
    + assert (Hv : hit o k s m v) by now apply R6. assert (Hge : window r <= v).
      { destruct (Nat.le_gt_cases (window r) v) as [|L]; trivial. destruct (hit_row m v Hv) as [_ Hl].
        assert (Hp : perm o k s m v) by (apply R2; lia). destruct Hv as [Hpos Hv].
        now apply (row_iff o Ho k s Hs m v Hpos) in Hv. }
      rewrite nth_set_bit, orb_true_iff, Nat.eqb_eq. rewrite <- R6. split.
      * intros [H|[= ->]]; [now right | now left].
      * intros [H|H]; [right; f_equal; lia | now left].
    + split; [intros [H|H]; trivial | now left]. apply R6 in H. congruence.
  - unfold is_dead. rewrite !orb_true_iff, (knows_dead _ _ _ _ Hk), R5, (killed_right _ _ Hx).
    replace (S m) with (m + 1) by lia. rewrite dead_next. split.
    + intros [[H|(j & Hj & Hj' & H)]|H]; [now left | right; exists j; split; [lia | trivial]|].
      destruct (result r) as [v|] eqn:E; [|easy]. apply Nat.ltb_lt in H. assert (Hv : hit o k s m v) by now apply R6.
      right. exists (v + 1). split; [lia|]. pose proof (hit_row m v Hv) as [_ Hl]. unfold low in Hl.
      rewrite without_d_same by (trivial; lia). now replace (v + 1 - 1) with v by lia.
    + intros [H|(j & Hj & H)]; [now left; left|]. destruct (Nat.le_gt_cases j (n0_of o s)) as [L|L].
      * left. right. exists j. repeat (split; [lia|]). exact H.
      * right. rewrite without_d_same in H by trivial. apply R6 in H. rewrite H. apply Nat.ltb_lt. lia.
Qed.

Lemma walk_right rows : forall m w b d, knows m w b d ->
  (forall i, i < length rows -> right_marks (m + i) (nth i rows [])) ->
  forall i, i < length rows -> is_before_end (m + i) ->
  right_row (m + i) (nth i rows []) (nth i (walk o (m0_of o s) m w b d rows) no_row).
Proof.
  induction rows as [|x rows IH]; intros m w b d Hk Hall i Hi Hend; [simpl in Hi; lia|].
  assert (Hm : is_before_end m) by (intros e He; specialize (Hend e He); lia).
  assert (Hx := Hall 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in Hx. cbn [nth] in Hx. cbn [walk].
  destruct i as [|i]; cbn [nth].
  - rewrite Nat.add_0_r. now apply next_row_right.
  - replace (m + S i) with (m + 1 + i) in * by lia. apply IH; trivial; [now apply after_row | | simpl in Hi; lia].
    intros i' Hi'. replace (m + 1 + i') with (m + S i') by lia. apply (Hall (S i')). simpl. lia.
Qed.

Lemma knows_nothing : knows 0 (n0_of o s) [] false.
Proof.
  split; trivial.
  - intros n Hn. unfold low in Hn. lia.
  - intros n _. split; [easy|]. now destruct (n - _).
  - split; [easy|]. intros (i & j & Hi & _). lia.
Qed.
End Walk.

Lemma length_walk o m0 rows : forall m w b d, length (walk o m0 m w b d rows) = length rows.
Proof. induction rows as [|x rows IH]; intros m w b d; simpl; [|rewrite IH]; trivial. Qed.

Lemma window_next o m0 rows : forall m w b d i, S i < length rows ->
  window (nth i (walk o m0 m w b d rows) no_row) <= window (nth (S i) (walk o m0 m w b d rows)
  no_row).
Proof.
  induction rows as [|x rows IH]; intros m w b d i Hi; [simpl in Hi; lia|]. destruct i as [|i].
  - destruct rows as [|y rows]; [simpl in Hi; lia|]. cbn [walk nth]. cbn [window next_row]. lia.
  - cbn [walk]. cbn [nth]. apply IH. simpl in Hi. lia.
Qed.
