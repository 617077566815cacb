"""Certificates: written, read, resumed, changed, refused and exported to Coq."""
