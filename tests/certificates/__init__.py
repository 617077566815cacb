"""Certificates that must be accepted, and files that must be refused, each for the right reason."""
