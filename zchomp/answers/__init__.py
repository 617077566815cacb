"""Answers to questions about positions, slices and the chart, from proved slices."""
