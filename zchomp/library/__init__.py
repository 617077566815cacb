"""The library of proofs: verified proofs are kept, and found again when a question needs them.

The modules:

    store      claims and slices are added, read and removed
    keeping    a verified certificate goes in, and the same bytes come out
    tables     the rows of the file, with their digests
    file       the SQLite file, which must be a library of this user
"""
