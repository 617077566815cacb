"""Engines: the ways to prove slices, and to find all losers within a bar.

prover      walks the slices in dependency order, and proves each by one method or by two
slices/     the recurrence, in plain Python and compiled
genfun/     search, conjecture and proof by generating functions
bars/       all positions within a rectangle, or with a given number of squares
"""
