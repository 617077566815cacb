(* Reads certificates of the format "zchomp-strategy 1", one a file, for the checker that is extracted from
   StrategyChecker.v.

   It takes exactly the files that zchomp's own checker of strategies takes, with the same limits. Names become numbers,
   the same name the same, and sets in hexadecimal become sets of the checker. It judges no proof: that is the checker's
   business. *)

open Reader
module Names = Json.Names
module Checker = Strategychecker

let format = "zchomp-strategy 1"
let max_images, max_members = 50_000_000, 50_000_000

(* ---- The header ---- *)

type outcome = Lost | Won of { winning : Bits.element list; complete : bool }

type header = {
  count : int;  (* of elements *)
  outcome : outcome;
  symmetries : int;
  members : int;
  opened : Checker.state option;
  details : string;  (* what the verdict says of it *)
}

let keys = ["complete"; "covers"; "elements"; "format"; "members"; "outcome"; "poison"; "symmetries"; "taken"; "winning"]

(* A number, or more than any limit. *)
let whole what = function
  | Json.Whole word -> if String.length word > 9 then 1_000_000_000 else int_of_string word
  | _ -> refused "%s is not a whole number" what

let header line =
  let fields = Json.fields_of line in
  Json.same_format fields "zchomp-strategy " format;
  if List.map fst (Names.bindings fields) <> keys then
    refused "not with the fields %s, each once" (String.concat ", " keys);
  let field key = Names.find key fields in
  let elements = Json.names "elements are not names" (field "elements") in
  let taken = Json.names "taken are not names" (field "taken") in
  let named = Json.names "winning are not names" (field "winning") in
  let covers = Json.pairs "covers are not pairs of names" (field "covers") in
  let poison =
    match field "poison" with Json.Null -> None | found -> Some (Json.name "the poison is not a name" found) in
  let complete = match field "complete" with Json.Bool found -> found | _ -> refused "complete is not true or false" in
  let lost =
    match field "outcome" with
    | Json.Text "lost" -> true
    | Text "won" -> false
    | _ -> refused "outcome is not lost or won" in
  let symmetries, members = whole "symmetries" (field "symmetries"), whole "members" (field "members") in
  if lost && (named <> [] || not complete) then refused "lost, but with winning elements or not complete";
  if not lost && named = [] then refused "won, but without winning elements";
  if List.compare_lengths (List.sort_uniq compare named) named <> 0 then refused "a winning element occurs twice";
  if members = 0 then refused "no members; expected at least one";
  if not (List.for_all Json.is_text elements) then refused "an element is not text: it has half of a surrogate pair";
  let count, generators = List.length elements, List.length covers in
  if count > Json.max_elements || generators > Json.max_covers then
    declined "%d elements and %d covers; this program handles %d and %d" count generators Json.max_elements
      Json.max_covers;
  if symmetries * count > max_images || members > max_members then
    declined "%d symmetries and %d members; this program handles %d images and %d members" symmetries members max_images
      max_members;
  let numbers = ref Names.empty in
  let number name =
    match Names.find_opt name !numbers with
    | Some found -> found
    | None ->
      let found = Bits.positive (Names.cardinal !numbers + 1) in
      numbers := Names.add name found !numbers;
      found in
  let elements = Json.map number elements in
  let known = Names.cardinal !numbers in
  let winning = Json.map number named in
  if Names.cardinal !numbers > known then refused "winning: not elements";
  let covers = Json.map (fun (x, y) -> let x = number x in x, number y) covers in
  let opened = Checker.open_strategy elements covers (Option.map number poison) (Json.map number taken) in
  let said = Printf.sprintf "elements=%d taken=%s" count (Json.listed taken) in
  let details =
    if lost then Printf.sprintf "lost %s members=%d" said members
    else
      Printf.sprintf "won %s winning=%s %s members=%d" said (Json.listed named)
        (if complete then "complete" else "incomplete") members in
  let outcome = if lost then Lost else Won { winning; complete } in
  { count; outcome; symmetries; members; opened; details }

(* ---- The other lines: exact bytes ---- *)

let small cursor =
  let word = Reader.number cursor in
  if String.length word > 9 || (word.[0] = '0' && word <> "0") then
    refused "expected a number of at most 9 digits, found %s" (shown word);
  int_of_string word

let element cursor = Bits.positive (small cursor + 1)

let comma cursor = literal "," cursor

(* Items in brackets, with commas and nothing else between them. *)
let several item cursor =
  let rec more found =
    let found = item cursor :: found in
    if starts_with "," cursor then (comma cursor; more found) else List.rev found in
  literal "[" cursor;
  let found = if starts_with "]" cursor then [] else more [] in
  literal "]" cursor;
  found

let bracketed item cursor =
  literal "[" cursor;
  let found = item cursor in
  literal "]" cursor;
  found

let reference cursor =
  let k = element cursor in
  comma cursor;
  let g = small cursor in
  k, if g = 0 then None else Some (Bits.positive g)

