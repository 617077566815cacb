(** * Forests of trees, and their nim-sums; no proofs

    What is proved of them is in TreeOrders.v; the checker of strategies computes with them. *)

From Coq Require Import List NArith.
Import ListNotations.

(** A root, what has grown on it, and the other trees. *)
Inductive trees (A : Type) := No_trees | Grown (root : A) (on_it others : trees A).
Arguments No_trees {A}.
Arguments Grown {A} root on_it others.

Fixpoint nodes {A} (f : trees A) : list A :=
  match f with No_trees => [] | Grown x c r => x :: nodes c ++ nodes r end.

Fixpoint nim_sum {A} (f : trees A) : N :=
  match f with No_trees => 0%N | Grown _ c r => N.lxor (N.succ (nim_sum c)) (nim_sum r) end.
