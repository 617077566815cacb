"""Results for articles and for other programs."""
