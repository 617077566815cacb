(* zchomp-check [--expect rows=3,upto=115] FILE...

   The checker of Checker.v, extracted from Coq, on certificates of three-rowed Chomp, nim-value 0, full mode.
   Verdict lines and exit codes are those of zchomp/verifier.py; what is out of its range is declined. *)

open Reader

let usage = "usage: zchomp-check [--expect rows=3,nim=0,upto=115] FILE..."

(* What was read of a file: its slices, and either the digest of the whole or the problem that was met. *)
let read_slices channel upto first_line =
  let whole = Sha256.create () in
  let take text = Sha256.feed whole (text ^ "\n"); text in
  let rec slices c last found =
    let at problem = List.rev found, Error (Printf.sprintf "line %d" (c + 2), problem) in
    match
      if c <= upto then begin
        let text = line channel "a slice" in
        let slice, prev = slice text in
        if prev <> Sha256.digest last then refused "prev: expected %s, found %s" (Sha256.digest last) prev;
        Either.Left (slice, take text)
      end else begin
        let text = line channel "the trailer" in
        let count, digest = trailer text in
        if count <> string_of_int (upto + 1) then refused "trailer: expected %d slices, found %s" (upto + 1) count;
        if digest <> Sha256.hex whole then refused "trailer: expected %s, found %s" (Sha256.hex whole) digest;
        ignore (take text);
        match input_char channel with
        | exception End_of_file -> Either.Right (Sha256.hex whole)
        | c -> refused "after the trailer: expected nothing, found %C" c
      end
    with
    | exception ((Refused _ | Declined _) as problem) -> at problem
    | Either.Left (slice, text) -> slices (c + 1) text (slice :: found)
    | Either.Right digest -> List.rev found, Ok digest in
  slices 0 (take first_line) []

(* The number of slices, from the first on, that the checker accepts. *)
let accepted slices =
  let rec walk context c = function
    | slice :: rest when Checker.check_line context slice -> walk (Checker.advance context slice) (c + 1) rest
    | _ -> c in
  walk Checker.initial 0 slices

let verify_channel channel wanted =
  let at where = function
    | Refused text -> Refused (where ^ ": " ^ text)
    | Declined text -> Declined (where ^ ": " ^ text)
    | problem -> problem in
  let first_line, { rows; nim; upto; _ } =
    try
      let text = line channel "the header" in
      let claim = header text in
      let value = function "rows" -> claim.rows | "nim" -> claim.nim | _ -> claim.upto in
      let compare (key, n) = if value key <> n then refused "claim: expected %s=%d, found %d" key n (value key) in
      List.iter compare wanted;
      if claim.rows <> 3 || claim.nim <> 0 || claim.mode <> "full" then
        declined "a claim of %d rows, nim-value %d, %s mode; this program handles 3, 0, full"
          claim.rows claim.nim claim.mode;
      text, claim
    with problem -> raise (at "line 1" problem) in
  let slices, outcome = read_slices channel upto first_line in
  let certificate : Checker.certificate =
    { claim_rows = natural rows; claim_nim = natural nim; claim_upto = natural upto; lines = slices } in
  match outcome with
  | Ok digest when Checker.check certificate ->
    Printf.sprintf "rows=%d nim=%d upto=%d slices=%d sha256=%s" rows nim upto (List.length slices) digest
  | _ ->
    let right = accepted slices in
    match outcome with
    | Error (where, problem) when right = List.length slices -> raise (at where problem)
    | _ -> refused "line %d, slice tail=[%d] nim=0: the checker does not accept it" (right + 2) right

(* Exit code, verdict line, reason. *)
let verify path wanted =
  let named = Printf.sprintf "'%s': %s" path in
  match
    let channel = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> verify_channel channel wanted)
  with
  | details -> 0, "s VERIFIED " ^ details, None
  | exception Refused text -> 1, "s NOT VERIFIED", Some (named text)
  | exception Declined text -> 2, "s DECLINED", Some (named text)
  | exception Sys_error text -> 64, "s ERROR", Some (text ^ "; expected a certificate file")
  | exception Sys.Break -> raise Sys.Break
  | exception problem -> 70, "s ERROR", Some (named ("internal error: " ^ Printexc.to_string problem))

let misused text =
  prerr_endline ("zchomp-check: " ^ text);
  print_endline "s ERROR";
  exit 64

let expectation option =
  let pair word =
    match String.split_on_char '=' word with
    | [("rows" | "nim" | "upto") as key; value]
      when value <> "" && String.length value <= max_digits && String.for_all is_digit value ->
      key, int_of_string value
    | _ -> misused (Printf.sprintf "--expect %S: expected some of rows=3,nim=0,upto=115, each once" option) in
  List.map pair (String.split_on_char ',' option)

let rec arguments wanted files = function
  | ("-h" | "--help") :: _ -> print_endline usage; exit 0
  | "--expect" :: option :: rest -> arguments (wanted @ expectation option) files rest
  | "--" :: rest -> wanted, List.rev_append files rest
  | option :: rest when String.starts_with ~prefix:"--expect=" option ->
    arguments (wanted @ expectation (String.sub option 9 (String.length option - 9))) files rest
  | option :: _ when String.starts_with ~prefix:"-" option && option <> "-" ->
    misused (Printf.sprintf "%S: expected --expect or a file" option)
  | file :: rest -> arguments wanted (file :: files) rest
  | [] -> wanted, List.rev files

let main () =
  let wanted, files = arguments [] [] (List.tl (Array.to_list Sys.argv)) in
  if files = [] then misused "expected a file";
  let keys = List.map fst wanted in
  if List.length (List.sort_uniq compare keys) < List.length keys then misused "--expect: expected each key once";
  let judge worst path =
    let code, verdict, reason = verify path wanted in
    Option.iter prerr_endline reason;
    if List.length files > 1 then Printf.printf "c '%s'\n" (String.escaped path);
    print_endline verdict;
    max worst code in
  exit (List.fold_left judge 0 files)

let () =
  Sys.catch_break true;
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  try main () with Sys.Break | Sys_error _ -> exit 70
