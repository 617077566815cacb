(* The operations of ExtractionZarith.v and BarExtractionZarith.v on Zarith's integers, and on sets as machine words (sets.ml). A number of Coq is
   an integer that is not negative.

   Each must be what the function of that name in Coq is; operations_test.ml compares them. *)

type t = Z.t

let zero = Z.zero
let one = Z.one
let positive p = p
let one_after p = Z.succ (Z.shift_left p 1)
let zero_after p = Z.shift_left p 1

let match_positive odd even last p =
  if Z.equal p Z.one then last () else if Z.is_odd p then odd (Z.shift_right p 1) else even (Z.shift_right p 1)

let match_number none some n = if Z.sign n = 0 then none () else some n

(* Most numbers are machine words, as Zarith has them: then a machine operation is enough, unless it overflows. *)
let[@inline] is_word (n : t) = Obj.is_int (Obj.repr n)
let[@inline] word (n : t) : int = Obj.magic n

let[@inline] eqb n m = if is_word n && is_word m then word n = word m else Z.equal n m
let[@inline] leb n m = if is_word n && is_word m then word n <= word m else Z.leq n m
let[@inline] ltb n m = if is_word n && is_word m then word n < word m else Z.lt n m
let[@inline] succ n = if is_word n && word n < max_int then Z.of_int (word n + 1) else Z.succ n
let pred n = if Z.sign n = 0 then n else Z.pred n

let[@inline] add n m =
  if is_word n && is_word m && word n + word m >= 0 then Z.of_int (word n + word m) else Z.add n m

let sub n m = if Z.leq n m then Z.zero else Z.sub n m
let mul = Z.mul
let div n m = if Z.sign m = 0 then Z.zero else Z.div n m
let modulo n m = if Z.sign m = 0 then n else Z.rem n m
let lcm n m = if Z.sign n = 0 || Z.sign m = 0 then Z.zero else Z.lcm n m
let min n m = if Z.leq n m then n else m
let max n m = if Z.leq n m then m else n

(* A number as a machine word; there is an exception if it is none. *)
let[@inline] small n = if is_word n then word n else Z.to_int n

let iter n f x =
  let rec go i x = if i = 0 then x else go (i - 1) (f x) in
  go (small n) x

(* Sets *)
type set = Sets.t

let no_number = Sets.no_number
let equal = Sets.equal
let union = Sets.union
let insert v s = Sets.insert (small v) s
let mex s t = Z.of_int (Sets.mex s t)
let shift s b = Sets.shift s (small b)

(* A set from its number, and back. *)
let set_of_number n = Sets.of_bits (Z.to_bits n)
let match_set f s = f (Z.of_bits (Sets.to_bits s))

(* Tables: their numbers are those of columns and values, small ones. *)
let look i m = match Tables.look (small i) m with -1 -> None | v -> Some (Z.of_int v)
let assign i v m = Tables.assign (small i) (small v) m
let mark q p t = Tables.mark (small q) (small p) t
let line_up first n = Tables.line_up (small first) (small n)
let leave q w = Tables.leave (small q) w
let first_free t p w = match Tables.first_free t (small p) w with -1 -> None | q -> Some (Z.of_int q)

let until n enough f x =
  let rec go i x = if i = 0 || enough x then x else go (i - 1) (f x) in
  go (small n) x

(* The bits of numbers. Shifts are by machine words. *)
let[@inline] either n m = if is_word n && is_word m then Z.of_int (word n lor word m) else Z.logor n m
let[@inline] both n m = if is_word n && is_word m then Z.of_int (word n land word m) else Z.logand n m

let[@inline] without n m =
  if is_word n && is_word m then Z.of_int (word n land lnot (word m)) else Z.logand n (Z.lognot m)

let shiftl n m = Z.shift_left n (small m)
let shiftr n m = Z.shift_right n (small m)
let ones n = Z.pred (Z.shift_left Z.one (small n))
let odd = Z.is_odd
let testbit n m = Z.testbit n (small m)
let extract first size n = if Z.sign size = 0 then Z.zero else Z.extract n (small first) (small size)
let population n = Z.of_int (Z.popcount n)
