
val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val add : nat -> nat -> nat

val last : 'a1 list -> 'a1 -> 'a1

val firstn : nat -> 'a1 list -> 'a1 list

val skipn : nat -> 'a1 list -> 'a1 list

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val pred_N : positive -> n

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : positive -> mask

  val sub_mask : positive -> positive -> mask

  val sub_mask_carry : positive -> positive -> mask

  val sub : positive -> positive -> positive

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val size_nat : positive -> nat

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val gcdn : nat -> positive -> positive -> positive

  val gcd : positive -> positive -> positive

  val coq_lor : positive -> positive -> positive

  val shiftl : positive -> n -> positive

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat
 end

module N :
 sig
  val succ_double : n -> n

  val double : n -> n

  val succ : n -> n

  val pred : n -> n

  val sub : n -> n -> n

  val mul : n -> n -> n

  val compare : n -> n -> comparison

  val eqb : n -> n -> bool

  val leb : n -> n -> bool

  val max : n -> n -> n

  val div2 : n -> n

  val pos_div_eucl : positive -> n -> n * n

  val div_eucl : n -> n -> n * n

  val div : n -> n -> n

  val modulo : n -> n -> n

  val gcd : n -> n -> n

  val coq_lor : n -> n -> n

  val shiftl : n -> n -> n

  val to_nat : n -> nat

  val iter : n -> ('a1 -> 'a1) -> 'a1 -> 'a1

  val lcm : n -> n -> n

  val setbit : n -> n -> n
 end

type shape =
| Periodic
| Finite
| Empty

type line = { tail : n list; nim : n; kind : shape; head : n list;
              period : n list; modulus : n; bound : n }

type 'a sequence = { start : 'a list; cycle : 'a list }

val next : 'a1 sequence -> ('a1 * 'a1 sequence) option

val insert : n -> n -> n

val trailing_ones : positive -> n

val mex : n -> n

val shift : n -> n -> n

type walker = { shadow : n sequence; terms : n sequence; here : n }

val step : walker -> walker option

val step_on : walker option -> walker option

val walk : n -> walker option -> walker option

val ends : walker -> bool

val count_from : n -> 'a1 list -> n

val count : 'a1 list -> n

val same : n list -> n list -> bool

type context = { width : n; first : n; under : n sequence }

val initial : context

val begin0 : context -> line -> walker option

val check_finite : context -> line -> bool

val check_return : context -> line -> bool

val agrees : n list -> n sequence -> bool

val shorter_period : n list -> n -> n -> n list -> bool

val last_is : n -> n list -> bool

val least : line -> bool

val check_periodic : context -> line -> bool

val check_line : context -> line -> bool

val merged : nat -> n sequence -> n sequence -> n list

val merge : n sequence -> n sequence -> n sequence

val drop_first : 'a1 sequence -> 'a1 sequence

val advance : context -> line -> context

val opened : n -> n -> context option

val feed : context option -> line -> context option

val closed : n -> context option -> bool
