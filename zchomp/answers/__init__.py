"""Answers: what people ask about positions, slices and the chart, from proved slices."""
