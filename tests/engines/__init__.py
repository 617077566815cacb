"""Engines: what they prove, against brute force, against each other, and against the papers."""
