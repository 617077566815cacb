"""Tests of long work: its folder, its saved state, and the loop that it runs in."""
