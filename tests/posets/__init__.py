"""Tests of zchomp.posets, against brute force that shares no code with it."""
