"""Benchmarks: measured, never asserted on time; run them with ``pytest tests/bench``."""
