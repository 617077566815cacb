(** * Heights: the formulas of Winning Ways and of [Sun02], Theorem 1

    The height of (a, b) is the number of rows of a losing position that starts with rows a and b and goes on with rows
    of one square; that of (a, b, 2) likewise. By Lemma 1 of [Sun02] it is the least number that no move in the first
    two (three) rows leads to. This file is the arithmetic of it: moves do not keep the number that the formula
    gives, and lead to every smaller one; which move does is said in each case. Heights.v is about positions. *)

From Coq Require Import Arith Lia ZArith ZifyNat.

(** lia is to know quotients and remainders. *)
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

(** The formula of Winning Ways, as [Sun02] quotes it: for a >= b >= 1. *)
Definition winning_ways (a b : nat) : nat :=
  if (a + b) mod 2 =? 0 then (2 * a + b) / 2
  else Nat.min ((2 * a - b + 1) / 2) ((3 * (a - b) + 1) / 2).

(** [Sun02], Theorem 1: for a >= b >= 2. *)
Definition sun (a b : nat) : nat :=
  if a =? b + 1 then 2
  else if (a + b) mod 2 =? 1 then (2 * a + b) / 2
  else if a =? b then 3 * a / 2 + 1
  else Nat.min ((2 * a - b + 1) / 2) (3 * (a - b) / 2).

(** ** The formulas without quotients *)

Lemma half b : exists h, 2 * h <= b <= 2 * h + 1.
Proof. exists (b / 2). lia. Qed.

Lemma parity a b : b <= a -> exists d, a = b + 2 * d \/ a = b + 2 * d + 1.
Proof. exists ((a - b) / 2). lia. Qed.

Ltac formula := unfold winning_ways, sun;
  repeat match goal with |- context [?x =? ?y] => destruct (Nat.eqb_spec x y) end; lia.

Lemma ww_even a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d -> winning_ways a b = a + h.
Proof. intros. formula. Qed.

Lemma ww_odd a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d + 1 -> winning_ways a b = Nat.min (a - h) (3 * d + 2).
Proof. intros. formula. Qed.

Lemma sun_next b : sun (b + 1) b = 2.
Proof. formula. Qed.

Lemma sun_odd a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d + 3 -> sun a b = a + h.
Proof. intros. formula. Qed.

Lemma sun_diagonal a h : 2 * h <= a <= 2 * h + 1 -> sun a a = a + h + 1.
Proof. intros. formula. Qed.

Lemma sun_even a b h d : 2 * h <= b <= 2 * h + 1 -> a = b + 2 * d + 2 -> sun a b = Nat.min (a - h) (3 * d + 3).
Proof. intros. formula. Qed.

Ltac Zify.zify_post_hook ::= idtac.

(** ** Winning Ways *)

(** All cases of the formula. *)
Lemma ww_cases a b : b <= a -> exists h d, 2 * h <= b <= 2 * h + 1 /\
  (a = b + 2 * d /\ winning_ways a b = a + h \/
   a = b + 2 * d + 1 /\ winning_ways a b = Nat.min (a - h) (3 * d + 2)).
Proof.
  intros Hab. destruct (half b) as (h & Hh), (parity a b Hab) as (d & [Hd|Hd]); exists h, d; (split; [trivial|]).
  - left. split; trivial. now apply (ww_even a b h d).
  - right. split; trivial. now apply ww_odd.
Qed.

(** Moves in the first two rows do not keep the height. *)
Lemma ww_new a b j : 1 <= b <= a -> 1 <= j ->
  (j < a -> 2 <= winning_ways a b -> winning_ways j (Nat.min j b) <> winning_ways a b) /\
  (j < b -> winning_ways a j <> winning_ways a b).
Proof.
  intros Hab Hj. destruct (ww_cases a b) as (h & d & Hh & C); [lia|]. split.
  - intros Hlt H2. destruct (ww_cases j (Nat.min j b)) as (h' & d' & Hh' & C'); lia.
  - intros Hlt. destruct (ww_cases a j) as (h' & d' & Hh' & C'); lia.
Qed.

(** x is the height of a position that biting row 1 or row 2 leads to. *)
Definition reached (f : nat -> nat -> nat) (least a b x : nat) : Prop :=
  (exists j, least <= j < a /\ f j (Nat.min j b) = x) \/ (exists j, least <= j < b /\ f a j = x).

