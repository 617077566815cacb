"""Families of sets, of at most 7 points: subsets, graphs, and the positions that moves on them leave.

recognition        which posets are families of sets, and which set each element is
table              for every family inside a given one, whether it is lost; its size is known before it is filled
family_search      families of 7 points that a few positions settle
strategy           strategies from the table, for certificates
kernel, table_kernel, strategy_kernel   the functions of these in plain Python, which numba compiles
"""
