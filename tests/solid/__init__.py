"""Tests of solid bars."""
