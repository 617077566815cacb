"""Engines: the ways to prove slices, and to find all losers within a bar."""
