(** * The program for the openings of bars in OCaml: the reference

    Booleans, options, pairs and lists become OCaml's own; numbers stay the binary numbers of Coq, as they are. *)

From Coq Require Import ExtrOcamlBasic.
From Coq Require Extraction.
From ZChomp Require Import BarPlanes.

Extraction Language OCaml.
Extraction "build/bars/barplanes.ml" bars.
