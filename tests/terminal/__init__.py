"""Tests of the output on a terminal."""
