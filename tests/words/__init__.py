"""Tests of `zchomp.words`."""
