(* Elements and sets of the checker of strategies: Zarith's integers. *)

type element = Elements.positive

let rec positive i : element =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let of_hexadecimal word : Elements.t = Z.of_string_base 16 word

(* The number of losers, of the program for openings. *)
let amount : Operations.t -> string = Z.to_string
