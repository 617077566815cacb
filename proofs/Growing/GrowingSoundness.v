(** * What the checker of growing orders accepts is true

    If [check] says true, the certificate describes an order, its lines are those of all down-sets and all nim-values up to
    the claimed one, and every line is right in all rows. *)

From Coq Require Import List Arith NArith Bool FMapPositive Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingRows GrowingWalk GrowingLines.
From ZChomp Require Import GrowingClosing.
Import ListNotations.

(** ** Tables *)

Lemma succ_pos_injective a b : N.succ_pos a = N.succ_pos b -> a = b.
Proof. intros H. apply (f_equal N.pos) in H. rewrite !N.succ_pos_spec in H. lia. Qed.

Lemma lookup_insert t s l s' l' : lookup (insert t s l) s' = Some l' -> (s' = s /\ l' = l) \/
  lookup t s' = Some l'.
Proof.
  unfold lookup, insert. destruct (N.eq_dec s' s) as [->|Hne].
  - rewrite PositiveMap.gss. intros [= ->]. now left.
  - rewrite PositiveMap.gso; [now right|]. intros E. now apply succ_pos_injective in E.
Qed.

Lemma lookup_inserted t s l : lookup (insert t s l) s = Some l.
Proof. apply PositiveMap.gss. Qed.

Lemma lookup_kept t s l s' : lookup t s' <> None -> lookup (insert t s l) s' <> None.
Proof.
  intros H. destruct (N.eq_dec s' s) as [->|Hne]; [now rewrite lookup_inserted|].
  unfold lookup, insert in *. rewrite PositiveMap.gso; trivial. intros E. now apply succ_pos_injective in E.
Qed.

Lemma gather_right {A} (l : list (option A)) : forall r, gather l = Some r ->
  (forall x, In x r -> In (Some x) l) /\ (forall y, In y l -> exists x, y = Some x /\ In x r).
Proof.
  induction l as [|[x|] l IH]; simpl; intros r E; [injection E as <-; easy | | easy].
  destruct (gather l) as [r'|]; [|easy]. injection E as <-. destruct (IH r' eq_refl) as [H1 H2]. split.
  - intros y [->|Hy]; [now left | right; auto].
  - intros y [<-|Hy]; [exists x; split; [trivial | now left]|]. destruct (H2 y Hy) as (z & -> & Hz).
    exists z. split; [trivial | now right].
Qed.

Lemma lookups_right t place l r : lookups t place l = Some r ->
  (forall a y, In (a, y) r -> In a l /\ lookup t (place a) = Some y) /\
  (forall a, In a l -> exists y, In (a, y) r /\ lookup t (place a) = Some y).
Proof.
  unfold lookups. intros E. apply gather_right in E as [H1 H2]. split.
  - intros a y H. apply H1, in_map_iff in H as (b & E & Hb). destruct (lookup t (place b)) as [z|] eqn:El; [|easy].
    injection E as <- <-. now split.
  - intros a Ha. destruct (H2 _ (in_map _ _ _ Ha)) as ([b y] & E & Hb).
    destruct (lookup t (place a)) as [z|] eqn:El; [|easy]. injection E as <- <-. eauto.
Qed.

(** A table has true lines of down-sets, and with a set all that taking an element leaves. *)
Record right_table (o : order) (k : nat) (t : table) : Prop := {
  table_set : forall s l, lookup t s = Some l -> is_down_set o s;
  table_line : forall s l, lookup t s = Some l -> true_line o s k l;
  table_down : forall s l a, lookup t s = Some l -> has s a = true -> lookup t (without o s a) <> None }.

Definition right_tables (o : order) (earlier : list table) : Prop :=
  forall g t, nth_error earlier g = Some t -> right_table o g t.

Section Soundness.
Variable o : order.
Hypothesis Ho : check_order o = true.

Lemma look_around_right earlier now s x : is_down_set o s -> right_tables o earlier ->
  right_table o (length earlier) now -> look_around o earlier now s = Some x ->
  right_around o s (length earlier) x.
Proof.
  intros Hs He Hn. unfold look_around.
  destruct (gather (map (fun t => lookup t s) earlier)) as [small|] eqn:E1; [|easy].
  destruct (lookups now (without o s) (inside o s)) as [elements|] eqn:E2; [|easy].
  destruct (lookups now (without_c o s) (seq 1 (m0_of o s))) as [cs|] eqn:E3; [|easy].
  destruct (lookups now (without_d o s) (seq 1 (n0_of o s))) as [ds|] eqn:E4; [|easy].
  intros [= <-]. apply gather_right in E1 as [S1 S2]. apply lookups_right in E2 as [B1 B2].
  apply lookups_right in E3 as [C1 C2]. apply lookups_right in E4 as [D1 D2].
  split; cbn [smaller below c_cuts d_cuts].
  - intros l Hl. apply S1, in_map_iff in Hl as (t & El & Ht). apply In_nth_error in Ht as [g Hg].
    exists g. split; [|exact (table_line _ _ _ (He g t Hg) s l El)]. apply nth_error_Some. congruence.
  - intros g Hg. destruct (nth_error earlier g) as [t|] eqn:Et; [|apply nth_error_None in Et; lia].
    destruct (S2 _ (in_map (fun t => lookup t s) _ _ (nth_error_In _ _ Et))) as (l & El & Hl).
    exists l. split; trivial. exact (table_line _ _ _ (He g t Et) s l El).
  - intros a l Hl. apply B1 in Hl as [Ha Hl]. apply in_inside in Ha. split; [tauto|]. exact (table_line _ _ _ Hn _ l Hl).
  - intros a Ha. destruct (B2 a) as (l & Hl & _); [apply in_inside; split; trivial; now apply Hs | eauto].
  - intros i l Hl. apply C1 in Hl as [Hi Hl]. apply in_seq in Hi. split; [lia|]. exact (table_line _ _ _ Hn _ l Hl).
  - intros i Hi. destruct (C2 i) as (l & Hl & _); [apply in_seq; lia | eauto].
  - intros j l Hl. apply D1 in Hl as [Hj Hl]. apply in_seq in Hj. split; [lia|]. exact (table_line _ _ _ Hn _ l Hl).
  - intros j Hj. destruct (D2 j) as (l & Hl & _); [apply in_seq; lia | eauto].
Qed.

Lemma look_around_down earlier now s x a : is_down_set o s ->
  look_around o earlier now s = Some x ->
  has s a = true -> lookup now (without o s a) <> None.
Proof.
  intros Hs. unfold look_around. destruct (gather _) as [small|]; [|easy].
  destruct (lookups now (without o s) (inside o s)) as [elements|] eqn:E; [|easy]. intros _ Ha.
  apply lookups_right in E as [_ H]. destruct (H a) as (l & _ & El); [|congruence].
  apply in_inside. split; trivial. now apply Hs.
Qed.

Lemma all_above_nth o' n : forall x rows, all_above o' n x rows = true ->
  forall i, i < n -> is_above o' (x + i) (nth i rows no_row) = true.
Proof.
  induction n as [|n IH]; intros x rows H i Hi; [lia|]. cbn [all_above] in H. apply andb_true_iff in H as [H1 H2].
  destruct i as [|i].
  - rewrite Nat.add_0_r. now destruct rows.
  - rewrite <- Nat.add_succ_comm. specialize (IH (S x) (tl rows) H2 i ltac:(lia)). now destruct rows; [destruct i|].
Qed.

Lemma check_periodic_right k s x l : is_down_set o s -> right_around o s k x ->
  check_periodic o s x l (walk o (m0_of o s) 0 (n0_of o s) [] false (all_marks o s (S (bound l))
  x)) = true ->
  true_line o s k l.
Proof.
  intros Hs Hx. unfold check_periodic. set (rows := walk _ _ _ _ _ _ _). rewrite !andb_true_iff. intros H.
  repeat match goal with H : _ /\ _ |- _ => destruct H end.
  repeat match goal with H : (_ <=? _) = true |- _ => apply Nat.leb_le in H | H : (_ =? _) = true |- _ => apply Nat.eqb_eq in H
    | H : negb _ = true |- _ => apply negb_true_iff in H end.
  apply (periodic_right o Ho k s x l Hs Hx); trivial.
  - now destruct (cycle l).
  - intros y Hy. match goal with H : forallb _ (lasting o x) = true |- _ => rewrite forallb_forall in H; specialize (H y Hy) end.
    destruct (cycle y); [now left | right; now apply Nat.eqb_eq].
  - now destruct (first_c o s).
  - now destruct (first_d o s).
  - destruct (Nat.ltb_spec (rise o) (step o)) as [L|L]; [left | right].
    + split; trivial. intros i Hi.
      match goal with H : all_above _ _ _ _ = true |- _ => pose proof (all_above_nth _ _ _ _ H (i - (bound l - modulus l)) ltac:(lia)) as Hi' end.
      rewrite nth_skipn_add in Hi'. replace (bound l - modulus l + (i - (bound l - modulus l))) with i in Hi' by lia. trivial.
    + match goal with H : (_ && _)%bool = true |- _ => rewrite andb_true_iff, Nat.eqb_eq, Nat.leb_le in H; destruct H end.
      repeat split; trivial. lia.
Qed.

Lemma check_line_right earlier now s l : is_down_set o s -> right_tables o earlier ->
  right_table o (length earlier) now -> check_line o earlier now s l = true ->
  true_line o s (length earlier) l /\ forall a, has s a = true -> lookup now (without o s a)
  <> None.
Proof.
  intros Hs He Hn. unfold check_line. destruct (look_around o earlier now s) as [x|] eqn:E; [|easy].
  pose proof (look_around_right earlier now s x Hs He Hn E) as Hx. destruct (first l =? m0_of o s); [|easy]. intros H. split.
  - destruct (shape l); [now apply (check_periodic_right _ s x) | |]; now apply (finite_right o _ s x).
  - intros a. now apply (look_around_down earlier now s x).
Qed.

(** ** Line by line *)

Lemma set_below_down top : is_down_set o (set_below o top).
Proof.
  unfold set_below. set (named := set_of (fun b => existsb _ _) _). cbv zeta. split.
  - intros a. rewrite has_set_of, andb_true_iff, Nat.ltb_lt. tauto.
  - intros a b Ha Hb Hab. rewrite !has_set_of, !andb_true_iff, !Nat.ltb_lt, !orb_true_iff.
    rewrite !negb_true_iff, <- !not_true_iff_false, !disjoint_iff. intros [_ H]. split; trivial. right. intros Hno.
    pose proof (order_pair o Ho a b Ha Hb) as P. rewrite Hab in P. destruct P as [P _].
    destruct H as [H|H]; [exact (Hno b Hb Hab H)|]. apply H. intros t Ht Hbt. apply Hno; auto.
Qed.

(** Whoever has all sets that taking leaves, and the largest, has all down-sets. *)
Lemma all_down_sets k t : right_table o k t -> lookup t (full o) <> None ->
  forall s, is_down_set o s -> lookup t s <> None.
Proof.
  intros Ht Hfull s Hs.
  enough (H : forall n u, length (inside o u) <= n -> lookup t u <> None ->
    (forall a, has s a = true -> has u a = true) -> lookup t s <> None).
  { apply (H _ (full o) (le_n _) Hfull). intros a Ha. rewrite has_full.
    apply Nat.ltb_lt. now apply Hs. }
  induction n as [|n IH]; intros u Hn Hu Hsub.
  - assert (E : s = u); [|now rewrite E]. apply same_set. intros a. apply eq_true_iff_eq. split; [apply Hsub|].
    intros Ha. exfalso. destruct (lookup t u) as [l|] eqn:E; [|easy]. pose proof (proj1 (table_set _ _ _ Ht u l E) a Ha).
    assert (Hin : In a (inside o u)) by now apply in_inside. destruct (inside o u); [easy | simpl in Hn; lia].
  - destruct (lookup t u) as [l|] eqn:E; [|easy].
    destruct (existsb (fun a => negb (has s a)) (inside o u)) eqn:Ex.
    + apply existsb_exists in Ex as (a & Ha & Hna). apply negb_true_iff in Hna. apply in_inside in Ha as [Ha Hua].
      apply (IH (without o u a)).
      * enough (length (inside o (without o u a)) < length (inside o u)) by lia.
        assert (Hincl : incl (a :: inside o (without o u a)) (inside o u)).
        { intros b [<-|Hb]; [now apply in_inside|]. apply in_inside in Hb as [Hb H]. apply has_without in H.
          apply in_inside. tauto. }
        apply NoDup_incl_length in Hincl; [exact Hincl|]. constructor; [|apply members_once].
        rewrite in_inside, has_without. tauto.
      * exact (table_down _ _ _ Ht u l a E Hua).
      * intros b Hb. pose proof (proj1 Hs b Hb). apply has_without. repeat split; auto; [congruence|].
        apply not_true_iff_false. intros Hab. apply (proj2 Hs a b) in Hab; trivial. congruence.
    + assert (Eq : s = u); [|now rewrite Eq, E]. apply same_set. intros a. apply eq_true_iff_eq. split; [apply Hsub|].
      intros Ha. pose proof (proj1 (table_set _ _ _ Ht u l E) a Ha). destruct (has s a) eqn:Es; trivial.
      enough (true = false) by easy. rewrite <- Ex. symmetry. apply existsb_exists. exists a. split; [now apply in_inside|].
      now rewrite Es.
Qed.

(** What holds after some lines. *)
Record right_context (seen : list line) (c : context) : Prop := {
  done_right : right_tables o (done c);
  done_full : forall g t, nth_error (done c) g = Some t -> lookup t (full o) <> None;
  current_right : right_table o (length (done c)) (current c);
  done_seen : forall g t s l, nth_error (done c) g = Some t -> lookup t s = Some l ->
    In l seen /\ nim l = g /\ set_below o (tops l) = s;
  current_seen : forall s l, lookup (current c) s = Some l ->
    In l seen /\ nim l = length (done c) /\ set_below o (tops l) = s;
  seen_right : forall l, In l seen -> true_line o (set_below o (tops l)) (nim l) l }.

Lemma lookup_empty s : lookup (PositiveMap.empty _) s = None.
Proof. apply PositiveMap.gempty. Qed.

Lemma empty_right k : right_table o k (PositiveMap.empty _).
Proof. split; intros; rewrite lookup_empty in *; discriminate. Qed.

Lemma opened_right : right_context [] opened.
Proof.
  split; cbn [done current opened]; try easy.
  - now intros [|g].
  - now intros [|g].
  - apply empty_right.
  - now intros [|g].
  - intros s l H. rewrite lookup_empty in H. discriminate.
Qed.

Lemma feed_right seen c l c' : right_context seen c -> feed o c l = Some c' ->
  right_context (seen ++ [l]) c'.
Proof.
  intros [D F C DS CS SR]. unfold feed. set (s := set_below o (tops l)).
  destruct (same_list Nat.eqb (tops_of o s) (tops l)) eqn:E1; [|easy].
  destruct (Nat.eqb_spec (nim l) (length (done c))) as [En|]; [|easy]. cbn [andb].
  destruct (comes_after o s (latest c)); [|easy]. cbn [andb].
  destruct (check_line o (done c) (current c) s l) eqn:E2; [|easy].
  assert (Hs : is_down_set o s).
  { apply set_below_down. }
  destruct (check_line_right _ _ _ _ Hs D C E2) as [Ht Hdown].
  assert (Hnew : right_table o (length (done c)) (insert (current c) s l)).
  { split.
    - intros s' l' H. apply lookup_insert in H as [[-> ->]|H]; trivial. exact (table_set _ _ _ C s' l' H).
    - intros s' l' H. apply lookup_insert in H as [[-> ->]|H]; trivial. exact (table_line _ _ _ C s' l' H).
    - intros s' l' a H Ha. apply lookup_kept. apply lookup_insert in H as [[-> ->]|H]; auto.
      exact (table_down _ _ _ C s' l' a H Ha). }
  assert (Hseen : forall s' l', lookup (insert (current c) s l) s' = Some l' ->
    In l' (seen ++ [l]) /\ nim l' = length (done c) /\ set_below o (tops l') = s').
  { intros s' l' H. apply lookup_insert in H as [[-> ->]|H].
    - repeat split; trivial. apply in_app_iff. right. now left.
    - destruct (CS s' l' H) as (H1 & H2 & H3). repeat split; trivial. apply in_app_iff. now left. }
  assert (Hall : forall l', In l' (seen ++ [l]) -> true_line o (set_below o (tops l')) (nim l') l').
  { intros l' H. apply in_app_iff in H as [H|[<-|[]]]; [now apply SR|]. now rewrite En. }
  assert (Hkept : forall g t s' l', nth_error (done c) g = Some t -> lookup t s' = Some l' ->
    In l' (seen ++ [l]) /\ nim l' = g /\ set_below o (tops l') = s').
  { intros g t s' l' Hg H. destruct (DS g t s' l' Hg H) as (H1 & H2 & H3). repeat split; trivial. apply in_app_iff. now left. }
  intros [= <-]. destruct (N.eqb_spec s (full o)) as [E|E].
  - assert (Hcase : forall g t, nth_error (done c ++ [insert (current c) s l]) g = Some t ->
      nth_error (done c) g = Some t \/ (g = length (done c) /\ t = insert (current c) s l)).
    { intros g t Hg. destruct (Nat.lt_ge_cases g (length (done c))) as [L|L].
      - rewrite nth_error_app1 in Hg by trivial. now left.
      - rewrite nth_error_app2 in Hg by trivial. right. destruct (g - length (done c)) as [|i] eqn:Eg.
        + injection Hg as <-. split; [lia | trivial].
        + now destruct i. }
    split; cbn [done current]; trivial.
    + intros g t Hg. apply Hcase in Hg as [Hg|[-> ->]]; [now apply D | trivial].
    + intros g t Hg. apply Hcase in Hg as [Hg|[-> ->]]; [now apply (F g) |]. rewrite <- E. now rewrite lookup_inserted.
    + apply empty_right.
    + intros g t s' l' Hg. apply Hcase in Hg as [Hg|[-> ->]]; [now apply Hkept | apply Hseen].
    + intros s' l' H. rewrite lookup_empty in H. discriminate.
  - split; cbn [done current]; trivial.
Qed.

Lemma feed_all seen c lines : right_context seen c -> forall c', fold_left (feed_next o)
  lines (Some c) = Some c' ->
  right_context (seen ++ lines) c'.
Proof.
  revert seen c. induction lines as [|l lines IH]; intros seen c Hc c'; simpl.
  - intros [= <-]. now rewrite app_nil_r.
  - destruct (feed o c l) as [c''|] eqn:E.
    + intros H. replace (seen ++ l :: lines) with ((seen ++ [l]) ++ lines) by now rewrite <- app_assoc.
      apply (IH _ c''); trivial. now apply (feed_right seen c).
    + intros H. exfalso. clear -H. induction lines as [|x lines IH]; [discriminate | exact (IH H)].
Qed.
End Soundness.

Lemma largest_in l : largest l = 0 \/ In (largest l) l.
Proof.
  induction l as [|x l IH]; simpl; [now left|]. fold (largest l). destruct (Nat.max_spec x (largest l)) as [[_ ->]|[_ ->]]; tauto.
Qed.

(** ** The theorems *)

(** The n that a certificate gives for a down-set, a nim-value and a row. *)
Definition claimed (cert : certificate) (s : N) (k m : nat) : option nat :=
  match find (fun l => N.eqb (set_below (claim_order cert) (tops l)) s && (nim l =? k)) (lines cert) with
  | Some l => get l m
  | None => None
  end.

(** The certificate describes an order: its relations are reflexive, antisymmetric and transitive. *)
Theorem growing_checked_order cert : check cert = true ->
  forall l, (forall x, In x l -> is_item (claim_order cert) x) ->
  is_order (item_le (claim_order cert)) l.
Proof. intros H. unfold check in H. apply andb_true_iff in H as [H _]. now apply growing_order. Qed.

(** Of every position it says the truth, for all m and n: [position] means a finite down-set ([position_iff]). *)
Theorem growing_sound cert : check cert = true ->
  forall s k m n, k <= claim_nim cert -> position (claim_order cert) s m n ->
  (poset_value (item_le (claim_order cert)) (items (claim_order cert) s m n) = k <->
  claimed cert s k m = Some n).
Proof.
  intros H s k m n Hk Hpos. unfold check in H. set (o := claim_order cert) in *. apply andb_true_iff in H as [Ho H].
  destruct (fold_left _ _ _) as [c|] eqn:E; [|easy].
  assert (Hc : right_context o (lines cert) c) by exact (feed_all o Ho [] opened (lines cert) (opened_right o) c E).
  unfold is_complete in H. apply Nat.eqb_eq in H. destruct Hc as [D F _ DS _ SR].
  assert (Hs : is_down_set o s) by (split; [apply (within _ _ _ _ Hpos) | apply (closed _ _ _ _ Hpos)]).
  destruct (nth_error (done c) k) as [t|] eqn:Et; [|apply nth_error_None in Et; lia].
  destruct (lookup t s) as [l|] eqn:El; [|now elim (all_down_sets o Ho k t (D k t Et) (F k t Et) s Hs)].
  destruct (DS k t s l Et El) as (Hin & Hnim & Hset).
  unfold claimed. fold o. destruct (find _ (lines cert)) as [l'|] eqn:Ef.
  - apply find_some in Ef as [Hin' Ef]. apply andb_true_iff in Ef as [E1 E2].
    apply N.eqb_eq in E1. apply Nat.eqb_eq in E2. pose proof (SR l' Hin' m n) as Ht. rewrite E1, E2 in Ht.
    rewrite Ht. split; [now split | now intros [_ Hv]].
  - apply find_none with (x := l) in Ef; trivial. rewrite Hset, Hnim, N.eqb_refl, Nat.eqb_refl in Ef. discriminate.
Qed.

(** Losing positions, by the rules of Posets.v. *)
Lemma item_eq_dec (x y : item) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Qed.

Theorem growing_losers cert : check cert = true ->
  forall s m n, position (claim_order cert) s m n ->
  (lost (item_le (claim_order cert)) None (items (claim_order cert) s m n) <->
  claimed cert s 0 m = Some n).
Proof.
  intros H s m n Hpos. rewrite <- (growing_sound cert H s 0 m n); trivial; [|lia].
  apply (poset_value_lost item_eq_dec). apply (growing_checked_order cert H). apply items_are.
Qed.

(** Every finite down-set of the order is one of these positions. *)
Theorem growing_positions cert l : check cert = true -> (forall x, In x l ->
  is_item (claim_order cert) x) ->
  (forall x y, is_item (claim_order cert) x -> item_le (claim_order cert) x y = true -> In y l ->
  In x l) ->
  exists s m n, position (claim_order cert) s m n /\ forall x, In x l <->
  In x (items (claim_order cert) s m n).
Proof.
  intros H Hitem Hdown. unfold check in H. apply andb_true_iff in H as [Ho _]. set (o := claim_order cert) in *.
  set (is_in x := if in_dec item_eq_dec x l then true else false).
  assert (Hin : forall x, is_in x = true <-> In x l) by (intros x; unfold is_in; now destruct (in_dec _ x l)).
  set (s := set_of (fun a => is_in (Fixed a)) (size o)).
  set (m := largest (map (fun x => match x with C i => i | _ => 0 end) l)).
  set (n := largest (map (fun x => match x with D j => j | _ => 0 end) l)).
  assert (Hsame : forall x, In x l <-> In x (items o s m n)).
  { intros [a|i|j]; rewrite in_items.
    - unfold s. rewrite has_set_of, andb_true_iff, Nat.ltb_lt, Hin. split; [|tauto]. intros Ha. pose proof (Hitem _ Ha). auto.
    - split.
      + intros Hi. split; [exact (Hitem _ Hi)|]. apply (proj1 (largest_le _ m) (le_n _)). apply in_map_iff. now exists (C i).
      + intros Hi. destruct (largest_in (map (fun x => match x with C i => i | _ => 0 end) l)) as [E|E]; [fold m in E; lia|].
        apply in_map_iff in E as ([a|i'|j] & E & Hx); fold m in E; try lia. subst i'.
        apply (Hdown (C i) (C m)); cbn; [lia | now apply Nat.leb_le | trivial].
    - split.
      + intros Hj. split; [exact (Hitem _ Hj)|]. apply (proj1 (largest_le _ n) (le_n _)). apply in_map_iff. now exists (D j).
      + intros Hj. destruct (largest_in (map (fun x => match x with D j => j | _ => 0 end) l)) as [E|E]; [fold n in E; lia|].
        apply in_map_iff in E as ([a|i|j'] & E & Hx); fold n in E; try lia. subst j'.
        apply (Hdown (D j) (D n)); cbn; [lia | now apply Nat.leb_le | trivial]. }
  exists s, m, n. split; trivial. apply (position_iff o Ho). split.
  - intros a. unfold s. rewrite has_set_of, andb_true_iff, Nat.ltb_lt. tauto.
  - intros x y Hx Hle. rewrite <- !Hsame. now apply Hdown.
Qed.
