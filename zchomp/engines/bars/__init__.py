"""Bars: all positions within a rectangle, or with a given number of squares.

found                   the result: losers that are openings, and how many losers there are
plain                   the losers within a bar, in plain Python
many_rows               compiled, for four rows or more; with `many_rows_kernel` and `many_rows_memory`
three_rows              three rows, from the slices
second_pass             a check of the losers by the definition, position by position
nim_values              the nim-values of the bars of three rows, compiled
partitions_by_weight    how many partitions of n are losers
"""
