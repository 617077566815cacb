"""Tests of zchomp.ordinals, against the rules of the game alone."""
