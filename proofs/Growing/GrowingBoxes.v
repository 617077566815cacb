(** * Solid bars are growing orders

    Solid bars on a base of w times d cells, as growing.md, section 4, and zchomp/growing/families.py describe them: the
    column over the poison, but for the poison, is the chain d, a column next to it the chain c, and the other columns,
    of at most [upto] cubes, are A. They are a growing order, its positions are those solid bars, and who wins is as in
    Chomp on cubes, by the rules of Posets.v. So certificates of this growing order are true of solid bars. Cells and
    cubes are counted from 0. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Posets PosetValues Towers GrowingChecker GrowingOrders GrowingGame GrowingSoundness.
From ZChomp Require Import GrowingStacks GrowingTwoStacks.
From ZChomp Require Graphs.
Import ListNotations.

(** ** Solid bars *)

(** A solid bar: for each row of the base the heights over its cells. *)
Definition solid : Type := list (list nat).

Definition height_over (b : solid) (cell : nat * nat) : nat := nth (snd cell) (nth (fst cell) b []) 0.

(** Heights do not increase, and the poison is there. *)
Definition is_solid (b : solid) : Prop :=
  (forall x y, height_over b (S x, y) <= height_over b (x, y)) /\
  (forall x y, height_over b (x, S y) <= height_over b (x, y)) /\ 0 < height_over b (0, 0).

(** The cubes, which are ordered by [cube_le] of Towers.v: (x, y, z) is below (x', y', z') if no coordinate is larger. *)
Definition cubes (b : solid) : list cube :=
  flat_map (fun cell => map (pair cell) (seq 0 (height_over b cell))) (bar (map (@length nat) b)).

Definition cube_dec : forall s s' : cube, {s = s'} + {s <> s'} := stack_dec square_dec.

(** The nim-value, without the poison. *)
Definition solid_value (b : solid) : nat := poset_value cube_le (remove cube_dec (0, 0, 0) (cubes b)).

Lemma in_cubes b cell z : In (cell, z) (cubes b) <-> z < height_over b cell.
Proof.
  unfold cubes. rewrite in_flat_map. split.
  - intros (cell' & _ & H). apply in_map_iff in H as (z' & [= -> ->] & H). apply in_seq in H. lia.
  - intros H. exists cell. split; [|apply in_map, in_seq; lia]. destruct cell as [x y]. apply in_bar.
    rewrite (map_nth (@length nat) b [] x : nth x (map (@length nat) b) 0 = _).
    destruct (Nat.lt_ge_cases y (length (nth x b []))) as [|L]; trivial.
    unfold height_over in H. cbn [fst snd] in H. rewrite nth_overflow in H by trivial. lia.
Qed.

Lemma cells_base : is_base square_le (0, 0).
Proof. split; [apply square_order|]. intros k. apply square_le_spec. cbn. lia. Qed.

Lemma stack_le_cubes s s' : stack_le square_le s s' = cube_le s s'.
Proof. now destruct s as [[i j] h], s' as [[i' j'] h']. Qed.

Lemma solid_heights b : is_solid b <-> is_heights square_le (0, 0) (height_over b).
Proof.
  split.
  - intros (Hx & Hy & H0). split; trivial. intros [x y] [x' y'] H. apply square_le_spec in H as [H1 H2]. cbn [fst snd] in H1, H2.
    apply (Nat.le_trans _ (height_over b (x, y'))).
    + induction H1 as [|x' _ IH]; trivial. specialize (Hx x' y'). lia.
    + induction H2 as [|y' _ IH]; trivial. specialize (Hy x y'). lia.
  - intros [H H0]. split; [|split; trivial]; intros x y; apply H, square_le_spec; cbn; lia.
Qed.

Lemma solid_of_heights h w d : (forall cell, 0 < h cell -> fst cell < w /\ snd cell < d) ->
  exists b, forall cell, height_over b cell = h cell.
Proof.
  intros H. exists (map (fun x => map (fun y => h (x, y)) (seq 0 d)) (seq 0 w)). intros [x y]. unfold height_over. cbn [fst snd].
  destruct (Nat.lt_ge_cases x w) as [Lx|Lx].
  - set (row x := map (fun y => h (x, y)) (seq 0 d)).
    rewrite (nth_indep _ [] (row 0)), map_nth, seq_nth by (rewrite ?map_length, ?seq_length; trivial). unfold row. cbn [Nat.add].
    destruct (Nat.lt_ge_cases y d) as [Ly|Ly].
    + rewrite (nth_indep _ 0 (h (x, 0))), (map_nth (fun y => h (x, y))), seq_nth by (rewrite ?map_length, ?seq_length; trivial).
      reflexivity.
    + rewrite nth_overflow by (rewrite map_length, seq_length; trivial). specialize (H (x, y)). cbn in H. lia.
  - rewrite (nth_overflow _ []) by (rewrite map_length, seq_length; trivial). specialize (H (x, y)). cbn in H.
    destruct y; cbn; lia.
Qed.

(** ** The order *)

(** The cells of the base, but that of the poison and the one next to it, row by row. *)
Definition box_cells (w d : nat) (next : nat * nat) : list (nat * nat) :=
  remove square_dec next (remove square_dec (0, 0) (bar (repeat d w))).

Definition box_order (w d : nat) (next : nat * nat) (upto : nat) : order :=
  stack_order square_le (0, 0) next (box_cells w d next) upto.

Definition is_beside (next : nat * nat) : Prop := next = (1, 0) \/ next = (0, 1).

(** Solid bars on that base, of which only the columns over the poison and the cell next to it are higher than [upto]. *)
Definition fits_box (w d : nat) (next : nat * nat) (upto : nat) (b : solid) : Prop :=
  forall cell, 0 < height_over b cell -> fst cell < w /\ snd cell < d /\
    (cell = (0, 0) \/ cell = next \/ height_over b cell <= upto).

(** The elements of A that are cubes of the solid bar. *)
Definition box_set (w d : nat) (next : nat * nat) (upto : nat) (b : solid) : N :=
  kept (0, 0) (stack_places (box_cells w d next) upto) (height_over b).

Lemma in_box_cells w d next x y : In (x, y) (box_cells w d next) <->
  x < w /\ y < d /\ (x, y) <> (0, 0) /\ (x, y) <> next.
Proof.
  assert (H : In (x, y) (bar (repeat d w)) <-> x < w /\ y < d).
  { rewrite in_bar. destruct (Nat.lt_ge_cases x w) as [L|L].
    - rewrite (nth_indep _ 0 d), nth_repeat by (rewrite repeat_length; trivial). tauto.
    - rewrite nth_overflow by (rewrite repeat_length; trivial). lia. }
  unfold box_cells. split.
  - intros Hin. apply in_remove in Hin as [Hin H2]. apply in_remove in Hin as [Hin H1]. tauto.
  - intros (H1 & H2 & H3 & H4). apply in_in_remove; trivial. apply in_in_remove; trivial. now apply H.
Qed.

Lemma box_next w d next : is_beside next -> is_next square_le (0, 0) next (box_cells w d next).
Proof.
  intros Hn. split.
  - now destruct Hn as [-> | ->].
  - intros [x y] H. apply square_le_spec in H. cbn [fst snd] in H. destruct Hn as [-> | ->]; cbn in H.
    + destruct x as [|x]; [left | right]; f_equal; lia.
    + destruct y as [|y]; [left | right]; f_equal; lia.
  - apply Graphs.NoDup_remove_one, Graphs.NoDup_remove_one, (places_different (fun i => nth i (repeat d w) 0)), seq_NoDup.
  - intros [x y] H. apply in_box_cells in H. tauto.
  - intros [x y] [x' y'] H Hle. apply in_box_cells in H. apply square_le_spec in Hle. cbn [fst snd] in Hle.
    destruct (square_dec (x', y') (0, 0)) as [|H0]; [now left|]. destruct (square_dec (x', y') next) as [|H1]; [now right; left|].
    right. right. apply in_box_cells. repeat split; trivial; lia.
Qed.

Lemma box_fits w d next upto b : fits_box w d next upto b ->
  fits_stacks (0, 0) next (box_cells w d next) upto (height_over b).
Proof.
  intros H cell Hcell. destruct (square_dec cell (0, 0)) as [|H0]; [now left|].
  destruct (square_dec cell next) as [|H1]; [now right; left|].
  right. right. destruct (H cell Hcell) as (Hw & Hd & [?|[?|Hupto]]); try easy. split; trivial. destruct cell as [x y].
  now apply in_box_cells.
Qed.

(** ** The theorems *)

(** The checker takes it for an order with two growing chains. *)
Theorem box_is_growing w d next upto : is_beside next ->
  check_order (box_order w d next upto) = true.
Proof. intros H. exact (stack_is_growing square_le (0, 0) next _ upto cells_base (box_next w d next H)). Qed.

(** Every such solid bar is a position of the growing order, with the same nim-value. *)
Theorem box_instance w d next upto b : is_beside next -> is_solid b -> fits_box w d next upto b ->
  let o := box_order w d next upto in
  let s := box_set w d next upto b in
  let m := height_over b next in
  let n := height_over b (0, 0) - 1 in
  position o s m n /\ poset_value (item_le o) (items o s m n) = solid_value b.
Proof.
  intros Hn Hb Hfits. destruct (stack_instance square_le (0, 0) next _ upto cells_base (box_next w d next Hn) (height_over b))
    as [H1 H2].
  - now apply solid_heights.
  - now apply box_fits.
  - split; [exact H1|]. unfold solid_value. rewrite <- (map_id (remove _ _ _)).
    rewrite (poset_value_map (fun s => s) (stack_le square_le)) by (intros; apply stack_le_cubes).
    apply H2. intros [cell z]. cbn [fst snd]. rewrite <- in_cubes.
    split; [apply in_remove | intros [H Hne]; now apply in_in_remove].
Qed.

(** And there are no other positions. *)
Theorem box_positions w d next upto s m n : is_beside next -> fst next < w -> snd next < d ->
  position (box_order w d next upto) s m n -> exists b, is_solid b /\ fits_box w d next upto b /\
    s = box_set w d next upto b /\ m = height_over b next /\ n = height_over b (0, 0) - 1.
Proof.
  intros Hn Hw Hd H.
  destruct (stack_positions square_dec square_le (0, 0) next _ upto cells_base (box_next w d next Hn) s m n H)
    as (h & Hh & Hfits & Hs & Hm & Hn').
  assert (Hbox : forall cell, 0 < h cell -> fst cell < w /\ snd cell < d /\ (cell = (0, 0) \/ cell = next \/ h cell <= upto)).
  { intros [x y] Hc. destruct (Hfits _ Hc) as [E|[E|[Hin Hupto]]].
    - rewrite E. cbn. split; [lia | split; [lia | now left]].
    - rewrite E. split; [trivial | split; [trivial | now right; left]].
    - apply in_box_cells in Hin. cbn. tauto. }
  destruct (solid_of_heights h w d) as (b & Eb); [intros cell Hc; now destruct (Hbox cell Hc) as (? & ? & _)|].
  exists b. rewrite !Eb. split; [|split; [|split; [|now split]]].
  - apply solid_heights. split; [intros k k'; rewrite !Eb; apply Hh | rewrite Eb; apply Hh].
  - intros cell. rewrite Eb. apply Hbox.
  - rewrite Hs. apply kept_same. intros k j _. now rewrite Eb.
Qed.

(** What a certificate of that growing order says of a solid bar is true. *)
Theorem growing_box_sound cert w d next upto : check cert = true ->
  claim_order cert = box_order w d next upto -> is_beside next ->
  forall b g, is_solid b -> fits_box w d next upto b -> g <= claim_nim cert ->
  (solid_value b = g <->
   claimed cert (box_set w d next upto b) g (height_over b next) = Some (height_over b (0, 0) - 1)).
Proof.
  intros H E Hn b g Hb Hfits Hg. destruct (box_instance w d next upto b Hn Hb Hfits) as [Hpos Hval]. rewrite <- E in Hpos, Hval.
  rewrite <- Hval. now apply growing_sound.
Qed.

(** Losing solid bars, by the rules: whoever has to eat the poison loses. *)
Theorem growing_box_losers cert w d next upto : check cert = true ->
  claim_order cert = box_order w d next upto -> is_beside next ->
  forall b, is_solid b -> fits_box w d next upto b ->
  (lost cube_le (Some (0, 0, 0)) (cubes b) <->
   claimed cert (box_set w d next upto b) 0 (height_over b next) = Some (height_over b (0, 0) - 1)).
Proof.
  intros H E Hn b Hb Hfits. rewrite <- (growing_box_sound cert w d next upto H E Hn b 0 Hb Hfits) by lia.
  rewrite (poison_away cube_dec).
  - apply (poset_value_lost cube_dec), cube_order.
  - apply cube_order.
  - split; [apply in_cubes, Hb|]. intros [[x y] z] _. apply cube_le_iff. lia.
Qed.
