(* One slice of a certificate, judged: what zchomp-check and the page have in common. *)

open Reader

let same what expected found =
  if found <> expected then refused "%s: expected %s, found %s" what (quoted expected) (shown found)

(* Numbers as Python shows a list; it may be as long as a line. *)
let numbers list = "[" ^ String.concat ", " (List.rev (List.rev_map (fun n -> string_of_int (Numbers.integer n)) list)) ^ "]"

(* The digest of the terms of a head, as 64-bit little-endian words. *)
let digest_of_terms terms =
  let hash = Sha256.create () and words = Bytes.create 4096 in
  let rec fill at = function
    | term :: terms when at < Bytes.length words ->
      Bytes.set_int64_le words at (Int64.of_int (Numbers.integer term));
      fill (at + 8) terms
    | terms ->
      Sha256.feed hash (Bytes.sub_string words 0 at);
      if terms = [] then Sha256.hex hash else fill 0 terms in
  fill 0 terms

(* The next slice: its line must be about the tail and the nim-value whose turn it is, and the checker must accept it. *)
let check_slice state tail nim { line; digest; _ } =
  same "tail" (numbers tail) (numbers line.tail);
  same "nim" (numbers [nim]) (numbers [line.nim]);
  let columns = Numbers.integer (Checker.extent state) in
  if columns > max_bound then declined "slices that repeat together only after %d columns" columns;
  match Checker.feed (Some state) line with
  | None -> refused "the checker does not accept it"
  | Some state as accepted ->
    Option.iter (same "head sha256" (digest_of_terms state.latest)) digest;
    accepted
