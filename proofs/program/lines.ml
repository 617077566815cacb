(* The lines of a file; and what a line of a certificate says, by the reader that is extracted from Reader.v. *)

open Reader

(* The bytes of a line as Coq has them, and back. *)
let text line =
  let rec from at rest = if at < 0 then rest else from (at - 1) (Checker.String (line.[at], rest)) in
  from (String.length line - 1) Checker.EmptyString

let bytes text =
  let buffer = Buffer.create 64 in
  let rec add = function Checker.String (c, rest) -> Buffer.add_char buffer c; add rest | EmptyString -> () in
  add text;
  Buffer.contents buffer

let decimal n = bytes (Checker.write_number n)

(* What the proved reader reads, of a line that has the right form; reader.ml says what is wrong with others. *)
let proved read line =
  match read (text line) with Some found -> found | None -> refused "the proved reader does not accept this line"

let read_header line = examine_header line; proved Checker.read_header line
let read_slice mode line = examine_slice mode line; proved (Checker.read_slice mode) line

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

(* The next line, without its line feed, which counts: at most so many bytes with it. *)
let line ?(limit = max_line) source what =
  let buffer = source.buffer in
  Buffer.clear buffer;
  let rec gather () =
    if Buffer.length buffer > limit then declined "a line of more than %d bytes" limit;
    if not (more source) then refused "the file ends where %s is expected" what;
    let stop = ref source.first in
    let piece = source.piece and beyond = source.beyond in
    while !stop < beyond && Bytes.get piece !stop <> '\n' do incr stop done;
    Buffer.add_subbytes buffer source.piece source.first (!stop - source.first);
    let ended = !stop < source.beyond in
    source.first <- (if ended then !stop + 1 else !stop);
    if not ended then gather ()
    else if Buffer.length buffer >= limit then declined "a line of more than %d bytes" limit
    else Buffer.contents buffer in
  gather ()
