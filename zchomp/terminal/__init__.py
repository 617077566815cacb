"""The terminal: everything that rich shows, and the time that is left."""
