"""Pictures: everything that is drawn with matplotlib (extra `plot`)."""
