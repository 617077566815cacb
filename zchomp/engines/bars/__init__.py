"""Bars: all positions within a rectangle, or with a given number of squares.

The modules:

    losers                  the result of every engine: losers that are openings, and how many losers there are
    plain                   the losers within a bar, in plain Python, and the step from one base to the next
    many_rows               compiled, for four rows or more (many_rows_kernel, many_rows_memory)
    three_rows              three rows, from the slices
    second_pass             a check of the losers by the definition, position by position, plain or compiled
    nim_values              the nim-values and the heights of all positions within a board, plain (nim_arrays: compiled)
    partitions_by_weight    how many partitions of n are losers, for every n
"""
