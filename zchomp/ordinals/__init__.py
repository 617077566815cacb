"""Chomp with rows of ordinals."""
