(** * The checker as an OCaml program: the reference

    Booleans, options, pairs and lists become OCaml's own; numbers stay the binary numbers of Coq, as they are. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlChar.
From Coq Require Extraction.
From ZChomp Require Import Checker ByValue Reader.

Extraction Language OCaml.
Extraction "build/plain/checker.ml" opened feed pass closed pending now extent reach latest
  opened_rows feed_row all_rows row newest read_header read_slice write_number write_trailer.
