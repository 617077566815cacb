"""Certificates: the file format, drafts that can be stopped and resumed, and what `zchomp prove` does."""
