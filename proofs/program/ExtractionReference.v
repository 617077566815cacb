(** * The operations that ExtractionZarith.v, StrategyExtractionZarith.v, BarExtractionZarith.v and GrowingExtraction.v
    replace, as Coq defines them: operations_test.ml compares the two *)

From Coq Require Import ExtrOcamlBasic NArith PeanoNat.
From Coq Require Extraction.
From ZChomp Require Import Columns ByValue StrategyChecker BarPlanes.

Extraction Language OCaml.
Extraction "build/test/reference.ml"
  N.eqb N.leb N.ltb N.succ N.pred N.add N.sub N.mul N.div N.modulo N.lcm N.min N.max N.iter
  no_number insert union equal mex shift
  blank look assign nowhere mark line_up nobody leave first_free until
  no_bits single holds unite minus same_bits
  N.lor N.land N.ldiff N.shiftl N.shiftr N.ones N.odd N.testbit extract population
  Nat.add Nat.mul Nat.sub Nat.div Nat.modulo Nat.max Nat.min Nat.eqb Nat.leb Nat.ltb.
