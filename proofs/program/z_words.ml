(* The part of Zarith that operations.ml and elements.ml use, for a browser: machine words that are not negative. What
   does not fit is an exception (Failure), of which web.ml makes "s DECLINED": no number is ever cut.

   operations_test.ml compares these too, compiled by js_of_ocaml: each is Coq's result, or an exception if that result
   does not fit. *)

type t = int

let fitting is_right n = if is_right then n else failwith "a number that does not fit"

let zero = 0
let one = 1
let of_int (n : int) : t = n
let to_int (n : t) : int = n
let equal (n : t) (m : t) = n = m
let leq (n : t) (m : t) = n <= m
let lt (n : t) (m : t) = n < m
let sign (n : t) = compare n 0
let is_odd n = n land 1 = 1
let add n m = fitting (m <= max_int - n) (n + m)
let succ n = add n 1
let pred n = n - 1
let sub n m = n - m
let mul n m = fitting (n = 0 || m <= max_int / n) (n * m)
let div n m = n / m
let rem n m = n mod m
let rec gcd n m = if m = 0 then n else gcd m (n mod m)
let lcm n m = mul (n / gcd n m) m
let width = Sys.int_size - 1
let shift_left n by = fitting (n = 0 || (by < width && n <= max_int asr by)) (n lsl by)
let shift_right n by = if by < width then n asr by else 0
let testbit n i = shift_right n i land 1 = 1
let extract n first size = shift_right n first land (if size < width then 1 lsl size - 1 else max_int)
let rec popcount n = if n = 0 then 0 else 1 + popcount (n land (n - 1))
let logor = ( lor )
let logand = ( land )
let lognot = lnot

(* The bytes of a number, the lowest first, and back. *)
let to_bits n = String.init ((Sys.int_size + 7) / 8) (fun i -> Char.chr (n asr (8 * i) land 255))

let of_bits text =
  let rec value i = if i = String.length text then 0 else add (shift_left (value (i + 1)) 8) (Char.code text.[i]) in
  value 0
