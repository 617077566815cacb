(* The checker of Checker.v for a web page: js_of_ocaml makes zchomp/web/assets/checker.js of this file.

   A page has no channels, so the bytes of a file come in pieces, by `push`, and `finish` says that there are no more.
   All judging is done here, by Reader and Checker, in the order of main.ml; verdict lines are those of
   zchomp/verifier.py. An int has 32 bits in a browser: a number that does not fit is declined, and never cut. *)

open Reader
open Js_of_ocaml

type stage = Header | Slice of { c : int; upto : int } | Trailer of int | After of int

type t = {
  pending : Buffer.t;  (* the beginning of the next line *)
  whole : Sha256.t;
  mutable stage : stage;
  mutable last : string;  (* the line before *)
  mutable state : Checker.context option;
  mutable verdict : (string * string) option;  (* the verdict line and the reason, once there is one *)
}

let create () =
  { pending = Buffer.create 1000; whole = Sha256.create (); stage = Header; last = ""; state = None; verdict = None }

let same what expected found =
  if found <> expected then refused "%s: expected %s, found %s" what (quoted expected) (shown found)

let next_slice c upto = if c > upto then Trailer upto else Slice { c; upto }

(* A whole line, without its line feed. *)
let take t text =
  begin match t.stage with
  | Header ->
    let { rows; nim; upto; mode } = header text in
    if rows <> 3 || nim <> 0 || mode <> "full" then
      declined "a claim of %d rows, nim-value %d, %s mode; this program handles 3, 0, full" rows nim mode;
    t.state <- Checker.opened (natural rows) (natural nim);
    t.stage <- next_slice 0 upto
  | Slice { c; upto } ->
    let slice, prev = slice text in
    same "prev" (Sha256.digest t.last) prev;
    t.state <- Checker.feed t.state slice;
    if Option.is_none t.state then refused "the checker does not accept it";
    t.stage <- next_slice (c + 1) upto
  | Trailer upto ->
    let count, digest = trailer text in
    same "slices" (string_of_int (upto + 1)) count;
    same "sha256" (Sha256.hex t.whole) digest;
    t.stage <- After upto
  | After _ -> refused "after the trailer: expected nothing, found %s" (shown (text ^ "\n"))
  end;
  Sha256.feed t.whole text;
  Sha256.feed t.whole "\n";
  t.last <- text

let where t =
  match t.stage with
  | Header -> "line 1"
  | Slice { c; _ } -> Printf.sprintf "line %d, slice tail=[%d] nim=0" (c + 2) c
  | Trailer upto | After upto -> Printf.sprintf "line %d, trailer" (upto + 3)

let wanted = function Header -> "the header" | Slice _ -> "a slice" | Trailer _ | After _ -> "the trailer"

(* Whatever goes wrong is a verdict, and never "verified". *)
let guarded t work =
  if Option.is_none t.verdict then
    let judge line reason = t.verdict <- Some (line, Printf.sprintf "%s: %s" (where t) reason) in
    try work () with
    | Refused reason -> judge "s NOT VERIFIED" reason
    | Declined reason -> judge "s DECLINED" reason
    | Failure _ -> judge "s DECLINED" "a number of more than 31 bits; in a browser this program handles no larger ones"
    | Stack_overflow -> judge "s DECLINED" "a slice that is too large for this browser"
    | problem -> judge "s ERROR" ("internal error: " ^ Printexc.to_string problem)

let push t piece =
  guarded t (fun () ->
    let n = String.length piece in
    let rec lines at =
      match String.index_from_opt piece at '\n' with
      | Some stop when Buffer.length t.pending + stop - at < max_line ->
        Buffer.add_substring t.pending piece at (stop - at);
        let text = Buffer.contents t.pending in
        Buffer.clear t.pending;
        take t text;
        lines (stop + 1)
      | _ ->
        Buffer.add_substring t.pending piece at (n - at);
        if Buffer.length t.pending >= max_line then declined "a line of more than %d bytes" max_line in
    lines 0)

let finish t =
  guarded t (fun () ->
    match t.stage with
    | After _ when Buffer.length t.pending > 0 -> take t (Buffer.contents t.pending)
    | After upto ->
      if not (Checker.closed (natural upto) t.state) then refused "the checker does not accept the whole";
      let digest = Sha256.hex t.whole in
      let verdict = Printf.sprintf "s VERIFIED rows=3 nim=0 upto=%d slices=%d sha256=%s" upto (upto + 1) digest in
      t.verdict <- Some (verdict, "")
    | stage -> refused "the file ends where %s is expected" (wanted stage))

(* What a page sees: an object with two functions, each of which says how far it is. *)
let progress t =
  let done_, all = match t.stage with
    | Header -> 0, 0
    | Slice { c; upto } -> c, upto + 1
    | Trailer upto | After upto -> upto + 1, upto + 1 in
  let line, reason = Option.value t.verdict ~default:("", "") in
  let text words = Js.Unsafe.inject (Js.bytestring words) and number n = Js.Unsafe.inject n in
  Js.Unsafe.obj [| "slices", number done_; "of", number all; "verdict", text line; "reason", text reason |]

let () =
  Js.export "newChecker" (Js.wrap_callback (fun () ->
    let t = create () in
    let tell work = Js.Unsafe.inject (Js.wrap_callback work) in
    Js.Unsafe.obj [|
      "push", tell (fun piece -> push t (Typed_array.String.of_uint8Array piece); progress t);
      "finish", tell (fun () -> finish t; progress t) |]))
