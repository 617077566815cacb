"""Tests of bars: positions, slices, engines, answers, words and games."""
