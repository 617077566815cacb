"""Tests of three rows as a chart."""
