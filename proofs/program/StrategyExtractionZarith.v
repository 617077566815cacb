(** * The checker of strategy certificates as an OCaml program, with the numbers of Zarith for sets

    The same functions as in StrategyExtraction.v. Sets of elements become Zarith's integers, and each operation on them
    becomes the one that is named here; a test holds these against Coq's own definitions. *)

From Coq Require Import ExtrOcamlBasic PArith.
From Coq Require Extraction.
From ZChomp Require Import StrategyChecker.

Extraction Language OCaml.

Extract Inductive positive => "Elements.positive" [ "Elements.XI" "Elements.XO" "Elements.XH" ].

Extract Inlined Constant bits => "Elements.t".
Extract Inlined Constant no_bits => "Elements.none".
Extract Inlined Constant single => "Elements.single".
Extract Inlined Constant holds => "Elements.holds".
Extract Inlined Constant unite => "Elements.unite".
Extract Inlined Constant minus => "Elements.minus".
Extract Inlined Constant same_bits => "Elements.same".

Extraction "build/zarith/strategychecker.ml" open_strategy step_symmetry step_member close_strategy.
