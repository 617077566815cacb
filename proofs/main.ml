(* zchomp-check [--expect rows=3,upto=115] FILE...
   zchomp-check --mirrors FILE...        proofs by symmetry, one a line: see mirrors.ml

   The checker of Checker.v, extracted from Coq, on certificates of three-rowed Chomp, nim-value 0, full mode.
   Verdict lines and exit codes are those of zchomp/verifier.py; what is out of its range is declined. *)

open Reader

let usage = "usage: zchomp-check [--expect rows=3,nim=0,upto=115] FILE...\n       zchomp-check --mirrors FILE..."

(* Checks a file line by line while it is read, and reads no further than the first line that is wrong. What
   Checker.closed says in the end is Checker.check of the whole certificate: theorem check_by_line in Soundness.v. *)
let verify_channel channel wanted =
  let whole = Sha256.create () and where = ref "line 1" in
  let take text = Sha256.feed whole text; Sha256.feed whole "\n" in
  let same what expected found =
    if found <> expected then refused "%s: expected %s, found %s" what (quoted expected) (shown found) in
  let rec slices c upto last state =
    if c > upto then state else begin
      where := Printf.sprintf "line %d, slice tail=[%d] nim=0" (c + 2) c;
      let text = line channel "a slice" in
      let slice, prev = slice text in
      same "prev" (Sha256.digest last) prev;
      let state = Checker.feed state slice in
      if Option.is_none state then refused "the checker does not accept it";
      take text;
      slices (c + 1) upto text state
    end in
  let file () =
    let text = line channel "the header" in
    let { rows; nim; upto; mode } = header text in
    let value = function "rows" -> rows | "nim" -> nim | _ -> upto in
    List.iter (fun (key, n) -> same ("claim, " ^ key) (string_of_int n) (string_of_int (value key))) wanted;
    if rows <> 3 || nim <> 0 || mode <> "full" then
      declined "a claim of %d rows, nim-value %d, %s mode; this program handles 3, 0, full" rows nim mode;
    take text;
    let state = slices 0 upto text (Checker.opened (natural rows) (natural nim)) in
    where := Printf.sprintf "line %d, trailer" (upto + 3);
    let text = line channel "the trailer" in
    let count, digest = trailer text in
    same "slices" (string_of_int (upto + 1)) count;
    same "sha256" (Sha256.hex whole) digest;
    take text;
    (match input_char channel with
     | exception End_of_file -> ()
     | c -> refused "after the trailer: expected nothing, found %s" (quoted (String.make 1 c)));
    if not (Checker.closed (natural upto) state) then refused "the checker does not accept the whole";
    Printf.sprintf "rows=%d nim=%d upto=%d slices=%d sha256=%s" rows nim upto (upto + 1) (Sha256.hex whole) in
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
let verify path wanted =
  let named = Printf.sprintf "%s: %s" (quoted path) in
  match
    let channel = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> verify_channel channel wanted)
  with
  | details -> 0, "s VERIFIED " ^ details, None
  | exception Refused text -> 1, "s NOT VERIFIED", Some (named text)
  | exception Declined text -> 2, "s DECLINED", Some (named text)
  | exception Sys_error text -> unreadable path text
  | exception Sys.Break -> raise Sys.Break
  | exception problem -> 70, "s ERROR", Some (named ("internal error: " ^ Printexc.to_string problem))

(* Reasons may go nowhere, if standard error is closed; verdicts may not. Both are written at once: what OCaml cannot
   write at exit it drops in silence. *)
let explain reason = try prerr_endline reason with Sys_error text when text = "Bad file descriptor" -> ()

let misused text =
  explain ("zchomp-check: " ^ text);
  print_endline "s ERROR";
  exit 64

let expectation option =
  let pair word =
    match String.split_on_char '=' word with
    | [("rows" | "nim" | "upto") as key; value]
      when value <> "" && String.length value <= max_digits && String.for_all is_digit value ->
      key, int_of_string value
    | _ -> misused (Printf.sprintf "--expect %s: expected some of rows=3,nim=0,upto=115, each once" (shown option)) in
  List.map pair (String.split_on_char ',' option)

let rec arguments wanted files = function
  | ("-h" | "--help") :: _ -> print_endline usage; exit 0
  | "--expect" :: option :: rest -> arguments (wanted @ expectation option) files rest
  | "--" :: rest -> wanted, List.rev_append files rest
  | option :: rest when String.starts_with ~prefix:"--expect=" option ->
    arguments (wanted @ expectation (String.sub option 9 (String.length option - 9))) files rest
  | option :: _ when String.starts_with ~prefix:"-" option && option <> "-" ->
    misused (Printf.sprintf "%s: expected --expect or a file" (shown option))
  | file :: rest -> arguments wanted (file :: files) rest
  | [] -> wanted, List.rev files

(* Proofs by symmetry: a verdict for each line of each file. *)
let judge_mirrors files =
  let worst = ref 0 in
  let say (code, verdict, reason) =
    Option.iter explain reason;
    print_endline verdict;
    worst := max !worst code in
  let judge path =
    if List.length files > 1 then print_endline ("c " ^ quoted path);
    try Mirrors.verify path say with Mirrors.Unreadable text -> say (unreadable path text) in
  List.iter judge files;
  exit !worst

let main () =
  let mirrors, given =
    match List.tl (Array.to_list Sys.argv) with "--mirrors" :: given -> true, given | given -> false, given in
  let wanted, files = arguments [] [] given in
  if files = [] then misused "expected a file";
  if mirrors && wanted <> [] then misused "--expect: not for proofs by symmetry";
  if mirrors then judge_mirrors files;
  let keys = List.map fst wanted in
  if List.length (List.sort_uniq compare keys) < List.length keys then misused "--expect: expected each key once";
  let judge worst path =
    let code, verdict, reason = verify path wanted in
    Option.iter explain reason;
    if List.length files > 1 then print_endline ("c " ^ quoted path);
    print_endline verdict;
    max worst code in
  exit (List.fold_left judge 0 files)

(* Whatever happens, a verdict that was not written is none: uncaught, OCaml would exit with the code of DECLINED. *)
let () =
  Sys.catch_break true;
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  try main () with _ -> exit 70