let pair cursor =
  let x = element cursor in
  comma cursor;
  x, element cursor

let winner cursor =
  let x = element cursor in
  comma cursor;
  x, reference cursor

let answer cursor =
  let taken_first = element cursor in
  comma cursor;
  let taken_next = element cursor in
  comma cursor;
  { Checker.taken_first; taken_next; leaves = reference cursor }

(* A set, of at most so many elements. *)
let set count cursor =
  literal "\"" cursor;
  let word = span (fun c -> is_digit c || ('a' <= c && c <= 'f')) cursor in
  if word = "" || (word.[0] = '0' && word <> "0") then expected "a set in hexadecimal" cursor;
  if 4 * (String.length word - 1) >= max count 1 then refused "a set with elements that there are not";
  literal "\"" cursor;
  Bits.of_hexadecimal word

let symmetry text =
  let cursor = { text; at = 0 } in
  literal {|{"symmetry":|} cursor;
  let images = several element cursor in
  if images = [] then refused "a symmetry without images";
  literal "}" cursor;
  finish cursor;
  images

let member count text =
  let cursor = { text; at = 0 } in
  literal {|{"left":|} cursor;
  let left = set count cursor in
  literal {|,"|} cursor;
  let found =
    match either ["answers"; "mirror"; "bipartite"; "trees"] cursor with
    | "answers" ->
      literal {|":|} cursor;
      Checker.Answered (left, several (bracketed answer) cursor)
    | "mirror" ->
      literal {|":|} cursor;
      let pairs = several (bracketed pair) cursor in
      literal {|,"fixed":|} cursor;
      Mirrored (left, pairs, bracketed reference cursor)
    | "bipartite" ->
      literal {|":|} cursor;
      Bipartite (left, set count cursor)
    | _ ->
      literal {|":true|} cursor;
      Forest left in
  literal "}" cursor;
  finish cursor;
  found

(* The end, and the digest of all lines before it. *)
let ending outcome text =
  let cursor = { text; at = 0 } in
  let found =
    match outcome with
    | Lost ->
      literal {|{"start":|} cursor;
      Checker.Ends_lost (bracketed reference cursor)
    | Won { winning; complete } ->
      literal {|{"winning":|} cursor;
      let found = several (bracketed winner) cursor in
      literal {|,"answers":|} cursor;
      let answers = several (bracketed answer) cursor in
      if Json.map fst found <> winning then refused "winning: not the elements of the header";
      Ends_won (found, complete, answers) in
  literal {|,"sha256":|} cursor;
  let digest = hexadecimal cursor in
  literal "}" cursor;
  finish cursor;
  found, digest

(* ---- A file ---- *)

let verify_channel channel =
  let where = ref 0 and whole = Sha256.create () in
  let line what =
    incr where;
    let text = Json.reading Json.next_line channel in
    if String.length text > Json.max_bytes then declined "a line of more than %d bytes" Json.max_bytes;
    if text = "" then refused "the file ends where %s is expected" what;
    if text.[String.length text - 1] <> '\n' then refused "no line feed at the end of the line";
    text in
  let without_feed text = String.sub text 0 (String.length text - 1) in
  let rec feed what parse next left state =
    if left = 0 then state
    else begin
      let text = line what in
      Sha256.feed whole text;
      match next (Some state) (parse (without_feed text)) with
      | Some state -> feed what parse next (left - 1) state
      | None -> refused "the checker does not accept it"
    end in
  let file () =
    let text = line "the header" in
    Sha256.feed whole text;
    let { count; outcome; symmetries; members; opened; details } = header text in
    match opened with
    | None -> refused "the checker does not accept it"
    | Some state ->
      let state = feed "a symmetry" symmetry Checker.step_symmetry symmetries state in
      let state = feed "a member" (member count) Checker.step_member members state in
      let text = line "the trailer" in
      let found, digest = ending outcome (without_feed text) in
      if digest <> Sha256.hex whole then refused "sha256: expected %s, found %s" (Sha256.hex whole) digest;
      if not (Checker.close_strategy state found) then refused "the checker does not accept it";
      (match Json.reading Json.next_line channel with "" -> () | _ -> refused "something after the trailer");
      details in
  try file () with
  | Refused text -> refused "line %d: %s" !where text
  | Declined text -> declined "line %d: %s" !where text

let verify path say =
  let because reason = Some (Printf.sprintf "%s: %s" (quoted path) reason) in
  let channel = Json.reading open_in_bin path in
  match Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> verify_channel channel) with
  | details -> say (0, "s VERIFIED " ^ details, None)
  | exception Refused text -> say (1, "s NOT VERIFIED", because text)
  | exception Declined text -> say (2, "s DECLINED", because text)
  | exception ((Sys.Break | Json.Unreadable _) as problem) -> raise problem
  | exception problem -> say (70, "s ERROR", because ("internal error: " ^ Printexc.to_string problem))
