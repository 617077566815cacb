(* A board of ByValue.v in a file, and back: the state in which a run can be interrupted and resumed.

   If the board that is read is the one that was written, up to what no later row looks at, then the lines before it need
   not be checked again: theorem resumed_sound in Resuming.v. Whether it is, cannot be seen from the file: who resumes
   believes it. Here the file is only read with care: no number is larger than it may be, and no more memory is taken than
   the file has bytes, twice over. *)

exception Unfit of string

let unfit text = raise (Unfit text)

(* Where to save the board, and the one to resume from. *)
let saved_at : string option ref = ref None
let resumed_from : string option ref = ref None
let is_wanted () = !saved_at <> None || !resumed_from <> None

let title = "zchomp-check board 1\n"

(* Larger numbers do not occur: those of a board are rows, columns and values. *)
let largest = 1 lsl 40

(* A number in 8 bytes, and a list of them after its length. *)
let write channel n =
  let word = Bytes.create 8 in
  Bytes.set_int64_le word 0 (Int64.of_int n);
  output_bytes channel word

let write_list channel one list = write channel (List.length list); List.iter (one channel) list
let write_number channel n = write channel (Numbers.integer n)

let read channel most =
  let n = Int64.to_int (String.get_int64_le (really_input_string channel 8) 0) in
  if n < 0 || n > most then unfit (Printf.sprintf "a number of %d where at most %d is expected" n most);
  n

let left channel = in_channel_length channel - pos_in channel

let read_list channel one = let n = read channel (left channel / 8) in List.init n (fun _ -> one channel)
let read_number channel = Numbers.natural (read channel largest)

(* The first block of columns that later rows look at: that of the row whose turn it is. In a group the blocks come by
   their distance from that of the value, so those before are at the end. *)
let live group first size = max 0 (min size ((group lsr 3 - first + 1) lsl 6))

let write_marks channel row ({ pairs; made } : Tables.table) =
  if pairs.version <> made then raise Tables.Stale;
  let first = row lsr 6 in
  write channel (Array.length pairs.groups);
  for group = first lsl 3 to Array.length pairs.groups - 1 do
    let size = live group first pairs.sizes.(group) in
    write channel size;
    output channel pairs.groups.(group) 0 size
  done

let read_marks channel row : Tables.table =
  let first = row lsr 6 in
  let count = read channel (first lsl 3 + left channel / 8) in
  let read_group group =
    let size = if group < first lsl 3 then 0 else read channel (left channel) in
    if size land 7 <> 0 then unfit "a group of marks that is not in words";
    let bytes = Bytes.create size in
    really_input channel bytes 0 size;
    bytes in
  let groups = Array.make count Bytes.empty in
  for group = 0 to count - 1 do groups.(group) <- read_group group done;
  let pairs = { Tables.groups; sizes = Array.map Bytes.length groups; full = Array.make (16 * count) 0; version = 0 } in
  { pairs; made = 0 }

(* The values of the diagonal from the row on: each is below [top]. *)
let write_diagonal channel row top diagonal =
  for p = row to top - 1 do write channel (Tables.look p diagonal + 1) done

let read_diagonal channel row top =
  let diagonal = ref Tables.blank in
  for p = row to top - 1 do
    match read channel largest with 0 -> () | v -> diagonal := Tables.assign p (v - 1) !diagonal
  done;
  !diagonal

(* The digest is that of the lines that the board comes from. *)
let save path digest (board : Checker.board) =
  let channel = open_out_bin (path ^ ".tmp") in
  Fun.protect ~finally:(fun () -> close_out_noerr channel) (fun () ->
    output_string channel (title ^ digest ^ "\n");
    List.iter (write_number channel) [board.row; board.last_row; board.stored; board.top; board.settled; board.turn];
    let write_sequence channel (s : _ Checker.sequence) =
      write_list channel write_number s.start;
      write_list channel write_number s.cycle in
    write_list channel write_sequence board.beyond;
    let row = Numbers.integer board.row in
    write_diagonal channel row (Numbers.integer board.top) board.diagonal;
    write_marks channel row board.marks;
    close_out channel);
  Sys.rename (path ^ ".tmp") path

(* The digest and the board, which must be one of a claim up to that row; what comes after it is not read. *)
let load path upto =
  let channel = try open_in_bin path with Sys_error text -> unfit text in
  Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
    try
      if really_input_string channel (String.length title) <> title then unfit "it is not a board that this program saves";
      let digest = String.sub (really_input_string channel 65) 0 64 in
      let last = Numbers.integer upto in
      let row = read channel (last + 1) in
      if read channel largest <> last then unfit "it is a board of another claim";
      let stored = read_number channel in
      let top = read channel (row + left channel / 8) in
      let settled = read_number channel in
      let turn = read_number channel in
      let read_sequence channel : _ Checker.sequence =
        let start = read_list channel read_number in
        { start; cycle = read_list channel read_number } in
      let beyond = read_list channel read_sequence in
      let diagonal = read_diagonal channel row top in
      let marks = read_marks channel row in
      digest, { Checker.row = Numbers.natural row; last_row = upto; marks; stored; beyond; diagonal;
                top = Numbers.natural top; settled; turn; newest = [] }
    with End_of_file -> unfit "the board is cut off")

(* What a signal wants: nothing, that the board is saved, or that the run ends then. *)
type wish = Nothing | Save | End

let wish = ref Nothing

(* When it was last said how many slices are checked; that is said at first at once, and then every second. *)
let told = ref (-1.0)

let listen () =
  let on wanted = Sys.Signal_handle (fun _ -> wish := wanted) in
  Sys.set_signal Sys.sigusr1 (on Save);
  List.iter (fun signal -> Sys.set_signal signal (on End)) [Sys.sigint; Sys.sigterm]

let save_to path digest count board =
  match save path (digest ()) board with
  | () -> Printf.printf "c saved %d\n%!" count
  | exception Sys_error text -> Printf.printf "c not saved: %s\n%!" text

(* So many slices are checked, and there is the board after them. *)
let report count digest board =
  let tell path =
    if !told < 0.0 then listen ();
    if Sys.time () >= !told +. 1.0 then begin
      told := Sys.time ();
      Printf.printf "c checked %d\n%!" count
    end;
    let wanted = !wish in
    wish := Nothing;
    if wanted <> Nothing then save_to path digest count board;
    if wanted = End then exit 130 in
  Option.iter tell !saved_at
