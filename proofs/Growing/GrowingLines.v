(** * One line is right

    growing.md, section 3: if the lines around one are right, the marks of its rows are, and a line that the checker
    accepts is right, in all rows. *)

From Coq Require Import List Arith NArith Bool Lia.
From ZChomp Require Import Nim Posets PosetValues GrowingChecker GrowingOrders GrowingGame GrowingRows GrowingWalk.
Import ListNotations.

(** A line says of a down-set and a nim-value which n it has in which row. *)
Definition true_line (o : order) (s : N) (k : nat) (l : line) : Prop :=
  forall m n, get l m = Some n <-> hit o k s m n.

Record right_around (o : order) (s : N) (k : nat) (x : around) : Prop := {
  smaller_right : forall l, In l (smaller x) -> exists g, g < k /\ true_line o s g l;
  smaller_all : forall g, g < k -> exists l, In l (smaller x) /\ true_line o s g l;
  below_right : forall a l, In (a, l) (below x) -> has s a = true /\ true_line o (without o s a) k l;
  below_all : forall a, has s a = true -> exists l, In (a, l) (below x);
  c_right : forall i l, In (i, l) (c_cuts x) -> 1 <= i <= m0_of o s /\ true_line o (without_c o s i) k l;
  c_all : forall i, 1 <= i <= m0_of o s -> exists l, In (i, l) (c_cuts x);
  d_right : forall j l, In (j, l) (d_cuts x) -> 1 <= j <= n0_of o s /\ true_line o (without_d o s j) k l;
  d_all : forall j, 1 <= j <= n0_of o s -> exists l, In (j, l) (d_cuts x) }.

(** ** Which marks there are *)

Lemma nth_terms_if l n m : nth m (terms l n) None = if m <? n then get l m else None.
Proof.
  destruct (Nat.ltb_spec m n); [now apply nth_terms|]. apply nth_overflow. rewrite length_terms. lia.
Qed.

Lemma nth_map_none {A} (f : option A -> option mark) l m : f None = None ->
  nth m (map f l) None = f (nth m l None).
Proof. intros E. rewrite <- E at 1. apply map_nth. Qed.

Lemma nth_at_row i x m : nth m (at_row i x) None = if m =? i then x else None.
Proof.
  unfold at_row. destruct (Nat.eqb_spec m i) as [->|].
  - rewrite app_nth2; rewrite repeat_length; [|lia]. now rewrite Nat.sub_diag.
  - destruct (Nat.lt_ge_cases m i).
    + rewrite app_nth1 by now rewrite repeat_length. apply nth_repeat.
    + apply nth_overflow. rewrite app_length, repeat_length. simpl. lia.
Qed.

Lemma element_marks_iff o n a l m x : m < n ->
  ((exists marks, In marks (element_marks o n a l) /\ nth m marks None = Some x) <->
   (exists v, (uc o a = 0 \/ m + 1 <= uc o a) /\ get l m = Some v /\ x = Taken v) \/
   (exists v, uc o a = m + 1 /\ get l m = Some v /\ x = Enters v) \/
   (1 <= ud o a /\ get l (lower m (uc o a)) = Some (ud o a - 1) /\ x = Bound (ud o a - 1))).
