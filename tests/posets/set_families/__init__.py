"""Tests of `zchomp.posets.set_families`."""
