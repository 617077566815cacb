"""Tests of the pages: README.md and docs/."""
