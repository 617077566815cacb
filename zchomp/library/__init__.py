"""The library of proofs: verified proofs are kept, and found again when a question needs them."""
