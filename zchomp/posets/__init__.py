"""Chomp on any partially ordered set, on networkx: families, files, search, symmetry, pictures."""
