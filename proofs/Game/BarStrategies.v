(** * Strategies for bars, checked inside Coq

    A set of positions from which every move can be answered by a move back into the set: all its members
    are lost. The set is a tree, in which the positions that share their first rows share a branch, so that an
    answer is found quickly. *)

From Coq Require Import List Arith Bool Lia.
From ZChomp Require Import Chomp Openings.
From ZChomp Require Posets.
Import ListNotations.

(** ** Sets of positions of the same number of rows *)

(** Branch x of a tree has the positions whose first row is x, without that row. *)
Inductive tree := Leaf | Branch (children : list tree).

Definition branch (x : nat) (t : tree) : tree :=
  match t with Branch l => nth x l (Branch []) | Leaf => Branch [] end.

Fixpoint is_in (p : rows) (t : tree) : bool :=
  match p with
  | [] => match t with Leaf => true | Branch _ => false end
  | x :: p => is_in p (branch x t)
  end.

Fixpoint put (n : nat) (t : tree) (l : list tree) : list tree :=
  match n, l with
  | 0, [] => [t]
  | 0, _ :: l => t :: l
  | S n, [] => Branch [] :: put n t []
  | S n, x :: l => x :: put n t l
  end.

Fixpoint insert (p : rows) (t : tree) : tree :=
  match p with
  | [] => Leaf
  | x :: p => Branch (put x (insert p (branch x t)) (match t with Branch l => l | Leaf => [] end))
  end.

Definition tree_of (l : list rows) : tree := fold_left (fun t p => insert p t) l (Branch []).

(** All positions of n rows. *)
Fixpoint members (n : nat) (t : tree) : list rows :=
  match n, t with
  | 0, Leaf => [[]]
  | S n, Branch l => flat_map (fun x => map (cons x) (members n (branch x t))) (seq 0 (length l))
  | _, _ => []
  end.

(** ** Answers *)

(** Some bite leads into the tree: of the first row to at least [least], or of another row. *)
Fixpoint is_answered (least : nat) (q : rows) (t : tree) : bool :=
  match q with
  | [] => false
  | x :: rest =>
      existsb (fun j => is_in (map (Nat.min j) q) t) (seq least (x - least)) ||
      is_answered 0 rest (branch x t)
  end.

Definition is_strategy (n : nat) (t : tree) : bool :=
  forallb (fun p => forallb (fun q => is_answered 1 q t) (moves p)) (members n t).

(** The squares of a bar other than the poison: those named lead into the tree, the others can be answered. *)
Definition are_openings (t : tree) (p : rows) (squares : list (nat * nat)) : bool :=
  forallb (fun i => forallb (fun j =>
    let q := bite i j p in
    if existsb (fun s => (fst s =? i) && (snd s =? j)) squares then is_in q t
    else ((i =? 0) && (j =? 0)) || is_answered 1 q t) (seq 0 (nth i p 0))) (seq 0 (length p)) &&
  forallb (fun s => (snd s <? nth (fst s) p 0) && negb ((fst s =? 0) && (snd s =? 0))) squares.

(** ** They are what they are called *)

Lemma nothing_in p : is_in p (Branch []) = false.
Proof. induction p as [|x p IH]; trivial. simpl. now destruct x. Qed.

Lemma in_members p : forall t, is_in p t = true -> In p (members (length p) t).
Proof.
  induction p as [|x p IH]; intros t H; cbn [is_in length members] in *.
  - destruct t; [now left | easy].
  - destruct t as [|l]; [now rewrite nothing_in in H|]. apply in_flat_map. exists x.
    split; [|now apply in_map, IH]. apply in_seq. split; [lia|]. simpl.
    apply Nat.nle_gt. intros Hx. cbn [branch] in H. now rewrite nth_overflow, nothing_in in H.
Qed.

Lemma answered_spec q : forall least t, is_answered least q t = true ->
  exists i j, j < nth i q 0 /\ (i = 0 -> least <= j) /\ is_in (bite i j q) t = true.
Proof.
  induction q as [|x q IH]; intros least t H; [easy|]. cbn [is_answered] in H.
  apply orb_true_iff in H as [H|H].
  - apply existsb_exists in H as (j & Hj & H). apply in_seq in Hj. exists 0, j.
    split; [simpl; lia | split; [lia | exact H]].
  - destruct (IH _ _ H) as (i & j & Hj & _ & Hin). exists (S i), j.
    split; [exact Hj | split; [easy | exact Hin]].
