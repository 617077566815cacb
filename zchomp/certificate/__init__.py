"""Certificates: files of proofs, which a verifier accepts or refuses."""
