"""Tests of `zchomp.engines.genfun`."""
