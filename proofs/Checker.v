(** * The certificate and its checker

    The types mirror the lines of a certificate of format 1, for three rows and nim-value 0; the functions are those of
    zchomp/verifier.py, in the order of its comments. They compute with binary numbers ([N]) alone, so that the
    program extracted from them is fast. Why they are right is in Soundness.v. *)

From Coq Require Import List NArith Bool.
Import ListNotations.
Local Open Scope N_scope.

(** ** Certificates *)

Inductive shape := Periodic | Finite | Empty.

Record line := Line {
  tail : list N; nim : N; kind : shape; head : list N; period : list N; modulus : N; bound : N }.

Record certificate := Certificate { claim_rows : N; claim_nim : N; claim_upto : N; lines : list line }.

(** ** Ultimately periodic sequences: a list, then another for ever (or nothing, if that is empty) *)

Record sequence (A : Type) := Sequence { start : list A; cycle : list A }.
Arguments Sequence {A} _ _. Arguments start {A} _. Arguments cycle {A} _.

Definition next {A} (s : sequence A) : option (A * sequence A) :=
  match s with
  | Sequence (x :: rest) again => Some (x, Sequence rest again)
  | Sequence [] (x :: rest) => Some (x, Sequence rest (x :: rest))
  | Sequence [] [] => None
  end.

(** ** Sets of numbers are bitsets *)

Definition insert (v s : N) : N := N.setbit s v.

Fixpoint trailing_ones (p : positive) : N :=
  match p with xI p => N.succ (trailing_ones p) | xO _ => 0 | xH => 1 end.

(** The least number that is not in the set. *)
Definition mex (s : N) : N := match s with 0 => 0 | Npos p => trailing_ones p end.

(** From one column, or one slice, to the next: all excluded numbers decrease by one. *)
Definition shift (s b : N) : N := N.div2 (insert b s).

(** ** The recurrence *)

(** On the way along a slice: what the slices below exclude from here on, the claimed terms from here on, the state. *)
Record walker := Walker { shadow : sequence N; terms : sequence N; here : N }.

(** One column further, if the claimed term is the mex and does not end the slice. *)
Definition step (w : walker) : option walker :=
  match next (shadow w), next (terms w) with
  | Some (shaded, shadow'), Some (b, terms') =>
      if (b =? mex (N.lor shaded (here w))) && negb (b =? 0)
      then Some (Walker shadow' terms' (shift (here w) b)) else None
  | _, _ => None
  end.

Definition step_on (w : option walker) : option walker := match w with Some w => step w | None => None end.

Definition walk (n : N) (w : option walker) : option walker := N.iter n step_on w.

(** The slice ends here, and so does the claim. *)
Definition ends (w : walker) : bool :=
  match next (shadow w), terms w with
  | Some (shaded, _), Sequence [0] [] => mex (N.lor shaded (here w)) =? 0
  | _, _ => false
  end.

(** ** The checks of a line *)

Fixpoint count_from {A} (n : N) (l : list A) : N := match l with [] => n | _ :: l => count_from (N.succ n) l end.
Definition count {A} (l : list A) : N := count_from 0 l.

Fixpoint same (l m : list N) : bool :=
  match l, m with
  | [], [] => true
  | x :: l, y :: m => if x =? y then same l m else false
  | _, _ => false
  end.

(** What is kept from slice to slice: its width c, the state at its first column, what the slices below exclude. *)
Record context := Context { width : N; first : N; under : sequence N }.

Definition initial : context := Context 0 1 (Sequence [] [0]).

Definition begin (k : context) (l : line) : option walker :=
  Some (Walker (under k) (Sequence (head l) (period l)) (first k)).

Definition check_finite (k : context) (l : line) : bool :=
  match period l with [] => true | _ => false end && (modulus l =? 0) && (bound l =? count (head l)) &&
  match walk (N.pred (bound l)) (begin k l) with Some w => ends w | None => false end.

