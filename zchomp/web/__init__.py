"""The page, to play against a certificate, look at the chart and verify in a browser, and the server of the page."""
