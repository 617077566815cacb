(** * Tables: what the checker by value computes with

    Numbers by number, marked pairs of numbers, and columns that wait for a value. No proofs: they are in
    ByValueSoundness.v. The program that is extracted has machine words for all of this (tables.ml), each operation
    being held against its definition here. *)

From Coq Require Import List NArith FMapPositive.
From ZChomp Require Import Columns Checker.
Import ListNotations.
Local Open Scope N_scope.

(** ** A number for some numbers *)

Definition numbers := PositiveMap.t N.

Definition blank : numbers := PositiveMap.empty N.
Definition assign (i v : N) (m : numbers) : numbers := PositiveMap.add (N.succ_pos i) v m.
Definition look (i : N) (m : numbers) : option N := PositiveMap.find (N.succ_pos i) m.

(** ** Marked pairs of a column and a value *)

Definition table := PositiveMap.t unit.

Definition nowhere : table := PositiveMap.empty unit.
Definition mark (q p : N) (t : table) : table := PositiveMap.add (key [q; p]) tt t.
Definition is_marked (q p : N) (t : table) : bool :=
  match PositiveMap.find (key [q; p]) t with Some _ => true | None => false end.

(** ** Columns that wait, the least one first *)

Definition queue := list N.

Definition line_up (first n : N) : queue := map (fun i => first + N.of_nat i) (seq 0 (N.to_nat n)).
Definition nobody (w : queue) : bool := match w with [] => true | _ => false end.
Definition leave (q : N) (w : queue) : queue := filter (fun x => negb (x =? q)) w.

(** The first one, p or less, that is not marked with p. *)
Definition first_free (t : table) (p : N) (w : queue) : option N :=
  find (fun q => (q <=? p) && negb (is_marked q p t))%bool w.

(** ** Step by step until it is enough, at most n steps *)

Definition until {A} (n : N) (enough : A -> bool) (f : A -> A) (x : A) : A :=
  N.iter n (fun x => if enough x then x else f x) x.
