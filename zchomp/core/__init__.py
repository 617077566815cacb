"""What every game shares: errors, numbers, limits, effort, files, long runs, results that print, and games."""
