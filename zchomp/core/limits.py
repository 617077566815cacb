"""Limits: how much time and memory a question may take before the answer is "not known" or a refusal.

Each constant says how many seconds it stands for on one core of an ordinary machine of 2025, or how much memory. A
limit never changes an answer, only whether there is one. Limits of form (digits of a number, lines of a drawing) are in
the modules that they belong to.
"""

EFFORT = 5.0
"""The default effort of a question: 5 seconds."""

LONGEST_EFFORT = 3600.0
"""The largest effort that is suggested: 3600 seconds, an hour."""

RUN_EFFORT = 172_800.0
"""The longest run that is started without an explicit effort: 172800 seconds, two days."""

PLAIN_PACE = 1800
"""The third row that the recurrence in plain Python reaches in 1 second; going twice as far takes 4 seconds."""

SLICES_PACE = 500
"""How many slices that are not rows of the chart count as 1 second of effort."""

ROWS_PACE = 5000
"""The same number of slices, multiplied by the rows of their tails: 1 second of effort."""

RECURRENCE_PACE = 3_000_000
"""The work of the recurrence, in columns and terms, that counts as 1 second of effort and takes up to 20 MB."""

COMPILED_START = 2.0
"""How long the compiled recurrence takes to start: 2 seconds."""

COMPILED_PACE = 7000
"""The third row that the compiled recurrence reaches in 1 second once started; twice as far takes 4 seconds."""

VERIFIER_PACE = 2700
"""The third row up to which the verifier checks in 1 second; twice as far takes 6 seconds."""

PROVED_PACE = 3200
"""The third row up to which the checker extracted from Coq checks in 1 second; twice as far takes 4 seconds."""

PROVED_KEPT_FROM = 20_000
"""The third row C from which a run of that checker can be resumed: 40 seconds, and up to C² / 5 bytes of disk."""

MENTIONED_SECONDS = 20.0
"""Work that takes longer is announced with an estimate: 20 seconds."""

MENTIONED_SLICES = 10_000
"""Claims of four rows or more with more slices are announced, without an estimate: 1 minute for four rows."""

MENTIONED_BYTES = 50_000_000
"""Work that writes more bytes is announced with an estimate: 0.05 GB."""

COUNTED_TAILS = 200_000
"""The largest tail, as width times rows, whose smaller tails are counted: 0.1 seconds."""

ORACLE_TERMS = 500_000
"""The maximum number of terms of one slice that a question computes, keeping its states: 1 second, and 100 MB."""

NIM_VALUE_EFFORT = 1.0
"""The effort to add the nim-value to an answer about who wins: 1 second."""

COMPILED_SLICES_PACE = 4000
"""How many slices, of any rows and nim-values, the compiled recurrence proves in 1 second once started."""

COMPILED_ROWS_PACE = 40_000
"""The same number of slices, multiplied by the rows of their tails: 1 second."""

COMPILED_TERMS_PACE = 4_000_000
"""How many terms of such slices count as 1 second of effort. A term takes up to 40 bytes."""

TABLE_PLAIN_PACE = 1_600_000
"""The work of a table of nim-values in plain Python, in positions times rows, that counts as 1 second of effort."""

TABLE_PLAIN_SQUARES = 8000
"""Sets of values are longer on larger boards. This many squares cost one extra row: 0.6 seconds per million."""

TABLE_PACE = 150_000_000
"""How much of the same work the compiled engine does in 1 second once started."""

TABLE_SQUARES = 600
"""This many squares cost the compiled engine one extra row: 0.007 seconds per million."""

TABLE_POSITIONS = 10**9
"""The maximum number of positions of a table of nim-values: 1 minute, and 5 GB."""

LISTED_VALUES_PACE = 200_000
"""How many nim-values of a table are listed in 1 second."""

TABLE_KEPT = 100_000_000
"""The maximum number of positions in tables kept for further questions, besides the last table: 0.4 GB."""

BARS_PLAIN_PACE = 500_000
"""How many bases of a bar (rows from the second on), times rows, plain Python solves in 1 second."""

BARS_PACE = 60_000_000
"""How many bases of a bar the compiled engine solves in 1 second once started."""

SOLID_PLAIN = 60.0
"""The longest search of a box in plain Python without a larger effort: 60 seconds. Others need the compiler."""

SOLID_PLAIN_PACE = 4_000_000
"""The work of a box in plain Python in 1 second: bases, times the height and the square of the cells added."""

