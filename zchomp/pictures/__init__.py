"""Pictures: everything that is drawn with matplotlib (extra `plot`).

style        the one style of all pictures, and how they are written to files
charts       Brouwer's chart, its diagonal, one row, and the rows of period above 1
nim_values   the nim-values within a bar of two or three rows
bars         a chocolate bar with its winning moves
posets       Hasse diagrams and game graphs
"""
