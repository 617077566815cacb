"""Tests of the library of proofs."""
