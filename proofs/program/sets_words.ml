(* Sets of numbers for a browser: bit v mod 30 of word v / 30 says whether v is in the set. No word at the end is 0. A
   set is never changed once it is made. An engine of JavaScript has words of 30 bits in the array itself.

   Each function must be what the function of that name in Columns.v is; operations_test.ml compares them. *)

type t = int array

let size = 30
let full = 1 lsl size - 1

let no_number : t = [||]

let is_trimmed (s : t) = s = [||] || s.(Array.length s - 1) <> 0

let equal (s : t) (t : t) =
  let n = Array.length s and i = ref 0 in
  while !i < n && !i < Array.length t && s.(!i) = t.(!i) do incr i done;
  !i = n && n = Array.length t

(* The number of the lowest bit of a word that is 0; not all are 1. *)
let lowest_zero word =
  let n = ref 0 and bits = ref word in
  if !bits land 0x7fff = 0x7fff then begin n := 15; bits := !bits lsr 15 end;
  while !bits land 1 = 1 do incr n; bits := !bits lsr 1 done;
  !n

(* A word of a set; beyond its end there are none. *)
let[@inline] word (s : t) i = if i < Array.length s then Array.unsafe_get s i else 0

(* The least number that is in neither of two sets. *)
let mex s t =
  let i = ref 0 in
  while word s !i lor word t !i = full do incr i done;
  size * !i + lowest_zero (word s !i lor word t !i)

let set_bit v (s : t) = s.(v / size) <- s.(v / size) lor (1 lsl (v mod size))

(* A copy with at least so many words, the new ones 0. *)
let copy (s : t) words =
  let result = Array.make (max words (Array.length s)) 0 in
  Array.blit s 0 result 0 (Array.length s);
  result

let insert v s =
  let result = copy s (v / size + 1) in
  set_bit v result;
  result

let union s t =
  let result = copy s (Array.length t) in
  Array.iteri (fun i bits -> result.(i) <- result.(i) lor bits) t;
  result

(* All numbers decreased by one, the number b included first; what was 0 is gone. *)
let shift (s : t) b =
  let n = Array.length s in
  (* The last word of s is lost if its only number is the first of that word. *)
  let kept = if n > 0 && s.(n - 1) = 1 then n - 1 else n in
  let result = Array.make (max kept ((b + size - 1) / size)) 0 in
  for i = 0 to kept - 1 do
    Array.unsafe_set result i (Array.unsafe_get s i lsr 1 lor ((word s (i + 1) land 1) lsl (size - 1)))
  done;
  if b > 0 then set_bit (b - 1) result;
  result

(* The set of the bits of a little-endian number, and back. *)
let of_bits text =
  let has v = Char.code text.[v / 8] lsr (v mod 8) land 1 = 1 in
  let numbers = List.filter has (List.init (8 * String.length text) Fun.id) in
  List.fold_left (fun s v -> insert v s) no_number numbers

let to_bits (s : t) =
  let bit v = if word s (v / size) lsr (v mod size) land 1 = 1 then 1 lsl (v mod 8) else 0 in
  let byte i = List.fold_left (fun sum k -> sum + bit (8 * i + k)) 0 (List.init 8 Fun.id) in
  String.init ((size * Array.length s + 7) / 8) (fun i -> Char.chr (byte i))
