"""Tests of documents and tables for other programs."""
