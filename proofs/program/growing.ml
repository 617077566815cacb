(* Reads certificates of the format "zchomp-growing 1", one a file, for the checker that is extracted from
   GrowingChecker.v.

   It takes exactly the lines that zchomp/growing/verifier.py takes, in the same order and with the same limits, and
   compares the digests. It judges no number: that is the checker's business. *)

open Reader
open Lines
module Checker = Growingchecker

let max_line, max_bound, max_elements, max_index = 1 lsl 24, 10_000_000, 500, 10_000

(* The checker keeps all rows of a line, which the verifier does not. *)
let max_rows = 200_000

(* ---- Numbers and lists ---- *)

let integer ?(least = 0) word =
  let is_negative = least < 0 && String.starts_with ~prefix:"-" word in
  let digits = if is_negative then String.sub word 1 (String.length word - 1) else word in
  if String.length digits > max_digits then
    declined "a number of %d digits; this program handles %d" (String.length digits) max_digits;
  let is_written = digits <> "" && String.for_all is_digit digits && (digits.[0] <> '0' || word = "0") in
  if not is_written || int_of_string word < least then
    refused "expected a whole number from %d on, found %s" least (shown word);
  int_of_string word

let map f list = List.rev (List.rev_map f list)
let integers ?least words = if words = "" then [] else map (integer ?least) (String.split_on_char ',' words)

(* Digits, commas and signs in brackets. *)
let signed_list cursor =
  literal "[" cursor;
  let words = span (fun c -> is_digit c || c = ',' || c = '-') cursor in
  literal "]" cursor;
  words

(* Items with commas between them, in brackets. *)
let several item cursor =
  let rec more found =
    let found = item cursor :: found in
    if starts_with "," cursor then (literal "," cursor; more found) else List.rev found in
  literal "[" cursor;
  let found = if starts_with "]" cursor then [] else more [] in
  literal "]" cursor;
  found

(* A text in quotation marks. *)
let name cursor =
  let first = cursor.at in
  producer cursor;
  String.sub cursor.text first (cursor.at - first)

(* ---- The header ---- *)

type header = { order : Checker.order; elements : int; nim : int; digest : string }

(* A set of elements, of which the last is the largest. *)
let set elements =
  match List.rev elements with
  | [] -> Checker.N0
  | last :: _ ->
    let is_in = Array.make (last + 1) false in
    List.iter (fun a -> is_in.(a) <- true) elements;
    let rec down i digits = if i < 0 then digits else down (i - 1) (if is_in.(i) then Checker.XI digits else XO digits) in
    Checker.Npos (down (last - 1) Checker.XH)

let rec is_increasing = function a :: (b :: _ as rest) -> a < b && is_increasing rest | _ -> true

let order_of names larger chains step rise =
  let size = List.length names in
  if List.length (List.sort_uniq compare names) < size then refused "elements: expected different names";
  let larger = map (fun words -> integers words) larger in
  let chains = map (fun words -> integers words) chains in
  let step = integer step in
  let rise = integer rise in
  let start = List.nth chains 4 in
  if List.exists (fun count -> count <> size) (List.length larger :: List.map List.length (List.filteri (fun i _ -> i < 4) chains))
  then refused "order: expected entries for each of %d elements" size;
  if List.exists (List.exists (fun n -> n > max_index)) ([step; rise] :: chains) || size > max_elements
     || List.length start > max_index
  then declined "such an order; this program handles %d elements and numbers to %d" max_elements max_index;
  if not (List.for_all (fun one -> is_increasing one && List.for_all (fun b -> b < size) one) larger) then
    refused "order: expected increasing numbers of elements above each element";
  match chains with
  | [c_above; d_above; c_below; d_below; start] ->
    { Checker.size; larger = map set larger; c_above; d_above; c_below; d_below; start; step; rise }
  | _ -> assert false

let header text =
  let cursor = { text; at = 0 } in
  let other = {|{"format":"zchomp-growing |} in
  if starts_with other cursor && not (starts_with (other ^ {|1"|}) cursor) then
    declined "a certificate of another format than 'zchomp-growing 1'";
  literal (other ^ {|1"|}) cursor;
  literal {|,"claim":{"game":"chomp","nim":|} cursor;
  let nim = number cursor in
  literal {|,"order":|} cursor;
  let first = cursor.at in
  literal {|{"elements":|} cursor;
  let names = several name cursor in
  literal {|,"larger":|} cursor;
  let larger = several list cursor in
  let chain key = literal (Printf.sprintf {|,"%s":|} key) cursor; signed_list cursor in
  let chains = map chain ["c_above"; "d_above"; "c_below"; "d_below"; "head"] in
  literal {|,"step":|} cursor;
  let step = number cursor in
  literal {|,"rise":|} cursor;
  let rise = number cursor in
  literal "}" cursor;
  let digest = Sha256.digest (String.sub text first (cursor.at - first)) in
  literal {|},"mode":"full","producer":|} cursor;
  producer cursor;
  literal "}" cursor;
  finish cursor;
  let nim = integer nim in
  let order = order_of names larger chains step rise in
  if not (Checker.check_order order) then
    refused "order: the relations are not those of an order with two growing chains";
  { order; elements = List.length names; nim; digest }

(* ---- Lines ---- *)

(* A line, the digest that it gives of the line before it, and whether it has a negative n in its period. *)
let slice text =
  let cursor = { text; at = 0 } in
  literal {|{"tops":|} cursor;
  let tops = signed_list cursor in
  literal {|,"nim":|} cursor;
  let nim = number cursor in
  literal {|,"first":|} cursor;
  let first = number cursor in
  literal {|,"kind":"|} cursor;
  let kind = either ["periodic"; "finite"; "empty"] cursor in
  literal {|","head":|} cursor;
  let head = signed_list cursor in
  literal {|,"period":|} cursor;
  let period = signed_list cursor in
  literal {|,"modulus":|} cursor;
  let modulus = number cursor in
  literal {|,"bound":|} cursor;
  let bound = number cursor in
  literal {|,"prev":|} cursor;
  let prev = hexadecimal cursor in
  literal "}" cursor;
  finish cursor;
  let head = integers ~least:(-1) head in
  let period = integers ~least:(-max_bound) period in
  let modulus = integer modulus in
  let bound = integer bound in
  if max modulus bound > max_bound then
    declined "a bound of %d; this program handles %d" (max modulus bound) max_bound;
  let tops = integers tops in
  let nim = integer nim in
  let first = integer first in
  let settled = first + List.length head in
  let cycle = List.rev (snd (List.fold_left (fun (m, found) b -> m + 1, (m + b) :: found) (settled, []) period)) in
  let initial = map (fun n -> if n < 0 then None else Some n) head in
  let shape = match kind with "periodic" -> Checker.Periodic | "finite" -> Finite | _ -> Empty in
  let line = { Checker.tops; nim; first; shape; initial; cycle; modulus; bound } in
  line, prev, List.exists (fun n -> n < 0) cycle

(* ---- A file ---- *)

(* What the claim must be, as it was said: some of elements=N, nim=N, order=HEX, each once. *)
let wanted = ref []

let expect option =
  let pair word =
    match String.split_on_char '=' word with
    | [("elements" | "nim" | "order") as key; value]
      when value <> "" && String.length value <= 64
           && String.for_all (fun c -> is_digit c || ('a' <= c && c <= 'f')) value
           && not (List.mem_assoc key !wanted) ->
      wanted := (key, value) :: !wanted;
      true
    | _ -> false in
  List.for_all pair (String.split_on_char ',' option)

let same what expected found =
  if found <> expected then refused "%s: expected %s, found %s" what (shown expected) (shown found)

let verify_channel channel =
  let source = source channel and whole = Sha256.create () and where = ref 0 in
  let next what = incr where; line ~limit:max_line source what in
  let take text = Sha256.feed whole text; Sha256.feed whole "\n" in
  let rec slices order nim count before context =
    if Checker.is_complete nim context then count
    else begin
      let text = next "a slice" in
      let line, prev, is_negative = slice text in
      same "prev" (Sha256.digest before) prev;
      if is_negative then refused "period: expected no n below 0";
      if line.bound > max_rows then declined "a bound of %d; this program handles %d" line.bound max_rows;
      match Checker.feed order context line with
      | Some context -> take text; slices order nim (count + 1) text context
      | None -> refused "the checker does not accept it; zchomp verify says what was expected and what was found"
      | exception (Stack_overflow | Out_of_memory) ->
        declined "a bound of %d, which needs more memory than there is; try again after ulimit -s unlimited" line.bound
    end in
  let file () =
    let text = next "the header" in
    let { order; elements; nim; digest } = header text in
    let claim = ["elements", string_of_int elements; "nim", string_of_int nim; "order", digest] in
    List.iter (fun (key, value) -> same ("claim, " ^ key) (List.assoc key claim) value) !wanted;
    take text;
    let count = slices order nim 0 text Checker.opened in
    let text = next "the trailer" in
    let claimed, sum = examine_trailer text in
    same "slices" (string_of_int count) claimed;
    same "sha256" (Sha256.hex whole) sum;
    take text;
    if more source then refused "after the trailer: expected nothing";
    Printf.sprintf "elements=%d nim=%d slices=%d order=%s sha256=%s" elements nim count digest (Sha256.hex whole) in
  try file () with
  | Refused text -> refused "line %d: %s" !where text
  | Declined text -> declined "line %d: %s" !where text

let verify path say =
  let because reason = Some (Printf.sprintf "%s: %s" (quoted path) reason) in
  match
    let channel = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> verify_channel channel)
  with
  | details -> say (0, "s VERIFIED " ^ details, None)
  | exception Refused text -> say (1, "s NOT VERIFIED", because text)
  | exception Declined text -> say (2, "s DECLINED", because text)
  | exception Sys_error text -> raise (Json.Unreadable text)
  | exception Sys.Break -> raise Sys.Break
  | exception problem -> say (70, "s ERROR", because ("internal error: " ^ Printexc.to_string problem))
