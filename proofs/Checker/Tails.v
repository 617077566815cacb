(** * Tails, as the checker enumerates them and finds them again *)

From Coq Require Import List Arith NArith Lia.
From ZChomp Require Import Chomp Slices Checker.
Import ListNotations.

Definition nats (t : list N) : list nat := map N.to_nat t.

Lemma nats_injective t u : nats t = nats u -> t = u.
Proof.
  revert u. induction t as [|x t IH]; intros [|y u]; simpl; try easy. intros [= E H].
  rewrite (IH u H). f_equal. lia.
Qed.

Lemma nats_of t : nats (map N.of_nat t) = t.
Proof. unfold nats. rewrite map_map. rewrite <- (map_id t) at 2. apply map_ext. intros x. lia. Qed.

Lemma width_nats t : width (nats t) = N.to_nat (breadth t).
Proof. now destruct t. Qed.

Lemma is_tail_cons x t : is_tail (x :: t) <-> width t <= x /\ is_tail t.
Proof.
  split.
  - intros H. split; [exact (H 0)|]. intros i. exact (H (S i)).
  - intros [H H'] [|i]; [exact H | exact (H' i)].
Qed.

(** ** Keys *)

Lemma digits_injective p q r s : digits p r = digits q s -> p = q /\ r = s.
Proof.
  revert q. induction p as [p IH|p IH|]; intros [q|q|]; simpl; intros [= E]; try (destruct (IH q E) as [-> ->]); auto.
Qed.

Lemma key_injective t u : key t = key u -> t = u.
Proof.
  assert (Hnot : forall x v, key (x :: v) <> xH) by (intros x v; simpl; destruct (N.succ_pos x); simpl; discriminate).
  revert u. induction t as [|x t IH]; intros [|y u] E; trivial.
  - now elim (Hnot y u).
  - now elim (Hnot x t).
  - simpl in E. apply digits_injective in E as [E E']. rewrite (IH u E'). f_equal.
    apply (f_equal Npos) in E. rewrite !N.succ_pos_spec in E. lia.
Qed.

(** ** Parents (Lemma 4) *)

Lemma length_parents t : length (parents t) = length t.
Proof. induction t as [|x t IH]; simpl; rewrite ?map_length; congruence. Qed.

Lemma parents_spec t i p : nth_error (parents t) i = Some p ->
  match p with
  | None => nth i (nats t) 0 = 0
  | Some u => exists y, nth i (nats t) 0 = S y /\ nats u = bite i y (nats t)
  end.
Proof.
  revert i p. induction t as [|x t IH]; intros [|i] p; try easy.
  - intros [= <-]. destruct (N.eqb_spec x 0) as [->|Hx]; trivial. exists (N.to_nat (N.pred x)). split; [simpl; lia|].
    change (nats (map (N.min (N.pred x)) (x :: t)) = cut (N.to_nat (N.pred x)) (nats (x :: t))).
    unfold nats, cut. rewrite !map_map. apply map_ext. intros y. lia.
  - intros E. cbn [parents] in E. simpl in E. rewrite nth_error_map in E.
    destruct (nth_error (parents t) i) as [[u|]|] eqn:Ep; simpl in E; try discriminate; injection E as <-;
      specialize (IH i _ Ep); trivial.
    destruct IH as (y & Hy & Hu). exists y. split; trivial. simpl. rewrite Hu. reflexivity.
Qed.

(** ** The order of slices *)

