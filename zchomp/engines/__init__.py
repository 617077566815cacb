"""Engines: the ways to prove slices, and to find all losers within a bar.

The folders, and the modules beside them:

    prover       proves slices in dependency order, by one method or by two that must agree
    bars/        all positions within a rectangle, or with a given number of squares
    genfun/      search, conjecture and proof by generating functions
    slices/      the recurrence, in plain Python and compiled
    compiler     whether numba works on this machine, and the decorator that compiles with it
"""
