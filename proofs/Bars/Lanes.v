(** * Lanes: a number that tells something of every rest

    A rest is a list of d rows that do not increase, all shorter than x. In lexicographic order each has a lane of w
    bits in a number, and bit b of the lane tells something of the rest and b. Here: where the lanes are, and what the
    operations of BarPlanes.v do to what a number tells. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import BarPlanes.
Import ListNotations.

(** ** Rests, and where their lanes are *)

Inductive is_rest : nat -> nat -> list nat -> Prop :=
| RestNil x : is_rest 0 x []
| RestCons d x r R : r < x -> is_rest d (S r) R -> is_rest (S d) x (r :: R).

(** How many bits all lanes need. *)
Fixpoint room (w d x : nat) : nat :=
  match d with
  | 0 => w
  | S d => (fix sum x := match x with 0 => 0 | S y => sum y + room w d (S y) end) x
  end.

Fixpoint spot (w : nat) (R : list nat) (b : nat) : nat :=
  match R with
  | [] => b
  | r :: R => room w (S (length R)) r + spot w R b
  end.

Lemma bits_step w d x : room w (S d) (S x) = room w (S d) x + room w d (S x).
Proof. reflexivity. Qed.

Lemma bits_mono w d x y : x <= y -> room w d x <= room w d y.
Proof.
  intros H. induction H; [lia|]. destruct d; [simpl; lia|]. rewrite bits_step. lia.
Qed.

Lemma rest_length d x R : is_rest d x R -> length R = d.
Proof. induction 1; simpl; auto. Qed.

Lemma rest_wider d x y R : is_rest d x R -> x <= y -> is_rest d y R.
Proof. intros H Hy. destruct H; constructor; trivial; lia. Qed.

Lemma rest_cut d x R j : is_rest d x R -> x <= S j -> map (Nat.min j) R = R.
Proof. induction 1 as [|d x r R Hr H IH]; intros Hj; simpl; trivial. rewrite IH, Nat.min_r by lia. trivial. Qed.

Lemma rest_map d x R j : is_rest d (S x) R -> is_rest d (S (Nat.min j x)) (map (Nat.min j) R).
Proof.
  revert x R. induction d as [|d IH]; intros x R H; inversion H; subst; simpl; constructor; [lia|]. now apply IH.
Qed.

Lemma spot_bound w d x R b : is_rest d x R -> b < w -> spot w R b < room w d x.
Proof.
  intros H Hb. induction H as [|d x r R Hr H IH]; [trivial|].
  apply Nat.lt_le_trans with (room w (S d) (S r)); [|now apply bits_mono].
  rewrite bits_step. cbn [spot]. rewrite (rest_length _ _ _ H). lia.
Qed.

Lemma spot_injective w d x R R' b b' : is_rest d x R -> is_rest d x R' -> b < w -> b' < w ->
  spot w R b = spot w R' b' -> R = R' /\ b = b'.
Proof.
  intros H. revert R'. induction H as [|d x r R Hr H IH]; intros R' H' Hb Hb' E.
  - inversion H'; subst. auto.
  - inversion H' as [|d' x' r' S' Hr' HS]; subst. cbn [spot] in E.
    rewrite (rest_length _ _ _ H), (rest_length _ _ _ HS) in E.
    pose proof (spot_bound w d (S r) R b H Hb) as B. pose proof (spot_bound w d (S r') S' b' HS Hb') as B'.
    assert (r = r').
    { destruct (Nat.lt_trichotomy r r') as [L|[|L]]; trivial.
      - pose proof (bits_mono w (S d) (S r) r' L). rewrite bits_step in H0. lia.
      - pose proof (bits_mono w (S d) (S r') r L). rewrite bits_step in H0. lia. }
    subst r'. destruct (IH S' HS Hb Hb') as [-> ->]; [lia|auto].
Qed.

Lemma spot_exists w d x i : i < room w d x -> exists R b, is_rest d x R /\ b < w /\ i = spot w R b.
Proof.
  revert x i. induction d as [|d IH]; intros x i Hi.
  - exists [], i. repeat split; trivial. constructor.
  - induction x as [|x IHx]; [simpl in Hi; lia|]. rewrite bits_step in Hi.
    destruct (Nat.lt_ge_cases i (room w (S d) x)) as [L|L].
    + destruct (IHx L) as (R & b & H & Hb & E). exists R, b. split; [|auto]. apply (rest_wider _ x); auto.
    + destruct (IH (S x) (i - room w (S d) x)) as (R & b & H & Hb & E); [lia|].
      exists (x :: R), b. split; [constructor; auto|]. split; trivial. cbn [spot].
      rewrite (rest_length _ _ _ H). lia.
Qed.

(** ** What a number tells *)

Definition bit (v : N) (i : nat) : bool := N.testbit v (N.of_nat i).

(** Its bits are those of the rests and the b of which it tells that F is true. *)
Definition shows (w d x : nat) (v : N) (F : list nat -> nat -> Prop) : Prop :=
  forall i, bit v i = true <-> exists R b, is_rest d x R /\ b < w /\ i = spot w R b /\ F R b.

Lemma shows_same w d x v F G : (forall R b, is_rest d x R -> b < w -> (F R b <-> G R b)) ->
  shows w d x v F -> shows w d x v G.
Proof.
  intros HFG H i. rewrite (H i). split; intros (R & b & HR & Hb & E & HF); exists R, b; repeat split; trivial;
    now apply HFG.
Qed.

Lemma shows_at w d x v F R b : shows w d x v F -> is_rest d x R -> b < w ->
  (bit v (spot w R b) = true <-> F R b).
Proof.
  intros H HR Hb. rewrite (H _). split.
  - intros (R' & b' & HR' & Hb' & E & HF). now destruct (spot_injective _ _ _ _ _ _ _ HR HR' Hb Hb' E) as [-> ->].
  - intros HF. now exists R, b.
Qed.

Lemma shows_below w d x v F i : shows w d x v F -> room w d x <= i -> bit v i = false.
Proof.
  intros H Hi. destruct (bit v i) eqn:E; trivial. apply H in E as (R & b & HR & Hb & -> & _).
  pose proof (spot_bound _ _ _ _ _ HR Hb). lia.
Qed.

(** From bits to what is shown. *)
Lemma shows_intro w d x v (F : list nat -> nat -> Prop) : (forall i, room w d x <= i ->
  bit v i = false) ->
  (forall R b, is_rest d x R -> b < w -> (bit v (spot w R b) = true <-> F R b)) -> shows w d x v F.
Proof.
  intros Hout Hin i. split.
  - intros E. destruct (Nat.lt_ge_cases i (room w d x)) as [L|L]; [|now rewrite (Hout i L) in E].
    destruct (spot_exists w d x i L) as (R & b & HR & Hb & ->). exists R, b. repeat split; trivial. now apply Hin.
  - intros (R & b & HR & Hb & -> & HF). now apply Hin.
Qed.

Lemma bit_lor u v i : bit (N.lor u v) i = bit u i || bit v i.
Proof. apply N.lor_spec. Qed.

Lemma bit_land u v i : bit (N.land u v) i = bit u i && bit v i.
Proof. apply N.land_spec. Qed.

Lemma bit_shiftr v o i : bit (N.shiftr v (N.of_nat o)) i = bit v (o + i).
Proof. unfold bit. rewrite N.shiftr_spec by lia. f_equal. lia. Qed.

Lemma bit_shiftl v o i : bit (N.shiftl v (N.of_nat o)) i = (o <=? i) && bit v (i - o).
Proof.
  unfold bit. destruct (Nat.leb_spec o i) as [L|L]; simpl.
  - rewrite N.shiftl_spec_high by lia. f_equal. lia.
  - apply N.shiftl_spec_low. lia.
Qed.

Lemma bit_ones n i : bit (N.ones (N.of_nat n)) i = (i <? n).
Proof.
  unfold bit. destruct (Nat.ltb_spec i n); [apply N.ones_spec_low | apply N.ones_spec_high]; lia.
Qed.

Lemma bit_extract o n v i : bit (extract (N.of_nat o) (N.of_nat n) v) i = bit v (o + i) && (i <? n).
Proof. unfold extract. now rewrite bit_land, bit_shiftr, bit_ones. Qed.

Lemma bit_zero i : bit 0 i = false.
Proof. apply N.bits_0. Qed.

Lemma shows_lor w d x u v F G : shows w d x u F -> shows w d x v G ->
  shows w d x (N.lor u v) (fun R b => F R b \/ G R b).
Proof.
  intros HF HG. apply shows_intro.
  - intros i Hi. now rewrite bit_lor, (shows_below _ _ _ _ _ _ HF Hi), (shows_below _ _ _ _ _ _ HG Hi).
  - intros R b HR Hb. rewrite bit_lor, orb_true_iff, (shows_at _ _ _ _ _ _ _ HF HR Hb), (shows_at _ _ _ _ _ _ _ HG HR Hb).
    reflexivity.
Qed.

Lemma shows_none w d x F : (forall R b, is_rest d x R -> b < w -> ~ F R b) -> shows w d x 0 F.
Proof.
  intros H. apply shows_intro; [intros; apply bit_zero|]. intros R b HR Hb. rewrite bit_zero.
  split; [easy|]. intros HF. now elim (H R b HR Hb).
Qed.

Lemma shows_no_row w d v F : v = 0%N -> shows w (S d) 0 v F.
Proof. intros ->. apply shows_none. intros R b HR. inversion HR. lia. Qed.

(** ** Parts *)

(** The rests that begin with y. *)
Lemma shows_child w d x v F y : shows w (S d) x v F -> y < x ->
  shows w d (S y) (extract (N.of_nat (room w (S d) y)) (N.of_nat (room w d (S y))) v)
    (fun R b => F (y :: R) b).
Proof.
  intros H Hy. apply shows_intro.
  - intros i Hi. rewrite bit_extract. apply andb_false_intro2. apply Nat.ltb_ge. lia.
  - intros R b HR Hb. rewrite bit_extract.
    pose proof (spot_bound _ _ _ _ _ HR Hb). replace (spot w R b <? room w d (S y)) with true
      by (symmetry; now apply Nat.ltb_lt). rewrite andb_true_r.
    rewrite <- (shows_at _ _ _ _ _ (y :: R) b H); trivial; [|now constructor].
    cbn [spot]. now rewrite (rest_length _ _ _ HR).
Qed.

(** The last such part: nothing is above it. *)
Lemma shows_last w d v F y : shows w (S d) (S y) v F ->
  shows w d (S y) (N.shiftr v (N.of_nat (room w (S d) y))) (fun R b => F (y :: R) b).
Proof.
  intros H. apply shows_intro.
  - intros i Hi. rewrite bit_shiftr. apply (shows_below _ _ _ _ _ _ H). rewrite bits_step. lia.
  - intros R b HR Hb. rewrite bit_shiftr.
    rewrite <- (shows_at _ _ _ _ _ (y :: R) b H); trivial; [|constructor; trivial; lia].
    cbn [spot]. now rewrite (rest_length _ _ _ HR).
Qed.

(** One more part. *)
Lemma shows_more w d y u v F : shows w (S d) y u F -> shows w d (S y) v (fun R b => F (y :: R) b) ->
  shows w (S d) (S y) (N.lor u (N.shiftl v (N.of_nat (room w (S d) y)))) F.
Proof.
  intros Hu Hv. apply shows_intro.
  - intros i Hi. rewrite bits_step in Hi. rewrite bit_lor, bit_shiftl, (shows_below _ _ _ _ _ _ Hu) by lia.
    rewrite orb_false_l. apply andb_false_intro2. apply (shows_below _ _ _ _ _ _ Hv). lia.
  - intros R b HR Hb. inversion HR as [|d' x r S' Hr HS]; subst. rewrite bit_lor, bit_shiftl.
    destruct (Nat.eq_dec r y) as [->|Hne].
    + cbn [spot]. rewrite (rest_length _ _ _ HS). rewrite (shows_below _ _ _ _ _ _ Hu) by lia.
      rewrite (proj2 (Nat.leb_le _ _)) by lia. rewrite orb_false_l, andb_true_l.
      replace (_ + _ - _) with (spot w S' b) by lia. now rewrite (shows_at _ _ _ _ _ _ _ Hv HS Hb).
    + assert (HR' : is_rest (S d) y (r :: S')) by (constructor; trivial; lia).
      rewrite <- (shows_at _ _ _ _ _ _ _ Hu HR' Hb).
      pose proof (spot_bound _ _ _ _ _ HR' Hb). rewrite (proj2 (Nat.leb_gt _ _)) by lia.
      now rewrite andb_false_l, orb_false_r.
Qed.

(** ** Tables of sizes *)

(** The tables for d rows, d - 1 rows, ..., one row, up to length n. *)
Fixpoint tables (w n d : nat) (ls : list (list N)) : Prop :=
  match d, ls with
  | 0, [] => True
  | S e, t :: ls => (forall x, x <= n -> nth_error t x = Some (N.of_nat (room w d x))) /\ tables w n e ls
  | _, _ => False
  end.

Lemma nth_error_sums s l x : nth_error (sums s l) x =
  if x <=? length l then Some (s + fold_right N.add 0 (firstn x l))%N else None.
Proof.
  revert s x. induction l as [|a l IH]; intros s [|x]; simpl; trivial.
  - now rewrite N.add_0_r.
  - now destruct x.
  - now rewrite N.add_0_r.
  - rewrite IH. destruct (x <=? length l); trivial. now rewrite N.add_assoc.
Qed.

Lemma length_sums s l : length (sums s l) = S (length l).
Proof. revert s. induction l; intros; simpl; auto. Qed.

Lemma length_sizes w n d : length (sizes w n d) = S n.
Proof.
  induction d as [|d IH]; [apply repeat_length|]. cbn [sizes]. rewrite length_sums.
  destruct (sizes w n d); simpl in *; lia.
Qed.

Lemma sizes_right w n d x : x <= n ->
  nth_error (sizes (N.of_nat w) n d) x = Some (N.of_nat (room w d x)).
Proof.
  revert x. induction d as [|d IH]; intros x Hx.
  - cbn [sizes room]. apply nth_error_repeat. lia.
  - cbn [sizes]. pose proof (length_sizes (N.of_nat w) n d) as L. rewrite nth_error_sums.
    replace (length (tl (sizes (N.of_nat w) n d))) with n by (destruct (sizes _ n d); simpl in *; lia).
    rewrite (proj2 (Nat.leb_le _ _)) by lia. f_equal. rewrite N.add_0_l. induction x as [|x IHx]; trivial.
    specialize (IH (S x) Hx). destruct (sizes (N.of_nat w) n d) as [|s l]; [simpl in L; lia|].
    simpl nth_error in IH. simpl tl in *. apply nth_error_split in IH as (l1 & l2 & -> & Hl).
    rewrite firstn_app in *. rewrite Hl in *. rewrite firstn_all2 in * by lia.
    replace (x - x) with 0 in IHx by lia. replace (S x - x) with 1 by lia. rewrite bits_step.
    rewrite Nnat.Nat2N.inj_add, <- IHx by lia. simpl firstn. rewrite app_nil_r.
    clear. induction l1 as [|a l1 IH]; simpl; [lia|]. simpl in IH. rewrite IH. lia.
Qed.

Lemma levels_right w n d : tables w n d (levels (N.of_nat w) n d).
Proof.
  induction d as [|d IH]; simpl; trivial. split; trivial. intros x Hx. now apply (sizes_right w n (S d)).
Qed.

Lemma tables_nth w n d t ls x : tables w n (S d) (t :: ls) -> x <= n ->
  nth x t 0%N = N.of_nat (room w (S d) x).
Proof. intros [H _] Hx. apply nth_error_nth. now apply H. Qed.

Lemma lane_right w n d ls x R : tables w n d ls -> is_rest d x R -> x <= S n ->
  lane ls R = N.of_nat (spot w R 0).
Proof.
  intros Ht H. revert ls Ht. induction H as [|d x r R Hr H IH]; intros ls Ht Hx.
  - now destruct ls.
  - destruct ls as [|t ls]; [easy|]. cbn [lane]. rewrite (tables_nth w n d t ls r Ht) by lia.
    rewrite IH; [|apply Ht|lia]. cbn [spot]. rewrite (rest_length _ _ _ H). lia.
Qed.

Lemma spot_add w R b : spot w R b = spot w R 0 + b.
Proof. induction R as [|r R IH]; simpl; lia. Qed.

(** ** The operations *)

Lemma extend_right w n d ls y v F : tables w n d ls -> S y <= n -> shows w d (S y) v F ->
  shows w d (S (S y)) (extend ls (S y) v) (fun R b => F (map (Nat.min y) R) b).
Proof.
  revert ls v F. induction d as [|d IH]; intros [|t ls] v F Ht Hy H; try easy.
  - simpl. intros i. rewrite (H i). split; intros (R & b & HR & Hb & E & HF); exists R, b;
      inversion HR; subst; repeat split; trivial; constructor.
  - cbn [extend]. rewrite !(tables_nth w n d t ls _ Ht) by (simpl; lia). apply shows_more.
    + apply (shows_same _ _ _ _ F); trivial. intros R b HR Hb. now rewrite (rest_cut _ _ _ y HR).
    + cbn [map pred]. rewrite Nat.min_l by lia. apply (IH ls _ (fun R b => F (y :: R) b)); [apply Ht|trivial|].
      now apply shows_last.
Qed.

(** The least bit that is 0. *)
Lemma lowest_zero a i : bit (N.ldiff (N.succ a) a) i = true <->
  bit a i = false /\ forall j, j < i -> bit a j = true.
Proof.
  revert a. induction i as [|i IH]; intros a.
  - unfold bit. simpl N.of_nat. rewrite N.ldiff_spec, !N.bit0_odd, N.odd_succ, <- N.negb_odd.
    destruct (N.odd a); simpl; split; [easy|now intros [? _]|split; trivial; lia|trivial].
  - destruct (N.odd a) eqn:Ho.
    + assert (E : a = (2 * N.div2 a + 1)%N) by (rewrite (N.div2_odd a) at 1; now rewrite Ho).
      set (h := N.div2 a) in *. rewrite E.
      assert (B : forall j, bit (2 * h + 1) (S j) = bit h j).
      { intros j. unfold bit. rewrite Nnat.Nat2N.inj_succ. apply N.testbit_odd_succ. lia. }
      replace (N.succ (2 * h + 1)) with (2 * N.succ h)%N by lia.
      assert (C : bit (N.ldiff (2 * N.succ h) (2 * h + 1)) (S i) = bit (N.ldiff (N.succ h) h) i).
      { unfold bit. rewrite !N.ldiff_spec, Nnat.Nat2N.inj_succ, N.testbit_even_succ, N.testbit_odd_succ by lia. trivial. }
      rewrite C, IH, B. split; intros [H H']; (split; [trivial|]); intros j Hj.
      * destruct j as [|j]; [unfold bit; apply N.testbit_odd_0|]. rewrite B. apply H'. lia.
      * rewrite <- B. apply H'. lia.
    + assert (E : a = (2 * N.div2 a)%N) by (rewrite (N.div2_odd a) at 1; rewrite Ho; simpl; lia).
      set (h := N.div2 a) in *. rewrite E. replace (N.succ (2 * h)) with (2 * h + 1)%N by lia.
      unfold bit. rewrite N.ldiff_spec, Nnat.Nat2N.inj_succ, N.testbit_odd_succ, N.testbit_even_succ by lia.
      split; [now destruct (N.testbit h _)|]. intros [_ H]. specialize (H 0 ltac:(lia)). simpl N.of_nat in H.
      rewrite N.testbit_even_0 in H. easy.
Qed.

Lemma shows_lane w x v (F : nat -> Prop) : (forall i, bit v i = true <-> i < w /\ F i) <->
  shows w 0 x v (fun _ b => F b).
Proof.
  split; intros H i; rewrite (H i).
  - split; [intros [? ?]; exists [], i; repeat split; trivial; constructor|].
    intros (R & b & HR & Hb & -> & HF). inversion HR; subst. auto.
  - split; [intros (R & b & HR & Hb & -> & HF); inversion HR; subst; auto|].
    intros [? ?]. exists [], i. repeat split; trivial. constructor.
Qed.

Lemma pick_right w x a F : shows w 0 x a (fun _ b => F b) ->
  shows w 0 x (pick (N.ones (N.of_nat w)) a) (fun _ b => ~ F b /\ forall c, c < b -> F c).
Proof.
  rewrite <- !shows_lane. intros H i. unfold pick. rewrite bit_land, bit_ones, andb_true_iff, lowest_zero, Nat.ltb_lt.
  split.
  - intros [[Hi Hall] Hw]. repeat split; trivial.
    + intros HF. rewrite (proj2 (H i)) in Hi by auto. easy.
    + intros c Hc. now apply H, Hall.
  - intros (Hw & Hi & Hall). repeat split; trivial.
    + destruct (bit a i) eqn:E; trivial. now apply H in E.
    + intros j Hj. apply H. split; [lia|auto].
Qed.

(** One bit less: the lanes of what is turned. *)
Lemma turn_lane_right w x c l F G : shows (S w) 0 x c (fun _ b => F b) ->
  shows (S w) 0 x l (fun _ b => G b) ->
  shows w 0 x (turn_lane (N.ones (N.of_nat (S w))) c l) (fun _ b => F (S b) \/ G (S b) \/ G 0).
Proof.
  rewrite <- !shows_lane. intros HF HG i. unfold turn_lane.
  assert (Ho : N.odd l = true <-> G 0).
  { rewrite <- N.bit0_odd. rewrite (HG 0 : N.testbit l 0 = true <-> _). intuition lia. }
  assert (E : forall v, N.shiftr v 1 = N.shiftr v (N.of_nat 1)) by reflexivity.
  destruct (N.odd l).
  - rewrite E, bit_shiftr, bit_ones, Nat.ltb_lt. simpl. intuition lia.
  - rewrite E, bit_shiftr, bit_lor, orb_true_iff, (HF (1 + i)), (HG (1 + i)). simpl.
    assert (~ G 0) by (intros H; apply Ho in H; easy). intuition lia.
Qed.