Lemma down_spec n m x : In x (down n m) <-> (m <= x <= n)%N.
Proof.
  unfold down. rewrite rev_append_rev, app_nil_r, <- in_rev.
  enough (H : forall j, (j <= N.succ n)%N ->
    let r := N.iter j (fun x : N * list N => (N.pred (fst x), fst x :: snd x)) (n, []) in
    fst r = (n - j)%N /\ forall x, In x (snd r) <-> (n < x + j)%N /\ (x <= n)%N).
  { destruct (H (N.succ n - m)%N) as [_ H']; [lia|]. rewrite H'. lia. }
  induction j as [|j IH] using N.peano_ind; intros Hj; [simpl; split; [lia | intros y; split; [easy | lia]]|].
  rewrite N.iter_succ. destruct IH as [Hfst Hsnd]; [lia|].
  destruct (N.iter j _ (n, [])) as [y l]. cbn [fst snd] in *. split; [lia|]. intros z. simpl. rewrite Hsnd, Hfst. lia.
Qed.

Lemma sum_cons x t : sum (x :: t) = (x + sum t)%N.
Proof.
  unfold sum. simpl. assert (H : forall y, fold_left N.add t y = (y + fold_left N.add t 0)%N); [|apply H].
  induction t as [|z t IH]; intros y; simpl; [lia|]. rewrite (IH (y + z)%N), (IH z). lia.
Qed.

(** The tails of n rows, at most T squares in each. *)
Definition valid (n : nat) (T : N) (t : list N) : Prop :=
  length t = n /\ is_tail (nats t) /\ (breadth t <= T)%N.

Lemma valid_cons n T x t : valid (S n) T (x :: t) <-> (x <= T)%N /\ valid n x t.
Proof.
  unfold valid. simpl length. simpl nats. rewrite is_tail_cons, width_nats. simpl breadth. split.
  - intros (H & [H1 H2] & H3). repeat split; trivial; lia.
  - intros (H & H1 & H2 & H3). repeat split; trivial; lia.
Qed.

Lemma valid_sum n T t : valid n T t -> (sum t <= N.of_nat n * T)%N.
Proof.
  revert T t. induction n as [|n IH]; intros T [|x t]; try (intros [E _]; easy).
  rewrite valid_cons, sum_cons. intros [Hx Ht]. apply IH in Ht. nia.
Qed.

Lemma tails_spec n : forall T s prefix found t,
  In t (tails n T s prefix found) <-> In t found \/ exists u, valid n T u /\ sum u = s /\
  t = rev prefix ++ u.
Proof.
  induction n as [|n IH]; intros T s prefix found t.
  - simpl. rewrite rev_append_rev, app_nil_r. destruct (N.eqb_spec s 0) as [->|Hs]; simpl; split.
    + intros [<-|H]; [right | now left]. exists []. rewrite app_nil_r. unfold valid. simpl. repeat split; try lia. now intros [|i].
    + intros [H|(u & (Hu & _) & _ & ->)]; [now right|]. destruct u; [|easy]. left. now rewrite app_nil_r.
    + now left.
    + intros [H|(u & (Hu & _) & Hsum & _)]; trivial. destruct u; [|easy]. now elim Hs.
  - cbn [tails]. set (m := N.of_nat (S n)). set (xs := down _ _).
    assert (Hfold : forall xs found, In t (fold_left (fun found x => tails n x (s - x) (x :: prefix) found) xs found) <->
      In t found \/ exists x u, In x xs /\ valid n x u /\ sum u = (s - x)%N /\ t = rev prefix ++ x :: u).
    { clear xs found. induction xs as [|x xs IHxs]; intros found; simpl.
      - split; [now left | intros [?|(? & ? & [] & _)]; trivial].
      - rewrite IHxs, IH. simpl. split.
        + intros [[H|(u & Hu & Hs & ->)]|(y & u & Hy & H)]; [now left| |].
          * right. exists x, u. rewrite <- app_assoc. auto.
          * right. exists y, u. auto.
        + intros [H|(y & u & [<-|Hy] & Hu & Hs & ->)]; [auto| |].
          * left; right. exists u. rewrite <- app_assoc. auto.
          * right. exists y, u. auto. }
    rewrite Hfold. apply or_iff_compat_l. unfold xs. split.
    + intros (x & u & Hx & Hu & Hs & ->). apply down_spec in Hx. exists (x :: u).
      rewrite valid_cons, sum_cons. repeat split; trivial; try lia; apply Hu.
    + intros ([|x u] & Hu & Hs & ->); [now destruct Hu|]. apply valid_cons in Hu as [Hx Hu]. rewrite sum_cons in Hs.
      exists x, u. pose proof (valid_sum n x u Hu). repeat split; trivial; try apply Hu; try lia.
      apply down_spec. split; [|lia]. apply N.lt_succ_r. apply N.div_lt_upper_bound; unfold m in *; nia.
Qed.

Lemma in_tails n T s t : In t (tails n T s [] []) <-> valid n T t /\ sum t = s.
Proof.
  rewrite tails_spec. simpl. split.
  - intros [[]|(u & Hu & Hs & ->)]. auto.
  - intros [Hu Hs]. right. now exists t.
Qed.
