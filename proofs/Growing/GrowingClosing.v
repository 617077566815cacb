(** * A line that the checker accepts is right in all rows

    growing.md, Lemma 3 and Theorem 2. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingRows GrowingWalk GrowingLines.
Import ListNotations.

Lemma same_list_eq {A} (same : A -> A -> bool) : (forall x y, same x y = true -> x = y) ->
  forall l l', same_list same l l' = true -> l = l'.
Proof.
  intros H. induction l as [|x l IH]; intros [|y l']; simpl; try easy. intros E.
  apply andb_true_iff in E as [E E']. f_equal; auto.
Qed.

Lemma same_terms_eq x y : same_terms x y = true -> x = y.
Proof. destruct x, y; simpl; try easy. intros E. f_equal. now apply Nat.eqb_eq. Qed.

Lemma passed_spec stop turn : forall i j, j < length turn -> stop + (i + j)
  <= nth j turn 0 + passed stop i turn.
Proof.
  induction turn as [|x turn IH]; intros i j Hj; simpl in *; [lia|]. destruct j as [|j]; [lia|].
  specialize (IH (S i) j). lia.
Qed.

Lemma get_some l m n : settled l <= m -> get l m = Some n ->
  exists i, i < length (cycle l) /\ n + settled l + i = nth i (cycle l) 0 + m.
Proof.
  intros Hm. unfold get. unfold settled in *. destruct (Nat.ltb_spec m (first l)); [lia|].
  destruct (Nat.ltb_spec m (first l + length (initial l))); [lia|]. destruct (cycle l) as [|y turn] eqn:E; [easy|].
  rewrite <- E. intros [= <-]. assert (length (cycle l) <> 0) by now rewrite E.
  set (q := length (cycle l)) in *. set (i := m - (first l + length (initial l))). exists (i mod q).
  split; [now apply Nat.mod_upper_bound|]. pose proof (Nat.div_mod i q). unfold i in *. lia.
Qed.

Lemma get_none l m : settled l <= m -> cycle l = [] -> get l m = None.
Proof.
  intros Hm E. unfold get, settled in *. rewrite E. destruct (_ <? _); trivial.
  destruct (Nat.ltb_spec m (first l + length (initial l))); trivial. lia.
Qed.

Lemma get_cycle l m : settled l <= m -> cycle l <> [] -> exists n, get l m = Some n.
Proof.
  intros Hm E. unfold get, settled in *. destruct (Nat.ltb_spec m (first l)); [lia|].
  destruct (Nat.ltb_spec m (first l + length (initial l))); [lia|]. destruct (cycle l); [easy | eauto].
Qed.

Section Line.
Variable o : order.
Hypothesis Ho : check_order o = true.
Let Hphi := order_phi o Ho.
Variables (k : nat) (s : N) (x : around) (l : line).
Hypothesis Hs : is_down_set o s.
Hypothesis Hx : right_around o s k x.

Let marks := all_marks o s (S (bound l)) x.
Let rows := walk o (m0_of o s) 0 (n0_of o s) [] false marks.

Lemma row_marks_right m : m <= bound l -> right_marks o k s m (nth m marks []).
Proof. intros Hm. apply marks_right; trivial. lia. Qed.

Lemma row_right m : m <= bound l -> is_before_end o s m -> right_row o k s m (nth m marks [])
  (nth m rows no_row).
Proof.
  intros Hm He. unfold rows. pose proof (walk_right o Ho k s Hs marks 0 (n0_of o s) [] false) as H.
  assert (Hlen : length marks = S (bound l)) by apply length_overlay_all.
  apply (H (knows_nothing o k s)); [|lia | exact He]. intros i Hi. apply row_marks_right. lia.
Qed.

Lemma terms_right n m : check_terms l n rows = true -> m < n -> result (nth m rows no_row)
  = get l m.
Proof.
  unfold check_terms. rewrite andb_true_iff. intros [_ H] Hm. apply (same_list_eq _ same_terms_eq) in H.
  rewrite <- (nth_terms l n m Hm), <- H. change None with (result no_row). now rewrite map_nth, nth_firstn_lt.
Qed.

(** A line that ends below another one. *)
Lemma bounded_below a y m n : has s a = true -> 1 <= ud o a -> true_line o (without o s a) k y ->
  settled y <= m -> get y m <> Some n.
Proof.
  intros Ha Hu Ht Hm E. destruct (cycle y) as [|z turn] eqn:Ec; [rewrite get_none in E; easy|].
  assert (E' := get_shift y m (length (cycle y) * ud o a) Hm).
  rewrite E in E'. cbn [option_map] in E'.
  assert (Hne : length (cycle y) <> 0) by now rewrite Ec.
  assert (Hm' : (length (cycle y) * ud o a) mod length (cycle y) = 0) by (rewrite Nat.mul_comm; now apply Nat.mod_mul).
  specialize (E' (or_intror Hm')).
  apply Ht in E' as [Hpos _]. pose proof (absent_without o s Hs a _ _ Ha Hpos). nia.
Qed.

(** ** Late rows *)

Variable from : nat.
Hypothesis Hlate : late o s x <= from.

Lemma late_of y : In y ([length (start o); m0_of o s] ++ map settled (lasting o x) ++
    map (fun x => x - 1) (numbers_of true s (size o) (c_above o)) ++
    map (late_cut o s) (d_cuts x) ++
    (if (step o <=? rise o) && (1 <=? n0_of o s)
     then [match psi o (n0_of o s) with Some i => i + 1 | None => 1 end] else [])) -> y <= from.
Proof. intros H. apply (proj1 (largest_le _ from) Hlate). exact H. Qed.

Lemma late_start : length (start o) <= from.
Proof. apply late_of. now left. Qed.

Lemma late_m0 : m0_of o s <= from.
Proof. apply late_of. right. now left. Qed.

Lemma late_settled y : In y (lasting o x) -> settled y <= from.
Proof. intros H. apply late_of. rewrite !in_app_iff. right. left. now apply in_map. Qed.

Lemma late_uc a : has s a = true -> uc o a <= from + 1.
Proof.
  intros H. enough (uc o a - 1 <= from) by lia. apply late_of. rewrite !in_app_iff. right. right. left.
  apply in_map_iff. exists (uc o a). split; trivial. rewrite numbers_of_is. apply (in_map (uc o)), in_inside.
  split; trivial. now apply Hs.
Qed.

Lemma late_block j m : 1 <= j <= n0_of o s -> from <= m -> hit o k (without_d o s j) m (j - 1) ->
  m = from /\ j <= phi o (from + 1).
Proof.
  intros Hj Hm Hh. destruct (d_all _ _ _ _ Hx j Hj) as [y Hy]. destruct (d_right _ _ _ _ Hx j y Hy) as [_ Ht].
  assert (Hl : late_cut o s (j, y) <= from).
  { apply late_of. rewrite !in_app_iff. right. right. right. left. now apply in_map. }
  unfold late_cut in Hl. cbn [fst snd] in Hl. set (stop := ceiling o s j) in *.
  assert (Hstop : j <= stop) by (unfold stop, ceiling; destruct (smallest _); lia).
  pose proof (stairs _ _ _ _ (proj1 Hh)) as Hst. destruct (psi o stop) as [v|] eqn:E.
  - assert (m <= v). { destruct (Nat.le_gt_cases m v); trivial. pose proof (psi_spec o Hphi stop v m E). lia. }
    split; [lia|]. pose proof (psi_spec o Hphi stop v (from + 1) E). lia.
  - apply Ht in Hh. apply get_some in Hh as (i & Hi & E'); [|lia].
    pose proof (passed_spec stop (cycle y) (settled y) i Hi). lia.
Qed.

Lemma late_bounded m n : from <= m -> bounded o k s m n -> bounded o k s from n.
Proof.
  intros Hm [H|(a & Ha & Hu & Hh)]; [now left|]. right. exists a. split; [trivial | split; [trivial|]].
  pose proof (late_uc a Ha). destruct (Nat.eq_dec (uc o a) 0) as [E|E].
  - exfalso. destruct (below_all _ _ _ _ Hx a Ha) as [y Hy]. destruct (below_right _ _ _ _ Hx a y Hy) as [_ Ht].
    unfold lower in Hh. rewrite E in Hh. cbn in Hh. apply Ht in Hh.
    apply (bounded_below a y m (ud o a - 1)) in Hh; trivial; [lia|].
    enough (settled y <= from) by lia. apply late_settled. unfold lasting. apply in_app_iff. right.
    apply (in_map snd _ (a, y)), filter_In. cbn [fst]. rewrite E. auto.
  - rewrite lower_first in Hh by lia. now rewrite lower_first by lia.
Qed.

Lemma bounded_late m n : from <= m -> bounded o k s from n -> bounded o k s m n.
Proof.
  intros Hm [H|(a & Ha & Hu & Hh)]; [now left|]. right. exists a. split; [trivial | split; [trivial|]].
  pose proof (late_uc a Ha). destruct (Nat.eq_dec (uc o a) 0) as [E|E].
  - exfalso. destruct (below_all _ _ _ _ Hx a Ha) as [y Hy]. destruct (below_right _ _ _ _ Hx a y Hy) as [_ Ht].
    unfold lower in Hh. rewrite E in Hh. cbn in Hh. apply Ht in Hh.
    apply (bounded_below a y from (ud o a - 1)) in Hh; trivial; [lia|].
    apply late_settled. unfold lasting. apply in_app_iff. right.
    apply (in_map snd _ (a, y)), filter_In. cbn [fst]. rewrite E. auto.
  - rewrite lower_first in Hh by lia. now rewrite lower_first by lia.
Qed.

Lemma perm_le m m' n : m <= m' -> perm o k s m n -> perm o k s m' n.
Proof.
  intros H [(i & Hi & Hh)|(a & Ha & Hu & Hh)]; [left; exists i | right; exists a].
  - split; [lia | trivial].
  - split; [trivial | split; [lia | trivial]].
Qed.

(** Theorem 2 (i) *)
Lemma over_right m n : from = bound l -> first_c o s = None -> is_over (nth from rows no_row)
  = true -> from <= m ->
  ~ hit o k s m n.
Proof.
  intros Hb Hc Hover Hm Hh. assert (He : is_before_end o s from) by (intros e E; congruence).
  pose proof (row_right from ltac:(lia) He) as [R1 R2 R3 R4 R5 R6].
  destruct (row_marks_right from ltac:(lia)) as [_ _ Mb _ _ _].
  pose proof (proj2 (hit_row o k s Hs m n Hh)) as Hlow. destruct Hh as [Hpos Hv].
  apply (row_iff o Ho k s Hs m n Hpos) in Hv as (Hd & Hi & Hbn & Hp & _).
  unfold is_over in Hover. apply orb_true_iff in Hover as [H|H].
  - apply R4 in H as [(i & j & Hij & Hj & H)|(j & Hj & H)].
    + apply Hd. exists i, j. split; [lia | auto].
    + destruct (Nat.eq_dec m from) as [->|]; [apply Hi; exists j; auto|].
      destruct (late_block j from Hj (le_n _) H) as [_ Hle]. apply Hd. exists from, j. split; [lia | split; [lia | trivial]].
  - rewrite R5 in H. apply Mb in H. destruct (Nat.lt_ge_cases n (window (nth from rows no_row))) as [L|L].
    + apply Hp, (perm_le from); trivial. apply R2. pose proof (phi_le o Hphi from m). unfold low in *. lia.
    + apply Hbn, bounded_late; trivial. now apply (bounded_le o k s from (window (nth from rows no_row))).
Qed.
End Line.

Lemma finite_right o k s x l : check_order o = true -> is_down_set o s -> right_around o s k x ->
  check_finite o s x l (walk o (m0_of o s) 0 (n0_of o s) [] false (all_marks o s (S (bound l))
  x)) = true ->
  true_line o s k l.
Proof.
  intros Ho Hs Hx H. unfold check_finite in H. rewrite !andb_true_iff in H. destruct H as [[[[[H1 _] _] H4] H5] _].
  assert (Hc : cycle l = []) by now destruct (cycle l). clear H1.
  assert (Hset : settled l <= bound l). { unfold check_terms in H5. rewrite andb_true_iff, Nat.leb_le in H5. tauto. }
  intros m n. destruct (Nat.lt_ge_cases m (bound l)) as [L|L].
  - rewrite <- (terms_right o s x l (bound l) m H5 L).
    apply (row_right o Ho k s x l Hs Hx m); [lia|]. intros e He. rewrite He, Nat.eqb_eq in H4. lia.
  - rewrite get_none by (trivial; lia). split; [easy|]. intros Hh. exfalso. destruct (first_c o s) as [e|] eqn:E.
    + rewrite Nat.eqb_eq in H4. apply (hit_row o k s Hs) in Hh as [[_ Hh] _]. specialize (Hh e E). lia.
    + rewrite !andb_true_iff, Nat.leb_le in H4. destruct H4 as [[Hl Hover] _].
      exact (over_right o Ho k s x l Hs Hx (bound l) Hl m n eq_refl E Hover L Hh).
Qed.

(** Theorem 2 (ii) *)
Section Periodic.
Variable o : order.
Hypothesis Ho : check_order o = true.
Let Hphi := order_phi o Ho.
Variables (k : nat) (s : N) (x : around) (l : line).
Hypothesis Hs : is_down_set o s.
Hypothesis Hx : right_around o s k x.
Let p := modulus l.
Let from := bound l - p.
Let rows := walk o (m0_of o s) 0 (n0_of o s) [] false (all_marks o s (S (bound l)) x).
Hypothesis Hp : 1 <= p.
Hypothesis Hpb : p <= bound l.
Hypothesis Hlate : late o s x <= from.
Hypothesis Hset : settled l <= from.
Hypothesis Hcycle : cycle l <> [].
Hypothesis Hmod : p mod length (cycle l) = 0.
Hypothesis Hlast : forall y, In y (lasting o x) -> cycle y = [] \/ p mod length (cycle y) = 0.
Hypothesis Hc : first_c o s = None.
Hypothesis Hd : first_d o s = None.
Hypothesis Hstop : is_stopped (nth from rows no_row) = false.
Hypothesis Hstop' : is_stopped (nth (bound l) rows no_row) = false.
Hypothesis Hend : existsb is_end (marks (nth from rows no_row)) = false.
Hypothesis Hstate : same_state p (nth from rows no_row) (nth (bound l) rows no_row) = true.
Hypothesis Hterms : check_terms l (bound l) rows = true.
Hypothesis Hstairs :
  (rise o < step o /\ forall i, from <= i < bound l -> is_above o i (nth i rows no_row) = true) \/
  (rise o = step o /\ p mod step o = 0 /\ n0_of o s <= phi o from).

Let no_end m : is_before_end o s m.
Proof. intros e He. congruence. Qed.

Let right m (Hm : m <= bound l) := row_right o Ho k s x l Hs Hx m Hm (no_end m).

(** What is excluded in single rows, by lines that go on for ever. *)
Definition lasts (m n : nat) : Prop :=
  (exists g, g < k /\ hit o g s m n) \/
  (exists a, has s a = true /\ uc o a = 0 /\ hit o k (without o s a) m n).

Lemma temp_lasts m n : from <= m -> (perm o k s m n \/ temp o k s m n <-> perm o k s m n \/
  lasts m n).
Proof.
  intros Hm. split; (intros [H|[H|(a & Ha & Hu & Hh)]]; [now left | right; now left|]).
  - destruct Hu as [Hu|Hu]; [right; right; exists a; auto|].
    pose proof (late_uc o s x Hs from Hlate a Ha). left. right. exists a. split; [trivial | split; [lia|]].
    now replace (uc o a - 1) with m by lia.
  - right. right. exists a. auto.
Qed.

Lemma lasts_shift m n : from <= m -> (lasts (m + p) (n + p) <-> lasts m n).
Proof.
  intros Hm.
  assert (Hline : forall t g y, In y (lasting o x) -> true_line o t g y ->
    (hit o g t (m + p) (n + p) <-> hit o g t m n)).
  { intros t g y Hy Ht. rewrite <- (Ht (m + p) (n + p)), <- (Ht m n). pose proof (late_settled o s x from Hlate y Hy).
    rewrite (get_shift y m p) by (auto; lia). destruct (get y m) as [v|]; cbn [option_map]; [|easy].
    split; [intros [= H']; f_equal; lia | now intros [= ->]]. }
  unfold lasts. split; (intros [(g & Hg & Hh)|(a & Ha & Hu & Hh)]; [left; exists g; split; trivial | right; exists a; split; [trivial | split; [trivial|]]]).
  1, 3: destruct (smaller_all _ _ _ _ Hx g Hg) as (y & Hy & Ht); apply (Hline s g y); trivial;
    unfold lasting; apply in_app_iff; now left.
  all: destruct (below_all _ _ _ _ Hx a Ha) as [y Hy]; destruct (below_right _ _ _ _ Hx a y Hy) as [_ Ht];
    apply (Hline _ k y) in Hh || apply (Hline _ k y); trivial; unfold lasting; apply in_app_iff; right;
    apply (in_map snd _ (a, y)), filter_In; cbn [fst]; rewrite Hu; auto.
Qed.

Lemma never_single m : from <= m -> ~ single o k s m.
Proof.
  intros Hm (j & Hj & Hh). destruct (late_block o Ho k s x Hx from Hlate j m Hj Hm Hh) as [-> _].
  destruct (right from ltac:(unfold from; lia)) as [_ _ _ R _ _]. fold rows in R.
  rewrite Hstop in R. enough (false = true) by easy. apply R. right. now exists j.
Qed.

Lemma never_bounded m n : from <= m -> ~ bounded o k s m n.
Proof.
  intros Hm H. apply (late_bounded o k s x Hs Hx from Hlate m n Hm) in H.
  destruct (right from ltac:(unfold from; lia)) as [_ _ _ _ R _]. fold rows in R. rewrite R in Hend.
  destruct (row_marks_right o k s x l Hx from ltac:(unfold from; lia)) as [_ _ _ M _ _].
  enough (false = true) by easy. rewrite <- Hend. apply M. now exists n.
Qed.

Let W m := window (nth (from + (m - from) mod p) rows no_row) + (m - from) / p * p.

Lemma windows_meet : window (nth from rows no_row) + p = window (nth (bound l) rows no_row).
Proof. unfold same_state in Hstate. rewrite andb_true_iff, Nat.eqb_eq in Hstate. tauto. Qed.

Lemma window_at m : from <= m <= from + p -> W m = window (nth m rows no_row).
Proof.
  intros Hm. unfold W. destruct (Nat.eq_dec m (from + p)) as [->|].
  - replace (from + p - from) with p by lia. rewrite Nat.mod_same, Nat.div_same, Nat.add_0_r by lia.
    replace (from + p) with (bound l) by (unfold from; lia). pose proof windows_meet. lia.
  - rewrite Nat.mod_small, Nat.div_small by lia. rewrite Nat.add_0_r. now replace (from + (m - from)) with m by lia.
Qed.

Lemma window_shift m : from <= m -> W (m + p) = W m + p.
Proof.
  intros Hm. unfold W. replace (m + p - from) with (m - from + 1 * p) by lia.
  rewrite Nat.mod_add, Nat.div_add by lia. lia.
Qed.

Lemma window_turn i t : i <= p -> W (from + i + t * p) = window (nth (from + i) rows no_row)
  + t * p.
Proof.
  intros Hi. induction t as [|t IH]; [rewrite !Nat.add_0_r; apply window_at; lia|].
  replace (from + i + S t * p) with (from + i + t * p + p) by lia. rewrite window_shift, IH by lia. lia.
Qed.

Lemma turn_of m : from <= m -> exists i t, i < p /\ m = from + i + t * p.
Proof.
  intros Hm. exists ((m - from) mod p), ((m - from) / p). split; [apply Nat.mod_upper_bound; lia|].
  pose proof (Nat.div_mod (m - from) p). lia.
Qed.

Lemma window_grows m : from <= m -> W m <= W (m + 1).
Proof.
  intros Hm. destruct (turn_of m Hm) as (i & t & Hi & ->).
  replace (from + i + t * p + 1) with (from + (i + 1) + t * p) by lia. rewrite !window_turn by lia.
  pose proof (window_next o (m0_of o s) (all_marks o s (S (bound l)) x) 0 (n0_of o s) [] false (from + i)) as H.
  unfold all_marks in H at 1. rewrite length_overlay_all in H. specialize (H ltac:(unfold from in *; lia)). fold rows in H.
  replace (S (from + i)) with (from + (i + 1)) in H by lia. lia.
Qed.

Lemma stairs_low :
  (forall m, from <= m -> phi o (m + p) = phi o m + p /\ n0_of o s <= phi o m) \/
  (forall m, from <= m -> phi o (m + 1) <= W m).
Proof.
  pose proof (step_positive o Hphi) as Hq. pose proof (late_start o s x from Hlate) as Hst.
  destruct Hstairs as [[Hr Ha]|(Hr & Hm & Hn)]; [right | left]; intros m Hle.
  - destruct (turn_of m Hle) as (i & t & Hi & ->). rewrite window_turn by lia.
    specialize (Ha (from + i) ltac:(unfold from in *; lia)). unfold is_above in Ha. rewrite forallb_forall in Ha.
    pose proof (Nat.div_mod (t * p) (step o) ltac:(lia)) as Hdiv.
    pose proof (Nat.mod_upper_bound (t * p) (step o) ltac:(lia)) as Hup.
    set (u := t * p / step o) in *. set (v := t * p mod step o) in *.
    specialize (Ha (from + i + 1 + v) ltac:(apply in_seq; lia)). apply Nat.ltb_lt in Ha.
    replace (from + i + t * p + 1) with (from + i + 1 + v + u * step o) by lia.
    rewrite (phi_turns o Hphi) by lia. nia.
  - apply Nat.div_exact in Hm; [|lia]. split; [|pose proof (phi_le o Hphi from m); lia].
    replace (m + p) with (m + p / step o * step o) by lia. rewrite (phi_turns o Hphi), Hr by lia. lia.
Qed.

Lemma hit_least m v : from <= m -> (hit o k s m v <->
  ~ dead o k s m /\ low o s m <= v /\ ~ perm o k s m v /\ ~ lasts m v /\
  forall n, low o s m <= n < v -> perm o k s m n \/ lasts m n).
Proof.
  intros Hm. assert (Hrow : is_row o s m).
  { split; [pose proof (late_m0 o s x from Hlate); lia|]. intros e He. congruence. }
  split.
  - intros Hh. pose proof (proj2 (hit_row o k s Hs m v Hh)) as Hlow. pose proof Hh as [Hpos Hv].
    apply (row_iff o Ho k s Hs m v Hpos) in Hv as (H1 & H2 & H3 & H4 & H5 & H6).
    repeat (split; [trivial|]).
    + intros H. destruct (proj2 (temp_lasts m v Hm) (or_intror H)); tauto.
    + intros n Hn. rewrite <- temp_lasts by trivial.
      assert (Hpos' : position o s m n) by (apply (low_same o s Hs m v Hpos); lia).
      pose proof (never_single m Hm). pose proof (never_bounded m n Hm).
      destruct (row_excluded o Ho k s Hs m n Hpos') as [?|[?|[?|[?|[?|(n' & Hn' & Hv')]]]]]; try tauto.
      * apply H6. lia.
      * elim (H6 n'); trivial. lia.
  - intros (H1 & H2 & H3 & H4 & H5). apply (row_least o Ho k s Hs m v Hrow); trivial.
    + intros H. destruct (proj1 (temp_lasts m v Hm) (or_intror H)); tauto.
    + intros n Hn. rewrite temp_lasts by trivial. now apply H5.
    + repeat (split; trivial); [now apply never_single | now apply never_bounded].
Qed.

Lemma hit_period m v : from <= m -> hit o k s m v -> hit o k s (m + p) (v + p).
Proof.
  apply (closing from p (n0_of o s) (phi o) W (hit o k s) (perm o k s) lasts (dead o k s)).
  - apply hit_least.
  - intros n u u'. apply (hit_unique o Ho k s Hs).
  - intros n u Hn. rewrite perm_next. rewrite without_c_same
      by (trivial; pose proof (late_m0 o s x from Hlate); lia).
    split; [|tauto]. intros [?|[?|(a & Ha & Hu & _)]]; auto.
    pose proof (late_uc o s x Hs from Hlate a Ha). lia.
  - intros n Hn. rewrite dead_next. split; (intros [H|(j & Hj & H)]; [now left|]).
    + destruct (Nat.le_gt_cases j (n0_of o s)) as [L|L].
      * elim (never_single n Hn). exists j. split; [lia | trivial].
      * rewrite without_d_same in H by trivial. right. exists (j - 1). split; [trivial | lia].
    + right. exists (j + 1). split; [lia|]. pose proof (proj2 (hit_row o k s Hs n j Hj)) as Hl. unfold low in Hl.
      rewrite without_d_same by (trivial; lia). now replace (j + 1 - 1) with j by lia.
  - apply lasts_shift.
  - apply (phi_next o Hphi).
  - apply window_shift.
  - apply window_grows.
  - intros n Hn. rewrite window_at by trivial. assert (Hle : n <= bound l) by (unfold from in *; lia).
    split; [apply (right n Hle) | intros u Hu; now apply (right n Hle)].
  - intros n Hn. rewrite window_at in Hn by lia. pose proof windows_meet as Hw.
    assert (Hle : from <= bound l) by (unfold from; lia).
    replace (from + p) with (bound l) by (unfold from; lia).
    rewrite (row_bits _ _ _ _ _ _ (right (bound l) (le_n _)) (n + p)) by (fold rows; lia).
    rewrite (row_bits _ _ _ _ _ _ (right from Hle) n) by trivial. fold rows.
    unfold same_state in Hstate. apply andb_true_iff in Hstate as [_ E].
    apply (same_list_eq Bool.eqb (fun a b => proj1 (eqb_true_iff a b))) in E. rewrite E.
    now replace (n + p - window (nth (bound l) rows no_row)) with (n - window (nth from rows no_row)) by lia.
  - intros H. replace (from + p) with (bound l) in H by (unfold from; lia).
    pose proof (row_stopped _ _ _ _ _ _ (right (bound l) (le_n _))) as R. fold rows in R.
    rewrite Hstop' in R. enough (false = true) by easy. apply R. now left.
  - intros n Hn. assert (Hle : n < bound l) by (unfold from in *; lia).
    destruct (get_cycle l n ltac:(lia) Hcycle) as [u Hu]. exists u.
    apply (row_result _ _ _ _ _ _ (right n (Nat.lt_le_incl _ _ Hle))).
    now rewrite (terms_right o s x l (bound l) n Hterms Hle).
  - exact Hp.
  - exact stairs_low.
Qed.

Lemma periodic_right : true_line o s k l.
Proof.
  intros m. induction m as [m IH] using lt_wf_ind. intros n. destruct (Nat.lt_ge_cases m (bound l)) as [L|L].
  - rewrite <- (terms_right o s x l (bound l) m Hterms L). apply (right m (Nat.lt_le_incl _ _ L)).
  - assert (Hm : from <= m - p) by (unfold from; lia). replace m with (m - p + p) by lia.
    rewrite get_shift by (auto; lia). destruct (get_cycle l (m - p) ltac:(lia) Hcycle) as [u Hu]. rewrite Hu.
    apply IH in Hu; [|lia]. apply (hit_period _ _ Hm) in Hu. cbn [option_map]. split; [now intros [= <-]|].
    intros Hn. f_equal. exact (hit_unique o Ho k s Hs _ _ _ Hu Hn).
Qed.
End Periodic.
