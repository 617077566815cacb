(* Reads JSON as Python's json reads it, with the limits of zchomp/posets/verifier.py, and names as its verdicts write
   them. It judges no proof. *)

open Reader
module Names = Map.Make (String)

let max_bytes, max_elements, max_covers = 10_000_000, 5000, 1_000_000

(* Limits of Python, which refuses what is deeper or longer; no certificate is. *)
let max_depth, max_digits = 900, 4300

(* JSON as far as it matters here. Strings are UTF-8, in which half of a surrogate pair has three bytes, as any other
   character of its size. *)
type json = Text of string | List of json list | Object of json Names.t | Null | Bool of bool | Whole of string | Other

let malformed () = refused "not a line of JSON"
let peek cursor = if cursor.at < String.length cursor.text then cursor.text.[cursor.at] else '\000'
let blanks cursor = ignore (span (fun c -> c = ' ' || c = '\t' || c = '\n' || c = '\r') cursor)
let word text cursor = if starts_with text cursor then literal text cursor else malformed ()

(* The code point of four hexadecimal digits. *)
let hexadecimal_code cursor =
  let digit i =
    match if cursor.at + i < String.length cursor.text then cursor.text.[cursor.at + i] else ' ' with
    | '0' .. '9' as c -> Char.code c - 48
    | 'a' .. 'f' as c -> Char.code c - 87
    | 'A' .. 'F' as c -> Char.code c - 55
    | _ -> malformed () in
  let code = List.fold_left (fun code i -> (code * 16) + digit i) 0 [0; 1; 2; 3] in
  cursor.at <- cursor.at + 4;
  code

let add_code buffer code =
  let byte b = Buffer.add_char buffer (Char.chr b) in
  let follow shift = byte (0x80 lor ((code lsr shift) land 0x3f)) in
  if code < 0x80 then byte code
  else if code < 0x800 then (byte (0xc0 lor (code lsr 6)); follow 0)
  else if code < 0x10000 then (byte (0xe0 lor (code lsr 12)); follow 6; follow 0)
  else (byte (0xf0 lor (code lsr 18)); follow 12; follow 6; follow 0)

(* After the u of an escape: two halves of a surrogate pair, one after the other, are one character. *)
let escaped_code cursor =
  let first = hexadecimal_code cursor in
  let start = cursor.at in
  if first land 0xfc00 = 0xd800 && starts_with "\\u" cursor then begin
    cursor.at <- start + 2;
    let second = hexadecimal_code cursor in
    if second land 0xfc00 = 0xdc00 then 0x10000 + ((first land 0x3ff) lsl 10) + (second land 0x3ff)
    else (cursor.at <- start; first)
  end
  else first

let text cursor =
  let buffer = Buffer.create 16 in
  let escape () =
    cursor.at <- cursor.at + 1;
    let c = peek cursor in
    cursor.at <- cursor.at + 1;
    match c with
    | '"' | '\\' | '/' -> Buffer.add_char buffer c
    | 'b' -> Buffer.add_char buffer '\b'
    | 'f' -> Buffer.add_char buffer '\012'
    | 'n' -> Buffer.add_char buffer '\n'
    | 'r' -> Buffer.add_char buffer '\r'
    | 't' -> Buffer.add_char buffer '\t'
    | 'u' -> add_code buffer (escaped_code cursor)
    | _ -> malformed () in
  let rec more () =
    Buffer.add_string buffer (span (fun c -> c >= ' ' && c <> '"' && c <> '\\') cursor);
    match peek cursor with
    | '"' -> cursor.at <- cursor.at + 1; Buffer.contents buffer
    | '\\' -> escape (); more ()
    | _ -> malformed () in
  word "\"" cursor;
  more ()

let number cursor =
  let digits () = match span is_digit cursor with "" -> malformed () | found -> found in
  let negative = peek cursor = '-' in
  if negative then cursor.at <- cursor.at + 1;
  let whole = digits () in
  if whole.[0] = '0' && whole <> "0" then malformed ();
  let fraction = peek cursor = '.' in
  if fraction then (cursor.at <- cursor.at + 1; ignore (digits ()));
  let power = peek cursor = 'e' || peek cursor = 'E' in
  if power then begin
    cursor.at <- cursor.at + 1;
    if peek cursor = '+' || peek cursor = '-' then cursor.at <- cursor.at + 1;
    ignore (digits ())
  end;
  if String.length whole > max_digits && not (fraction || power) then malformed ();
  if fraction || power || (negative && whole <> "0") then Other else Whole whole