Proof.
  intros Hm. unfold element_marks. set (stays := (1 <=? uc o a) && (uc o a <=? n)).
  assert (Hstays : stays = true /\ 1 <= uc o a <= n \/ stays = false /\ (uc o a = 0 \/ n < uc o a)).
  { unfold stays. destruct (Nat.leb_spec 1 (uc o a)), (Nat.leb_spec (uc o a) n); cbn [andb]; auto; right; split; trivial; lia. }
  clearbody stays. set (rows := if stays then uc o a else n). set (end_of := end_mark o a).
  set (last := if stays then term l (uc o a - 1) else None).
  assert (H1 : nth m (map (option_map Taken) (terms l rows)) None = Some x <->
    exists v, (uc o a = 0 \/ m + 1 <= uc o a) /\ get l m = Some v /\ x = Taken v).
  { rewrite nth_map_none, nth_terms_if by trivial. unfold rows. destruct Hstays as [[-> E]|[-> E]].
    2: { destruct (Nat.ltb_spec m n); [|lia]. split.
      + destruct (get l m) as [v|]; [|easy]. intros [= <-]. exists v. split; [lia | auto].
      + now intros (v & _ & -> & ->). }
    - destruct (Nat.ltb_spec m (uc o a)); split.
      + destruct (get l m) as [v|]; [|easy]. intros [= <-]. exists v. split; [lia | auto].
      + now intros (v & _ & -> & ->).
      + easy.
      + intros (v & H' & _). lia. }
  assert (H2 : nth m (at_row (uc o a - 1) (option_map Enters last)) None = Some x /\ stays = true <->
    exists v, uc o a = m + 1 /\ get l m = Some v /\ x = Enters v).
  { rewrite nth_at_row. unfold last. destruct Hstays as [[-> Hu]|[-> Hu]].
    2: { split; [now intros [_ [=]] | intros (v & Hv & _); lia]. }
    rewrite term_is. destruct (Nat.eqb_spec m (uc o a - 1)) as [->|E]; split.
    - intros [H _]. destruct (get l _) as [v|]; [|easy]. injection H as <-. exists v. split; [lia | auto].
    - intros (v & Hv & -> & ->). split; [easy | trivial].
    - intros [[=] _].
    - intros (v & Hv & _). lia. }
  assert (H3 : nth m (map end_of (terms l rows) ++
      (if stays then repeat (end_of last) (n - uc o a) else [])) None = Some x /\ ud o a <> 0 <->
    1 <= ud o a /\ get l (lower m (uc o a)) = Some (ud o a - 1) /\ x = Bound (ud o a - 1)).
  { assert (E : nth m (map end_of (terms l rows) ++
      (if stays then repeat (end_of last) (n - uc o a) else [])) None = end_of (get l (lower m (uc o a)))).
    { unfold rows, last, lower. destruct Hstays as [[-> E]|[-> E]].
      2: { rewrite app_nil_r, nth_map_none, nth_terms by trivial. destruct (Nat.eqb_spec (uc o a) 0); [reflexivity|].
        now rewrite Nat.min_l by lia. }
      destruct (Nat.eqb_spec (uc o a) 0); [lia|]. rewrite term_is.
      - destruct (Nat.lt_ge_cases m (uc o a)).
        + rewrite app_nth1 by now rewrite map_length, length_terms. rewrite nth_map_none, nth_terms by trivial.
          now rewrite Nat.min_l by lia.
        + rewrite app_nth2; rewrite map_length, length_terms; [|lia].
          rewrite Nat.min_r by lia. set (final := get l (uc o a - 1)). rewrite (nth_indep _ None (end_of final)); [apply nth_repeat|].
          rewrite repeat_length. lia. }
    rewrite E. unfold end_of, end_mark. destruct (get l (lower m (uc o a))) as [v|]; [|now split; intros; easy].
    destruct (Nat.eqb_spec v (ud o a - 1)) as [->|Hv]; split.
    - intros [[= <-] H]. split; [lia | auto].
    - intros (H & _ & ->). split; [easy | lia].
    - now intros [[=] _].
    - intros (H & [= ->] & _). lia. }
  rewrite <- H1, <- H2, <- H3. split.
  - intros (marks & Hin & E). cbn [In] in Hin. destruct Hin as [<-|Hin]; [now left|]. right.
    apply in_app_iff in Hin as [Hin|Hin].
    + left. destruct stays; [|easy]. destruct Hin as [<-|[]]. auto.
    + right. destruct (Nat.eqb_spec (ud o a) 0); [easy|]. destruct Hin as [<-|[]]. auto.
  - intros [H|[[H Hu]|[H Hu]]]; eexists; (split; [|exact H]); cbn [In]; [now left | |]; right; apply in_app_iff.
    + left. rewrite Hu. now left.
    + right. destruct (Nat.eqb_spec (ud o a) 0); [easy|]. now left.
Qed.

Lemma d_marks_iff o n j l m x : m < n -> (nth m (d_marks o n j l) None = Some x <->
  get l m = Some (j - 1) /\ x = if j <=? phi o (m + 1) then Killed else Blocked).
Proof.
  intros Hm. unfold d_marks. change None with (d_mark o j (0, None)) at 1. rewrite map_nth.
  rewrite combine_nth by now rewrite seq_length, length_terms. rewrite seq_nth, nth_terms by trivial.
  unfold d_mark. cbn [fst snd Nat.add]. destruct (get l m) as [v|]; [|now split; intros; easy].
  destruct (Nat.eqb_spec v (j - 1)) as [->|Hv]; split.
  - intros H. injection H as <-. auto.
  - intros [_ H]. now rewrite H.
  - easy.
  - intros [H _]. injection H as ->. easy.
Qed.

Lemma all_marks_iff o s n k m x : m < n -> (In x (nth m (all_marks o s n k) []) <->
  (exists e, first_d o s = Some e /\ x = Bound e) \/
  (exists l v, In l (smaller k) /\ get l m = Some v /\ x = Taken v) \/
  (exists a l, In (a, l) (below k) /\
    ((exists v, (uc o a = 0 \/ m + 1 <= uc o a) /\ get l m = Some v /\ x = Taken v) \/
     (exists v, uc o a = m + 1 /\ get l m = Some v /\ x = Enters v) \/
     (1 <= ud o a /\ get l (lower m (uc o a)) = Some (ud o a - 1) /\ x = Bound (ud o a - 1)))) \/
  (exists i l v, In (i, l) (c_cuts k) /\ m = i /\ get l (i - 1) = Some v /\ x = Enters v) \/
  (exists j l, In (j, l) (d_cuts k) /\ get l m = Some (j - 1) /\ x = if j <=? phi o (m + 1)
  then Killed else Blocked)).
Proof.
  intros Hm. unfold all_marks. rewrite in_overlay_all by trivial. split.
  - intros (marks & Hin & E). rewrite !in_app_iff, !in_map_iff, in_flat_map in Hin.
    destruct Hin as [Hin|[(l & <- & Hl)|[([a l] & Hl & Hin)|[([i l] & <- & Hl)|([j l] & <- & Hl)]]]].
    + left. destruct (first_d o s) as [e|]; [|easy]. destruct Hin as [<-|[]]. exists e. split; trivial.
      rewrite (nth_indep _ None (Some (Bound e))) in E by now rewrite repeat_length. rewrite nth_repeat in E. congruence.
    + right. left. rewrite nth_map_none, nth_terms in E by trivial. destruct (get l m) as [v|] eqn:Eg; [|easy].
      exists l, v. injection E. auto.
    + right. right. left. exists a, l. split; trivial. apply element_marks_iff with (n := n); trivial. eauto.
    + right. right. right. left. cbn [fst snd] in E. unfold c_marks in E. rewrite nth_at_row in E.
      rewrite term_is in E. destruct (Nat.eqb_spec m i) as [->|]; [|easy]. destruct (get l (i - 1)) as [v|] eqn:Eg; [|easy].
      exists i, l, v. injection E. auto.
    + right. right. right. right. exists j, l. split; trivial. now apply d_marks_iff in E.
  - intros [(e & He & ->)|[(l & v & Hl & Hv & ->)|[(a & l & Hl & H)|[(i & l & v & Hl & -> & Hv & ->)|(j & l & Hl & H)]]]].
    + exists (repeat (Some (Bound e)) n). split; [rewrite He; apply in_app_iff; left; now left|].
      rewrite (nth_indep _ None (Some (Bound e))) by now rewrite repeat_length. apply nth_repeat.
    + exists (map (option_map Taken) (terms l n)). split.
      * rewrite !in_app_iff, !in_map_iff. right. left. eauto.
      * rewrite nth_map_none, nth_terms, Hv; trivial.
    + apply (element_marks_iff o n a l m x Hm) in H as (marks & Hin & E). exists marks. split; trivial.
      rewrite !in_app_iff, in_flat_map. right. right. left. now exists (a, l).
    + exists (c_marks i l). split.
      * rewrite !in_app_iff, !in_map_iff. right. right. right. left. now exists (i, l).
      * unfold c_marks. now rewrite nth_at_row, Nat.eqb_refl, term_is, Hv.
    + exists (d_marks o n j l). split; [|now apply d_marks_iff].
      rewrite !in_app_iff, !in_map_iff. right. right. right. right. now exists (j, l).
Qed.

Lemma existsb_bound n x : existsb (is_bound n) x = true <-> exists v, In (Bound v) x /\ v <= n.
Proof.
  rewrite existsb_exists. split.
  - intros ([v|v|v| |] & Hin & H); try discriminate. apply Nat.leb_le in H. eauto.
  - intros (v & Hin & H). exists (Bound v). split; trivial. now apply Nat.leb_le.
Qed.

Lemma existsb_end x : existsb is_end x = true <-> exists v, In (Bound v) x.
Proof.
  rewrite existsb_exists. split; [intros ([v|v|v| |] & Hin & H); try discriminate; eauto | intros (v & H); eauto].
Qed.

Lemma existsb_killed x : existsb is_killed x = true <-> In Killed x.
Proof.
  rewrite existsb_exists. split; [now intros ([v|v|v| |] & Hin & H) | intros H; now exists Killed].
Qed.

Lemma existsb_blocked x : existsb is_blocked x = true <-> In Blocked x \/ In Killed x.
Proof.
  rewrite existsb_exists. split; [intros ([v|v|v| |] & Hin & H); try discriminate; auto|].
  intros [H|H]; [exists Blocked | exists Killed]; auto.
Qed.

Lemma marks_right o s k n x m : right_around o s k x -> m < n ->
  right_marks o k s m (nth m (all_marks o s n x) []).
Proof.
  intros [Rs Rsa Rb Rba Rc Rca Rd Rda] Hm. split.
  - intros v. rewrite all_marks_iff by trivial. unfold newly. split.
    + intros [(e & _ & [=])|[(l & u & _ & _ & [=])|[(a & l & Hl & H)|[(i & l & u & Hl & -> & Hu & [= ->])|(j & l & _ & _ & H)]]]].
      * destruct (Rb a l Hl) as [Ha Ht]. destruct H as [(u & _ & _ & [=])|[(u & Hu & Hg & [= ->])|(_ & _ & [=])]].
        right. exists a. apply Ht in Hg. auto.
      * left. destruct (Rc i l Hl) as [Hi Ht]. split; trivial. now apply Ht.
      * now destruct (_ <=? _).
    + intros [[Hi Hh]|(a & Ha & Hu & Hh)].
      * destruct (Rca m Hi) as [l Hl]. destruct (Rc m l Hl) as [_ Ht]. right. right. right. left. exists m, l, v.
        repeat split; trivial. now apply Ht.
      * destruct (Rba a Ha) as [l Hl]. destruct (Rb a l Hl) as [_ Ht]. right. right. left. exists a, l. split; trivial.
        right. left. exists v. repeat split; trivial. now apply Ht.
  - intros v. rewrite all_marks_iff by trivial. unfold temp. split.
    + intros [(e & _ & [=])|[(l & u & Hl & Hu & [= ->])|[(a & l & Hl & H)|[(i & l & u & _ & _ & _ & [=])|(j & l & _ & _ & H)]]]].
      * left. destruct (Rs l Hl) as (g & Hg & Ht). exists g. split; trivial. now apply Ht.
      * destruct (Rb a l Hl) as [Ha Ht]. destruct H as [(u & Hu & Hg & [= ->])|[(u & _ & _ & [=])|(_ & _ & [=])]].
        right. exists a. apply Ht in Hg. auto.
      * now destruct (_ <=? _).
    + intros [(g & Hg & Hh)|(a & Ha & Hu & Hh)].
      * destruct (Rsa g Hg) as (l & Hl & Ht). right. left. exists l, v. repeat split; trivial. now apply Ht.
      * destruct (Rba a Ha) as [l Hl]. destruct (Rb a l Hl) as [_ Ht]. right. right. left. exists a, l. split; trivial.
        left. exists v. repeat split; trivial. now apply Ht.
  - intros v. rewrite existsb_bound. unfold bounded. split.
    + intros (u & Hin & Hle). apply all_marks_iff in Hin; trivial.
      destruct Hin as [(e & He & [= ->])|[(l & w & _ & _ & [=])|[(a & l & Hl & H)|[(i & l & w & _ & _ & _ & [=])|(j & l & _ & _ & H)]]]].
      * left. eauto.
      * destruct (Rb a l Hl) as [Ha Ht]. destruct H as [(w & _ & _ & [=])|[(w & _ & _ & [=])|(Hu & Hg & [= ->])]].
        right. exists a. apply Ht in Hg. split; trivial. split; [lia | trivial].
      * now destruct (_ <=? _).
    + intros [(e & He & Hle)|(a & Ha & Hu & Hh)].
      * exists e. split; trivial. apply all_marks_iff; trivial. left. eauto.
      * exists (ud o a - 1). split; [|lia]. apply all_marks_iff; trivial. right. right. left.
        destruct (Rba a Ha) as [l Hl]. destruct (Rb a l Hl) as [_ Ht]. exists a, l. split; trivial.
        right. right. apply Ht in Hh. split; [lia | auto].
  - rewrite existsb_end. split.
    + intros (u & Hin). exists u. apply all_marks_iff in Hin; trivial.
      destruct Hin as [(e & He & [= ->])|[(l & w & _ & _ & [=])|[(a & l & Hl & H)|[(i & l & w & _ & _ & _ & [=])|(j & l & _ & _ & H)]]]].
      * left. eauto.
      * destruct (Rb a l Hl) as [Ha Ht]. destruct H as [(w & _ & _ & [=])|[(w & _ & _ & [=])|(Hu & Hg & [= ->])]].
        right. exists a. apply Ht in Hg. split; trivial. split; [lia | trivial].
      * now destruct (_ <=? _).
    + intros (v & [(e & He & Hle)|(a & Ha & Hu & Hh)]).
      * exists e. apply all_marks_iff; trivial. left. eauto.
      * exists (ud o a - 1). apply all_marks_iff; trivial. right. right. left.
        destruct (Rba a Ha) as [l Hl]. destruct (Rb a l Hl) as [_ Ht]. exists a, l. split; trivial.
        right. right. apply Ht in Hh. split; [lia | auto].
  - rewrite existsb_blocked, !all_marks_iff by trivial. unfold single. split.
    + assert (Hj : forall j l, In (j, l) (d_cuts x) -> get l m = Some (j - 1) -> single o k s m).
      { intros j l Hl Hg. destruct (Rd j l Hl) as [Hj Ht]. exists j. split; trivial. now apply Ht. }
      intros [H|H]; (destruct H as [(e & _ & [=])|[(l & u & _ & _ & [=])|[(a & l & Hl & H)|[(i & l & u & _ & _ & _ & [=])|(j & l & Hl & Hg & _)]]]];
        [destruct H as [(u & _ & _ & [=])|[(u & _ & _ & [=])|(_ & _ & [=])]] | exact (Hj j l Hl Hg)]).
    + intros (j & Hj & Hh). destruct (Rda j Hj) as [l Hl]. destruct (Rd j l Hl) as [_ Ht]. apply Ht in Hh.
      destruct (j <=? phi o (m + 1)) eqn:E; [right | left]; right; right; right; right; exists j, l; rewrite E; auto.
  - rewrite existsb_killed, all_marks_iff by trivial. split.
    + intros [(e & _ & [=])|[(l & u & _ & _ & [=])|[(a & l & Hl & H)|[(i & l & u & _ & _ & _ & [=])|(j & l & Hl & Hg & H)]]]].
      * destruct H as [(u & _ & _ & [=])|[(u & _ & _ & [=])|(_ & _ & [=])]].
      * destruct (Rd j l Hl) as [Hj Ht]. exists j. split; trivial. apply Ht in Hg.
        destruct (Nat.leb_spec j (phi o (m + 1))); [auto | easy].
    + intros (j & Hj & Hp & Hh). destruct (Rda j Hj) as [l Hl]. destruct (Rd j l Hl) as [_ Ht]. apply Ht in Hh.
      right. right. right. right. exists j, l. apply Nat.leb_le in Hp. rewrite Hp. auto.
Qed.
