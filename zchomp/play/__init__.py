"""Play: the perfect player, and a game against it."""
