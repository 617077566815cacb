(** * Slices: any number of rows, any nim-value

    A tail t is the list of the rows from the third on; its width is the third row. The position of coordinates a, b with
    that tail has a second row of width t + a squares and a first row of width t + a + b squares. The slice (t, g)
    consists of the positions with the tail t and the nim-value g. From the rules of the game alone we prove that a
    slice has at most one b for every a, that it has none after one with b = 0, and that otherwise b is the least
    number that is not excluded. Lemmas and theorems are numbered as in soundness.md. *)

From Coq Require Import List Arith Lia.
From ZChomp Require Import Chomp Nim.
Import ListNotations.

Definition is_tail (t : list nat) : Prop := forall i, nth (S i) t 0 <= nth i t 0.
Definition width (t : list nat) : nat := nth 0 t 0.

(** All rows cut to at most x squares: t∧x in soundness.md. *)
Definition cut (x : nat) (t : list nat) : list nat := map (Nat.min x) t.

Definition position (t : list nat) (a b : nat) : rows := width t + a + b :: width t + a :: t.

(** The position of coordinates a, b is one, not the empty bar, and it is in the slice. *)
Definition member (t : list nat) (g a b : nat) : Prop :=
  0 < width t + a + b /\ nim_value (position t a b) = g.

(** ** Tails *)

Lemma nth_cut x t i : nth i (cut x t) 0 = Nat.min x (nth i t 0).
Proof. unfold cut. rewrite <- (map_nth (Nat.min x)). now rewrite Nat.min_0_r. Qed.

Lemma width_cut x t : width (cut x t) = Nat.min x (width t).
Proof. apply nth_cut. Qed.

Lemma tail_width t i : is_tail t -> nth i t 0 <= width t.
Proof. intros Ht. unfold width. induction i as [|i IH]; [lia|]. specialize (Ht i). lia. Qed.

Lemma same_tail (t u : list nat) : length t = length u ->
  (forall i, nth i t 0 = nth i u 0) -> t = u.
Proof. intros Hlen H. apply (nth_ext _ _ 0 0); auto. Qed.

Lemma length_bite i x t : length (bite i x t) = length t.
Proof. unfold bite. rewrite app_length, map_length, firstn_length, skipn_length. lia. Qed.

Lemma cut_all x t : is_tail t -> width t <= x -> cut x t = t.
Proof.
  intros Ht Hx. apply same_tail; [apply map_length|]. intros i. rewrite nth_cut. pose proof (tail_width t i Ht). lia.
Qed.

Lemma cut_cut x y t : x <= y -> cut x (cut y t) = cut x t.
Proof.
  intros H. apply same_tail; [unfold cut; now rewrite !map_length|]. intros i. rewrite !nth_cut. lia.
Qed.

Lemma bite_bite i x y t : x <= y -> bite i x (bite i y t) = bite i x t.
Proof.
  intros H. apply same_tail; rewrite ?length_bite; trivial. intros k. rewrite !nth_bite.
  destruct (k <? i); lia.
Qed.

Lemma cut_tail x t : is_tail t -> is_tail (cut x t).
Proof. intros Ht i. rewrite !nth_cut. specialize (Ht i). lia. Qed.

Lemma bite_tail i x t : is_tail t -> is_tail (bite i x t).
Proof.
  intros Ht k. rewrite !nth_bite. specialize (Ht k). destruct (Nat.ltb_spec k i), (Nat.ltb_spec (S k) i); lia.
Qed.

Lemma width_bite i x t : width (bite i x t) <= width t.
Proof. unfold width. rewrite nth_bite. destruct (0 <? i); lia. Qed.

Lemma squares_bite i x t : x < nth i t 0 -> squares (bite i x t) < squares t.
Proof.
  unfold bite. revert i. induction t as [|y t IH]; intros [|i] Hx; simpl in *; try lia.
  - pose proof (squares_map_min x t). lia.
  - specialize (IH i Hx). lia.
Qed.

(** ** Moves *)

