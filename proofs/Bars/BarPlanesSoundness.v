(** * The openings of bars: that the program is right

    What BarPlanes.v finds in a plane are its losers, by the rules of Chomp.v. The theorem about its answers, for a
    reader, is in BarOpenings.v: [bars_sound]. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Chomp Openings BarPlanes Lanes.
Import ListNotations.

(** ** The game: the loser of a base q :: R is the least one that is not excluded *)

Definition lost_position (p : rows) : Prop := 0 < nth 0 p 0 /\ losing p.

(** Not a position, or containing a lost one whose first two rows are equal. *)
Definition blocked (q : nat) (T : rows) (b : nat) : Prop :=
  q + b = 0 \/ exists x, 0 < x < q /\ lost_position (x :: map (Nat.min x) T).

(** A bite of one of the first k rows of the base leads to a loser. *)
Definition excludes (k : nat) (T : rows) (p : nat) : Prop :=
  exists i x, i < k /\ x < nth i T 0 /\ lost_position (p :: bite i x T).

Lemma losing_first p T : losing (p :: T) <->
  (forall j, 0 < j < p -> ~ losing (j :: map (Nat.min j) T)) /\
  (forall i x, x < nth i T 0 -> ~ losing (p :: bite i x T)).
Proof.
  rewrite losing_iff. split.
  - intros H. split.
    + intros j Hj. rewrite <- (Nat.min_l j p) at 1 by lia. apply (H (bite 0 j (p :: T))).
      constructor; [simpl; lia | intros [= ->]; lia].
    + intros i x Hx. apply (H (bite (S i) x (p :: T))). now constructor.
  - intros [H0 H] q [[|i] j Hj Hnot]; simpl in Hj.
    + unfold bite. simpl. rewrite Nat.min_l by lia. apply H0. destruct j; [now elim Hnot | lia].
    + now apply H.
Qed.

Lemma excludes_all d x R q p : is_rest d x R -> excludes (S d) (q :: R) p <->
  exists i y, y < nth i (q :: R) 0 /\ lost_position (p :: bite i y (q :: R)).
Proof.
  intros HR. split; [intros (i & y & _ & H); now exists i, y|]. intros (i & y & Hy & H). exists i, y. repeat split; trivial.
  - destruct (Nat.lt_ge_cases i (S d)); trivial. rewrite nth_overflow in Hy; [lia|].
    simpl. now rewrite (rest_length _ _ _ HR).
  - apply H.
  - apply H.
Qed.

Lemma loser_least d q R b : is_rest d (S q) R ->
  (lost_position (q + b :: q :: R) <->
   ~ (blocked q (q :: R) b \/ excludes (S d) (q :: R) (q + b)) /\
   forall c, c < b -> blocked q (q :: R) c \/ excludes (S d) (q :: R) (q + c)).
Proof.
  intros HR.
  assert (Hcut : forall j, q <= j -> map (Nat.min j) (q :: R) = q :: R).
  { intros j Hj. simpl. rewrite Nat.min_r, (rest_cut _ _ _ _ HR) by lia. trivial. }
  assert (Hnot : forall c, lost_position (q + c :: q :: R) -> ~ (blocked q (q :: R) c \/ excludes (S d) (q :: R) (q + c))).
  { intros c [Hpos Hl] [[E|(x & Hx & [_ Hx'])]|H].
    - simpl in Hpos. lia.
    - apply losing_first in Hl as [Hl _]. apply (Hl x); trivial. lia.
    - apply (excludes_all _ _ _ _ _ HR) in H as (i & y & Hy & [_ H]).
      apply losing_first in Hl as [_ Hl]. now apply (Hl i y). }
  assert (Hwon : forall c, 0 < q + c -> ~ losing (q + c :: q :: R) ->
            blocked q (q :: R) c \/ excludes (S d) (q :: R) (q + c) \/
            exists e, e < c /\ lost_position (q + e :: q :: R)).
  { intros c Hpos Hnl. destruct (losing_or_winning (q + c :: q :: R)) as [|[p [[|i] j Hj Hsq] Hp]]; [easy| |].
    - simpl in Hj. unfold bite in Hp. cbn [firstn skipn app map] in Hp. rewrite Nat.min_l in Hp by lia.
      assert (0 < j) by (destruct j; [now elim Hsq | lia]).
      destruct (Nat.lt_ge_cases j q) as [L|L].
      + left; right. exists j. split; [lia|]. now split.
      + right; right. exists (j - q). split; [lia|]. replace (q + (j - q)) with j by lia.
        change (Nat.min j q :: map (Nat.min j) R) with (map (Nat.min j) (q :: R)) in Hp.
        rewrite (Hcut j L) in Hp. now split.
    - right; left. apply (excludes_all _ _ _ _ _ HR). exists i, j. split; [exact Hj|]. now split. }
  split.
  - intros H. split; [now apply Hnot|]. intros c Hc.
    destruct (Nat.eq_dec (q + c) 0) as [E|Hpos]; [left; now left|].
    destruct (Hwon c) as [|[|(e & He & He')]]; auto; [lia| |].
    + intros Hl. destruct H as [_ H]. apply losing_first in H as [H _]. apply (H (q + c)); [lia|].
      now rewrite Hcut by lia.
    + destruct H as [_ H]. apply losing_first in H as [H _]. exfalso. apply (H (q + e)).
      * split; [apply He' | lia].
      * rewrite Hcut by lia. apply He'.
  - intros [Hb Hall]. destruct (Nat.eq_dec (q + b) 0) as [E|Hpos]; [elim Hb; left; now left|].
    split; [simpl; lia|]. destruct (losing_or_winning (q + b :: q :: R)) as [|Hw]; trivial.
    exfalso. destruct (Hwon b) as [H|[H|(e & He & He')]]; [lia| |now apply Hb; left|now apply Hb; right|].
    + intros Hl. exact (losing_not_winning _ Hl Hw).
    + exact (Hnot e He' (Hall e He)).
Qed.

(** ** Chains *)

Lemma bite_after (u : rows) y R z : z < y ->
  bite (length u) z (u ++ y :: R) = u ++ z :: map (Nat.min z) R.
Proof.
  intros Hz. unfold bite. rewrite firstn_app, firstn_all, Nat.sub_diag, skipn_app, skipn_all, Nat.sub_diag.
  simpl. rewrite Nat.min_l by lia. now rewrite app_nil_r.
Qed.

(** The chain of the row that follows on u. *)
Definition chain_of (u : rows) (y : nat) (R : rows) (p : nat) : Prop :=
  exists z, z < y /\ lost_position (p :: u ++ z :: map (Nat.min z) R).

Lemma excludes_more u y R p : excludes (S (length u)) (u ++ y :: R) p <->
  excludes (length u) (u ++ y :: R) p \/ chain_of u y R p.
Proof.
  assert (E : nth (length u) (u ++ y :: R) 0 = y) by (rewrite app_nth2, Nat.sub_diag by lia; trivial).
  split.
  - intros (i & z & Hi & Hz & H). destruct (Nat.eq_dec i (length u)) as [->|Hne].
    + right. rewrite E in Hz. exists z. split; trivial. now rewrite bite_after in H.
    + left. exists i, z. repeat split; trivial; [lia | apply H | apply H].
  - intros [(i & z & Hi & Hz & H)|(z & Hz & H)].
    + exists i, z. repeat split; trivial; [lia | apply H | apply H].
    + exists (length u), z. rewrite E, bite_after by trivial. repeat split; trivial; [lia | apply H | apply H].
Qed.

Lemma cut_twice z y (R : rows) : z <= y -> map (Nat.min z) (map (Nat.min y) R) = map (Nat.min z) R.
Proof. intros H. rewrite map_map. apply map_ext. intros r. lia. Qed.

Lemma chain_longer u y R p : chain_of u (S y) R p <->
  chain_of u y (map (Nat.min y) R) p \/ lost_position (p :: u ++ y :: map (Nat.min y) R).
Proof.
  split.
  - intros (z & Hz & H). destruct (Nat.eq_dec z y) as [->|Hne]; [now right|].
    left. exists z. split; [lia|]. now rewrite cut_twice by lia.
  - intros [(z & Hz & H)|H].
    + exists z. split; [lia|]. now rewrite cut_twice in H by lia.
    + exists y. split; [lia|trivial].
Qed.

(** ** A plane *)

Lemma solve_right w n q d ls x u above :
  tables w n d ls -> x <= n ->
  (forall R, is_rest d x R -> is_rest (length u + d) (S q) (u ++ R)) ->
  shows w d x above (fun R b => blocked q (q :: u ++ R) b \/
    excludes (S (length u)) (q :: u ++ R) (q + b)) ->
  shows w d x (solve (N.ones (N.of_nat w)) ls x above)
    (fun R b => lost_position (q + b :: q :: u ++ R)).
Proof.
  revert ls x u above. induction d as [|d IH]; intros [|t ls] x u above Ht Hx Hu H; try easy.
  - cbn [solve]. assert (Hr : is_rest 0 x []) by constructor. specialize (Hu _ Hr). rewrite app_nil_r, Nat.add_0_r in Hu.
    eapply shows_same; [|apply (pick_right w x above (fun b => blocked q (q :: u) b \/ excludes (S (length u)) (q :: u) (q + b)))].
    + intros R b HR _. inversion HR; subst. rewrite app_nil_r. symmetry. now apply loser_least.
    + eapply shows_same; [|exact H]. intros R b HR _. inversion HR; subst. now rewrite app_nil_r.
  - cbn [solve].
    set (F := fun R b => lost_position (q + b :: q :: u ++ R)).
    enough (Hloop : forall k y t' chain losers, y + k = x ->
              (forall i, nth_error t' i = nth_error t (y + i)) ->
              shows w d (S y) chain (fun R b => chain_of (q :: u) y R (q + b)) ->
              shows w (S d) y losers F ->
              shows w (S d) x (solve_rows (solve (N.ones (N.of_nat w)) ls) ls above k y t' chain losers) F).
    { apply Hloop; [lia|trivial| |now apply shows_no_row].
      apply shows_none. intros R b _ _ (z & Hz & _). lia. }
    induction k as [|k IHk]; intros y t' chain losers Hk Ht' Hchain Hlosers.
    + simpl. now replace x with y by lia.
    + destruct Ht as [Ht Htl].
      destruct t' as [|o [|o' t']].
      { specialize (Ht' 0). rewrite Ht in Ht' by lia. easy. }
      { specialize (Ht' 1). rewrite Ht in Ht' by lia. easy. }
      assert (o = N.of_nat (room w (S d) y)) as ->.
      { specialize (Ht' 0). rewrite Ht in Ht' by lia. rewrite Nat.add_0_r in Ht'. now injection Ht'. }
      assert (o' = N.of_nat (room w (S d) (S y))) as ->.
      { specialize (Ht' 1). rewrite Ht in Ht' by lia. rewrite Nat.add_1_r in Ht'. now injection Ht'. }
      cbn [solve_rows].
      replace (N.of_nat (room w (S d) (S y)) - N.of_nat (room w (S d) y))%N with (N.of_nat (room w d (S y)))
        by (rewrite bits_step; lia).
      set (part := extract _ _ above).
      assert (Hfound : shows w d (S y) (solve (N.ones (N.of_nat w)) ls (S y) (N.lor part chain))
                         (fun R b => lost_position (q + b :: q :: (u ++ [y]) ++ R))).
      { apply IH; trivial; [lia| |].
        - intros R HR. rewrite <- app_assoc, app_length. simpl. replace (length u + 1 + d) with (length u + S d) by lia.
          apply Hu. constructor; [lia|trivial].
        - eapply shows_same; [|apply shows_lor; [apply (shows_child _ _ _ _ _ y H); lia | exact Hchain]].
          intros R b HR _. cbv beta. rewrite <- app_assoc, app_length. cbn [app length].
          replace (S (length u + 1)) with (S (length (q :: u))) by (simpl; lia).
          rewrite (excludes_more (q :: u) y R (q + b)). cbn [app length]. tauto. }
      apply IHk; [lia| | |].
      * intros i. replace (S y + i) with (y + S i) by lia. exact (Ht' (S i)).
      * eapply shows_same; [|apply (extend_right w n d ls y _ (fun R b => chain_of (q :: u) y R (q + b) \/
                                       lost_position (q + b :: q :: (u ++ [y]) ++ R))); trivial; [lia|]].
        -- intros R b _ _. cbv beta. rewrite <- app_assoc. rewrite (chain_longer (q :: u) y R (q + b)). reflexivity.
        -- now apply shows_lor.
      * apply shows_more; trivial. eapply shows_same; [|exact Hfound].
        intros R b _ _. unfold F. now rewrite <- app_assoc.
Qed.

Lemma turn_right w n d ls ls' x c l F G :
  tables (S w) n d ls -> tables w n d ls' -> x <= n ->
  shows (S w) d x c F -> shows (S w) d x l G ->
  shows w d x (turn (N.ones (N.of_nat (S w))) ls ls' x c l) (fun R b => F R (S b) \/ G R (S b) \/
    G R 0).
Proof.
  revert ls ls' x c l F G. induction d as [|d IH]; intros [|t ls] [|t' ls'] x c l F G Ht Ht' Hx HF HG; try easy.
  - cbn [turn]. eapply shows_same; [|apply (turn_lane_right w x c l (F []) (G []))].
    + intros R b HR _. inversion HR; subst. reflexivity.
    + eapply shows_same; [|exact HF]. intros R b HR _. inversion HR; subst. reflexivity.
    + eapply shows_same; [|exact HG]. intros R b HR _. inversion HR; subst. reflexivity.
  - cbn [turn]. set (H := fun R b => F R (S b) \/ G R (S b) \/ G R 0).
    enough (Hloop : forall k y s s' turned, y + k = x ->
              (forall i, nth_error s i = nth_error t (y + i)) -> (forall i, nth_error s' i = nth_error t' (y + i)) ->
              shows w (S d) y turned H ->
              shows w (S d) x (turn_rows (turn (N.ones (N.of_nat (S w))) ls ls') c l k y s s' turned) H).
    { apply Hloop; [lia|trivial|trivial|now apply shows_no_row]. }
    destruct Ht as [Ht Htl], Ht' as [Ht' Htl'].
    induction k as [|k IHk]; intros y s s' turned Hk Hs Hs' Hturned.
    + simpl. now replace x with y by lia.
    + destruct s as [|o [|o' s]].
      { specialize (Hs 0). rewrite Ht in Hs by lia. easy. }
      { specialize (Hs 1). rewrite Ht in Hs by lia. easy. }
      destruct s' as [|v s'].
      { specialize (Hs' 0). rewrite Ht' in Hs' by lia. easy. }
      assert (o = N.of_nat (room (S w) (S d) y)) as ->.
      { specialize (Hs 0). rewrite Ht in Hs by lia. rewrite Nat.add_0_r in Hs. now injection Hs. }
      assert (o' = N.of_nat (room (S w) (S d) (S y))) as ->.
      { specialize (Hs 1). rewrite Ht in Hs by lia. rewrite Nat.add_1_r in Hs. now injection Hs. }
      assert (v = N.of_nat (room w (S d) y)) as ->.
      { specialize (Hs' 0). rewrite Ht' in Hs' by lia. rewrite Nat.add_0_r in Hs'. now injection Hs'. }
      cbn [turn_rows].
      replace (N.of_nat (room (S w) (S d) (S y)) - N.of_nat (room (S w) (S d) y))%N
        with (N.of_nat (room (S w) d (S y))) by (rewrite bits_step; lia).
      apply IHk; [lia| | |].
      * intros i. replace (S y + i) with (y + S i) by lia. exact (Hs (S i)).
      * intros i. replace (S y + i) with (y + S i) by lia. exact (Hs' (S i)).
      * apply shows_more; trivial.
        apply (IH ls ls' (S y) _ _ (fun R b => F (y :: R) b) (fun R b => G (y :: R) b)); trivial; [lia| |];
          apply (shows_child _ _ x); trivial; lia.
Qed.

(** What the chain of row 2 tells in plane q, and what it tells in the next one. *)
Definition barred (q : nat) (R : rows) (b : nat) : Prop := blocked q (q :: R) b \/ chain_of [] q R (q + b).

Definition lost_in (q : nat) (R : rows) (b : nat) : Prop := lost_position (q + b :: q :: R).

Lemma excludes_first q R p : excludes 1 (q :: R) p <-> chain_of [] q R p.
Proof.
  rewrite (excludes_more [] q R p : excludes 1 (q :: R) p <-> _). split; [|now right].
  intros [(i & _ & Hi & _)|]; [simpl in Hi; lia|trivial].
Qed.

Lemma barred_next q R b : barred (S q) R b <->
  barred q (map (Nat.min q) R) (S b) \/ lost_in q (map (Nat.min q) R) (S b) \/
    lost_in q (map (Nat.min q) R) 0.
Proof.
  unfold barred, lost_in, blocked. rewrite (chain_longer [] q R (S q + b)), Nat.add_0_r. cbn [app].
  replace (S q + b) with (q + S b) by lia.
  assert (E : (exists x, 0 < x < S q /\ lost_position (x :: map (Nat.min x) (S q :: R))) <->
              (exists x, 0 < x < q /\ lost_position (x :: map (Nat.min x) (q :: map (Nat.min q) R))) \/
              lost_position (q :: q :: map (Nat.min q) R)).
  { split.
    - intros (x & Hx & H). cbn [map] in H. rewrite Nat.min_l in H by lia.
      destruct (Nat.eq_dec x q) as [->|Hne]; [now right|].
      left. exists x. split; [lia|]. cbn [map]. now rewrite Nat.min_l, cut_twice by lia.
    - intros [(x & Hx & H)|H].
      + exists x. split; [lia|]. cbn [map] in *. rewrite Nat.min_l, cut_twice in H by lia. now rewrite Nat.min_l by lia.
      + exists q. split; [destruct H as [H _]; simpl in H; lia|]. cbn [map]. now rewrite Nat.min_l by lia. }
  rewrite E. intuition lia.
Qed.

Lemma barred_zero R b : barred 0 R b <-> b = 0.
Proof.
  unfold barred, blocked, chain_of. split; [|intros ->; left; now left].
  intros [[H|(x & Hx & _)]|(z & Hz & _)]; lia.
Qed.

Lemma found_right w n q d ls chain :
  tables w n d ls -> S q <= n -> shows w d (S q) chain (barred q) ->
  shows w d (S q) (solve (N.ones (N.of_nat w)) ls (S q) chain) (lost_in q).
Proof.
  intros Ht Hq H. apply (solve_right w n q d ls (S q) []); trivial.
  eapply shows_same; [|exact H]. intros R b _ _. unfold barred. simpl. now rewrite excludes_first.
Qed.

Lemma chain_right w n q d chain found :
  S q <= n -> shows (S w) d (S q) chain (barred q) -> shows (S w) d (S q) found (lost_in q) ->
  shows w d (S (S q)) (extend (levels (N.of_nat w) n d) (S q)
    (turn (N.ones (N.of_nat (S w))) (levels (N.of_nat (S w)) n d)
      (levels (N.of_nat w) n d) (S q) chain found))
    (barred (S q)).
Proof.
  intros Hq Hc Hf.
  eapply shows_same; [|apply (extend_right w n d _ q _ (fun R b => barred q R (S b) \/ lost_in q R (S b) \/ lost_in q R 0));
                        [apply levels_right|exact Hq|]].
  - intros R b _ _. symmetry. apply barred_next.
  - apply (turn_right w n d); auto using levels_right.
Qed.

(** ** All planes *)

Lemma spot_zeros w d R b : is_rest d 1 R -> spot w R b = b.
Proof.
  revert R. induction d as [|d IH]; intros R H; inversion H; subst; trivial. assert (r = 0) as -> by lia.
  cbn [spot]. rewrite IH by trivial. reflexivity.
Qed.

Lemma bits_positive w d x : w <= room w d (S x).
Proof. induction d as [|d IH]; [trivial|]. rewrite bits_step. lia. Qed.

Lemma shows_one w d : 0 < w -> shows w d 1 1 (fun _ b => b = 0).
Proof.
  intros Hw.
  assert (B : forall i, bit 1 i = true <-> i = 0).
  { intros [|i]; [now split|]. split; [|easy]. unfold bit. rewrite N.bits_above_log2; [easy|]. simpl N.log2. lia. }
  apply shows_intro.
  - intros i Hi. pose proof (bits_positive w d 0). destruct (bit 1 i) eqn:E; trivial. apply B in E. lia.
  - intros R b HR _. now rewrite (spot_zeros _ _ _ _ HR).
Qed.

Lemma first_bits_right w n d q : 0 < w -> q <= n ->
  shows w d (S q) (first_bits (levels (N.of_nat w) n d) q) (fun _ b => b = 0).
Proof.
  intros Hw. induction q as [|q IH]; intros Hq; [now apply shows_one|].
  apply (extend_right w n d _ q _ (fun _ b => b = 0)); [apply levels_right|trivial|]. apply IH. lia.
Qed.

(** What is noted of plane q is noted of its losers. *)
Definition noted (n d q : nat) (pl : plane) : Prop :=
  exists found, shows (S n - q) d (S q) found (lost_in q) /\
    pl = note_plane (S n - q) (levels (N.of_nat (S n - q)) (S n) d) d q found.

Lemma planes_right n d w q chain k : w + q = S n -> shows w d (S q) chain (barred q) -> k < w ->
  noted n d (q + k) (nth k (planes n d w q chain) no_plane).
Proof.
  revert q chain k. induction w as [|v IH]; intros q chain k Hw Hc Hk; [lia|].
  pose proof (found_right (S v) (S n) q d _ chain (levels_right (S v) (S n) d) ltac:(lia) Hc) as Hf.
  cbn [planes]. destruct k as [|k].
  - rewrite Nat.add_0_r. exists (solve (N.ones (N.of_nat (S v))) (levels (N.of_nat (S v)) (S n) d) (S q) chain).
    replace (S n - q) with (S v) by lia. now split.
  - destruct v as [|v]; [lia|]. cbn [nth]. replace (q + S k) with (S q + k) by lia.
    apply IH; [lia| |lia]. apply chain_right; trivial. lia.
Qed.

Lemma all_planes_right m n q : q <= n -> noted n (m - 2) q (nth q (all_planes m n) no_plane).
Proof.
  intros Hq. apply (planes_right n (m - 2) (S n) 0 1 q); [lia| |lia].
  eapply shows_same; [|apply shows_one; lia]. intros R b _ _. symmetry. apply barred_zero.
Qed.

(** ** Openings *)

Lemma rest_repeat d q : is_rest d (S q) (repeat q d).
Proof. induction d as [|d IH]; simpl; constructor; trivial. lia. Qed.

Lemma rest_step k e q j : j <= q -> is_rest (k + e) (S q) (repeat q k ++ repeat j e).
Proof.
  intros Hj. induction k as [|k IH]; simpl.
  - apply (rest_wider _ (S j)); [apply rest_repeat | lia].
  - constructor; [lia | trivial].
Qed.

Lemma edge_right n d q pl b : q <= n -> noted n d q pl ->
  (N.testbit (edge pl) (N.of_nat b) = true <-> b < S n - q /\ lost_in q (repeat q d) b).
Proof.
  intros Hq (found & Hf & ->). cbn [note_plane edge]. set (w := S n - q) in *.
  rewrite (lane_right w (S n) d _ (S q)); [|apply levels_right|apply rest_repeat|lia].
  change (N.testbit ?v (N.of_nat b)) with (bit v b). rewrite bit_extract, andb_true_iff, Nat.ltb_lt, <- spot_add.
  split; intros [H H'].
  - split; trivial. apply (shows_at _ _ _ _ _ _ _ Hf (rest_repeat d q) H'). trivial.
  - split; trivial. now apply (shows_at _ _ _ _ _ _ _ Hf (rest_repeat d q) H).
Qed.

Lemma steps_right n d q pl i j : q <= n -> noted n d q pl ->
  (In (i, j) (steps pl) <->
   2 <= i < d + 2 /\ j < q /\ lost_in q (repeat q (i - 2) ++ repeat j (d + 2 - i)) 0).
Proof.
  intros Hq (found & Hf & ->). cbn [note_plane steps]. set (w := S n - q) in *.
  rewrite filter_In, in_prod_iff, !in_seq. cbn [fst snd].
  split.
  - intros [[Hi Hj] H]. split; [lia|]. split; [lia|].
    assert (HR : is_rest d (S q) (repeat q (i - 2) ++ repeat j (d + 2 - i))).
    { replace d with ((i - 2) + (d + 2 - i)) at 1 by lia. apply rest_step. lia. }
    rewrite (lane_right w (S n) d _ (S q) _ (levels_right w (S n) d) HR) in H by lia.
    apply (shows_at _ _ _ _ _ _ 0 Hf HR); [lia | exact H].
  - intros (Hi & Hj & H). split; [lia|].
    assert (HR : is_rest d (S q) (repeat q (i - 2) ++ repeat j (d + 2 - i))).
    { replace d with ((i - 2) + (d + 2 - i)) at 1 by lia. apply rest_step. lia. }
    rewrite (lane_right w (S n) d _ (S q) _ (levels_right w (S n) d) HR) by lia.
    apply (shows_at _ _ _ _ _ _ 0 Hf HR); [lia | exact H].
Qed.

Lemma bite_bar i j k m : j < k -> i <= m -> bite i j (repeat k m) = repeat k i ++ repeat j (m - i).
Proof.
  intros Hj Hi. replace m with (i + (m - i)) at 1 by lia. rewrite repeat_app. unfold bite.
  pose proof (repeat_length k i) as L.
  rewrite firstn_app, skipn_app, L, Nat.sub_diag, firstn_all2, skipn_all2 by lia. cbn [firstn skipn app].
  rewrite app_nil_r. f_equal. induction (m - i) as [|e IH]; simpl; trivial. rewrite IH. f_equal. lia.
Qed.

Lemma nth_bar i k m : nth i (repeat k m) 0 = if i <? m then k else 0.
Proof. revert i. induction m as [|m IH]; intros [|i]; simpl; trivial. apply IH. Qed.

Lemma squares_right d n k i j : k <= n ->
  (In (i, j) (openings_of (all_planes (d + 2) n) k) <-> wins (i, j) (repeat k (d + 2))).
Proof.
  intros Hk. pose proof (all_planes_right (d + 2) n) as Hp. replace (d + 2 - 2) with d in Hp by lia.
  unfold openings_of. rewrite !in_app_iff, !in_map_iff. unfold wins. cbn [fst snd].
  rewrite nth_bar.
  assert (Hz : forall v, N.testbit v 0 = N.testbit v (N.of_nat 0)) by reflexivity.
  assert (Hrow : forall j : nat, repeat j (d + 2) = j :: j :: repeat j d) by (intros; now rewrite Nat.add_comm).
  split.
  - intros [(j' & E & H)|[(j' & E & H)|H]].
    + injection E as <- ->. apply filter_In in H as [Hj H]. apply in_seq in Hj.
      rewrite Hz in H. apply (edge_right n d j _ _ ltac:(lia) (Hp j ltac:(lia))) in H as [_ [_ H]].
      rewrite Nat.add_0_r in H. rewrite (proj2 (Nat.ltb_lt _ _)) by lia.
      split; [lia|]. split; [intros [= ->]; lia|]. rewrite bite_bar by lia. cbn [repeat app]. rewrite Nat.sub_0_r, Hrow. exact H.
    + injection E as <- ->. apply filter_In in H as [Hj H]. apply in_seq in Hj.
      apply (edge_right n d j _ _ ltac:(lia) (Hp j ltac:(lia))) in H as [_ [_ H]].
      rewrite (proj2 (Nat.ltb_lt _ _)) by lia.
      split; [lia|]. split; [easy|]. rewrite bite_bar by lia. cbn [repeat app].
      replace (d + 2 - 1) with (S d) by lia. cbn [repeat]. replace (j + (k - j)) with k in H by lia. exact H.
    + apply (steps_right n d k _ _ _ ltac:(lia) (Hp k ltac:(lia))) in H as (Hi & Hj & [_ H]).
      rewrite (proj2 (Nat.ltb_lt _ _)) by lia. split; [lia|]. split; [intros [= -> _]; lia|].
      rewrite bite_bar by lia. rewrite Nat.add_0_r in H. replace i with (2 + (i - 2)) at 1 by lia.
      rewrite repeat_app. exact H.
  - destruct (Nat.ltb_spec i (d + 2)) as [Hi|]; [|lia]. intros (Hj & Hnot & H).
    rewrite bite_bar in H by lia. destruct i as [|[|i]].
    + left. exists j. split; trivial. assert (0 < j) by (destruct j; [now elim Hnot | lia]).
      apply filter_In. rewrite in_seq. split; [lia|]. rewrite Hz. apply (edge_right n d j _ _ ltac:(lia) (Hp j ltac:(lia))).
      split; [lia|]. unfold lost_in. rewrite Nat.add_0_r. split; [simpl; lia|].
      cbn [repeat app] in H. rewrite Nat.sub_0_r, Hrow in H. exact H.
    + right; left. exists j. split; trivial. apply filter_In. rewrite in_seq. split; [lia|].
      apply (edge_right n d j _ _ ltac:(lia) (Hp j ltac:(lia))). split; [lia|]. unfold lost_in.
      replace (j + (k - j)) with k by lia. split; [simpl; lia|].
      replace (d + 2 - 1) with (S d) in H by lia. exact H.
    + right; right. apply (steps_right n d k _ _ _ ltac:(lia) (Hp k ltac:(lia))). split; [lia|]. split; [lia|].
      unfold lost_in. rewrite Nat.add_0_r. split; [simpl; lia|]. cbn [repeat app] in H.
      replace (S (S i) - 2) with i by lia. exact H.
Qed.
