"""The page: its server, and the page itself in a real browser."""
