"""Bars of any number of rows: positions, slices, all losers within a bar, answers, words and games."""
