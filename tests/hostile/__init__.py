"""Hostile users: damaged files, races, absurd sizes, strange terminals."""