(** Biting row 1 down to j, with b' squares in row 2 after that, or row 2 down to j; and the formula that applies. *)
Ltac row1 j b' formula :=
  left; exists j; split; [lia|];
  match goal with |- context [Nat.min ?u ?v] => replace (Nat.min u v) with b' by lia end; rewrite formula by lia; lia.
Ltac row2 j formula := right; exists j; split; [lia|]; rewrite formula by lia; lia.

Lemma ww_reached a b x : 1 <= b <= a -> 2 <= x < winning_ways a b -> reached winning_ways 1 a b x.
Proof.
  intros Hab Hx. destruct (ww_cases a b) as (h & d & Hh & C); [lia|]. destruct (half a) as (p & Hp).
  assert (Hrow2 : forall t, x + t = a -> 1 <= t -> 2 * t < b ->
            (a = 2 * p /\ 2 * t + 1 < b /\ 4 * t + 2 <= a \/ a = 2 * p + 1 /\ 4 * t <= a + 1) ->
              reached winning_ways 1 a b x).
  { intros t Ht Hpos Hb [[E Hj]|[E Hj]].
    - row2 (2 * t + 1) (ww_odd a (2 * t + 1) t (p - t - 1)).
    - row2 (2 * t) (ww_odd a (2 * t) t (p - t)). }
  assert (Hrow2' : forall t, x = a + t -> t < h -> reached winning_ways 1 a b x).
  { intros t -> Ht. destruct (Nat.eq_dec a (2 * p)), (Nat.eq_dec t 0) as [->|].
    - row2 1 (ww_odd a 1 0 (p - 1)).
    - row2 (2 * t) (ww_even a (2 * t) t (p - t)).
    - row2 1 (ww_even a 1 0 p).
    - row2 (2 * t + 1) (ww_even a (2 * t + 1) t (p - t)). }
  assert (Hfar : 3 * b <= 2 * x + 1 -> reached winning_ways 1 a b x).
  { intros Hge. destruct (parity x (b + h)) as (e & [E|E]); [lia| |].
    - row1 (b + 2 * e) b (ww_even (b + 2 * e) b h e).
    - destruct (Nat.lt_ge_cases (x + h) a).
      + row1 (x + h) b (ww_odd (x + h) b h (h + e)).
      + destruct (Nat.lt_ge_cases x a); [apply (Hrow2 (a - x)); lia | apply (Hrow2' (x - a)); lia]. }
  destruct (Nat.le_gt_cases (3 * b) (2 * x + 1)) as [|Hnear]; [now apply Hfar|].
  assert (Hk : exists k, x = 3 * k \/ x = 3 * k + 1 \/ x = 3 * k + 2).
  { exists (x / 3). pose proof (Nat.div_mod x 3). pose proof (Nat.mod_upper_bound x 3). lia. }
  destruct Hk as (k & [E|[E|E]]).
  - row1 (2 * k) (2 * k) (ww_even (2 * k) (2 * k) k 0).
  - row1 (2 * k + 1) (2 * k + 1) (ww_even (2 * k + 1) (2 * k + 1) k 0).
  - destruct (Nat.lt_ge_cases (b + 2 * k + 1) a).
    + row1 (b + 2 * k + 1) b (ww_odd (b + 2 * k + 1) b h k).
    + destruct (Nat.le_gt_cases (4 * k + 3) a).
      * destruct (half (a - 2 * k - 1)) as (h' & Hh'). row2 (a - 2 * k - 1) (ww_odd a (a - 2 * k - 1) h' k).
      * destruct (Nat.lt_ge_cases x a); [apply (Hrow2 (a - x)); lia | apply (Hrow2' (x - a)); lia].
Qed.

(** ** [Sun02], Theorem 1 *)

Lemma sun_cases a b : b <= a -> exists h d, 2 * h <= b <= 2 * h + 1 /\
  (a = b /\ sun a b = a + h + 1 \/ a = b + 1 /\ sun a b = 2 \/
   a = b + 2 * d + 2 /\ sun a b = Nat.min (a - h) (3 * d + 3) \/ a = b + 2 * d + 3 /\ sun a b = a + h).
Proof.
  intros Hab. destruct (half b) as (h & Hh), (parity a b Hab) as (d & [Hd|Hd]); exists h, (d - 1); (split; [trivial|]).
  - destruct (Nat.eq_dec d 0) as [->|].
    + left. rewrite Nat.mul_0_r, Nat.add_0_r in Hd. subst a. split; trivial. now apply sun_diagonal.
    + right; right; left. split; [lia|]. apply sun_even; lia.
  - destruct (Nat.eq_dec d 0) as [->|].
    + right; left. rewrite Nat.mul_0_r, Nat.add_0_r in Hd. subst a. split; trivial. apply sun_next.
    + right; right; right. split; [lia|]. apply (sun_odd a b h (d - 1)); lia.
Qed.

Lemma sun_new a b j : 2 <= b <= a -> 2 <= j -> 3 <= sun a b ->
  (j < a -> sun j (Nat.min j b) <> sun a b) /\ (j < b -> sun a j <> sun a b) /\
  winning_ways a 1 <> sun a b /\ winning_ways a b <> sun a b /\ winning_ways a b <> 2.
Proof.
  intros Hab Hj H3. destruct (sun_cases a b) as (h & d & Hh & C); [lia|]. repeat split; intros Hlt.
  - destruct (sun_cases j (Nat.min j b)) as (h' & d' & Hh' & C'); lia.
  - destruct (sun_cases a j) as (h' & d' & Hh' & C'); lia.
  - destruct (ww_cases a 1) as (h' & d' & Hh' & C'); lia.
  - destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia.
  - destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia.
Qed.

Lemma sun_reached a b x : 2 <= b <= a -> 3 <= x < sun a b ->
  reached sun 2 a b x \/ winning_ways a 1 = x \/ winning_ways a b = x.
Proof.
  intros Hab Hx. destruct (sun_cases a b) as (h & d & Hh & C); [lia|]. destruct (half a) as (p & Hp).
  destruct (Nat.eq_dec (winning_ways a b) x) as [|Hne]; [auto|].
  assert (Hdiagonal : a = b -> x <> a + h) by (intros Heq E; apply Hne; rewrite (ww_even a b h 0); lia).
  assert (Hrow2 : forall t, x + t = a -> 1 <= t -> 2 * t < b ->
            (a = 2 * p /\ 4 * t <= a \/ a = 2 * p + 1 /\ 2 * t + 1 < b /\ 4 * t + 3 <= a) -> reached sun 2 a b x).
  { clear C Hdiagonal. intros t Ht Hpos Hb [[E Hj]|[E Hj]].
    - row2 (2 * t) (sun_even a (2 * t) t (p - t - 1)).
    - row2 (2 * t + 1) (sun_even a (2 * t + 1) t (p - t - 1)). }
  assert (Hrow2' : forall t, x = a + t -> t <= h -> 2 * t + 3 <= a ->
    reached sun 2 a b x \/ winning_ways a 1 = x \/ winning_ways a b = x).
  { intros t -> Ht Hta. destruct (Nat.eq_dec t 0) as [->|]; [right; left|destruct (Nat.eq_dec a (2 * p))].
    - destruct (ww_cases a 1) as (h' & d' & Hh' & C'); lia.
    - destruct (Nat.lt_ge_cases (2 * t + 1) b).
      + left. clear C Hdiagonal. row2 (2 * t + 1) (sun_odd a (2 * t + 1) t (p - t - 2)).
      + right; right. destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia.
    - destruct (Nat.lt_ge_cases (2 * t) b).
      + left. clear C Hdiagonal. row2 (2 * t) (sun_odd a (2 * t) t (p - t - 1)).
      + right; right. destruct (ww_cases a b) as (h' & d' & Hh' & C'); lia. }
  destruct (Nat.le_gt_cases (2 * x) (3 * b + 3)) as [Hnear|Hfar].
  - assert (Hk : exists k, x = 3 * k \/ x = 3 * k + 1 \/ x = 3 * k + 2).
    { exists (x / 3). pose proof (Nat.div_mod x 3). pose proof (Nat.mod_upper_bound x 3). lia. }
    destruct Hk as (k & [E|[E|E]]).
    + destruct (Nat.lt_ge_cases (b + 2 * k) a).
      * left. clear C. row1 (b + 2 * k) b (sun_even (b + 2 * k) b h (k - 1)).
      * destruct (Nat.le_gt_cases (4 * k) a).
        -- left. assert (a < b + 2 * k) by lia. clear C. destruct (half (a - 2 * k)) as (h' & Hh').
           row2 (a - 2 * k) (sun_even a (a - 2 * k) h' (k - 1)).
        -- destruct (Nat.lt_ge_cases x a); [left; apply (Hrow2 (a - x)) | apply (Hrow2' (x - a))]; lia.
    + left. row1 (2 * k) (2 * k) (sun_diagonal (2 * k) k).
    + left. row1 (2 * k + 1) (2 * k + 1) (sun_diagonal (2 * k + 1) k).
  - destruct (parity x (b + h)) as (e & [E|E]); [lia| |].
    + destruct (Nat.lt_ge_cases (x + h) a).
      * left. clear C. row1 (x + h) b (sun_even (x + h) b h (h + e - 1)).
      * destruct (Nat.lt_ge_cases x a); [left; apply (Hrow2 (a - x)) | apply (Hrow2' (x - a))]; lia.
    + left. row1 (b + 2 * e + 1) b (sun_odd (b + 2 * e + 1) b h (e - 1)).
Qed.
