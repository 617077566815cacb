"""The recurrence: slices proved by the return of their state.

The engines, each with the modules that only it uses:

    recurrence    the reference, in plain Python, for any number of rows and any nim-value
    three_rows    compiled, for the losers of three rows
                  (three_rows_kernel, three_rows_memory, three_rows_state)
    any_rows      compiled, for any number of rows and any nim-value
    bitsets       sets of machine words, shared by the compiled modules

The recurrence is implemented three times because each is a different algorithm. `recurrence` works on Python's large
integers and needs no extra. `three_rows_kernel` takes time that hardly grows with the third row, and knows nothing
about further rows or nim-values. `any_rows` does for all slices what `recurrence` does, on arrays of machine words.
"""
