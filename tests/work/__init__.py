"""Tests of long work: its folder, its saved state, and its loop."""
