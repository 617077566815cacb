"""How well the page's server copes with many clients: figures to read.

pytest benches/test_bench_server.py -s
"""

import http.client
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from tests.web.browser import served
from zchomp.web.server import LOOPBACK

CLIENTS, SECONDS, PATIENCE = 200, 20, 10


def test_many_clients() -> None:
    """Two hundred clients, each making one request after another on new connections: how many are answered."""
    with served() as server, ThreadPoolExecutor(CLIENTS) as clients:
        end = monotonic() + SECONDS

        def client(_: int) -> tuple[Counter[str], float]:
            found, slowest = Counter[str](), 0.0
            while monotonic() < end:
                start = monotonic()
                try:
                    connection = http.client.HTTPConnection(LOOPBACK, server.server_port, timeout=PATIENCE)
                    connection.request("GET", "/app.js")
                    is_right = connection.getresponse().read() == server.files["app.js"]
                    found["answered" if is_right else "wrong"] += 1
                    connection.close()
                except OSError as problem:
                    found[type(problem).__name__] += 1
                slowest = max(slowest, monotonic() - start)
            return found, slowest

        results = list(clients.map(client, range(CLIENTS)))
    total = sum((found for found, _ in results), Counter[str]())
    print(f"{CLIENTS} clients for {SECONDS} s: {dict(total)}, slowest {max(slow for _, slow in results):.2f} s")  # noqa: T201
    assert total["answered"] > 0
    assert total["wrong"] == 0
