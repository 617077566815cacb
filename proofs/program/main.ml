(* zchomp-check [--method general|by-value] [--expect rows=3,upto=115] FILE...
   zchomp-check --lines FIRST:LAST FILE...   only these lines, if those before them are right: see verify_channel
   zchomp-check --save BOARD FILE            by value; saves how far it is on SIGUSR1, and on Ctrl-C, which ends it
   zchomp-check --resume BOARD FILE          goes on from there, and believes what was saved: see saving_zarith.ml
   zchomp-check --strategies FILE...         strategies, one a file: see strategies.ml
   zchomp-check --growing [--expect nim=0] FILE...   orders with two growing chains, one a file: see growing.ml

   The checkers of Checker.v (for every claim) and ByValue.v (for losing positions of three rows, fast), extracted from
   Coq, on certificates of format 1. Verdict lines and exit codes are those of zchomp/verifier.py, and so is what is
   refused and what is declined. *)

open Reader
open Lines
open Judging

let usage =
  "usage: zchomp-check [--method general|by-value] [--lines FIRST:LAST] [--expect rows=3,nim=0,upto=115] FILE...\n\
  \       zchomp-check [--save BOARD] [--resume BOARD] [--expect rows=3,nim=0,upto=250000] FILE\n\
  \       zchomp-check --strategies FILE...\n\
  \       zchomp-check --growing [--expect elements=2,nim=0,order=HEX] FILE...\n\
  \       zchomp-check --openings 8x10"

(* All that is written is flushed at once, so there is nothing left to do at exit, where OCaml would do it: with no memory
   left it would abort, after a verdict. *)
external exit : int -> 'a = "caml_sys_exit"

(* After so many slices, what is kept of them fills megabytes, and is made anew with each: room for several of them. *)
let grow () = Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 23; max_overhead = 1_000_000 }

(* The lines of a file that are to be checked, by their numbers; the header is line 1. *)
type segment = { first : int; last : int }

let everything = { first = 1; last = max_int }

(* Checks a file line by line while it is read, and reads no further than the first line that is wrong. What is said in
   the end is Checker.check of the whole certificate (theorem check_by_line in Soundness.v), or ByValue.by_value.

   Of a segment, the lines before it are taken as they stand, and what is after it is not read. If segments are accepted,
   one after the other from the header to the last slice, the whole is right: theorem segments_compose in Segments.v. The
   trailer, which has only digests, belongs to no segment; that all segments were read from the same file is for the
   caller to see to.

   Of a run that is resumed, the lines before must have the digest that was saved, and are not checked again: theorem
   resumed_sound in Resuming.v. *)
let verify_channel channel values wanted { first; last } =
  let source = source channel and whole = Sha256.create () and where = ref "line 1" in
  let some_lines = first > 1 || last < max_int in
  let take text = if not some_lines then (Sha256.feed whole text; Sha256.feed whole "\n") in
  let rec slices count mode before program =
    match program.turn with
    | Some (tail, nim) when count + 2 <= last ->
      if count = 1000 then grow ();
      where := Printf.sprintf "line %d, slice tail=%s nim=%d" (count + 2) (numbers tail) (Numbers.integer nim);
      let text = line source "a slice" in
      let slice = read_slice mode text in
      if count + 2 >= first then same "prev" (Sha256.digest before) (bytes slice.previous);
      let program = program.next slice in
      take text;
      Option.iter (Saving.report (count + 1) (fun () -> Sha256.hex whole)) program.board;
      slices (count + 1) mode text program
    | _ -> count, program in
  let resume { Checker.of_upto; _ } text path =
    let digest, board = Saving.load path of_upto in
    let count = Numbers.integer board.row and last = ref text in
    for _ = 1 to count do last := line source "a slice"; take !last done;
    if Sha256.hex whole <> digest then Saving.unfit "it is a board of other lines";
    Printf.printf "c resumed after %d slices, by a saved board that is believed\n%!" count;
    count, !last, by_value board in
  let file () =
    let text = line source "the header" in
    let header = read_header text in
    let value = function "rows" -> header.of_rows | "nim" -> header.of_nim | _ -> header.of_upto in
    List.iter (fun (key, n) -> same ("claim, " ^ key) (string_of_int n) (decimal (value key))) wanted;
    take text;
    if some_lines && header.in_mode = Compact then
      declined "some lines of a compact certificate; without the terms before them, no line can be checked";
    let start = if some_lines then Passing.program (first - 2) else program ?values in
    let from = start header in
    if Saving.is_wanted () && from.board = None then Saving.unfit "only a claim about losing positions of three rows is";
    let count, before, from = Option.fold ~none:(0, text, from) ~some:(resume header text) !Saving.resumed_from in
    let count, program = slices count header.in_mode before from in
    if some_lines then begin
      where := Printf.sprintf "line %d" (count + 2);
      if count + 2 <= last then refused "the claim has no more slices; expected some up to line %d" last;
      Printf.sprintf "ACCEPTED %s lines=%d:%d%s" (named header) first last (if program.complete then " last" else "")
    end else begin
      where := Printf.sprintf "line %d, trailer" (count + 2);
      let text = line source "the trailer" in
      judge_trailer text count (Sha256.hex whole);
      take text;
      if more source then
        refused "after the trailer: expected nothing, found %s" (quoted (Bytes.sub_string source.piece source.first 1));
      if not program.complete then refused "the checker does not accept the whole";
      Printf.sprintf "VERIFIED %s slices=%d sha256=%s" (named header) count (Sha256.hex whole)
    end in
  try file () with
  | Refused text -> refused "%s: %s" !where text
  | Declined text -> declined "%s: %s" !where text

