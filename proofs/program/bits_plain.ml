(* Elements and sets of the checker of strategies: Coq's own binary numbers. *)

type element = Strategychecker.positive

let rec positive i : element =
  if i = 1 then XH else if i land 1 = 1 then XI (positive (i lsr 1)) else XO (positive (i lsr 1))

let digit c = if c <= '9' then Char.code c - 48 else Char.code c - 87

(* From the first digit on: each of its bits doubles what is there. *)
let of_hexadecimal word : Strategychecker.bits =
  let twice bit : Strategychecker.n -> Strategychecker.n = function
    | N0 -> if bit then Npos XH else N0
    | Npos p -> Npos (if bit then XI p else XO p) in
  let add n c = List.fold_left (fun n mask -> twice (digit c land mask > 0) n) n [8; 4; 2; 1] in
  Seq.fold_left add Strategychecker.N0 (String.to_seq word)

(* The number of losers, of the program for openings. *)
let amount (n : Barplanes.n) =
  let rec value : Barplanes.positive -> int = function XH -> 1 | XO p -> 2 * value p | XI p -> (2 * value p) + 1 in
  string_of_int (match n with N0 -> 0 | Npos p -> value p)
