(* Reads certificates of format 1 for the checker that is extracted from Coq.

   It takes exactly the lines that zchomp/verifier.py takes, in the same order and with the same limits, compares the
   digests, and turns the rest into the types of Checker.v. It judges no number: that is the checker's business. *)

exception Refused of string
exception Declined of string

let refused form = Printf.ksprintf (fun text -> raise (Refused text)) form
let declined form = Printf.ksprintf (fun text -> raise (Declined text)) form

let max_line, max_digits, max_bound = 1 lsl 22, 15, 10_000_000
let max_rows, max_nim, max_upto = 50, 1_000_000, 10_000_000

(* Text, and how far it was read. *)
type cursor = { text : string; mutable at : int }

(* Text from outside as Python's repr writes bytes: printable, and never more than one line. *)
let quoted text =
  let quote = if String.contains text '\'' && not (String.contains text '"') then '"' else '\'' in
  let escaped = function
    | '\t' -> "\\t"
    | '\n' -> "\\n"
    | '\r' -> "\\r"
    | c when c = '\\' || c = quote -> Printf.sprintf "\\%c" c
    | ' ' .. '~' as c -> String.make 1 c
    | c -> Printf.sprintf "\\x%02x" (Char.code c) in
  let inside = Buffer.create 100 in
  String.iter (fun c -> Buffer.add_string inside (escaped c)) text;
  Printf.sprintf "%c%s%c" quote (Buffer.contents inside) quote

(* The beginning of it: digests are shown in full. *)
let shown text = quoted (if String.length text <= 64 then text else String.sub text 0 64)

let expected what cursor =
  let rest = String.sub cursor.text cursor.at (String.length cursor.text - cursor.at) in
  refused "byte %d: expected %s, found %s" (cursor.at + 1) what (shown rest)

let starts_with word cursor =
  let n = String.length word in
  cursor.at + n <= String.length cursor.text && String.sub cursor.text cursor.at n = word

let literal word cursor =
  if starts_with word cursor then cursor.at <- cursor.at + String.length word else expected word cursor

let either words cursor =
  match List.find_opt (fun word -> starts_with word cursor) words with
  | Some word -> literal word cursor; word
  | None -> expected (String.concat " or " words) cursor

let span allowed cursor =
  let start = cursor.at in
  while cursor.at < String.length cursor.text && allowed cursor.text.[cursor.at] do cursor.at <- cursor.at + 1 done;
  String.sub cursor.text start (cursor.at - start)

let is_digit c = '0' <= c && c <= '9'

(* Numbers are kept as words until the whole line is read. *)
let number cursor =
  match span is_digit cursor with "" -> expected "a number" cursor | word -> word

(* Most of a certificate is such lists: this is the span of digits and commas, without a call for each. *)
let list cursor =
  literal "[" cursor;
  let text = cursor.text and stop = ref cursor.at in
  while !stop < String.length text && (let c = String.unsafe_get text !stop in is_digit c || c = ',') do incr stop done;
  let words = String.sub text cursor.at (!stop - cursor.at) in
  cursor.at <- !stop;
  literal "]" cursor;
  words

let hexadecimal cursor =
  literal "\"" cursor;
  let word = span (fun c -> is_digit c || ('a' <= c && c <= 'f')) cursor in
  if String.length word <> 64 then expected "64 hexadecimal digits" cursor;
  literal "\"" cursor;
  word

let finish cursor = if cursor.at <> String.length cursor.text then expected "the end of the line" cursor

let integer word =
  if String.length word > max_digits then
    declined "a number of %d digits; this program handles %d" (String.length word) max_digits;
  if word = "" || (word.[0] = '0' && word <> "0") then refused "expected a whole number, found %s" (shown word);
  int_of_string word

let naturals words =
  let size = String.length words in
  let rec more at found =
    let rest = ref at and value = ref 0 in
    while !rest < size && String.unsafe_get words !rest <> ',' do
      value := 10 * !value + Char.code (String.unsafe_get words !rest) - 48;
      incr rest
    done;
    (* As far as 9 digits go, this is the number, in 32 bits too; what is longer, or written in another way, is not. *)
    let stop = !rest and n = !value in
    let n = if stop = at || stop - at > 1 && words.[at] = '0' || stop - at > 9
      then integer (String.sub words at (stop - at)) else n in
    let found = Numbers.natural n :: found in
    if stop = size then List.rev found else more (stop + 1) found in
  if words = "" then [] else more 0 []

(* The length in bytes of the UTF-8 character at i, or 0 if there is none. *)
let utf_8 text i =
  let byte j = if j < String.length text then Char.code text.[j] else 0 in
  let follow n = List.for_all (fun j -> byte (i + j) land 0xc0 = 0x80) (List.init n succ) in
  let first, second = byte i, byte (i + 1) in
  let within low high = low <= second && second < high in
  match first with
  | _ when first < 0x80 -> 1
  | _ when first >= 0xc2 && first < 0xe0 && follow 1 -> 2
  | 0xe0 -> if within 0xa0 0xc0 && follow 2 then 3 else 0
  | 0xed -> if within 0x80 0xa0 && follow 2 then 3 else 0
  | _ when first >= 0xe0 && first < 0xf0 && follow 2 -> 3
  | 0xf0 -> if within 0x90 0xc0 && follow 3 then 4 else 0
  | 0xf4 -> if within 0x80 0x90 && follow 3 then 4 else 0
  | _ when first > 0xf0 && first < 0xf4 && follow 3 -> 4
  | _ -> 0

(* At most 200 characters, none of them a quotation mark, a backslash or a control character. *)
let producer cursor =
  let rec skip n =
    if cursor.at < String.length cursor.text && n > 0 then
      match cursor.text.[cursor.at], utf_8 cursor.text cursor.at with
      | ('"' | '\\' | '\000' .. '\031'), _ | _, 0 -> ()
      | _, size -> cursor.at <- cursor.at + size; skip (n - 1) in
  literal "\"" cursor;
  skip 200;
  literal "\"" cursor

type header = { rows : int; nim : int; upto : int; mode : string }

let header text =
  let cursor = { text; at = 0 } in
  let other = {|{"format":"zchomp-certificate |} in
  if starts_with other cursor && not (starts_with (other ^ {|1"|}) cursor) then
    declined "a certificate of another format than 'zchomp-certificate 1'";
  literal (other ^ {|1"|}) cursor;
  literal {|,"claim":{"game":"chomp","rows":|} cursor;
  let rows = number cursor in
  literal {|,"nim":|} cursor;
  let nim = number cursor in
  literal {|,"upto":|} cursor;
  let upto = number cursor in
  literal {|},"mode":"|} cursor;
  let mode = either ["full"; "compact"] cursor in
  literal {|","producer":|} cursor;
  producer cursor;
  literal "}" cursor;
  finish cursor;
  let rows = integer rows in
  let nim = integer nim in
  let upto = integer upto in
  if rows < 2 || (rows = 2 && upto > 0) then refused "expected rows >= 2, and upto=0 for two rows";
  if rows > max_rows || nim > max_nim || upto > max_upto then declined "a claim of this size";
  { rows; nim; upto; mode }

(* A head as it is written: its terms, or their number and their digest. *)
type heading = Terms of string | Summary of string * string

let heading cursor =
  if starts_with "[" cursor then Terms (list cursor)
  else begin
    literal {|{"terms":|} cursor;
    let number = number cursor in
    literal {|,"sha256":|} cursor;
    let digest = hexadecimal cursor in
    literal "}" cursor;
    Summary (number, digest)
  end

type slice = {
  line : Checker.line;
  prev : string;  (* the digest that it gives of the line before it *)
  digest : string option;  (* in compact mode, of the terms of the head *)
}

let slice text mode =
  let cursor = { text; at = 0 } in
  literal {|{"tail":|} cursor;
  let tail = list cursor in
  literal {|,"nim":|} cursor;
  let nim = number cursor in
  literal {|,"kind":"|} cursor;
  let kind = either ["periodic"; "finite"; "empty"] cursor in
  literal {|","head":|} cursor;
  let heading = heading cursor in
  literal {|,"period":|} cursor;
  let period = list cursor in
  literal {|,"modulus":|} cursor;
  let modulus = number cursor in
  literal {|,"bound":|} cursor;
  let bound = number cursor in
  literal {|,"prev":|} cursor;
  let prev = hexadecimal cursor in
  literal "}" cursor;
  finish cursor;
  let size, head, digest =
    match heading, mode with
    | Terms words, "full" ->
      let terms = naturals words in
      List.length terms, Checker.Listed terms, None
    | Summary (number, digest), "compact" ->
      let size = integer number in
      size, Checker.Counted (Numbers.natural size), Some digest
    | _ -> refused "head: not as in %s mode" mode in
  let period = naturals period in
  let modulus = integer modulus in
  let bound = integer bound in
  if max size bound > max_bound then declined "a bound of more than %d" max_bound;
  let tail = naturals tail in
  let nim = Numbers.natural (integer nim) in
  let kind = match kind with "periodic" -> Checker.Periodic | "finite" -> Finite | _ -> Empty in
  let modulus, bound = Numbers.natural modulus, Numbers.natural bound in
  { line = { tail; nim; kind; head; period; modulus; bound }; prev; digest }

let trailer text =
  let cursor = { text; at = 0 } in
  literal {|{"slices":|} cursor;
  let slices = number cursor in
  literal {|,"sha256":|} cursor;
  let digest = hexadecimal cursor in
  literal "}" cursor;
  finish cursor;
  slices, digest

(* A file that is read piece by piece. *)
type source = { channel : in_channel; piece : Bytes.t; mutable first : int; mutable beyond : int; buffer : Buffer.t }

let source channel = { channel; piece = Bytes.create 65536; first = 0; beyond = 0; buffer = Buffer.create 65536 }

(* Whether there is a byte more. *)
let more source =
  if source.first = source.beyond then begin
    source.first <- 0;
    source.beyond <- input source.channel source.piece 0 (Bytes.length source.piece)
  end;
  source.first < source.beyond

(* The next line, without its line feed, which counts: at most max_line bytes with it. *)
let line source what =
  let buffer = source.buffer in
  Buffer.clear buffer;
  let rec gather () =
    if Buffer.length buffer > max_line then declined "a line of more than %d bytes" max_line;
    if not (more source) then refused "the file ends where %s is expected" what;
    let stop = ref source.first in
    let piece = source.piece and beyond = source.beyond in
    while !stop < beyond && Bytes.unsafe_get piece !stop <> '\n' do incr stop done;
    Buffer.add_subbytes buffer source.piece source.first (!stop - source.first);
    let ended = !stop < source.beyond in
    source.first <- (if ended then !stop + 1 else !stop);
    if not ended then gather ()
    else if Buffer.length buffer >= max_line then declined "a line of more than %d bytes" max_line
    else Buffer.contents buffer in
  gather ()