(** Theorem 2: the claim is right until the state returns. The last check makes the bound the least one. *)
Definition check_return (k : context) (l : line) : bool :=
  let settled := count (start (under k)) in
  let a := bound l - modulus l in
  if (modulus l =? N.lcm (count (cycle (under k))) (count (period l))) &&
     (modulus l <=? bound l) && (settled <=? a) && (count (head l) <=? a)
  then
    let before := walk (N.pred a) (begin k l) in
    let arrived := walk (a - N.pred a) before in
    let almost := walk (N.pred (modulus l)) arrived in
    match before, arrived, almost, step_on almost with
    | Some before, Some arrived, Some almost, Some returned =>
        (here arrived =? here returned) && ((a <=? settled) || negb (here before =? here almost))
    | _, _, _, _ => false
    end
  else false.

(** No shorter period, no shorter head: this does not matter for the truth of the claim. *)
Fixpoint agrees (l : list N) (s : sequence N) : bool :=
  match l, next s with
  | [], _ => true
  | x :: l, Some (y, s) => if x =? y then agrees l s else false
  | _, None => false
  end.

(** Is the whole, of n terms, a shorter list several times over? Here l is what is left of it after d terms. *)
Fixpoint shorter_period (whole : list N) (n d : N) (l : list N) : bool :=
  match l with
  | [] => false
  | _ :: rest =>
      let d := N.succ d in
      if d =? n then false
      else if (n mod d =? 0) && agrees whole (Sequence rest whole) then true else shorter_period whole n d rest
  end.

Fixpoint last_is (b : N) (l : list N) : bool :=
  match l with [] => false | [x] => x =? b | _ :: l => last_is b l end.

Definition least (l : line) : bool :=
  negb (shorter_period (period l) (count (period l)) 0 (period l)) && negb (last_is (last (period l) 0) (head l)).

Definition check_periodic (k : context) (l : line) : bool :=
  match period l with [] => false | _ => true end && check_return k l && least l.

Definition check_line (k : context) (l : line) : bool :=
  same (tail l) [width k] && (nim l =? 0) &&
  match kind l with Finite => check_finite k l | Periodic => check_periodic k l | Empty => false end.

(** ** From slice to slice *)

(** The next n columns, with the terms of the slice put in. *)
Fixpoint merged (n : nat) (s b : sequence N) : list N :=
  match n, next s with
  | S n, Some (shaded, s) =>
      match next b with
      | Some (v, b) => insert v shaded :: merged n s b
      | None => shaded :: merged n s b
      end
  | _, _ => []
  end.

Definition merge (s b : sequence N) : sequence N :=
  let m := N.to_nat (N.max (count (start s)) (count (start b))) in
  let period := match cycle b with [] => 1 | _ => count (cycle b) end in
  let n := N.to_nat (N.lcm (count (cycle s)) period) in
  let both := merged (m + n) s b in
  Sequence (firstn m both) (skipn m both).

Definition drop_first {A} (s : sequence A) : sequence A :=
  match s with
  | Sequence [] (x :: rest) => Sequence [] (rest ++ [x])
  | Sequence (_ :: rest) again => Sequence rest again
  | Sequence [] [] => s
  end.

Definition advance (k : context) (l : line) : context :=
  let slice := Sequence (head l) (period l) in
  Context (N.succ (width k))
    (match next slice with Some (b, _) => shift (first k) b | None => first k end)
    (drop_first (merge (under k) slice)).

(** The context after some lines, if all of them are right. *)
Fixpoint check_lines (k : context) (ls : list line) : option context :=
  match ls with
  | [] => Some k
  | l :: ls => if check_line k l then check_lines (advance k l) ls else None
  end.

Definition check (c : certificate) : bool :=
  (claim_rows c =? 3) && (claim_nim c =? 0) &&
  match check_lines initial (lines c) with Some k => width k =? N.succ (claim_upto c) | None => false end.

(** ** The same, line by line: what is kept so far, or nothing once a line was wrong *)

Definition opened (rows nim : N) : option context := if (rows =? 3) && (nim =? 0) then Some initial else None.

Definition feed (k : option context) (l : line) : option context :=
  match k with Some k => if check_line k l then Some (advance k l) else None | None => None end.

Definition closed (upto : N) (k : option context) : bool :=
  match k with Some k => width k =? N.succ upto | None => false end.
