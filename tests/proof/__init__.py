"""Tests of certificates, verifiers, who checks them, and the library of proofs."""
