"""Answers, compared with brute force and with published results."""
