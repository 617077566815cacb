"""Engines: the ways to prove a slice, and the prover that walks the slices."""
