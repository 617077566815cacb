(** * The checker of proofs by symmetry as an OCaml program

    As in Extraction.v: booleans, options, pairs and lists become OCaml's own, and the rest stays what it is in Coq. *)

From Coq Require Import ExtrOcamlBasic.
From Coq Require Extraction.
From ZChomp Require Import MirrorChecker.

Extraction Language OCaml.
Extraction "build/mirrors/mirrorchecker.ml" check_mirrors.