SOLID_PACE = 400_000_000
"""How much of the same work the compiled engine does in 1 second once started."""

SOLID_PLAIN_CHECK_PACE = 12_000_000
"""The work of its check in plain Python in 1 second: bases, times cubes, times cells."""

SOLID_CHECK_PACE = 1_000_000_000
"""How much of the same work the compiled check does in 1 second."""

SEARCH_BASES = 100_000_000
"""The maximum number of bases of a board that is searched for losers: 5 seconds, compiled, and 0.2 GB to keep them."""

NIM_VALUES = 400
"""The largest nim-value whose slices are proved: 1 to 2 seconds for all of them in two rows."""

LISTED_SLICES_PACE = 5000
"""How many slices are listed in 1 second, if they are known."""

WINNER_LINES_PACE = 80_000
"""How many lines of winners are listed in 1 second. Third row 650 has 250,000 lines."""

WINNER_BYTES = 1200
"""The bytes of memory per line: 250,000 lines take 0.3 GB."""

PLAYER_EFFORT = 2.0
"""The effort for one move in a game: 2 seconds."""

NEAR_THIRD_ROW = 115
"""If a bar is out of reach, moves to third rows up to this one, which are proved, are tried: 0.1 seconds."""

NEAR_EFFORT = 0.3
"""The effort for one such move: 0.3 seconds."""

CHART_ROWS_AHEAD = 100
"""How many rows of the chart are proved at a time: 0.1 seconds for rows of a few hundred squares."""

CHART_ROWS = 20_000
"""The rows of the chart up to this one are proved by the compiled recurrence: 4 seconds, and 0.2 GB."""

COMPILED_FROM = 3000
"""From this third row on the compiled recurrence is faster, including its start of 1 to 2 seconds."""

COMPILED_SLICES = 2500
"""The same for slices of any rows and nim-values: from this many on, which take 1 to 3 seconds in plain Python."""

GENFUN_WORK = 400**3
"""The work that generating functions do for three rows up to third row 400: about 2 minutes."""

GENFUN_CLAIM_PACE = 400**3 // 125
"""How much work, in the same measure, generating functions do in 1 second for all slices of a claim."""

GENFUN_PACE = 400**3 // 2
"""How much work, in the same measure, generating functions do in 1 second for one slice."""

PROVE_SLICES = 10_000_000
"""The maximum number of slices that one run proves: a few days."""

CERTIFICATE_BYTES = 2**32
"""The largest full certificate that is written: 4 GB."""

LIBRARY_BYTES = 200_000_000
"""The largest claim that goes into the library without --keep: 0.2 GB, third rows up to about 24,000."""

INSTANT_WINNER = 1_000_000
"""The largest instant winner of two-rowed Chomp: a set of them is kept as that many bits."""

HEIGHT_ROWS = 100_000
"""The longest row of a position whose height is sought without a formula: 1 second."""

HEIGHT_EFFORT = 1.0
"""The effort to compare a height that a formula gives with proved slices: 1 second."""

HEIGHT_PREFIXES = 1500
"""The maximum number of rows longer than one square if a height is sought without a formula: 1 second."""

GAME_GRAPH_POSITIONS_PACE = 10_000
"""How many positions of a game graph are made in 1 second."""

GAME_GRAPH_WORK_PACE = 1_000_000
"""How many moves of a game graph are made in 1 second, each counted as 10 plus the number of rows."""

GAME_GRAPH_BYTES = 50
"""The bytes of memory of a game graph per unit of the same measure: 3,000,000 units take 0.15 GB."""

CHART_CELLS_PACE = 250_000
"""How many values of the chart are listed in 1 second."""

CHART_CELL_BYTES = 300
"""The bytes of memory per value of the chart while it is listed: 250,000 values take 0.08 GB."""

EXPORT_PACE = 500_000
"""How many cells of a window, or terms of slices that are proved for it, are exported in 1 second: 10 MB of CSV."""

EXPORT_EFFORT = 200.0
"""The default effort of an export: 200 seconds, or 2 GB of comma-separated values."""

CHART_PICTURE = 1500
"""The largest chart that is drawn, in rows: 10 seconds."""

POSET_ELEMENTS = 1000
"""The largest poset: building its order takes 1 second."""

POSET_PACE = 6_000_000
"""How many steps the search of a poset does in 1 second in plain Python."""

