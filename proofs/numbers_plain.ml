(* Numbers of OCaml as those of the checker, and back: Coq's own binary numbers. *)

let rec positive i : Checker.positive =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let natural i : Checker.n = if i = 0 then N0 else Npos (positive i)

let integer (n : Checker.n) =
  let rec value : Checker.positive -> int = function XH -> 1 | XO p -> 2 * value p | XI p -> (2 * value p) + 1 in
  match n with N0 -> 0 | Npos p -> value p
