"""Three rows as Brouwer's chart: windows of it, surveys, statistics and sequences."""
