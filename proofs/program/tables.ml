(* The tables of ByValue.v with machine words. What is changed is changed in place: each version of a table knows whether it is the
   last one, and an older one is never read (Stale), so that a program has Coq's result or none.

   Each function must be what the function of that name in ByValue.v is; operations_test.ml compares them. *)

exception Stale

external get : Bytes.t -> int -> int64 = "%caml_bytes_get64u"
external put : Bytes.t -> int -> int64 -> unit = "%caml_bytes_set64u"

(* At least so many bytes, the new ones 0. *)
let grown bytes size =
  let wider = Bytes.make (max size (Bytes.length bytes * 3 / 2 land (-8))) '\000' in
  Bytes.unsafe_blit bytes 0 wider 0 (Bytes.length bytes);
  wider

(* Numbers by number: a word each, which is 0, or the number and one. *)
type cells = { mutable words : Bytes.t; mutable now : int }
type numbers = { cells : cells; since : int }

let blank = { cells = { words = Bytes.empty; now = 0 }; since = 0 }

let look i { cells; since } =
  if cells.now <> since then raise Stale;
  if 8 * i < Bytes.length cells.words then Int64.to_int (get cells.words (8 * i)) - 1 else -1

(* The size of the last one that grew: so large will the next one be. *)
let usual = ref 1024

let assign i v numbers =
  let { cells; since } = numbers in
  if cells.now <> since then raise Stale;
  let cells = if cells == blank.cells then { words = Bytes.make !usual '\000'; now = 0 } else cells in
  if 8 * i >= Bytes.length cells.words then begin
    cells.words <- grown cells.words (8 * i + 8);
    usual := Bytes.length cells.words
  end;
  put cells.words (8 * i) (Int64.of_int (v + 1));
  cells.now <- cells.now + 1;
  { cells; since = cells.now }

(* Marked pairs. The columns are in blocks of 64, one bit each; the values are in groups of eight, so that the words of
   neighbouring values lie side by side; in a group the blocks come by their distance from that of the value.

   The blocks from full.(2p) to full.(2p + 1) - 1 are known to be wholly marked with p: this saves most of the way. And
   sizes has the length of each group: OCaml would look for it at both ends of the group, far away in memory. *)
type pairs = {
  mutable groups : Bytes.t array; mutable sizes : int array; mutable full : int array; mutable version : int }
type table = { pairs : pairs; made : int }

let nowhere = { pairs = { groups = [||]; sizes = [||]; full = [||]; version = 0 }; made = 0 }

let longer array size nothing =
  let size' = max size (Array.length array * 3 / 2) in
  let result = Array.make size' nothing in
  Array.blit array 0 result 0 (Array.length array);
  result

(* The place of a word in its group, in bytes. *)
let place q p = ((p lsr 6) - (q lsr 6)) lsl 6 + (p land 7) lsl 3

let mark q p table =
  let { pairs; made } = table in
  if pairs.version <> made then raise Stale;
  let pairs =
    if pairs == nowhere.pairs then { groups = [||]; sizes = [||]; full = [||]; version = 0 } else pairs in
  pairs.version <- pairs.version + 1;
  (* What is marked above its column is never asked for. *)
  if q <= p then begin
    let group = p lsr 3 in
    if group >= Array.length pairs.groups then begin
      pairs.groups <- longer pairs.groups (group + 64) Bytes.empty;
      pairs.sizes <- longer pairs.sizes (Array.length pairs.groups) 0;
      pairs.full <- longer pairs.full (16 * Array.length pairs.groups) 0
    end;
    let at = place q p in
    let words = Array.unsafe_get pairs.groups group in
    let words =
      if at < pairs.sizes.(group) then words
      else begin
        let wider = grown words (at lor 63 + 1) in
        pairs.groups.(group) <- wider;
        pairs.sizes.(group) <- Bytes.length wider;
        wider
      end in
    put words at (Int64.logor (get words at) (Int64.shift_left 1L (q land 63)))
  end;
  { pairs; made = pairs.version }