(* What the system says of a file that cannot be read, without the file's name, which it may or may not put first. *)
let complaint path text =
  let name = path ^ ": " in
  let n = String.length name in
  if String.starts_with ~prefix:name text then String.sub text n (String.length text - n) else text

let unreadable path text =
  let reason = complaint path text in
  64, "s ERROR", Some (Printf.sprintf "%s cannot be read: %s; expected a certificate file" (quoted path) reason)

(* Exit code, verdict line, reason. *)
let verify path values wanted segment =
  let about = Printf.sprintf "%s: %s" (quoted path) in
  match
    let channel = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> verify_channel channel values wanted segment)
  with
  | verdict -> 0, "s " ^ verdict, None
  | exception Refused text -> 1, "s NOT VERIFIED", Some (about text)
  | exception Declined text -> 2, "s DECLINED", Some (about text)
  | exception Saving.Unfit text -> 64, "s ERROR", Some (about ("cannot be saved or resumed: " ^ text))
  | exception Sys_error text -> unreadable path text
  | exception Sys.Break -> raise Sys.Break
  | exception problem -> 70, "s ERROR", Some (about ("internal error: " ^ Printexc.to_string problem))

(* Reasons may go nowhere, if standard error is closed; verdicts may not. Both are written at once: what OCaml cannot
   write at exit it drops in silence. *)
let explain reason = try prerr_endline reason with Sys_error text when text = "Bad file descriptor" -> ()

let misused text =
  explain ("zchomp-check: " ^ text);
  print_endline "s ERROR";
  exit 64

(* Whether the files are certificates of growing orders, whose claims are others. *)
let is_growing = ref false

let expectation option =
  let pair word =
    match String.split_on_char '=' word with
    | [("rows" | "nim" | "upto") as key; value]
      when value <> "" && String.length value <= max_digits && String.for_all is_digit value ->
      key, int_of_string value
    | _ -> misused (Printf.sprintf "--expect %s: expected some of rows=3,nim=0,upto=115, each once" (shown option)) in
  if not !is_growing then List.map pair (String.split_on_char ',' option)
  else if Growing.expect option then []
  else misused (Printf.sprintf "--expect %s: expected some of elements=2,nim=0,order=HEX, each once" (shown option))

(* Whether to go by value where that can be done, if it was said. *)
let values = ref None

let choose option =
  match option with
  | "general" -> values := Some false
  | "by-value" -> values := Some true
  | _ -> misused (Printf.sprintf "--method %s: expected general or by-value" (shown option))

(* The lines to be checked. *)
let segments = ref []

(* Two numbers of lines, the second not before the first. *)
let restrict option =
  let number word =
    if word <> "" && String.length word <= max_digits && String.for_all is_digit word then int_of_string word else 0 in
  match List.map number (String.split_on_char ':' option) with
  | [first; last] when 1 <= first && first <= last -> segments := { first; last } :: !segments
  | _ -> misused (Printf.sprintf "--lines %s: expected FIRST:LAST, two numbers of lines from 1 on" (shown option))

