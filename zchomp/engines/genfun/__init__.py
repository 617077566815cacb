"""Generating functions: slices proved by symbolic algebra, independently of the recurrence.

The modules:

    coverage    decides a claim about a slice by the signs of finitely many coefficients (sympy)
    search      finds losers, conjectures families of them, and submits the conjectures to the coverage check
"""