(* Columns that wait: a bit for each, from that of the block [base] on; none in the words before [low]. *)
type columns = { bits : Bytes.t; base : int; mutable low : int; mutable left : int; mutable turn : int }
type queue = { columns : columns; asked : int }

let line_up first n =
  let base = first lsr 6 in
  let blocks = if n = 0 then 0 else ((first + n - 1) lsr 6) - base + 1 in
  let bits = Bytes.make (8 * blocks) '\255' in
  if n > 0 then begin
    put bits 0 (Int64.shift_left (-1L) (first land 63));
    let at = 8 * (blocks - 1) and used = (first + n - 1) land 63 + 1 in
    put bits at (Int64.logand (get bits at) (Int64.shift_right_logical (-1L) (64 - used)))
  end;
  { columns = { bits; base; low = 0; left = n; turn = 0 }; asked = 0 }

let nobody { columns; asked } =
  if columns.turn <> asked then raise Stale;
  columns.left = 0

let leave q { columns; asked } =
  if columns.turn <> asked then raise Stale;
  let at = 8 * ((q lsr 6) - columns.base) in
  if at >= 0 && at < Bytes.length columns.bits then begin
    let word = get columns.bits at and bit = Int64.shift_left 1L (q land 63) in
    if not (Int64.equal (Int64.logand word bit) 0L) then begin
      put columns.bits at (Int64.logxor word bit);
      columns.left <- columns.left - 1
    end
  end;
  columns.turn <- columns.turn + 1;
  { columns; asked = columns.turn }

(* The number of the lowest bit of a word that is 1; not all are 0. *)
let lowest word =
  let n = ref 0 and bits = ref (Int64.to_int word land 0xffffffff) in
  if !bits = 0 then begin n := 32; bits := Int64.to_int (Int64.shift_right_logical word 32) end;
  if !bits land 0xffff = 0 then begin n := !n + 16; bits := !bits lsr 16 end;
  if !bits land 0xff = 0 then begin n := !n + 8; bits := !bits lsr 8 end;
  if !bits land 0xf = 0 then begin n := !n + 4; bits := !bits lsr 4 end;
  while !bits land 1 = 0 do incr n; bits := !bits lsr 1 done;
  !n

(* The first column that waits, p or less, and is not marked with p; -1 if there is none. *)
let first_free { pairs; made } p { columns; asked } =
  if pairs.version <> made || columns.turn <> asked then raise Stale;
  let bits = columns.bits and base = columns.base in
  let blocks = Bytes.length bits / 8 in
  while columns.low < blocks && Int64.equal (get bits (8 * columns.low)) 0L do columns.low <- columns.low + 1 done;
  let group = p lsr 3 in
  let words = if group < Array.length pairs.groups then Array.unsafe_get pairs.groups group else Bytes.empty in
  let size = if group < Array.length pairs.sizes then Array.unsafe_get pairs.sizes group else 0 in
  let own = p lsr 6 and end_ = base + blocks - 1 in
  let last = if own < end_ then own else end_ in
  let block = ref (base + columns.low) and found = ref (-1) in
  let full = pairs.full in
  if size > 0 && !block >= full.(2 * p) && !block < full.(2 * p + 1) then block := full.(2 * p + 1);
  while !block <= last do
    let i = !block in
    let at = place (i lsl 6) p in
    let marked = if at < size then get words at else 0L in
    if Int64.equal marked (-1L) then begin
      (* The known run grows, or begins anew. *)
      if i <> full.(2 * p + 1) then full.(2 * p) <- i;
      full.(2 * p + 1) <- i + 1;
      block := i + 1
    end
    else begin
      let free = Int64.logand (get bits (8 * (i - base))) (Int64.lognot marked) in
      let free = if i = own then Int64.logand free (Int64.shift_right_logical (-1L) (63 - p land 63)) else free in
      if Int64.equal free 0L then begin
        block := i + 1;
        if size > 0 && i + 1 >= full.(2 * p) && i + 1 < full.(2 * p + 1) then block := full.(2 * p + 1)
      end
      else begin
        found := i lsl 6 + lowest free;
        block := max_int
      end
    end
  done;
  !found
