"""Tests of zchomp; they mirror its modules."""
