"""The player and the game."""
