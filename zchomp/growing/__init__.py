"""Orders with two growing chains: Byrnes's theorem as a program, with proofs that anyone can check."""
