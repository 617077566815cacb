(** * The checker of growing orders as an OCaml program

    As in Extraction.v; and numbers become OCaml's own integers, with the operations of naturals.ml, which raise an
    exception where a number would be too large. *)

From Coq Require Import ExtrOcamlBasic PeanoNat.
From Coq Require Extraction.
From ZChomp Require Import GrowingChecker.

Extraction Language OCaml.

Extract Inductive nat => "int" [ "0" "Naturals.succ" ] "(fun zero next n -> if n = 0 then zero () else next (n - 1))".
Extract Inlined Constant Init.Nat.add => "Naturals.add".
Extract Inlined Constant PeanoNat.Nat.add => "Naturals.add".
Extract Inlined Constant Init.Nat.mul => "Naturals.mul".
Extract Inlined Constant PeanoNat.Nat.mul => "Naturals.mul".
Extract Inlined Constant Init.Nat.sub => "Naturals.sub".
Extract Inlined Constant PeanoNat.Nat.sub => "Naturals.sub".
Extract Inlined Constant Init.Nat.div => "Naturals.div".
Extract Inlined Constant PeanoNat.Nat.div => "Naturals.div".
Extract Inlined Constant Init.Nat.modulo => "Naturals.modulo".
Extract Inlined Constant PeanoNat.Nat.modulo => "Naturals.modulo".
Extract Inlined Constant Init.Nat.max => "Naturals.max".
Extract Inlined Constant PeanoNat.Nat.max => "Naturals.max".
Extract Inlined Constant Init.Nat.min => "Naturals.min".
Extract Inlined Constant PeanoNat.Nat.min => "Naturals.min".
Extract Inlined Constant Init.Nat.eqb => "Naturals.eqb".
Extract Inlined Constant PeanoNat.Nat.eqb => "Naturals.eqb".
Extract Inlined Constant Init.Nat.leb => "Naturals.leb".
Extract Inlined Constant PeanoNat.Nat.leb => "Naturals.leb".
Extract Inlined Constant Init.Nat.ltb => "Naturals.ltb".
Extract Inlined Constant PeanoNat.Nat.ltb => "Naturals.ltb".

Extraction "build/growing/growingchecker.ml" check_order opened feed is_complete.
