(** * The checker as an OCaml program, with the numbers of Zarith

    The same functions as in Extraction.v. Binary numbers become Zarith's integers, and each operation on them that is
    named here becomes the one of that name in operations.ml; what is not named here computes with the bits, slowly
    and rightly. A test holds every one of these operations against Coq's own definition. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlChar NArith.
From Coq Require Extraction.
From ZChomp Require Import Checker ByValue Reader.

Extraction Language OCaml.

Extract Inductive positive => "Operations.t"
  [ "Operations.one_after" "Operations.zero_after" "Operations.one" ] "Operations.match_positive".
Extract Inductive N => "Operations.t" [ "Operations.zero" "Operations.positive" ] "Operations.match_number".

Extract Inlined Constant N.eqb => "Operations.eqb".
Extract Inlined Constant N.leb => "Operations.leb".
Extract Inlined Constant N.ltb => "Operations.ltb".
Extract Inlined Constant N.succ => "Operations.succ".
Extract Inlined Constant N.pred => "Operations.pred".
Extract Inlined Constant N.add => "Operations.add".
Extract Inlined Constant N.sub => "Operations.sub".
Extract Inlined Constant N.mul => "Operations.mul".
Extract Inlined Constant N.div => "Operations.div".
Extract Inlined Constant N.modulo => "Operations.modulo".
Extract Inlined Constant N.lcm => "Operations.lcm".
Extract Inlined Constant N.min => "Operations.min".
Extract Inlined Constant N.max => "Operations.max".
Extract Inlined Constant N.iter => "Operations.iter".

Extract Inductive set => "Operations.set" [ "Operations.set_of_number" ] "Operations.match_set".
Extract Inlined Constant no_number => "Operations.no_number".
Extract Inlined Constant insert => "Operations.insert".
Extract Inlined Constant union => "Operations.union".
Extract Inlined Constant equal => "Operations.equal".
Extract Inlined Constant mex => "Operations.mex".
Extract Inlined Constant shift => "Operations.shift".

Extract Inlined Constant numbers => "Tables.numbers".
Extract Inlined Constant table => "Tables.table".
Extract Inlined Constant queue => "Tables.queue".
Extract Inlined Constant blank => "Tables.blank".
Extract Inlined Constant look => "Operations.look".
Extract Inlined Constant assign => "Operations.assign".
Extract Inlined Constant nowhere => "Tables.nowhere".
Extract Inlined Constant mark => "Operations.mark".
Extract Inlined Constant line_up => "Operations.line_up".
Extract Inlined Constant nobody => "Tables.nobody".
Extract Inlined Constant leave => "Operations.leave".
Extract Inlined Constant first_free => "Operations.first_free".
Extract Inlined Constant until => "Operations.until".

Extraction "build/zarith/checker.ml" opened feed pass closed pending now extent reach latest
  opened_rows feed_row all_rows row newest read_header read_slice write_number write_trailer.
