(** * The program for the openings of bars in OCaml, with the numbers of Zarith

    The same function as in BarExtraction.v. Binary numbers become Zarith's integers, and each operation on them that is
    named here becomes the one of that name in operations.ml; a test holds these against Coq's own definitions. *)

From Coq Require Import ExtrOcamlBasic NArith.
From Coq Require Extraction.
From ZChomp Require Import BarPlanes.

Extraction Language OCaml.

Extract Inductive positive => "Operations.t"
  [ "Operations.one_after" "Operations.zero_after" "Operations.one" ] "Operations.match_positive".
Extract Inductive N => "Operations.t" [ "Operations.zero" "Operations.positive" ] "Operations.match_number".

Extract Inlined Constant N.succ => "Operations.succ".
Extract Inlined Constant N.add => "Operations.add".
Extract Inlined Constant N.sub => "Operations.sub".
Extract Inlined Constant N.lor => "Operations.either".
Extract Inlined Constant N.land => "Operations.both".
Extract Inlined Constant N.ldiff => "Operations.without".
Extract Inlined Constant N.shiftl => "Operations.shiftl".
Extract Inlined Constant N.shiftr => "Operations.shiftr".
Extract Inlined Constant N.ones => "Operations.ones".
Extract Inlined Constant N.odd => "Operations.odd".
Extract Inlined Constant N.testbit => "Operations.testbit".
Extract Inlined Constant extract => "Operations.extract".
Extract Inlined Constant population => "Operations.population".

Extraction "build/zarith/barplanes.ml" bars.
