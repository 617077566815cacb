"""Tests of `zchomp.engines.slices`."""
