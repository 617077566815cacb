(* The checker of Checker.v for a web page: js_of_ocaml makes zchomp/web/assets/checker.js of this file. Its numbers and
   sets are machine words (operations.ml on z_words.ml, sets_words.ml), and it goes by the general method.

   A page has no channels, so the bytes of a file come in pieces, by `push`, and `finish` says that there are no more.
   All judging is done here, by Reader, Judging and Checker, in the order of main.ml; verdict lines are those of
   zchomp/verifier.py. An int has 32 bits in a browser: a number that does not fit is declined, and never cut. *)

open Reader
open Lines
open Judging
open Js_of_ocaml

type stage = Header | Slices | Trailer | After

type t = {
  pending : Buffer.t;  (* the beginning of the next line *)
  whole : Sha256.t;
  mutable claim : Checker.header;
  mutable stage : stage;
  mutable count : int;  (* slices that were accepted *)
  mutable last : string;  (* the line before *)
  mutable program : program option;
  mutable verdict : (string * string) option;  (* the verdict line and the reason, once there is one *)
}

let no_claim =
  let zero = Numbers.natural 0 in
  { Checker.of_rows = zero; of_nim = zero; of_upto = zero; in_mode = Full; producer = EmptyString }

let create () =
  { pending = Buffer.create 1000; whole = Sha256.create (); claim = no_claim;
    stage = Header; count = 0; last = ""; program = None; verdict = None }

(* The slice whose turn it is; none if that was the last one. *)
let turn t = Option.bind t.program (fun program -> program.turn)

(* A whole line, without its line feed. *)
let take t text =
  begin match t.stage, turn t with
  | Header, _ ->
    t.claim <- read_header text;
    t.program <- Some (program ~values:false t.claim);
    t.stage <- if Option.is_none (turn t) then Trailer else Slices
  | Slices, Some _ ->
    let slice = read_slice t.claim.in_mode text in
    same "prev" (Sha256.digest t.last) (bytes slice.previous);
    t.program <- Option.map (fun program -> program.next slice) t.program;
    t.count <- t.count + 1;
    if Option.is_none (turn t) then t.stage <- Trailer
  | (Slices | Trailer), _ ->
    judge_trailer text t.count (Sha256.hex t.whole);
    t.stage <- After
  | After, _ -> refused "after the trailer: expected nothing, found %s" (shown (text ^ "\n"))
  end;
  Sha256.feed t.whole text;
  Sha256.feed t.whole "\n";
  t.last <- text

let where t =
  match t.stage, turn t with
  | Header, _ -> "line 1"
  | Slices, Some (tail, nim) ->
    Printf.sprintf "line %d, slice tail=%s nim=%d" (t.count + 2) (numbers tail) (Numbers.integer nim)
  | _ -> Printf.sprintf "line %d, trailer" (t.count + 2)

let wanted = function Header -> "the header" | Slices -> "a slice" | Trailer | After -> "the trailer"

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
    | After when Buffer.length t.pending > 0 -> take t (Buffer.contents t.pending)
    | After ->
      if not (Option.fold ~none:false ~some:(fun program -> program.complete) t.program) then refused "the checker does not accept the whole";
      let verdict = Printf.sprintf "s VERIFIED %s slices=%d sha256=%s" (named t.claim) t.count (Sha256.hex t.whole) in
      t.verdict <- Some (verdict, "")
    | stage -> refused "the file ends where %s is expected" (wanted stage))

(* How many slices a claim has: tails of so many rows, times nim-values; only for the progress. *)
let all_slices { Checker.of_rows; of_nim; of_upto; _ } =
  let rows, nim, upto = Numbers.integer of_rows, Numbers.integer of_nim, Numbers.integer of_upto in
  let rec tails i total = if i > rows - 2 then total else tails (i + 1) (total *. float (upto + i) /. float i) in
  tails 1 (float (nim + 1))

(* What a page sees: an object with two functions, each of which says how far it is. *)
let progress t =
  let line, reason = Option.value t.verdict ~default:("", "") in
  let text words = Js.Unsafe.inject (Js.bytestring words) and number n = Js.Unsafe.inject n in
  let all = if t.stage = Header then 0.0 else all_slices t.claim in
  Js.Unsafe.obj [| "slices", number t.count; "of", number all; "verdict", text line; "reason", text reason |]

let () =
  Js.export "newChecker" (Js.wrap_callback (fun () ->
    let t = create () in
    let tell work = Js.Unsafe.inject (Js.wrap_callback work) in
    Js.Unsafe.obj [|
      "push", tell (fun piece -> push t (Typed_array.String.of_uint8Array piece); progress t);
      "finish", tell (fun () -> finish t; progress t) |]))
