(** * Every claim has a certificate that the checker accepts

    When the turn of a slice comes, the checker finds all that it has kept of smaller slices for it. So it can accept
    the line of the slice (LineExistence.v), and it goes on until no slice of the claim is left. With Uniqueness.v:
    every claim has exactly one full certificate that is accepted. *)

From Coq Require Import List Arith NArith Lia Bool FMapPositive.
From ZChomp Require Import Chomp Slices Checker Sequences Walking Tails Contexts Soundness Uniqueness LineExistence.
Import ListNotations.

(** ** Every tail comes once *)

Lemma down_once n m : NoDup (down n m).
Proof.
  unfold down. rewrite rev_append_rev, app_nil_r. apply NoDup_rev.
  enough (H : forall j, (j <= N.succ n)%N ->
    let r := N.iter j (fun x : N * list N => (N.pred (fst x), fst x :: snd x)) (n, []) in
    fst r = (n - j)%N /\ NoDup (snd r) /\ forall x, In x (snd r) -> (n < x + j)%N) by (apply H; lia).
  induction j as [|j IH] using N.peano_ind; intros Hj; [simpl; repeat split; [lia | constructor | easy]|].
  rewrite N.iter_succ. destruct IH as (Hfst & Hnd & Hin); [lia|].
  destruct (N.iter j _ (n, [])) as [y l]. cbn [fst snd] in *. split; [lia|]. split.
  - constructor; trivial. intros H. apply Hin in H. lia.
  - intros z [<-|H]; [lia | apply Hin in H; lia].
Qed.

Lemma tails_once n : forall T s prefix found, NoDup found ->
  (forall u, ~ In (rev prefix ++ u) found) -> NoDup (tails n T s prefix found).
