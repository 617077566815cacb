(* Sets of numbers as machine words: bit v mod 64 of word v / 64 says whether v is in the set. No word at the end is 0.
   A set is never changed once it is made.

   Each function must be what the function of that name in Columns.v is; operations_test.ml compares them. *)

type t = Bytes.t

external get : Bytes.t -> int -> int64 = "%caml_bytes_get64u"
external put : Bytes.t -> int -> int64 -> unit = "%caml_bytes_set64u"

let no_number = Bytes.empty

(* Whole words, the last one not 0. *)
let is_trimmed s =
  let size = Bytes.length s in
  size land 7 = 0 && (size = 0 || not (Int64.equal (get s (size - 8)) 0L))

let equal (s : t) (t : t) = Bytes.equal s t

(* The number of the lowest bit of a word that is 0; not all are 1. *)
let lowest_zero word =
  let n = ref 0 and bits = ref (Int64.to_int word land 0xffffffff) in
  if !bits = 0xffffffff then begin n := 32; bits := Int64.to_int (Int64.shift_right_logical word 32) end;
  if !bits land 0xffff = 0xffff then begin n := !n + 16; bits := !bits lsr 16 end;
  if !bits land 0xff = 0xff then begin n := !n + 8; bits := !bits lsr 8 end;
  while !bits land 1 = 1 do incr n; bits := !bits lsr 1 done;
  !n

(* The least number that is in neither of two sets: four words at a time as long as they are full. *)
let mex s t =
  let s, t = if Bytes.length s <= Bytes.length t then s, t else t, s in
  let size = Bytes.length s and all = Bytes.length t in
  let i = ref 0 in
  while !i + 32 <= size &&
    (let j = !i in
     Int64.equal (-1L)
       (Int64.logand
          (Int64.logand (Int64.logor (get s j) (get t j)) (Int64.logor (get s (j + 8)) (get t (j + 8))))
          (Int64.logand (Int64.logor (get s (j + 16)) (get t (j + 16))) (Int64.logor (get s (j + 24)) (get t (j + 24))))))
  do i := !i + 32 done;
  while !i < size && Int64.equal (Int64.logor (get s !i) (get t !i)) (-1L) do i := !i + 8 done;
  if !i < size then 8 * !i + lowest_zero (Int64.logor (get s !i) (get t !i))
  else begin
    while !i < all && Int64.equal (get t !i) (-1L) do i := !i + 8 done;
    if !i < all then 8 * !i + lowest_zero (get t !i) else 8 * !i
  end

(* The bits of a set as those of a little-endian number; and the set of such bits, without zeros at the end. *)
let to_bits = Bytes.to_string

let of_bits text =
  let size = ref ((String.length text + 7) / 8 * 8) in
  let s = Bytes.make !size '\000' in
  Bytes.blit_string text 0 s 0 (String.length text);
  while !size > 0 && Int64.equal (get s (!size - 8)) 0L do size := !size - 8 done;
  Bytes.sub s 0 !size

let set_bit v s =
  let at = v / 64 * 8 in
  put s at (Int64.logor (get s at) (Int64.shift_left 1L (v land 63)))

let insert v s =
  let size = Bytes.length s in
  let wanted = (v / 64 * 8) + 8 in
  let result = Bytes.create (if wanted > size then wanted else size) in
  Bytes.unsafe_blit s 0 result 0 size;
  if wanted > size then Bytes.unsafe_fill result size (wanted - size) '\000';
  set_bit v result;
  result

let union s t =
  let s, t = if Bytes.length s <= Bytes.length t then s, t else t, s in
  let result = Bytes.copy t in
  let i = ref 0 in
  while !i < Bytes.length s do
    put result !i (Int64.logor (get s !i) (get t !i));
    i := !i + 8
  done;
  result

(* All numbers decreased by one, the number b included first; what was 0 is gone. *)
let shift s b =
  let size = Bytes.length s in
  let b = b - 1 in
  let wanted = if b < 0 then 0 else (b / 64 * 8) + 8 in
  (* The last word of s is lost if its only number is the first of that word. *)
  let kept = if size > 0 && Int64.equal (get s (size - 8)) 1L then size - 8 else size in
  let result = Bytes.create (if wanted > kept then wanted else kept) in
  let i = ref 0 in
  while !i + 32 < size do
    let j = !i in
    let w1 = get s (j + 8) and w2 = get s (j + 16) and w3 = get s (j + 24) in
    put result j (Int64.logor (Int64.shift_right_logical (get s j) 1) (Int64.shift_left w1 63));
    put result (j + 8) (Int64.logor (Int64.shift_right_logical w1 1) (Int64.shift_left w2 63));
    put result (j + 16) (Int64.logor (Int64.shift_right_logical w2 1) (Int64.shift_left w3 63));
    put result (j + 24) (Int64.logor (Int64.shift_right_logical w3 1) (Int64.shift_left (get s (j + 32)) 63));
    i := j + 32
  done;
  while !i + 8 < size do
    put result !i (Int64.logor (Int64.shift_right_logical (get s !i) 1) (Int64.shift_left (get s (!i + 8)) 63));
    i := !i + 8
  done;
  if kept = size && size > 0 then put result !i (Int64.shift_right_logical (get s !i) 1);
  if wanted > kept then Bytes.unsafe_fill result kept (wanted - kept) '\000';
  if b >= 0 then set_bit b result;
  result
