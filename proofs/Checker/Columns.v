(** * Sequences, sets and columns: what the checker computes with

    Ultimately periodic sequences, sets of numbers as binary numbers ([N]), and sequences of such sets. No function needs a
    stack in proportion to the length of a sequence. No proofs: they are in Sequences.v. *)

From Coq Require Import List NArith.
Import ListNotations.
Local Open Scope N_scope.

(** ** Ultimately periodic sequences: a list, then another for ever (or nothing, if that is empty) *)

Record sequence (A : Type) := Sequence { start : list A; cycle : list A }.
Arguments Sequence {A} _ _. Arguments start {A} _. Arguments cycle {A} _.

Definition next {A} (s : sequence A) : option (A * sequence A) :=
  match s with
  | Sequence (x :: rest) again => Some (x, Sequence rest again)
  | Sequence [] (x :: rest) => Some (x, Sequence rest (x :: rest))
  | Sequence [] [] => None
  end.

Definition drop_first {A} (s : sequence A) : sequence A :=
  match s with
  | Sequence [] (x :: rest) => Sequence [] (rev_append (rev_append rest []) [x])
  | Sequence (_ :: rest) again => Sequence rest again
  | Sequence [] [] => s
  end.

Fixpoint count_from {A} (n : N) (l : list A) : N := match l with [] => n | _ :: l => count_from (N.succ n) l end.
Definition count {A} (l : list A) : N := count_from 0 l.

Fixpoint same (l m : list N) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => if x =? y then same l m else false
  | _, _ => false
  end.

(** ** Sets of numbers: v is in the set if bit v of the number is 1 *)

Inductive set := Bits (number : N).

Definition no_number : set := Bits 0.

Definition insert (v : N) (s : set) : set := match s with Bits n => Bits (N.setbit n v) end.

Definition union (s t : set) : set := match s, t with Bits n, Bits m => Bits (N.lor n m) end.

Definition equal (s t : set) : bool := match s, t with Bits n, Bits m => n =? m end.

Fixpoint trailing_ones (p : positive) : N :=
  match p with xI p => N.succ (trailing_ones p) | xO _ => 0 | xH => 1 end.

(** The least number that is in neither of two sets. *)
Definition mex (s t : set) : N :=
  match union s t with Bits 0 => 0 | Bits (Npos p) => trailing_ones p end.

(** From one column, or one slice, to the next: all excluded numbers decrease by one, a new one included. *)
Definition shift (s : set) (b : N) : set := match insert b s with Bits n => Bits (N.div2 n) end.

(** ** What several slices exclude: a set for every column *)

Definition nothing : sequence set := Sequence [] [no_number].

(** One column more: what one sequence says, and the other puts into it as long as it goes on. *)
Definition weave {A} (put : A -> set -> set) (x : list set * (sequence set * sequence A))
    : list set * (sequence set * sequence A) :=
  match x with
  | (found, (s, t)) =>
      match next s with
      | Some (shaded, s') =>
          match next t with
          | Some (y, t') => (put y shaded :: found, (s', t'))
          | None => (shaded :: found, (s', t))
          end
      | None => x
      end
  end.

Definition combine {A} (put : A -> set -> set) (s : sequence set) (t : sequence A) : sequence set :=
  let settled := N.max (count (start s)) (count (start t)) in
  let turn := N.lcm (count (cycle s)) (match cycle t with [] => 1 | _ => count (cycle t) end) in
  let (found, rest) := N.iter settled (weave put) ([], (s, t)) in
  let (again, _) := N.iter turn (weave put) ([], rest) in
  Sequence (rev_append found []) (rev_append again []).
