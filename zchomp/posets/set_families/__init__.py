"""Families of sets, of at most 7 points: subsets, graphs, and the positions that moves on them leave."""
