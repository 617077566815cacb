"""Bars: all positions within a rectangle, or with a given number of squares."""