Proof.
  induction n as [|n IH]; intros T s prefix found Hnd Hnew; cbn [tails].
  - destruct (s =? 0)%N; trivial. constructor; trivial. rewrite rev_append_rev. apply Hnew.
  - set (xs := down _ _). assert (Hxs : NoDup xs) by apply down_once. clearbody xs.
    assert (Hnew' : forall x u, In x xs -> ~ In (rev (x :: prefix) ++ u) found).
    { intros x u _. simpl. rewrite <- app_assoc. apply Hnew. }
    clear Hnew. revert found Hnd Hnew'. induction Hxs as [|x xs Hx _ IHxs]; intros found Hnd Hnew; trivial.
    cbn [fold_left]. apply IHxs.
    + apply IH; trivial. intros u. apply Hnew. now left.
    + intros y u Hy H. apply tails_spec in H as [H|(v & _ & _ & E)]; [now apply (Hnew y u); [right|]|].
      simpl in E. rewrite <- !app_assoc in E. apply app_inv_head in E. injection E as -> _. contradiction.
Qed.

(** There is a tail of every sum that there can be. *)
Lemma valid_exists n : forall T s, (s <= N.of_nat n * T)%N -> exists t, valid n T t /\ sum t = s.
Proof.
  induction n as [|n IH]; intros T s Hs.
  - exists []. split; [split; [trivial | split; [intros [|i]; simpl; lia | simpl; lia]] | unfold sum; simpl in *; lia].
  - destruct (IH (N.min T s) (s - N.min T s)%N) as (t & Ht & Hsum); [nia|]. exists (N.min T s :: t).
    rewrite valid_cons, sum_cons, Hsum. repeat split; try apply Ht; lia.
Qed.

Lemma cut_valid n : forall T y t, valid n T t -> (T <= N.succ y)%N ->
  valid n y (map (N.min y) t) /\
  (sum (map (N.min y) t) <= sum t <= sum (map (N.min y) t) + N.of_nat n)%N.
Proof.
  induction n as [|n IH]; intros T y [|x t] Hv Hy; try (now destruct Hv).
  - split; [|unfold sum; simpl; lia]. split; [trivial | split; [intros [|i]; simpl; lia | simpl; lia]].
  - apply valid_cons in Hv as [Hx Hv]. destruct (IH x y t Hv) as [H Hsum]; [lia|]. cbn [map].
    rewrite valid_cons, !sum_cons. split; [|lia]. split; [lia|].
    destruct H as (H1 & H2 & H3), Hv as (_ & _ & H4). repeat split; trivial. destruct t; simpl in *; lia.
Qed.

(** A parent has the rows of its child, and at most one square less in each. *)
Lemma parent_valid n : forall T t j u, valid n T t -> nth_error (parents t) j = Some (Some u) ->
  valid n T u /\ (sum u < sum t <= sum u + N.of_nat n)%N.
Proof.
  induction n as [|n IH]; intros T [|x t] j u Hv; try (now destruct Hv); [now destruct j|].
  apply valid_cons in Hv as [Hx Hv]. cbn [parents]. destruct j as [|j]; cbn [nth_error].
  - destruct (N.eqb_spec x 0) as [|Hx0]; [easy|]. intros [= <-].
    destruct (cut_valid n x (N.pred x) t Hv) as [H Hsum]; [lia|].
    rewrite valid_cons, !sum_cons. replace (N.min (N.pred x) x) with (N.pred x) by lia.
    split; [split; [lia | trivial] | lia].
  - rewrite nth_error_map. destruct (nth_error (parents t) j) as [[v|]|] eqn:E; try easy. intros [= <-].
    destruct (IH x t j v Hv E) as (H & Hsum). rewrite valid_cons, !sum_cons. split; [now split | lia].
Qed.

(** ** Nothing that is looked for is missing *)

(** The slice of a tail has been checked, for the nim-value whose turn it is. *)
Definition done (k : context) (u : list N) : Prop :=
  (sum u < total k)%N \/ sum u = total k /\ ~ In u (pending k).

Record whole (k : context) : Prop := {
  whole_pending : forall t, In t (pending k) -> valid (rows_below k) (upto k) t /\ sum t = total k;
  whole_once : NoDup (pending k);
  whole_recent : recent k <> [];
  whole_found : forall u, valid (rows_below k) (upto k) u -> done k u ->
    (total k <= sum u + N.of_nat (rows_below k))%N ->
    exists e, length (chains e) = rows_below k /\ PositiveMap.find (key u)
      (nth (N.to_nat (total k - sum u)) (recent k) (PositiveMap.empty entry)) = Some e;
  whole_lower : forall u, valid (rows_below k) (upto k) u -> now k <> 0%N -> ~ done k u ->
    exists s, PositiveMap.find (key u) (lower k) = Some (now k, s);
  whole_higher : forall u, valid (rows_below k) (upto k) u -> (now k < most k)%N -> done k u ->
    exists s, PositiveMap.find (key u) (lower k) = Some (N.succ (now k), s) }.

Lemma parent_found k t j u : whole k -> In t (pending k) ->
  nth_error (parents t) j = Some (Some u) ->
  exists e, find_entry k t u = Some e /\ length (chains e) = rows_below k.
Proof.
  intros Hk Hin Hu. destruct (whole_pending k Hk t Hin) as [Hv Hsum].
  destruct (parent_valid _ _ _ _ _ Hv Hu) as (Hvu & Hless & Hnear). rewrite Hsum in *.
  destruct (whole_found k Hk u Hvu) as (e & Hlen & E); [left; lia | trivial|].
  exists e. split; trivial. unfold find_entry. now rewrite Hsum.
Qed.

Lemma chains_found k t : whole k -> In t (pending k) -> forall ps i,
  (forall j p, nth_error ps j = Some p -> nth_error (parents t) (i + j) = Some p) ->
  i + length ps = rows_below k -> exists cs, find_chains k t i ps = Some cs.
Proof.
  intros Hk Hin. induction ps as [|p ps IH]; intros i Hps Hlen; cbn [find_chains]; [eauto|].
  simpl in Hlen. destruct (IH (S i)) as (cs & E); [|lia|].
  { intros j p' Hj. replace (S i + j) with (i + S j) by lia. now apply Hps. }
  rewrite E. destruct p as [u|]; [|simpl; eauto]. pose proof (Hps 0 _ eq_refl) as Hu.
  destruct (parent_found k t _ u Hk Hin Hu) as (e & -> & He).
  destruct (nth_error (chains e) i) as [s|] eqn:Es; [eauto | apply nth_error_None in Es; lia].
Qed.

Lemma not_done k t : In t (pending k) -> sum t = total k -> ~ done k t.
Proof. intros Hin Hsum [L|[_ Hnot]]; [lia | contradiction]. Qed.

Theorem scene_exists k t : whole k -> In t (pending k) ->
  exists i cs low, scene k t = Some (i, cs, low).
Proof.
  intros Hk Hin. destruct (whole_pending k Hk t Hin) as [Hv Hsum]. unfold scene.
  assert (Hi : exists i, find_inside k t = Some i).
  { unfold find_inside. destruct (parents t) as [|[u|] ps] eqn:Ep; eauto.
    destruct (parent_found k t 0 u Hk Hin) as (e & -> & _); [now rewrite Ep | simpl; eauto]. }
  destruct Hi as (i & ->). destruct (chains_found k t Hk Hin (parents t) 0) as (cs & ->); trivial.
  { rewrite length_parents. apply Hv. }
  assert (Hlow : exists low, find_lower k t = Some low).
  { unfold find_lower. destruct (N.eqb_spec (now k) 0) as [|Hg]; eauto.
    destruct (whole_lower k Hk t Hv Hg (not_done k t Hin Hsum)) as (s & ->). rewrite N.eqb_refl. eauto. }
  destruct Hlow as (low & ->). eauto.
Qed.

Lemma scene_length k t i cs low : whole k -> right k -> In t (pending k) ->
  scene k t = Some (i, cs, low) ->
  length cs = rows_below k.
Proof.
  intros Hk Hr Hin. destruct (whole_pending k Hk t Hin) as [(Hlen & Ht & _) _]. unfold scene.
  destruct (find_inside k t); [|easy]. destruct (find_chains k t 0 (parents t)) as [cs'|] eqn:E; [|easy].
  destruct (find_lower k t); [|easy]. intros [= _ <- _]. apply find_chains_right in E as [E _]; trivial.
  now rewrite length_parents in E; congruence.
Qed.

Lemma nth_firstn_less {A} (d : A) n : forall l i, i < n -> nth i (firstn n l) d = nth i l d.
Proof. induction n as [|n IH]; intros [|x l] [|i] Hi; try lia; simpl; trivial. apply IH. lia. Qed.

(** The next sum, or the next nim-value. *)
Lemma settle_whole k : whole k -> whole (settle k).
Proof.
  destruct k as [n most upto now total [|t rest] recent low latest]; trivial. intros Hk. unfold settle.
  assert (Hdone : forall u, (sum u <= total)%N -> done (Context n most upto now total [] recent low latest) u).
  { intros u Hu. unfold done. simpl. destruct (N.eq_dec (sum u) total); [right; auto | left; lia]. }
  assert (Hfresh : forall s, NoDup (tails n upto s [] [])) by (intros s; now apply tails_once; [constructor|]).
  destruct (N.ltb_spec total (N.of_nat n * upto)) as [L|L]; [|destruct (N.ltb_spec now most) as [L'|L']; trivial].
  - set (k' := Context _ _ _ _ _ _ _ _ _).
    assert (Hback : forall u, valid n upto u -> (done k' u <-> (sum u <= total)%N)).
    { intros u Hu. unfold done, k'. cbn [Checker.total pending]. rewrite in_tails. split; [|lia].
      intros [H|[H Hnot]]; [lia | elim Hnot; auto]. }
    split; cbn [rows_below Checker.upto Checker.total Checker.recent Checker.now Checker.most Checker.lower pending k'];
      [| |easy|..].
    + intros t. apply in_tails.
    + apply Hfresh.
    + intros u Hu Hd Hnear. apply Hback in Hd; trivial.
      destruct (whole_found _ Hk u Hu (Hdone u Hd)) as (e & He & E); cbn in *; [lia|].
      exists e. split; trivial. replace (N.to_nat (N.succ total - sum u)) with (S (N.to_nat (total - sum u))) by lia.
      cbn [nth]. rewrite <- E. f_equal. apply nth_firstn_less. lia.
    + intros u Hu Hg Hd. apply (whole_lower _ Hk u Hu Hg). unfold done. simpl. rewrite Hback in Hd by trivial. lia.
    + intros u Hu Hg Hd. apply Hback in Hd; trivial. now apply (whole_higher _ Hk u Hu Hg), Hdone.
  - set (k' := Context _ _ _ _ _ _ _ _ _).
    assert (Hback : forall u, valid n upto u -> ~ done k' u).
    { intros u Hu. unfold done, k'. cbn [Checker.total pending]. rewrite in_tails. intros [H|[H Hnot]]; [lia | auto]. }
    split; cbn [rows_below Checker.upto Checker.total Checker.recent Checker.now Checker.most Checker.lower pending k'];
      [| |easy|..].
    + intros t. apply in_tails.
    + apply Hfresh.
    + intros u Hu Hd. now elim (Hback u Hu).
    + intros u Hu _ _. apply (whole_higher _ Hk u Hu L'), Hdone. apply valid_sum in Hu. lia.
    + intros u Hu _ Hd. now elim (Hback u Hu).
Qed.

(** One slice more. *)
Lemma advance_whole k t rest i cs low h p : whole k -> pending k = t :: rest ->
  length cs = rows_below k ->
  whole (advance k t rest i cs low h p).
Proof.
  intros Hk Ep Hcs. unfold advance. apply settle_whole. set (e := Entry _ _). set (k' := Context _ _ _ _ _ _ _ _ _).
  assert (Hin : In t (pending k)) by (rewrite Ep; now left).
  destruct (whole_pending k Hk t Hin) as [Hv Hsum].
  assert (Hrest : ~ In t rest) by (pose proof (whole_once k Hk) as H; rewrite Ep in H; now inversion H).
  assert (Hdone : forall u, done k' u <-> u = t \/ done k u).
  { intros u. unfold done, k'. cbn [total pending]. rewrite Ep. simpl. split.
    - intros [L|[E Hnot]]; [auto|]. destruct (list_eq_dec N.eq_dec u t) as [|Hne]; [auto | right; right].
      split; trivial. intros [E'|]; [now elim Hne | contradiction].
    - intros [->|[L|[E Hnot]]]; [auto | auto | right; split; [trivial | tauto]]. }
  assert (Hother : forall u {A} (x : A) m, u <> t ->
    PositiveMap.find (key u) (PositiveMap.add (key t) x m) = PositiveMap.find (key u) m).
  { intros u A x m Hne. apply PositiveMap.gso. intros E. now apply Hne, key_injective. }
  destruct (recent k) as [|m ms] eqn:Er; [now elim (whole_recent k Hk)|].
  split; cbn [rows_below upto total recent now most Checker.lower pending k'];
      [| |easy|..].
  - intros u Hu. apply (whole_pending k Hk). rewrite Ep. now right.
  - pose proof (whole_once k Hk) as H. rewrite Ep in H. now inversion H.
  - intros u Hu Hd Hnear. apply Hdone in Hd. destruct (list_eq_dec N.eq_dec u t) as [->|Hne].
    + exists e. rewrite Hsum, N.sub_diag. cbn [nth N.to_nat]. rewrite PositiveMap.gss. split; trivial.
      cbn [chains e]. now rewrite map_length.
    + destruct Hd as [|Hd]; [contradiction|]. destruct (whole_found k Hk u Hu Hd Hnear) as (e' & He & E). exists e'.
      split; trivial. rewrite Er in E. destruct (N.to_nat (total k - sum u)); [|exact E].
      cbn [nth] in *. now rewrite Hother.
  - intros u Hu Hg Hd. rewrite Hdone in Hd. destruct (whole_lower k Hk u Hu Hg) as (s & E); [tauto|].
    exists s. destruct (now k <? most k)%N; [|exact E]. rewrite Hother; [exact E | tauto].
  - intros u Hu Hg Hd. apply Hdone in Hd. rewrite (proj2 (N.ltb_lt _ _) Hg).
    destruct (list_eq_dec N.eq_dec u t) as [->|Hne]; [rewrite PositiveMap.gss; eauto|].
    destruct Hd as [|Hd]; [contradiction|]. rewrite Hother by trivial. now apply (whole_higher k Hk).
Qed.

Lemma initial_whole n nim upto : whole (initial n nim upto).
Proof.
  assert (Hnot : forall u, valid n upto u -> ~ done (initial n nim upto) u).
  { intros u Hu. unfold done. cbn [total initial pending]. rewrite in_tails. intros [L|[E H]]; [lia | auto]. }
  split; cbn [rows_below Checker.upto total recent now most Checker.lower pending initial]; [| |easy|..|easy|].
  - intros t. apply in_tails.
  - now apply tails_once; [constructor|].
  - intros u Hu Hd. now elim (Hnot u Hu).
  - intros u Hu _ Hd. now elim (Hnot u Hu).
Qed.

(** ** The theorem *)

(** Nothing is left, or there is a slice whose turn it is. *)
Definition in_turn (k : context) : Prop := pending k <> [] \/ complete k = true.

Lemma settle_in_turn k : in_turn (settle k).
Proof.
  destruct k as [n most upto now total [|t rest] recent low latest]; [|now left]. unfold settle.
  assert (Hsome : forall s, (s <= N.of_nat n * upto)%N -> tails n upto s [] [] <> []).
  { intros s Hs E. destruct (valid_exists n upto s Hs) as (t & Ht). apply in_tails in Ht. now rewrite E in Ht. }
  destruct (N.ltb_spec total (N.of_nat n * upto)) as [L|L]; [|destruct (N.ltb_spec now most) as [L'|L']].
  - left. apply Hsome. lia.
  - left. apply Hsome. lia.
  - right. unfold complete. simpl. now rewrite (proj2 (N.leb_le _ _) L), (proj2 (N.leb_le _ _) L').
Qed.

Lemma initial_in_turn n nim upto : in_turn (initial n nim upto).
Proof.
  left. cbn [pending initial]. intros E. destruct (valid_exists n upto 0) as (t & Ht); [lia|].
  apply in_tails in Ht. now rewrite E in Ht.
Qed.

Lemma same_self l : same l l = true.
Proof. induction l as [|x l IH]; trivial. simpl. now rewrite N.eqb_refl. Qed.

(** The slice whose turn it is has a full line that is accepted. *)
Theorem next_line_exists k t rest : right k -> whole k -> pending k = t :: rest ->
  exists l h i cs low, head l = Listed h /\
    check_line k l = Some (advance k t rest i cs low h (period l)) /\
    length cs = rows_below k.
Proof.
  intros Hr Hk Ep. assert (Hin : In t (pending k)) by (rewrite Ep; now left).
  assert (Ht : is_tail (nats t)) by now apply (right_pending k Hr).
  destruct (scene_exists k t Hk Hin) as (i & cs & low & Es).
  destruct (scene_right k t i cs low Hr Ht Es) as (Hi & Hout & _).
  destruct (line_exists _ _ _ _ Ht Hi Hout) as (kd & h & p & md & bd & Ec).
  exists (Slice t (now k) kd (Listed h) p md bd), h, i, cs, low. split; [trivial|].
  split; [|exact (scene_length k t i cs low Hk Hr Hin Es)].
  unfold check_line. cbn [tail nim period]. rewrite Ep, Es, Ec, N.eqb_refl, same_self. reflexivity.
Qed.

(** How much is left after a line: fewer tails of this sum, or fewer sums, or fewer nim-values. *)
Lemma settle_less k :
  (settle k = k) \/
  (now (settle k) = now k /\ total k < total (settle k) <= N.of_nat (rows_below k) * upto k)%N \/
  (now k < now (settle k) <= most k)%N.
Proof.
  destruct k as [n most upto now total [|t rest] recent low latest]; [|now left]. unfold settle.
  destruct (N.ltb_spec total (N.of_nat n * upto)) as [L|L]; [|destruct (N.ltb_spec now most) as [L'|L']; [|now left]];
    right; cbn [Checker.now Checker.total Checker.most Checker.upto rows_below]; lia.
Qed.

Theorem lines_exist : forall x y z k, right k -> whole k -> in_turn k ->
  N.to_nat (most k - now k) = x -> N.to_nat (N.of_nat (rows_below k) * upto k - total k) = y ->
  length (pending k) = z ->
  exists ls k', check_lines k ls = Some k' /\ complete k' = true /\
    forallb (fun l => match head l with Listed _ => true | Counted _ => false end) ls = true.
Proof.
  induction x as [x IHx] using lt_wf_ind. induction y as [y IHy] using lt_wf_ind.
  induction z as [z IHz] using lt_wf_ind.
  intros k Hr Hk Hs Ex Ey Ez. destruct (pending k) as [|t rest] eqn:Ep.
  { destruct Hs as [|Hs]; [now rewrite Ep in *|]. now exists [], k. }
  destruct (next_line_exists k t rest Hr Hk Ep) as (l & h & i & cs & low & Hh & El & Hcs).
  set (k1 := advance k t rest i cs low h (period l)) in *.
  destruct (check_line_sound k l k1 Hr El) as (Hr1 & (E1 & E2 & E3) & _).
  assert (Hk1 : whole k1) by now apply advance_whole.
  assert (Hs1 : in_turn k1) by apply settle_in_turn.
  enough (H : exists ls k', check_lines k1 ls = Some k' /\ complete k' = true /\
    forallb (fun l => match head l with Listed _ => true | Counted _ => false end) ls = true).
  { destruct H as (ls & k' & H1 & H2 & H3). exists (l :: ls), k'. cbn [check_lines forallb]. rewrite El, Hh. auto. }
  assert (Hless : (now k1 = now k /\ total k1 = total k /\ pending k1 = rest) \/
    (now k1 = now k /\ total k < total k1 <= N.of_nat (rows_below k) * upto k)%N \/ (now k < now k1 <= most k)%N).
  { unfold k1, advance. match goal with |- context [settle ?x] => destruct (settle_less x) as [->|H] end.
    - now left.
    - now right. }
  destruct Hless as [(F1 & F2 & F3)|[(F1 & F2)|F]].
  - apply (IHz (length rest)); trivial; rewrite ?E1, ?E2, ?E3, ?F1, ?F2, ?F3; trivial. simpl in Ez. lia.
  - apply (IHy (N.to_nat (N.of_nat (rows_below k1) * upto k1 - total k1))) with (z := length (pending k1)); trivial.
    + rewrite E1, E3. lia.
    + now rewrite E2, F1.
  - apply (IHx (N.to_nat (most k1 - now k1))) with (z := length (pending k1))
      (y := N.to_nat (N.of_nat (rows_below k1) * upto k1 - total k1)); trivial. rewrite E2. lia.
Qed.

(** Every claim about two or more rows has a full certificate that the checker accepts. *)
Theorem certificate_exists rows nim upto : (2 <= rows)%N ->
  exists c, check c = true /\ is_full c = true /\
    claim_rows c = rows /\ claim_nim c = nim /\ claim_upto c = upto.
Proof.
  intros Hrows. destruct (lines_exist _ _ _ (initial (N.to_nat (rows - 2)) nim upto) (initial_right _ _ _)
    (initial_whole _ _ _) (initial_in_turn _ _ _) eq_refl eq_refl eq_refl) as (ls & k' & H1 & H2 & H3).
  exists (Certificate rows nim upto ls). unfold check, is_full. cbn [claim_rows claim_nim claim_upto lines].
  rewrite (proj2 (N.ltb_ge _ _) Hrows), H1. auto.
Qed.

(** Its lines are the only ones. *)
Theorem certificate_exists_unique rows nim upto : (2 <= rows)%N ->
  exists! ls,
    check (Certificate rows nim upto ls) = true /\ is_full (Certificate rows nim upto ls) = true.
Proof.
  intros Hrows. destruct (certificate_exists rows nim upto Hrows) as ([r n u ls] & H & Hf & E1 & E2 & E3).
  simpl in E1, E2, E3. subst. exists ls. split; [auto|]. intros ls' [H' Hf'].
  assert (E : Certificate rows nim upto ls = Certificate rows nim upto ls') by now apply certificate_unique.
  now injection E.
Qed.

(** ** Compact certificates: any head may be replaced by the number of its terms, and back *)

Definition counted (l : line) : line :=
  Slice (tail l) (nim l) (kind l) (Counted (size (head l))) (period l) (modulus l) (bound l).

Lemma follow_either h h' w terms p : follow h w = (terms, p) -> p <> Wrong ->
  h' = Listed terms \/ h' = Counted (size h) -> follow h' w = (terms, p) /\ size h' = size h.
Proof.
  intros E Hp Hh. destruct (follow_along h w terms p E Hp) as [Ha Hlen]. destruct Hh as [->| ->].
  - cbn [follow size]. now rewrite Ha, count_length.
  - rewrite <- Hlen. split; [now apply along_follow | trivial].
Qed.

Lemma check_slice_either i shadow l terms h : check_slice i shadow l = Some terms ->
  h = Listed terms \/ h = Counted (size (head l)) ->
  check_slice i shadow (Slice (tail l) (nim l) (kind l) h (period l) (modulus l) (bound l)) =
    Some terms.
Proof.
  destruct l as [tl nm kd hd p md bd]. unfold check_slice, check_empty, check_periodic, check_finite.
  cbn [kind head period modulus bound tail nim]. destruct i as [x|first], kd; try easy; intros H Hh.
  - destruct (_ && _)%bool eqn:E in H; [|easy]. injection H as <-. apply andb_true_iff in E as [E Es].
    rewrite E. destruct Hh as [->| ->]; [trivial | cbn [size]; now rewrite Es].
  - destruct (_ && _)%bool eqn:Esizes in H; [|easy].
    destruct (follow hd _) as [found [w| |]] eqn:Ef; try easy.
    assert (found = terms) as ->.
    { clear - H. revert H. destruct (least_head _ _); [|easy]. destruct (walk _ _) as [[w1 s1]|]; [|easy].
      destruct (walk _ _) as [[w2 s2]|]; [|easy]. destruct (_ && _)%bool; [|easy]. now intros [= ->]. }
    destruct (follow_either _ h _ _ _ Ef ltac:(easy) Hh) as [Ef' Es]. now rewrite Es, Esizes, Ef'.
  - destruct (_ && _)%bool eqn:Esizes in H; [|easy].
    destruct (follow hd _) as [found [w| |]] eqn:Ef; try easy. injection H as ->.
    destruct (follow_either _ h _ _ _ Ef ltac:(easy) Hh) as [Ef' Es]. now rewrite Es, Esizes, Ef'.
Qed.

Lemma check_line_either k l k' l' : check_line k l = Some k' ->
  l' = with_head l (latest k') \/ l' = counted l ->
  check_line k l' = Some k'.
Proof.
  intros H Hl. assert (E : tail l' = tail l /\ nim l' = nim l /\ period l' = period l) by now destruct Hl as [->| ->].
  destruct E as (E1 & E2 & E3). revert H. unfold check_line. rewrite E1, E2, E3.
  destruct (pending k) as [|t rest]; [easy|]. destruct (_ && _)%bool; [|easy].
  destruct (scene k t) as [[[i cs] low]|]; [|easy].
  destruct (check_slice i (together (low :: cs)) l) as [terms|] eqn:Ec; [|easy]. intros [= <-].
  rewrite advance_latest in Hl. destruct Hl as [->| ->].
  - unfold with_head. now rewrite (check_slice_either _ _ _ _ _ Ec (or_introl eq_refl)).
  - unfold counted. now rewrite (check_slice_either _ _ _ _ _ Ec (or_intror eq_refl)).
Qed.

(** If the checker accepts a certificate, it accepts it with all the heads that it has computed ... *)
Theorem expanded_accepted c : check c = true ->
  check (expanded c) = true /\ is_full (expanded c) = true.
Proof.
  destruct c as [rows nim upto ls]. unfold check, expanded, is_full, opened.
  cbn [claim_rows claim_nim claim_upto lines].
  destruct (rows <? 2)%N; [easy|]. generalize (initial (N.to_nat (rows - 2)) nim upto). intros k H. split.
  - destruct (check_lines k ls) as [k'|] eqn:E; [|easy].
    enough (E' : check_lines k (filled (Some k) ls) = Some k') by now rewrite E'. clear H. revert k E.
    induction ls as [|l ls IH]; intros k E; trivial. cbn [check_lines filled feed] in *.
    destruct (check_line k l) as [k1|] eqn:El; [|easy].
    fold (with_head l (latest k1)). rewrite (check_line_either k l k1 _ El (or_introl eq_refl)). now apply IH.
  - clear H. generalize (Some k). induction ls as [|l ls IH]; intros o; trivial. cbn. apply IH.
Qed.

(** ... and it accepts it with some or all heads replaced by their lengths, and finds the same heads again. *)
Theorem compact_accepted c ls : check c = true ->
  Forall2 (fun l l' => l' = l \/ l' = counted l) (lines c) ls ->
  let compact := Certificate (claim_rows c) (claim_nim c) (claim_upto c) ls in
  check compact = true /\ expanded compact = expanded c.
Proof.
  destruct c as [rows nim upto ls0]. unfold check, expanded, opened. cbn [claim_rows claim_nim claim_upto lines].
  destruct (rows <? 2)%N; [easy|]. generalize (initial (N.to_nat (rows - 2)) nim upto). intros k H Hls.
  destruct (check_lines k ls0) as [k'|] eqn:E; [|easy].
  enough (E' : check_lines k ls = Some k' /\ filled (Some k) ls = filled (Some k) ls0)
    by (destruct E' as [-> ->]; auto).
  clear H. revert k E. induction Hls as [|l l' ls0 ls Hl _ IH]; intros k E; [auto|]. cbn [check_lines filled feed] in *.
  destruct (check_line k l) as [k1|] eqn:El; [|easy].
  assert (El' : check_line k l' = Some k1)
    by (destruct Hl as [->|Hl]; [trivial | now apply (check_line_either k l); [|right]]).
  rewrite El'. destruct (IH k1 E) as [-> ->]. split; trivial. now destruct Hl as [->| ->].
Qed.

(** Whatever heads they list: two accepted certificates of the same claim say the same. *)
Theorem expanded_unique c c' : check c = true -> check c' = true ->
  claim_rows c = claim_rows c' -> claim_nim c = claim_nim c' -> claim_upto c = claim_upto c' ->
  expanded c = expanded c'.
Proof.
  intros H H' E1 E2 E3. destruct (expanded_accepted c H) as [Ha Hf], (expanded_accepted c' H') as [Ha' Hf'].
  now apply certificate_unique.
Qed.
