(** * Bars that grow in two directions

    The first row and the first column of a bar grow around a core, as growing.md, section 4, and
    zchomp/growing/families.py describe them: the first row without the poison is the chain d, the first column without
    the poison the chain c, and the squares in neither are A. They are a growing order, its positions are those bars, and
    the nim-values are those of Nim.v. So certificates of arms speak of Chomp by its own rules, and their losers are those
    of the formulas in Heights.v. Rows and columns are counted from 0, as in Chomp.v. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Chomp Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingSoundness.
From ZChomp Require Import GrowingStacks GrowingBars.
From ZChomp Require Slices Heights.
Import ListNotations.

(** ** The order *)

(** The squares of the core, row by row; its rows begin in the second row and the second column of the bar. *)
Definition arm_places (core : rows) : list (nat * nat) := map (fun q => (S (fst q), S (snd q))) (bar core).

(** The square (i, j) is above c1, ..., ci and d1, ..., dj; no d is below a c. *)
Definition arm_order (core : rows) : order := order_of square_le (0, 0) (arm_places core) fst snd [] 0.

(** The i-th c is the square i of the first column, and the j-th d the square j of the first row. *)
Definition arm_square (core : rows) : item -> nat * nat :=
  place_of (0, 0) (arm_places core) (fun i => (i, 0)) (fun j => (0, j)).

(** Bars with no squares but those of the first row, the first column and the core. *)
Definition has_core (core p : rows) : Prop := forall i, nth (S i) p 0 <= S (nth i core 0).

(** The elements of A that are squares of the bar. *)
Definition arm_set (core p : rows) : N := kept 0 (arm_places core) (lengths p).

(** The number of rows that have squares. *)
Definition height (p : rows) : nat := length (filter (fun x => 0 <? x) p).

Lemma in_arm_places core i j : In (S i, S j) (arm_places core) <-> j < nth i core 0.
Proof.
  unfold arm_places. rewrite in_map_iff, <- in_bar. split.
  - now intros ([i' j'] & [= -> ->] & H).
  - intros H. now exists (i, j).
Qed.

Lemma arm_place core q : In q (arm_places core) -> exists i j, q = (S i, S j) /\ j < nth i core 0.
Proof.
  intros H. unfold arm_places in H. apply in_map_iff in H as ([i j] & <- & H). exists i, j. split; trivial. now apply in_bar.
Qed.

Lemma arm_phi core i : phi (arm_order core) i = 0.
Proof.
  unfold phi, arm_order, order_of. cbn [start step rise length]. rewrite Nat.div_1_r, Nat.mul_0_r.
  replace (i - _ * 1) with 0 by lia. reflexivity.
Qed.

Lemma height_spec p i : Slices.is_tail p -> (i < height p <-> 0 < nth i p 0).
Proof.
  revert i. unfold height. induction p as [|x p IH]; intros i Hp; [destruct i; simpl; lia|].
  assert (Hp' : Slices.is_tail p) by (intros k; exact (Hp (S k))). simpl. destruct (Nat.ltb_spec 0 x) as [L|L].
  - destruct i as [|i]; simpl; [lia|]. rewrite <- IH by trivial. lia.
  - rewrite IH by trivial. pose proof (sorted_below (x :: p) 0 (S i) Hp). pose proof (sorted_below (x :: p) 0 i Hp).
    cbn [nth] in *. destruct i; lia.
Qed.

Theorem arms_are_growing core : check_order (arm_order core) = true.
Proof.
  apply check_order_of.
  - apply square_order.
  - apply FinFun.Injective_map_NoDup; [intros [i j] [i' j']; simpl; congruence|].
    apply (places_different (lengths core)), seq_NoDup.
  - reflexivity.
  - intros q _. fold (arm_order core). rewrite arm_phi. lia.
  - intros q q' H. apply square_le_spec in H. lia.
Qed.

Lemma arm_drawn core : Slices.is_tail core -> drawn Nat.leb 0 (arm_order core) (arm_square core).
Proof.
  intros Hcore. split.
  - apply item_le_of; [apply square_order | ..]; intros; rewrite <- ?not_true_iff_false, ?square_le_spec; cbn [fst snd];
      try (destruct (arm_place core q) as (i' & j' & -> & _); trivial; cbn); try lia.
    rewrite (arm_phi core : forall i, phi (order_of _ _ _ _ _ _ _) i = 0). lia.
  - intros [a|i|j]; cbn [is_item arm_square place_of]; intros Hx E; [|injection E; lia | injection E; lia].
    destruct (arm_place core (0, 0)) as (? & ? & E' & _); [rewrite <- E; now apply nth_In | discriminate].
  - intros x [i j] Hx Hle Hne. apply stack_le_spec in Hle as [Hi Hj]. apply Nat.leb_le in Hi. cbn [fst snd] in Hi, Hj.
    destruct i as [|i]; [|destruct j as [|j]].
    + exists (D j). split; trivial. cbn. destruct j; [now elim Hne | lia].
    + exists (C (S i)). split; [cbn; lia | trivial].
    + destruct x as [a|i'|j']; cbn in Hi, Hj; try lia.
      destruct (arm_place core (nth a (arm_places core) (0, 0))) as (i' & j' & E & H); [now apply nth_In|].
      rewrite E in Hi, Hj. cbn in Hi, Hj. pose proof (sorted_below core i i' Hcore).
      destruct (In_nth (arm_places core) (S i, S j) (0, 0)) as (b & Hb & Eb); [apply in_arm_places; lia|]. now exists (Fixed b).
Qed.

Lemma arm_same core p : is_position p -> has_core core p ->
  same_stacks 0 (arm_square core) (lengths p)
    (items (arm_order core) (arm_set core p) (height p - 1) (nth 0 p 0 - 1)).
Proof.
  intros Hp Hcore [i j]. unfold lengths at 1. cbn [fst snd]. pose proof (fun i => height_spec p i (proj1 Hp)) as Hheight. split.
  - intros (x & Hx & E). apply in_items in Hx. destruct x as [a|i'|j']; cbn in E.
    + destruct Hx as [Ha Hx]. apply has_kept in Hx; trivial. rewrite E in Hx. split; trivial.
      destruct (arm_place core (i, j)) as (i' & j' & [= -> ->] & _); [rewrite <- E; now apply nth_In | discriminate].
    + injection E as <- <-. split; [apply Hheight; lia|]. intros [= ->]. lia.
    + injection E as <- <-. split; [lia|]. intros [= ->]. lia.
  - intros [Hj Hne]. destruct i as [|i]; [|destruct j as [|j]].
    + exists (D j). split; trivial. apply in_items. destruct j; [now elim Hne | lia].
    + exists (C (S i)). split; trivial. apply in_items. specialize (Hheight (S i)). lia.
    + specialize (Hcore i). destruct (In_nth (arm_places core) (S i, S j) (0, 0)) as (a & Ha & E); [apply in_arm_places; lia|].
      exists (Fixed a). split; trivial. apply in_items. split; trivial. apply has_kept; trivial. now rewrite E.
Qed.

(** ** The theorems *)

(** Every such bar is a position of the growing order, with the nim-value of Nim.v. *)
Theorem arm_instance core p : Slices.is_tail core -> is_position p -> has_core core p ->
  let o := arm_order core in
  let s := arm_set core p in
  let m := height p - 1 in
  let n := nth 0 p 0 - 1 in
  position o s m n /\ poset_value (item_le o) (items o s m n) = nim_value p.
Proof.
  intros Hcore Hp Hfits o s m n. pose proof (arm_same core p Hp Hfits) as H. split.
  - apply (drawn_position Nat.leb 0 rows_base _ _ (arms_are_growing core) (arm_drawn core Hcore) _ _ _ (lengths p)); trivial.
    + apply kept_within.
    + now apply lengths_heights.
  - rewrite nim_value_poset. apply (drawn_value Nat.leb 0 rows_base _ _ (arm_drawn core Hcore) _ _ _ (lengths p)); trivial.
    intros [i j]. apply in_without_poison.
Qed.

(** And there are no other positions. *)
Theorem arm_positions core s m n : Slices.is_tail core -> position (arm_order core) s m n ->
  exists p, is_position p /\ has_core core p /\
    s = arm_set core p /\ m = height p - 1 /\ n = nth 0 p 0 - 1.
Proof.
  intros Hcore H. pose proof (arms_are_growing core) as Ho. pose proof (arm_drawn core Hcore) as Hf.
  destruct (drawn_heights Nat.eq_dec Nat.leb 0 rows_base _ _ Ho Hf s m n H) as (h & Hh & Hsame).
  assert (Hx := fun x => drawn_items Nat.leb 0 rows_base _ _ Ho Hf s m n h x Hsame).
  assert (Hc : forall i, 1 <= i -> (i <= m <-> 0 < h i)).
  { intros i Hi. specialize (Hx (C i) Hi). rewrite in_items in Hx. cbn in Hx. tauto. }
  destruct (bar_of_heights h (S m) Hh) as (p & Hp); [specialize (Hc (S m)); lia|].
  assert (Hpos : is_position p).
  { apply lengths_heights. split; [intros i i'; rewrite !Hp; apply Hh | rewrite Hp; apply Hh]. }
  exists p. rewrite (Hp 0 : nth 0 p 0 = _). split; [trivial | split; [|split; [|split]]].
  - intros i. rewrite (Hp _ : nth _ p 0 = _). destruct (h (S i)) as [|[|j]] eqn:E; [lia | lia|].
    destruct (proj2 (Hsame (S i, S j))) as ([a|i'|j'] & Hin & Ea);
      [split; [cbn; lia | discriminate] | | discriminate | discriminate].
    apply in_items in Hin as [Ha _]. enough (j < nth i core 0) by lia. apply in_arm_places. rewrite <- Ea. now apply nth_In.
  - rewrite (drawn_set 0 (arm_places core) Nat.leb _ _ _ _ _ _ s m n h rows_base Ho Hf H Hsame).
    apply kept_same. intros i j _. now rewrite Hp.
  - apply (chain_end (fun i => 0 < h i)); trivial. intros i Hi. rewrite <- Hp, <- (height_spec p i (proj1 Hpos)). lia.
  - apply (chain_end (fun j => j < h 0)); [|pose proof (proj2 Hh); lia].
    intros j Hj. specialize (Hx (D j) Hj). rewrite in_items in Hx. cbn in Hx. tauto.
Qed.

(** What a certificate of arms says of a bar is true by the rules of Chomp. *)
Theorem growing_arms_sound cert core : check cert = true -> claim_order cert = arm_order core ->
  Slices.is_tail core -> forall p g, is_position p -> has_core core p -> g <= claim_nim cert ->
  (nim_value p = g <-> claimed cert (arm_set core p) g (height p - 1) = Some (nth 0 p 0 - 1)).
Proof.
  intros H E Hcore p g Hp Hfits Hg. destruct (arm_instance core p Hcore Hp Hfits) as [Hpos Hval]. rewrite <- E in Hpos, Hval.
  rewrite <- Hval. now apply growing_sound.
Qed.

Corollary growing_arms_losers cert core : check cert = true -> claim_order cert = arm_order core ->
  Slices.is_tail core -> forall p, is_position p -> has_core core p ->
  (losing p <-> claimed cert (arm_set core p) 0 (height p - 1) = Some (nth 0 p 0 - 1)).
Proof.
  intros H E Hcore p Hp Hfits. rewrite losing_nim_value. apply growing_arms_sound; trivial. lia.
Qed.

(** ** Heights *)

(** The first row and column of a bar make no difference to what it has of the core. *)
Lemma arm_set_same core p q : (forall i, nth (S i) p 0 - 1 = nth (S i) q 0 - 1) ->
  arm_set core p = arm_set core q.
Proof.
  intros H. apply kept_same. intros i j Hin. apply arm_place in Hin as (i' & j' & [= -> ->] & _). specialize (H i').
  unfold lengths. lia.
Qed.

(** A line of losers, of the core that the rows of t have: a first row of n + 1 squares, the rows of t, and then rows of one
    square, m + 1 rows in all. *)
Lemma arm_line cert core b t : check cert = true -> claim_order cert = arm_order core ->
  Slices.is_tail core -> Slices.is_tail (b :: t) ->
  (forall i, i < S (length t) -> 1 <= nth i (b :: t) 0 <= S (nth i core 0)) ->
  forall m n, S (length t) <= m -> b <= n + 1 ->
  (claimed cert (arm_set core (b :: b :: t)) 0 m = Some n <->
   losing (n + 1 :: b :: t ++ repeat 1 (m - S (length t)))).
Proof.
  intros H E Hcore Ht Hrows m n Hm Hn. set (p := n + 1 :: b :: t ++ repeat 1 (m - S (length t))).
  assert (Hnth : forall i, nth (S i) p 0 = if i <? S (length t) then nth i (b :: t) 0 else if i <? m then 1 else 0).
  { intros i. change (nth (S i) p 0) with (nth i ((b :: t) ++ repeat 1 (m - S (length t))) 0).
    destruct (Nat.ltb_spec i (S (length t))); [now apply app_nth1|]. rewrite app_nth2, Heights.nth_ones by easy. cbn [length].
    destruct (Nat.ltb_spec (i - S (length t)) (m - S (length t))), (Nat.ltb_spec i m); lia. }
  assert (Hp : is_position p).
  { split; [|cbn; lia]. intros [|i]; [exact Hn|]. rewrite !Hnth. pose proof (Ht i) as H1. pose proof (Hrows i) as H2.
    destruct (Nat.ltb_spec (S i) (S (length t))), (Nat.ltb_spec i (S (length t))), (Nat.ltb_spec (S i) m), (Nat.ltb_spec i m);
      lia. }
  rewrite (growing_arms_losers cert core H E Hcore p Hp).
  - replace (arm_set core p) with (arm_set core (b :: b :: t)).
    + replace (height p - 1) with m; [cbn [p nth]; now rewrite Nat.add_sub|].
      apply (chain_end (fun i => i <= m)); [tauto|]. intros i Hi. destruct i as [|i]; [lia|].
      pose proof (height_spec p (S i) (proj1 Hp)) as Hh. rewrite Hnth in Hh. specialize (Hrows i).
      destruct (Nat.ltb_spec i (S (length t))), (Nat.ltb_spec i m); lia.
    + apply arm_set_same. intros i. rewrite Hnth. change (nth (S i) (b :: b :: t) 0) with (nth i (b :: t) 0).
      destruct (Nat.ltb_spec i (S (length t))); trivial.
      rewrite (nth_overflow (b :: t)) by easy. destruct (i <? m); lia.
  - intros i. rewrite Hnth. specialize (Hrows i). destruct (Nat.ltb_spec i (S (length t))), (Nat.ltb_spec i m); lia.
Qed.

(** The formula of Winning Ways, in the terms of certificates: with rows n + 1 and b, and then rows of one square, m + 1 rows
    in all, the bar is losing if and only if the formula gives m + 1. *)
Theorem arms_winning_ways cert core b : check cert = true -> claim_order cert = arm_order core ->
  Slices.is_tail core -> 1 <= b <= S (nth 0 core 0) ->
  forall m n, 1 <= m -> b <= n + 1 ->
  (claimed cert (arm_set core [b; b]) 0 m = Some n <-> m + 1 = Heights.winning_ways (n + 1) b).
Proof.
  intros H E Hcore Hb m n Hm Hn. rewrite (arm_line cert core b [] H E Hcore); trivial.
  - cbn [length app]. rewrite Heights.winning_ways_heights by lia. lia.
  - intros [|[|i]]; cbn; lia.
  - cbn. intros [|i]; [trivial | lia].
Qed.

(** And [Sun02], Theorem 1: with rows n + 1, b and 2. *)
Theorem arms_sun cert core b : check cert = true -> claim_order cert = arm_order core ->
  Slices.is_tail core -> 2 <= b <= S (nth 0 core 0) -> 1 <= nth 1 core 0 ->
  forall m n, 2 <= m -> b <= n + 1 ->
  (claimed cert (arm_set core [b; b; 2]) 0 m = Some n <-> m + 1 = Heights.sun (n + 1) b).
Proof.
  intros H E Hcore Hb H1 m n Hm Hn. rewrite (arm_line cert core b [2] H E Hcore); trivial.
  - cbn [length app]. rewrite Heights.sun_heights by lia. lia.
  - intros [|[|[|i]]]; cbn; lia.
  - cbn. intros [|[|i]]; lia.
Qed.
