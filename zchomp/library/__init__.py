"""The library of proofs: what was proved and verified is kept, and found again when a question needs it."""
