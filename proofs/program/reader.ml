(* What is wrong with a line of a certificate of format 1: these functions let exactly the lines through that
   zchomp/verifier.py takes, with the same limits, and say of others where they go wrong.

   Nobody need believe them: what they let through is read again by the reader that is extracted from Reader.v, see
   lines.ml. They give no number, and use no unsafe operation. *)

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
  while !stop < String.length text && (let c = text.[!stop] in is_digit c || c = ',') do incr stop done;
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

(* How many numbers a list has. *)
let naturals words =
  let size = String.length words in
  let rec more at count =
    let stop = Option.value (String.index_from_opt words at ',') ~default:size in
    if stop = at || stop - at > max_digits || (stop - at > 1 && words.[at] = '0') then
      ignore (integer (String.sub words at (stop - at)));
    if stop = size then count + 1 else more (stop + 1) (count + 1) in
  if words = "" then 0 else more 0 0

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

let examine_header text =
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
  ignore (either ["full"; "compact"] cursor);
  literal {|","producer":|} cursor;
  producer cursor;
  literal "}" cursor;
  finish cursor;
  let rows = integer rows in
  let nim = integer nim in
  let upto = integer upto in
  if rows < 2 || (rows = 2 && upto > 0) then refused "expected rows >= 2, and upto=0 for two rows";
  if rows > max_rows || nim > max_nim || upto > max_upto then declined "a claim of this size"

(* A head as it is written: its terms, or their number. *)
type heading = Terms of string | Number of string

let heading cursor =
  if starts_with "[" cursor then Terms (list cursor)
  else begin
    literal {|{"terms":|} cursor;
    let number = number cursor in
    literal {|,"sha256":|} cursor;
    ignore (hexadecimal cursor);
    literal "}" cursor;
    Number number
  end

let examine_slice mode text =
  let cursor = { text; at = 0 } in
  literal {|{"tail":|} cursor;
  let tail = list cursor in
  literal {|,"nim":|} cursor;
  let nim = number cursor in
  literal {|,"kind":"|} cursor;
  ignore (either ["periodic"; "finite"; "empty"] cursor);
  literal {|","head":|} cursor;
  let heading = heading cursor in
  literal {|,"period":|} cursor;
  let period = list cursor in
  literal {|,"modulus":|} cursor;
  let modulus = number cursor in
  literal {|,"bound":|} cursor;
  let bound = number cursor in
  literal {|,"prev":|} cursor;
  ignore (hexadecimal cursor);
  literal "}" cursor;
  finish cursor;
  let size =
    match heading, mode with
    | Terms words, Checker.Full -> naturals words
    | Number word, Compact -> integer word
    | _, Full -> refused "head: not as in full mode"
    | _, Compact -> refused "head: not as in compact mode" in
  ignore (naturals period);
  ignore (integer modulus);
  if max size (integer bound) > max_bound then declined "a bound of more than %d" max_bound;
  ignore (naturals tail);
  ignore (integer nim)

let examine_trailer text =
  let cursor = { text; at = 0 } in
  literal {|{"slices":|} cursor;
  let slices = number cursor in
  literal {|,"sha256":|} cursor;
  let digest = hexadecimal cursor in
  literal "}" cursor;
  finish cursor;
  slices, digest
