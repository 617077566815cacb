(* The lines before a segment, taken as they stand: see Segments.v.

   Nobody has checked them, so what is kept of them must be limited here. What is beyond the limits is declined, by its
   number of line: a right certificate is not, unless it is larger than any that is written. *)

open Reader
open Judging

(* What the lines may occupy in memory: so many bytes, and so many for each byte that their terms take at the least. *)
let spare, share = 1 lsl 28, 64

type t = { mutable read : int; mutable largest : int }

let declined form = Printf.ksprintf (fun text -> declined "cannot be taken as it stands: %s" text) form

let sum numbers = List.fold_left (fun total n -> total + Numbers.integer n) 0 numbers

(* No term is larger than the number of positions that exclude terms. Those are of five kinds: for B(a), at most a own
   ones, t1 corners, the sum of the tail below, nim lower, and the empty bar. All terms occur in the head or in the
   first period, so a is less than their lengths together. *)
let check_terms passing tail nim terms =
  let limit =
    List.length terms + (match tail with [] -> 0 | width :: _ -> Numbers.integer width) + sum tail + nim + 1 in
  let largest = List.fold_left (fun most term -> max most (Numbers.integer term)) 0 terms in
  if largest > limit then declined "a term of %d, where at most %d is possible" largest limit;
  passing.largest <- max passing.largest largest

(* A line makes a new set for each of its terms, once for each row of the tail and once for the smaller nim-values. *)
let check_memory passing tail terms columns =
  let growth = (List.length tail + 1) * (terms + columns) * Numbers.bytes_of_set passing.largest in
  let heap = (Gc.quick_stat ()).heap_words * (Sys.word_size / 8) in
  if heap + growth > spare + share * passing.read then declined "it fills more memory than a right certificate would"

(* The next slice, of a full certificate. *)
let pass_slice passing state tail nim { Checker.content = line; _ } =
  same "tail" (numbers tail) (numbers line.tail);
  same "nim" (numbers [nim]) (numbers [line.nim]);
  let columns = Numbers.integer (Checker.reach state line) in
  if columns > max_bound then declined "slices that repeat together only after %d columns" columns;
  let head = match line.head with Checker.Listed terms -> terms | Counted _ -> [] in
  let terms = List.length head + List.length line.period in
  passing.read <- passing.read + 2 * terms + 150;
  check_terms passing tail (Numbers.integer nim) (List.rev_append head line.period);
  check_memory passing tail terms columns;
  match Checker.pass (Some state) line with
  | None -> declined "the checker keeps nothing of it"
  | Some passed -> passed

(* The program of the checker that takes so many lines as they stand, and then checks. *)
let program count { Checker.of_rows; of_nim; of_upto; _ } =
  let passing = { read = 0; largest = 0 } in
  let rec from count (state : Checker.context) =
    match state with
    | { pending = tail :: _; now = nim; _ } when count > 0 ->
      let next slice = from (count - 1) (pass_slice passing state tail nim slice) in
      { turn = Some (tail, nim); next; complete = false; board = None }
    | _ -> general state in
  match Checker.opened of_rows of_nim of_upto with
  | Some state -> from count state
  | None -> refused "expected rows >= 2"
