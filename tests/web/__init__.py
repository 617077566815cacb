"""The page: its server, and itself in a real browser."""
