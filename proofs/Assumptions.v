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

From ZChomp Require Import ByValueSoundness.

Print Assumptions by_value_sound.
Print Assumptions with_rows_full.
Print Assumptions by_value_early.

From ZChomp Require Import Openings Chart ChartRows.

Print Assumptions losers_below_start.
Print Assumptions one_opening.
Print Assumptions opening_kind.
Print Assumptions one_kind.
Print Assumptions start_bound.
Print Assumptions chart_iff.
Print Assumptions diagonal_largest.
Print Assumptions complementary.
Print Assumptions q_increases.
Print Assumptions start_estimates.
Print Assumptions occurrences.
Print Assumptions row_minimum_is_start.
Print Assumptions row_minima.
Print Assumptions monotony_iff_minimum.
Print Assumptions row_of_start.
Print Assumptions row_estimates.

From ZChomp Require Import Posets Mirrors MirrorSoundness.

Print Assumptions poset_exactly_one.
Print Assumptions poset_is_lost.
Print Assumptions poison_away.
Print Assumptions largest_element_wins.
Print Assumptions largest_element_wins_without_poison.
Print Assumptions largest_element_wins_with_poison.
Print Assumptions bar_is_poset.
Print Assumptions mirror_lost.
Print Assumptions mirror_lost_with_poison.
Print Assumptions incomparable_follows.
Print Assumptions mirrors_lost.
Print Assumptions mirrors_sound.
Print Assumptions check_mirrors_sound.
