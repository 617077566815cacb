"""Certificates: written, read, resumed, changed and refused, exported to Coq."""
