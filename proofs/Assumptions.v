(** What the theorems rest on: Coq prints it, and a test reads it, and sees to it that none is left out. *)

From ZChomp Require Import Chomp Nim Slices Recurrence Periodicity Walking Tails Contexts Soundness Segments.
From ZChomp Require Import ThreeRows Theorem115 FourRows NimValues Heights.

Print Assumptions exactly_one.
Print Assumptions losing_zero_row.
Print Assumptions nim_value_mex.
Print Assumptions nim_value_only.
Print Assumptions nim_value_zero_row.
Print Assumptions losing_nim_value.
Print Assumptions leads_spec.
Print Assumptions recurrence.
Print Assumptions member_unique.
Print Assumptions member_end.
Print Assumptions member_exists.
Print Assumptions first_column.
Print Assumptions open_or_witness.
Print Assumptions empty_iff.
Print Assumptions open_next.
Print Assumptions witness_next_older.
Print Assumptions witness_next_newer.
Print Assumptions state_next.
Print Assumptions state_next_slice.
Print Assumptions chain_next.
Print Assumptions return_of_state.
Print Assumptions finite_or_periodic.
Print Assumptions check_finite_sound.
Print Assumptions check_periodic_sound.
Print Assumptions check_slice_sound.
Print Assumptions in_tails.
Print Assumptions key_injective.
Print Assumptions parents_spec.
Print Assumptions scene_right.
Print Assumptions advance_right.
Print Assumptions check_lines_sound.
Print Assumptions checker_sound_members.
Print Assumptions checker_sound.
Print Assumptions checker_sound_full.
Print Assumptions expanded_full.
Print Assumptions check_by_line.
Print Assumptions refused_early.
Print Assumptions skip_right.
Print Assumptions skip_wrong.
Print Assumptions segments_compose.
Print Assumptions segments_sound.
Print Assumptions full_bar.
Print Assumptions loser_member.
Print Assumptions loser_unique.
Print Assumptions loser_end.
Print Assumptions three_rows_finite_or_periodic.
Print Assumptions three_rows_sound.
Print Assumptions three_rows_sound_losers.
Print Assumptions zchomp_115.
Print Assumptions zeilberger_115.
Print Assumptions four_rows_20.
Print Assumptions sun_2_2.
Print Assumptions nim_values_50_6.
Print Assumptions winning_ways_height.
Print Assumptions winning_ways_heights.
Print Assumptions sun_height.
Print Assumptions sun_heights.

From ZChomp Require Import ByValueSoundness.

Print Assumptions by_value_members.
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
Print Assumptions chart_bound.
Print Assumptions diagonal_largest.
Print Assumptions complementary.
Print Assumptions q_spec.
Print Assumptions q_of_start.
Print Assumptions q_increases.
Print Assumptions start_estimates.
Print Assumptions occurrences.
Print Assumptions row_minimum_exists.
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

From ZChomp Require Import TwoRows.

Print Assumptions normal_value_mex.
Print Assumptions normal_value_only.
Print Assumptions normal_value_poison.
Print Assumptions two_rows_normal.
Print Assumptions two_rows_normal_even.
Print Assumptions two_rows_normal_odd.
Print Assumptions two_rows_nim_value_even.
Print Assumptions two_rows_nim_value_odd.
Print Assumptions two_rows_lost.

From ZChomp Require Import ChartInfinite Overhang ChartMean.

Print Assumptions row_lower_bound.
Print Assumptions many_infinite_slices.
Print Assumptions infinitely_many_infinite_slices.
Print Assumptions monotony_in_part.
Print Assumptions missing_values.
Print Assumptions overhang.
Print Assumptions overhang_at_start.
Print Assumptions overhang_infinite.
Print Assumptions monotony_iff_overhang.
Print Assumptions infinite_periodic.
Print Assumptions mean_of_period.
Print Assumptions period_one_value.
Print Assumptions not_both_period_one.

From ZChomp Require Import ChartBound.

Print Assumptions common_period.
Print Assumptions common_period_bound.

From ZChomp Require Import Relaxation.

Print Assumptions relaxation.
Print Assumptions period_one.
Print Assumptions first_longer_period.

From ZChomp Require Import ChartSums.

Print Assumptions sum_of_rows.
Print Assumptions sum_of_rows_monotone.
Print Assumptions row_large_monotone.
Print Assumptions third_infinite_monotone.

From ZChomp Require Import Strategies.

Print Assumptions strategy_lost.
Print Assumptions family_kernel.

From ZChomp Require Import Towers.

Print Assumptions towers_lost.
Print Assumptions box_2_2_n.

From ZChomp Require Import Graphs.

Print Assumptions bipartite_lost.
Print Assumptions forest_lost.
Print Assumptions circuit_lost.

From ZChomp Require Import CompleteGraphs.

Print Assumptions complete_lost.

From ZChomp Require Import Squares.

Print Assumptions set_is_bar.
Print Assumptions set_not_both.
Print Assumptions square_opening.
Print Assumptions infinite_square_won.

From ZChomp Require Import ChartDiagonal.

Print Assumptions column_values.
Print Assumptions diagonal_value.
Print Assumptions inversions_few.
Print Assumptions start_columns.

From ZChomp Require Import TailOverhang.

Print Assumptions tail_value_iff.
Print Assumptions tail_reach.
Print Assumptions tail_missing.
Print Assumptions tail_overhang.
Print Assumptions tail_mean.

From ZChomp Require Import TailBound.

Print Assumptions tails_common_period.
Print Assumptions tail_period_bound.

From ZChomp Require Import Ordinals.

Print Assumptions rows_not_both.
Print Assumptions ordinals_well_founded.
Print Assumptions finite_rows.

From ZChomp Require Import OrdinalTails.

Print Assumptions block_value_first.
Print Assumptions block_value_next.
Print Assumptions block_value_mex.

From ZChomp Require Import OrdinalBlocks.

Print Assumptions finite_tail_decided.
Print Assumptions block_lost.
Print Assumptions blocks_apart.
Print Assumptions tail_ends_once.
Print Assumptions block_end.

From ZChomp Require Import OrdinalThreeRows.

Print Assumptions two_ordinal_rows.
Print Assumptions two_by_omega.
Print Assumptions rows_of_omega.
Print Assumptions three_rows_below_omega_squared.
Print Assumptions block_column.
Print Assumptions block_column_beyond.
Print Assumptions three_rows_apart.
Print Assumptions slice_ends.
Print Assumptions end_of_one_slice.
Print Assumptions three_by_h_won.
