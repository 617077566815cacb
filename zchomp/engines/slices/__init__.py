"""The recurrence: slices proved by the return of their state.

recurrence         the reference, in plain Python, for any number of rows and any nim-value
three_rows         compiled, for the losers of three rows; with `three_rows_kernel` and `three_rows_state`
any_rows           compiled, for any number of rows and any nim-value; with `any_rows_kernel`
bitsets            sets of machine words, shared by the compiled modules
"""
