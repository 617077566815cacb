"""Tests of `zchomp.engines`: proofs against brute force, against each other, and against the papers."""
