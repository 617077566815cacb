"""Properties, on input that hypothesis makes up, against brute force."""