(* The claim that is expected, and the files. *)
let rec arguments wanted files = function
  | ("-h" | "--help") :: _ -> print_endline usage; exit 0
  | "--expect" :: option :: rest -> arguments (wanted @ expectation option) files rest
  | "--method" :: option :: rest -> choose option; arguments wanted files rest
  | "--lines" :: option :: rest -> restrict option; arguments wanted files rest
  | "--save" :: option :: rest -> Saving.saved_at := Some option; arguments wanted files rest
  | "--resume" :: option :: rest -> Saving.resumed_from := Some option; arguments wanted files rest
  | "--" :: rest -> wanted, List.rev_append files rest
  | ["--expect" | "--method" | "--lines" | "--save" | "--resume" as option] -> misused (option ^ ": expected a value after it")
  | ("--strategies" | "--growing" | "--openings" as option) :: _ -> misused (option ^ ": expected as the first word")
  | option :: rest when String.starts_with ~prefix:"-" option && option <> "-" ->
    (match String.index_opt option '=' with
     | Some at when List.mem (String.sub option 0 at) ["--expect"; "--method"; "--lines"; "--save"; "--resume"] ->
       let value = String.sub option (at + 1) (String.length option - at - 1) in
       arguments wanted files (String.sub option 0 at :: value :: rest)
     | _ -> misused (Printf.sprintf "%s: expected --expect, --method, --lines, --save, --resume, --strategies, --growing, --openings or a file" (shown option)))
  | file :: rest -> arguments wanted (file :: files) rest
  | [] -> wanted, List.rev files

(* Proofs about posets: a verdict for each line of each file, or for each file. *)
let judge_posets verify files =
  let worst = ref 0 in
  let say (code, verdict, reason) =
    Option.iter explain reason;
    print_endline verdict;
    worst := max !worst code in
  let judge path =
    if List.length files > 1 then print_endline ("c " ^ quoted path);
    try verify path say with Json.Unreadable text -> say (unreadable path text) in
  List.iter judge files;
  exit !worst

(* The openings of a bar; there is no file, and no verdict. *)
let openings = function
  | [word] ->
    (match Openings.size word with
     | Some size -> Openings.print size; exit 0
     | None ->
       misused (Printf.sprintf "--openings %s: expected rows and columns, like 8x10, at most %d" (shown word) Openings.longest))
  | _ -> misused "--openings: expected one value after it, like 8x10"

let main () =
  let posets, given =
    match List.tl (Array.to_list Sys.argv) with
    | "--openings" :: given -> openings given
    | "--strategies" :: given -> Some ("strategies", Strategies.verify), given
    | "--growing" :: given -> is_growing := true; Some ("growing orders", Growing.verify), given
    | given -> None, given in
  let wanted, files = arguments [] [] given in
  if files = [] then misused "expected a file";
  let judge_them (what, verify) =
    if wanted <> [] then misused ("--expect: not for " ^ what);
    if !segments <> [] then misused ("--lines: not for " ^ what);
    if !values <> None then misused ("--method: not for " ^ what);
    if Saving.is_wanted () then misused ("--save and --resume: not for " ^ what);
    judge_posets verify files in
  Option.iter judge_them posets;
  if !segments <> [] && !values <> None then misused "--method: not with --lines, which go by the general method";
  if Saving.is_wanted () then begin
    if !segments <> [] || !values = Some false || List.length files > 1 then
      misused "--save and --resume: expected one file, and neither --lines nor --method general";
    if not Numbers.machine_tables then misused "--save and --resume: not with Coq's own numbers";
    values := Some true
  end;
  let keys = List.map fst wanted in
  if List.length (List.sort_uniq compare keys) < List.length keys then misused "--expect: expected each key once";
  let segment =
    match !segments with [] -> everything | [segment] -> segment | _ -> misused "--lines: expected once" in
  let judge worst path =
    let code, verdict, reason = verify path !values wanted segment in
    Option.iter explain reason;
    if List.length files > 1 then print_endline ("c " ^ quoted path);
    print_endline verdict;
    max worst code in
  exit (List.fold_left judge 0 files)

(* Zarith brings the module Format with it, which flushes its own output at exit; where that fails, OCaml would exit with
   the code of DECLINED. Nothing is written through it. *)
let silence formatter = Format.pp_set_formatter_output_functions formatter (fun _ _ _ -> ()) ignore

(* Whatever happens, a verdict that was not written is none: uncaught, OCaml would exit with the code of DECLINED. *)
let () =
  List.iter silence [Format.std_formatter; Format.err_formatter];
  Sys.catch_break true;
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  try main () with _ -> exit 70
