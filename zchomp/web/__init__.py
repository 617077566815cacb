"""The page: play against a certificate, look at the chart, verify, in a browser; and the little server for it."""
