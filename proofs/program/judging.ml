(* One slice of a certificate, judged: what zchomp-check and the page have in common. *)

open Reader
open Lines

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

(* A claim, as verdicts name it. *)
let named { Checker.of_rows; of_nim; of_upto; _ } =
  Printf.sprintf "rows=%s nim=%s upto=%s" (decimal of_rows) (decimal of_nim) (decimal of_upto)

(* The trailer must be the one of so many slices and this digest. *)
let judge_trailer line count digest =
  let claimed, found = examine_trailer line in
  same "slices" (string_of_int count) claimed;
  same "sha256" digest found;
  same "trailer" (bytes (Checker.write_trailer { of_slices = Numbers.natural count; of_file = text digest })) line

(* A program of the checker on its way through a certificate: the slice whose turn it is, if there is one; what becomes
   of it with the line of that slice; whether no slice is left; the board of the method by value, which can be saved. *)
type program = {
  turn : (Numbers.t list * Numbers.t) option; next : Checker.written -> program; complete : bool;
  board : Checker.board option }

(* The line must be about the tail and the nim-value whose turn it is, and the checker must accept it. *)
let judge tail nim { Checker.content = line; head_digest; _ } feed head =
  same "tail" (numbers tail) (numbers line.tail);
  same "nim" (numbers [nim]) (numbers [line.nim]);
  match feed line with
  | None -> refused "the checker does not accept it; zchomp verify says what was expected and what was found"
  | Some state ->
    if head_digest <> EmptyString then same "head sha256" (digest_of_terms (head state)) (bytes head_digest);
    state

(* For every claim: Checker.v. *)
let rec general (state : Checker.context) =
  match state with
  | { pending = tail :: _; now = nim; _ } ->
    let feed line =
      let columns = Numbers.integer (Checker.extent state) in
      if columns > max_bound then declined "slices that repeat together only after %d columns" columns;
      Checker.feed (Some state) line in
    let next slice = general (judge tail nim slice feed (fun state -> state.Checker.latest)) in
    { turn = Some (tail, nim); next; complete = false; board = None }
  | _ -> { turn = None; next = (fun _ -> assert false); complete = Checker.closed (Some state); board = None }

(* For losing positions of three rows: ByValue.v. *)
let rec by_value (state : Checker.board) =
  let board = Some state in
  if Checker.all_rows board then { turn = None; next = (fun _ -> assert false); complete = true; board }
  else
    let tail = [state.row] and nim = Numbers.natural 0 in
    let next slice = by_value (judge tail nim slice (Checker.feed_row board) (fun state -> state.Checker.newest)) in
    { turn = Some (tail, nim); next; complete = false; board }

(* Below so many third rows the general method is as quick. *)
let many = 5000

(* By value where that can be done and is fast, or as it is asked for. Which claims that method is for, Coq decides. *)
let program ?values { Checker.of_rows; of_nim; of_upto; _ } =
  let values = Option.value values ~default:(Numbers.machine_tables && Numbers.integer of_upto >= many) in
  match if values then Checker.opened_rows of_rows of_nim of_upto else None with
  | Some state -> by_value state
  | None ->
    match Checker.opened of_rows of_nim of_upto with
    | Some state -> general state
    | None -> refused "expected rows >= 2"
