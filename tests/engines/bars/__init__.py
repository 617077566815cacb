"""Tests of `zchomp.engines.bars`."""
