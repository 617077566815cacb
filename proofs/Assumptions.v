(** What the main theorems rest on: Coq prints it, and a test reads it. *)

From ZChomp Require Import Chomp Nim Slices Recurrence Periodicity Soundness ThreeRows Theorem115 FourRows NimValues Heights.

Print Assumptions exactly_one.
Print Assumptions nim_value_mex.
Print Assumptions losing_nim_value.
Print Assumptions leads_spec.
Print Assumptions recurrence.
Print Assumptions member_unique.
Print Assumptions member_end.
Print Assumptions member_exists.
Print Assumptions empty_iff.
Print Assumptions return_of_state.
Print Assumptions finite_or_periodic.
Print Assumptions checker_sound.
Print Assumptions checker_sound_full.
Print Assumptions check_by_line.
Print Assumptions refused_early.
Print Assumptions full_bar.
Print Assumptions zchomp_115.
Print Assumptions zeilberger_115.
Print Assumptions four_rows_20.
Print Assumptions sun_2_2.
Print Assumptions nim_values_50_6.
Print Assumptions winning_ways_height.
Print Assumptions sun_height.
