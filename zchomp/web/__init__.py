"""The page, to play against a certificate, look at the chart and verify in a browser; and its server."""
