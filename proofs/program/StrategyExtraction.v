(** * The checker of strategy certificates as an OCaml program

    As in Extraction.v: booleans, options, pairs and lists become OCaml's own, and the rest stays what it is in Coq. *)

From Coq Require Import ExtrOcamlBasic.
From Coq Require Extraction.
From ZChomp Require Import StrategyChecker.

Extraction Language OCaml.
Extraction "build/strategies/strategychecker.ml" open_strategy step_symmetry step_member close_strategy.
