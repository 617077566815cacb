(* Sets of elements for the checker of strategies, in the fast build: Zarith's integers, bit x - 1 for the element x.
   StrategyExtractionZarith.v puts these in the place of Coq's; operations_test.ml compares the two. *)

type positive = XI of positive | XO of positive | XH
type t = Z.t

let rec integer = function XH -> 1 | XO p -> 2 * integer p | XI p -> (2 * integer p) + 1

let none = Z.zero
let single x = Z.shift_left Z.one (integer x - 1)
let holds s x = Z.testbit s (integer x - 1)
let unite = Z.logor
let minus s t = Z.logand s (Z.lognot t)
let same = Z.equal
