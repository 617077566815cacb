(* Numbers of OCaml as those of the checker, and back: Coq's own binary numbers. *)

type t = Checker.n

(* The tables of ByValue.v are trees here, and slow. *)
let machine_tables = false

let rec positive i : Checker.positive =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let natural i : Checker.n = if i = 0 then N0 else Npos (positive i)

(* What does not fit becomes the largest int: in a browser that has 32 bits. *)
let integer (n : Checker.n) =
  let twice i = if i > max_int / 2 then max_int - 1 else 2 * i in
  let rec value : Checker.positive -> int = function XH -> 1 | XO p -> twice (value p) | XI p -> twice (value p) + 1 in
  match n with N0 -> 0 | Npos p -> value p

(* How many bytes a set takes whose largest number is n: one cell for each bit. *)
let bytes_of_set n = 16 * n + 64
