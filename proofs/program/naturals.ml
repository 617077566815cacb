(* Natural numbers as OCaml's integers, for the checker that is extracted from GrowingChecker.v: the operations of Coq's
   Nat, each as Coq defines it, or an exception where the result is larger than an integer can be. *)

exception Too_large

let succ n = if n = max_int then raise Too_large else n + 1
let add a b = if a > max_int - b then raise Too_large else a + b
let mul a b = if b <> 0 && a > max_int / b then raise Too_large else a * b
let sub (a : int) b = if a > b then a - b else 0
let div a b = if b = 0 then 0 else a / b
let modulo a b = if b = 0 then a else a mod b
let max (a : int) b = if a < b then b else a
let min (a : int) b = if a < b then a else b
let eqb (a : int) b = a = b
let leb (a : int) b = a <= b
let ltb (a : int) b = a < b
