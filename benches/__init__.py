"""Benchmarks: measured, never asserted on time. Run them with ``pytest benches``."""