let rec value depth cursor =
  if depth > max_depth then malformed ();
  match peek cursor with
  | '"' -> Text (text cursor)
  | '[' ->
    List (List.rev (items cursor "[" "]" (fun found -> value (depth + 1) cursor :: found) []))
  | '{' ->
    let field fields =
      let name = text cursor in
      blanks cursor;
      word ":" cursor;
      blanks cursor;
      let found = value (depth + 1) cursor in
      if Names.mem name fields then refused "a field occurs twice";
      Names.add name found fields in
    Object (items cursor "{" "}" field Names.empty)
  | 'n' -> word "null" cursor; Null
  | 't' -> word "true" cursor; Bool true
  | 'f' -> word "false" cursor; Bool false
  | 'N' -> word "NaN" cursor; Other
  | 'I' -> word "Infinity" cursor; Other
  | '-' when starts_with "-I" cursor -> word "-Infinity" cursor; Other
  | _ -> number cursor

(* What stands between brackets, with commas. *)
and items : 'a. cursor -> string -> string -> ('a -> 'a) -> 'a -> 'a = fun cursor first last one none ->
  let rec more found =
    let found = one found in
    blanks cursor;
    if starts_with last cursor then found
    else (word "," cursor; blanks cursor; more found) in
  word first cursor;
  blanks cursor;
  let found = if starts_with last cursor then none else more none in
  word last cursor;
  found

let parse text =
  let cursor = { text; at = 0 } in
  blanks cursor;
  let found = value 0 cursor in
  blanks cursor;
  if cursor.at <> String.length text then malformed ();
  found

(* Lists may be long: no function here is deep in the stack. *)
let map f l = List.rev (List.rev_map f l)
let name what = function Text name -> name | _ -> refused "%s" what
let names what = function List l -> map (name what) l | _ -> refused "%s" what

let pairs what = function
  | List l -> map (fun pair -> match names what pair with [x; y] -> x, y | _ -> refused "%s" what) l
  | _ -> refused "%s" what

(* The code points of UTF-8. *)
let codes text =
  let rec more found i =
    if i = String.length text then List.rev found
    else
      let byte j = Char.code text.[i + j] land 0x3f in
      match Char.code text.[i] with
      | c when c < 0x80 -> more (c :: found) (i + 1)
      | c when c < 0xe0 -> more ((((c land 0x1f) lsl 6) lor byte 1) :: found) (i + 2)
      | c when c < 0xf0 -> more ((((c land 0xf) lsl 12) lor (byte 1 lsl 6) lor byte 2) :: found) (i + 3)
      | c ->
        more ((((c land 7) lsl 18) lor (byte 1 lsl 12) lor (byte 2 lsl 6) lor byte 3) :: found) (i + 4) in
  more [] 0

let is_text name = List.for_all (fun code -> code land 0x1ff800 <> 0xd800) (codes name)

(* Names as a list in JSON, in printable ASCII, and at most 200 characters of it. *)
let listed names =
  let escaped = function
    | 0x22 -> "\\\""
    | 0x5c -> "\\\\"
    | 0x08 -> "\\b"
    | 0x0c -> "\\f"
    | 0x0a -> "\\n"
    | 0x0d -> "\\r"
    | 0x09 -> "\\t"
    | code when 0x20 <= code && code <= 0x7e -> String.make 1 (Char.chr code)
    | code when code < 0x10000 -> Printf.sprintf "\\u%04x" code
    | code ->
      Printf.sprintf "\\u%04x\\u%04x" (0xd800 lor ((code - 0x10000) lsr 10)) (0xdc00 lor ((code - 0x10000) land 0x3ff))
  in
  let quoted name = "\"" ^ String.concat "" (map escaped (codes name)) ^ "\"" in
  let whole = "[" ^ String.concat ", " (map quoted names) ^ "]" in
  if String.length whole <= 200 then whole else String.sub whole 0 197 ^ "..."

(* One object of JSON, its fields. *)
let fields_of line =
  let rec is_utf_8 i = i = String.length line || (match utf_8 line i with 0 -> false | n -> is_utf_8 (i + n)) in
  if not (is_utf_8 0) then refused "not UTF-8";
  match parse line with Object fields -> fields | _ -> refused "not a JSON object"

(* That a format is the one that is handled here; another version of it is declined. *)
let same_format fields family wanted =
  match Names.find_opt "format" fields with
  | Some (Text found) when found = wanted -> ()
  | Some (Text found) when String.starts_with ~prefix:family found ->
    declined "the format %s; this program handles %s" (shown found) (quoted wanted)
  | _ -> refused "not of the format %s" (quoted wanted)

(* The next line with its line feed, but no more than is too long; nothing at the end of the file. *)
let next_line channel =
  let buffer = Buffer.create 1000 in
  let rec more () =
    if Buffer.length buffer <= max_bytes then
      match input_char channel with
      | exception End_of_file -> ()
      | '\n' -> Buffer.add_char buffer '\n'
      | c -> Buffer.add_char buffer c; more () in
  more ();
  Buffer.contents buffer

exception Unreadable of string

let reading f x = try f x with Sys_error text -> raise (Unreadable text)
