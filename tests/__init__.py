"""Tests of zchomp, organised like its modules."""
