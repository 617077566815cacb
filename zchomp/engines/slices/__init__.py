"""The recurrence: slices proved by the return of their state.

The recurrence is implemented three times because each is a different algorithm. `recurrence` works on Python's large
integers and needs no extra. `three_rows_kernel` takes time that hardly grows with the third row, and knows nothing
about further rows or nim-values. `any_rows` does for all slices what `recurrence` does, on arrays of machine words.
"""
