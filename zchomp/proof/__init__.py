"""Proofs that are kept: certificates, their stand-alone verifiers, who checks them, and the library."""
