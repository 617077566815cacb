"""Answers, against brute force and against what others published."""
