"""Questions that nobody typed in: random positions, commands and options, and what must hold for every answer."""