Qed.

Lemma length_of_bite i j (p : rows) : length (bite i j p) = length p.
Proof. unfold bite. rewrite app_length, map_length, firstn_length, skipn_length. lia. Qed.

Lemma answer_move q t : is_answered 1 q t = true ->
  exists r, move q r /\ length r = length q /\ is_in r t = true.
Proof.
  intros H. destruct (answered_spec q 1 t H) as (i & j & Hj & H0 & Hin). exists (bite i j q).
  split; [|split; [apply length_of_bite | exact Hin]]. constructor; trivial. intros [= -> ->]. lia.
Qed.

(** ** The theorems *)

(** A set of positions of n rows from which every move can be answered by a move into the set. *)
Theorem bar_strategy_lost n t : is_strategy n t = true ->
  forall p : rows, length p = n -> is_in p t = true -> losing p.
Proof.
  intros H p. unfold is_strategy in H. rewrite forallb_forall in H.
  induction p as [p IH] using (well_founded_induction (well_founded_ltof _ squares)).
  intros Hn Hin. constructor. intros q Hq. pose proof (in_members p t Hin) as Hp. rewrite Hn in Hp.
  specialize (H p Hp). rewrite forallb_forall in H. apply moves_spec in Hq as Hq'. apply H in Hq'.
  destruct (answer_move q t Hq') as (r & Hr & Hlen & Hir). apply (Winning q r Hr). apply IH; trivial.
  - apply Nat.lt_trans with (squares q); now apply move_squares.
  - rewrite Hlen. destruct Hq as [i j _ _]. now rewrite length_of_bite.
Qed.

(** Which squares of a bar win: those that lead into the set, if each of the others can be answered. *)
Theorem bar_openings (p : rows) t squares : is_strategy (length p) t = true ->
  are_openings t p squares = true ->
  forall square, wins square p <-> In square squares.
Proof.
  intros Hs Ho (i, j). pose proof (bar_strategy_lost _ t Hs) as Hlost.
  unfold are_openings in Ho. rewrite andb_true_iff, !forallb_forall in Ho. destruct Ho as [Hall Hin].
  assert (Hsquare : j < nth i p 0 -> (i, j) <> (0, 0) ->
    (In (i, j) squares -> losing (bite i j p)) /\ (~ In (i, j) squares -> winning (bite i j p))).
  { intros Hj Hne. assert (Hi : In i (seq 0 (length p))).
    { apply in_seq. split; [lia|]. apply Nat.nle_gt. intros Hi. rewrite nth_overflow in Hj; lia. }
    specialize (Hall i Hi). rewrite forallb_forall in Hall. specialize (Hall j). cbn zeta in Hall.
    rewrite in_seq in Hall. specialize (Hall ltac:(lia)). split.
    - intros Hw. replace (existsb _ squares) with true in Hall.
      + apply Hlost; [apply length_of_bite | exact Hall].
      + symmetry. apply existsb_exists. exists (i, j). split; trivial. simpl. now rewrite !Nat.eqb_refl.
    - intros Hw. destruct (existsb _ squares) eqn:E.
      + exfalso. apply existsb_exists in E as ((k, l) & Hk & E). simpl in E.
        apply andb_true_iff in E as [E1 E2]. apply Nat.eqb_eq in E1, E2. now subst.
      + apply orb_true_iff in Hall as [Hall|Hall].
        * exfalso. apply Hne. apply andb_true_iff in Hall as [E1 E2]. apply Nat.eqb_eq in E1, E2. now subst.
        * destruct (answer_move _ _ Hall) as (r & Hr & Hlen & Hir). apply (Winning _ r Hr). apply Hlost; trivial.
          now rewrite Hlen, length_of_bite. }
  unfold wins. split.
  - intros (Hj & Hne & Hl). destruct (in_dec Posets.square_dec (i, j) squares) as [|Hn]; trivial.
    elim (losing_not_winning _ Hl). now apply Hsquare.
  - intros Hw. pose proof (Hin _ Hw) as E. cbn [fst snd] in E. rewrite andb_true_iff, negb_true_iff in E.
    destruct E as [Hj Hne]. apply Nat.ltb_lt in Hj.
    assert (Hne' : (i, j) <> (0, 0)) by (intros [= -> ->]; easy).
    split; [trivial | split; [trivial|]]. now apply Hsquare.
Qed.
