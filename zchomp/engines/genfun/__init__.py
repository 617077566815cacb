"""Generating functions: slices proved by symbolic algebra, independently of the recurrence."""