(** Lemma 1: that some move from the coordinates a, b leads to nim-value g. *)
Inductive leads (t : list nat) (g a b : nat) : Prop :=
| Move1a b' : b' < b -> member t g a b' -> leads t g a b
| Move1b a' : a' < a -> member t g a' 0 -> leads t g a b
| Move1c x : x < width t -> member (cut x t) g 0 0 -> leads t g a b
| Move2a a' : a' < a -> member t g a' (b + (a - a')) -> leads t g a b
| Move2b x : x < width t -> member (cut x t) g 0 (width t + a - x + b) -> leads t g a b
| Move3 i x : x < nth i t 0 -> member (bite i x t) g (width t + a - width (bite i x t)) b -> leads t g a b.

Lemma same_rows (p q p' q' : nat) (t t' : list nat) : p = p' -> q = q' -> t = t' ->
  p :: q :: t = p' :: q' :: t'.
Proof. now intros -> -> ->. Qed.

Lemma bite_first j p q (t : list nat) : bite 0 j (p :: q :: t) =
  Nat.min j p :: Nat.min j q :: cut j t.
Proof. reflexivity. Qed.

Lemma bite_second j p q (t : list nat) : bite 1 j (p :: q :: t) = p :: Nat.min j q :: cut j t.
Proof. reflexivity. Qed.

Lemma bite_later i j p q (t : list nat) : bite (S (S i)) j (p :: q :: t) = p :: q :: bite i j t.
Proof. reflexivity. Qed.

Theorem leads_spec t g a b : is_tail t ->
  (leads t g a b <-> exists q, move (position t a b) q /\ nim_value q = g).
Proof.
  intros Ht. split.
  - assert (Hbite : forall i j t' a' b', member t' g a' b' -> j < nth i (position t a b) 0 ->
              bite i j (position t a b) = position t' a' b' -> exists q, move (position t a b) q /\ nim_value q = g).
    { intros i j t' a' b' [Hbar Hg] Hj E. exists (position t' a' b'). split; trivial. rewrite <- E.
      constructor; trivial. intros [= -> ->]. unfold position in E. rewrite bite_first in E. injection E. lia. }
    intros [b' Hb H|a' Ha H|x Hx H|a' Ha H|x Hx H|i x Hx H].
    + apply (Hbite 0 (width t + a + b') _ _ _ H); simpl; [lia|]. unfold position. rewrite bite_first.
      apply same_rows; [lia | lia | apply cut_all; trivial; lia].
    + apply (Hbite 0 (width t + a') _ _ _ H); simpl; [lia|]. unfold position. rewrite bite_first.
      apply same_rows; [lia | lia | apply cut_all; trivial; lia].
    + apply (Hbite 0 x _ _ _ H); simpl; [lia|]. unfold position. rewrite bite_first, width_cut.
      apply same_rows; [lia | lia | trivial].
    + apply (Hbite 1 (width t + a') _ _ _ H); simpl; [lia|]. unfold position. rewrite bite_second.
      apply same_rows; [lia | lia | apply cut_all; trivial; lia].
    + apply (Hbite 1 x _ _ _ H); simpl; [lia|]. unfold position. rewrite bite_second, width_cut.
      apply same_rows; [lia | lia | trivial].
    + apply (Hbite (S (S i)) x _ _ _ H); simpl; [trivial|]. unfold position. rewrite bite_later.
      pose proof (width_bite i x t). apply same_rows; [lia | lia | trivial].
  - intros (q & [i j Hj Hnot] & Hg).
    assert (Hmember : forall t' a' b', bite i j (position t a b) = position t' a' b' -> 0 < width t' + a' + b' ->
              member t' g a' b').
    { intros t' a' b' E Hpos. split; [trivial | now rewrite <- E]. }
    destruct i as [|[|i]]; simpl in Hj; unfold position in Hmember.
    + assert (0 < j) by (destruct j; [now elim Hnot | lia]).
      destruct (Nat.lt_ge_cases j (width t)); [|destruct (Nat.lt_ge_cases j (width t + a))].
      * apply (Move1c _ _ _ _ j); trivial. apply Hmember; rewrite width_cut; [|lia].
        rewrite bite_first. apply same_rows; [lia | lia | trivial].
      * apply (Move1b _ _ _ _ (j - width t)); [lia|]. apply Hmember; [|lia].
        rewrite bite_first. apply same_rows; [lia | lia | apply cut_all; trivial; lia].
      * apply (Move1a _ _ _ _ (j - width t - a)); [lia|]. apply Hmember; [|lia].
        rewrite bite_first. apply same_rows; [lia | lia | apply cut_all; trivial; lia].
    + destruct (Nat.lt_ge_cases j (width t)).
      * apply (Move2b _ _ _ _ j); trivial. apply Hmember; rewrite width_cut; [|lia].
        rewrite bite_second. apply same_rows; [lia | lia | trivial].
      * apply (Move2a _ _ _ _ (j - width t)); [lia|]. apply Hmember; [|lia].
        rewrite bite_second. apply same_rows; [lia | lia | apply cut_all; trivial; lia].
    + apply (Move3 _ _ _ _ i j); trivial. pose proof (width_bite i j t). pose proof (tail_width t i Ht).
      apply Hmember; [|lia]. rewrite bite_later. apply same_rows; [lia | lia | trivial].
Qed.

(** A position is in one slice: from it no move leads to its own nim-value, and some move to every smaller one. *)
Lemma member_dec t g a b : {member t g a b} + {~ member t g a b}.
Proof.
  unfold member. destruct (lt_dec 0 (width t + a + b)), (Nat.eq_dec (nim_value (position t a b)) g); auto;
    right; tauto.
Qed.

Lemma member_nim t g h a b : member t g a b -> member t h a b -> g = h.
Proof. now intros [_ <-] [_ <-]. Qed.

Lemma member_leads t g a b : is_tail t -> member t g a b -> ~ leads t g a b.
Proof.
  intros Ht [_ H] L. apply leads_spec in L; trivial. destruct (nim_value_mex (position t a b)) as [Hnot _].
  rewrite H in Hnot. contradiction.
Qed.

(** It has nim-value g, a smaller one, or a greater one. *)
Lemma member_cases t g a b : is_tail t -> 0 < width t + a + b ->
  member t g a b \/ (exists h, h < g /\ member t h a b) \/ leads t g a b.
Proof.
  intros Ht Hpos. destruct (Nat.lt_trichotomy (nim_value (position t a b)) g) as [L|[E|L]].
  - right; left. exists (nim_value (position t a b)). now repeat split.
  - left. now split.
  - right; right. apply leads_spec; trivial. now apply (nim_value_mex (position t a b)).
Qed.

(** ** Uniqueness, termination *)

(** At most one in a column. *)
Theorem member_unique t g a b b' : is_tail t -> member t g a b -> member t g a b' -> b = b'.
Proof.
  intros Ht. assert (Hlt : forall x y, x < y -> member t g a x -> ~ member t g a y).
  { intros x y Hxy Hx Hy. apply (member_leads t g a y Ht Hy). now apply (Move1a _ _ _ _ x). }
  intros H H'. destruct (Nat.lt_trichotomy b b') as [L|[E|L]]; trivial; now elim (Hlt _ _ L).
Qed.

(** Lemma 2 (the end). *)
Theorem member_end t g a a' b : is_tail t -> member t g a 0 -> a < a' -> ~ member t g a' b.
Proof. intros Ht H0 Ha H. apply (member_leads t g a' b Ht H). now apply (Move1b _ _ _ _ a). Qed.

(** ** The recurrence *)

Definition own (t : list nat) (g a v : nat) : Prop := exists i, i < a /\ member t g i (v + (a - i)).
Definition corner (t : list nat) (g a v : nat) : Prop :=
  exists x, x < width t /\ member (cut x t) g 0 (width t + a - x + v).
Definition empty_bar (t : list nat) (a v : nat) : Prop := width t = 0 /\ a = 0 /\ v = 0.

(** What chomping row i of the tail leads to, and what chomping any row of it leads to. *)
Definition chain (i : nat) (t : list nat) (g a v : nat) : Prop :=
  exists x, x < nth i t 0 /\ member (bite i x t) g (width t + a - width (bite i x t)) v.
Definition below (t : list nat) (g a v : nat) : Prop := exists i, chain i t g a v.
Definition lower_value (t : list nat) (g a v : nat) : Prop := exists h, h < g /\ member t h a v.

(** The state of section 4; what other slices exclude; everything that is excluded. *)
Definition state (t : list nat) (g a v : nat) : Prop := own t g a v \/ corner t g a v \/ empty_bar t a v.
Definition outside (t : list nat) (g a v : nat) : Prop := below t g a v \/ lower_value t g a v.
Definition excluded (t : list nat) (g a v : nat) : Prop := state t g a v \/ outside t g a v.

(** No square of nim-value g lies inside: the slice is not empty (Lemma 6). *)
Definition is_open (t : list nat) (g : nat) : Prop := forall x, x < width t -> ~ member (cut x t) g 0 0.

(** No earlier column ends the slice. *)
Definition goes_on (t : list nat) (g a : nat) : Prop := forall i, i < a -> ~ member t g i 0.

Lemma excluded_leads t g a v : 0 < width t + a + v -> excluded t g a v ->
  leads t g a v \/ lower_value t g a v.
Proof.
  intros Hpos [[(i & Hi & H)|[(x & Hx & H)|(? & ? & ?)]]|[(i & x & Hx & H)|H]]; [left..|lia|left|now right].
  - now apply (Move2a _ _ _ _ i).
  - now apply (Move2b _ _ _ _ x).
  - now apply (Move3 _ _ _ _ i x).
Qed.

Lemma leads_excluded t g a b : is_open t g -> goes_on t g a -> leads t g a b ->
  excluded t g a b \/ exists b', b' < b /\ member t g a b'.
Proof.
  intros Hopen Hon [b' Hb H|a' Ha H|x Hx H|a' Ha H|x Hx H|i x Hx H].
  - right. now exists b'.
  - now elim (Hon a' Ha).
  - now elim (Hopen x Hx).
  - left; left; left. now exists a'.
  - left; left; right; left. now exists x.
  - left; right; left. exists i, x. auto.
Qed.

Lemma member_not_excluded t g a b : is_tail t -> member t g a b -> ~ excluded t g a b.
Proof.
  intros Ht H E. apply excluded_leads in E as [L|(h & Hh & H')]; [|pose proof (member_nim _ _ _ _ _ H H'); lia|apply H].
  now apply (member_leads t g a b Ht).
Qed.

(** Theorem 1 (recurrence): as long as no earlier term is 0, B(a) is the mex of what is excluded. *)
Theorem recurrence t g a b : is_tail t -> is_open t g -> goes_on t g a ->
  (member t g a b <-> is_mex (excluded t g a) b).
Proof.
  intros Ht Hopen Hon. split.
  - intros H. split; [now apply member_not_excluded|]. intros v Hv.
    destruct (Nat.eq_dec (width t + a + v) 0) as [E0|Hpos]; [left; right; right; unfold empty_bar; lia|].
    destruct (member_cases t g a v Ht) as [H'|[H'|L]]; [lia| | |].
    + pose proof (member_unique _ _ _ _ _ Ht H H'). lia.
    + now right; right.
    + apply leads_excluded in L as [E|(b' & Hb & H')]; trivial. pose proof (member_unique _ _ _ _ _ Ht H H'). lia.
  - intros [Hnot Hall].
    assert (Hpos : 0 < width t + a + b).
    { destruct (Nat.eq_dec (width t + a + b) 0) as [E|]; [|lia]. elim Hnot. left; right; right. unfold empty_bar. lia. }
    destruct (member_cases t g a b Ht Hpos) as [|[H|L]]; trivial.
    + elim Hnot. now right; right.
    + apply leads_excluded in L as [E|(b' & Hb & H)]; trivial; [easy|].
      elim (member_not_excluded t g a b' Ht H). now apply Hall.
Qed.