POSET_POSITION_BYTES = 500
"""The bytes of memory per position of such a search: a million positions take 0.5 GB."""

POSET_WORD = 64
"""The maximum number of elements of a position in the compiled search: the number of bits of a word."""

POSET_TRIAL = 1.0
"""How long the search in plain Python tries before a compiled one takes over: 1 second."""

POSET_WORDS_PACE = 7_000_000
"""How many steps the compiled search of a poset does in 1 second. A position takes 5 to 50 of them."""

POSET_FORMS = 500
"""With this many symmetries a search that recognises isomorphic positions is tried first: 1 second."""

FAMILY_PACE = 2000
"""How many families of sets of 7 points the search solves in 1 second."""

FAMILY_TRIAL = 1.0
"""The maximum effort of this search: 1 second. A game that it does not settle needs the table of all families."""

FAMILY_TABLE_PACE = 5_500_000
"""How many families of that table are decided in 1 second."""

FAMILY_MEMBER_PACE = 7000
"""How many positions of a strategy on such families get their answers in 1 second."""

FAMILIES_FROM = 1000
"""The smallest estimated number of positions for which the table of all families is worth building: 1 second."""

POSET_HOPELESS = 10**30
"""The maximum estimated number of positions of a poset that is searched at all. Beyond it a trial takes 0.2 seconds."""

POSET_SIZE_BUDGET = 3_000_000
"""How much work finding the symmetries of a poset does, for an estimate of its size: 0.5 seconds."""

POSET_COUNTING = 20_000
"""The maximum number of steps that estimating the number of positions takes: 0.5 seconds."""

POSET_COUNTING_WORK = 1_000_000
"""The same number of steps, times the number of elements: 1 second."""

MIRROR_BUDGET = 6_000_000
"""How much work the search for proofs by symmetry does for one question, in steps: 1 second."""

MIRROR_STEPS = 3000
"""How many images the search for one mirror of a poset tries: 0.5 seconds."""

STRATEGY_MIRROR = 100
"""How many images the search for a mirror of one position of a strategy tries: 0.02 seconds."""

STRATEGY_EFFORT = 30.0
"""The effort to find a strategy that proves an answer: 30 seconds."""

MIRROR_KINDS = 100
"""How many kinds of elements are tried as the first move of a proof by symmetry: up to a minute."""

OPENINGS_PROVED_PACE = 6_000_000
"""How many bases of a bar the program extracted from Coq solves in 1 second."""

OPENINGS_PROVED_BYTES = 4
"""How many bytes it needs for each bit of its largest plane: 5 GB for 10 x 42."""

OPENINGS_KEPT_FROM = 10**8
"""The number of bases from which a run can be resumed: 1 to 6 seconds, and twice as much disk as memory."""

WEIGHTS_SQUARES = 60
"""The largest n whose partitions are counted by who wins: 20 seconds, 50 for nim-value 1, and 350 MB."""

NIM_BARS_PLAIN = 300
"""The largest n for which the nim-values of the bars 3 x n are found without a compiler: 10 seconds."""

NIM_BARS = 3000
"""The largest n for which they are found with one: 15 seconds for 1000, 10 minutes and 5 GB for 3000."""

DOUBLE_STEPS = 500
"""The maximum number of losers (p, p, r, r) that are found, within 4 x 1510: 10 seconds."""

FOUR_ROWED_LOSERS = 100_000
"""The maximum number of losers of four rows that are listed, roughly those within 4 x 142: 2 seconds."""

WEB_REQUEST = 10
"""The time that a browser may take for one request to the page's server, after the last answer: 10 seconds."""

WEB_ANSWER = 30
"""How long a browser may take to receive one answer: 30 seconds."""

WEB_THREADS = 64
"""How many connections the page's server serves at the same time, each in a thread. Others wait up to 30 seconds."""

WEB_BACKLOG = 512
"""How many connections may wait for the page's server, for at most 30 seconds. The system may allow fewer."""

DIVISORS_OF = 10**12
"""The largest number whose divisors are sought: 1 second."""

GROWING_SLICES = 200_000
"""The maximum number of down-sets of an order with two growing chains that is proved: a few minutes, and 1 GB."""

GROWING_ROWS = 2_000_000
"""The maximum number of rows of one slice of such an order: 2 seconds, and 1 GB for its states."""

GROWING_ROWS_IN_ALL = 10
"""How many times as many rows all slices of such an order may have together: two minutes, and 1 GB."""
