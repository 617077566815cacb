"""Certificates that must be accepted, and files that must be refused, each for its reason."""
