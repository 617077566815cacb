"""Long work, which can be interrupted and resumed.

The modules:

    runs         the loop that does the work step by step, and saves its state from time to time
    state        the file format of a saved state
    folder       the folder in which a run keeps its files
    processes    other programs that share the work
"""
