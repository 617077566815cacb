"""Make the certificates of this folder: python -m tests.certificates.make (a test also does this, and compares).

accepted/    certificates that the verifier accepts
rejected/    well formed, sealed with right digests, but wrong: one defect per file, which is named after it
malformed/   not in the format, or of an unsupported version or size
reasons.txt  the exit code and reason for every file that is not accepted
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from tests.sealing import Record, certificate, records, recount, seal

HERE = Path(__file__).parent

BASE = records(certificate(3, 0, 5))
COMPACT = records(certificate(3, 0, 5, "compact"))
FOUR = records(certificate(4, 0, 4))
NIM = records(certificate(3, 2, 3))
TEXT = seal(BASE)
LINES = TEXT.splitlines(keepends=True)

ACCEPTED: dict[str, bytes] = {
    "two-rows": certificate(2, 0, 0),
    "two-rows-nim-3": certificate(2, 3, 0),
    "three-rows-5": certificate(3, 0, 5),
    "three-rows-5-compact": certificate(3, 0, 5, "compact"),
    "three-rows-120": certificate(3, 0, 120, "compact"),
    "three-rows-nim-2": certificate(3, 2, 3),
    "four-rows-4": certificate(4, 0, 4),
    "five-rows-3-compact": certificate(5, 0, 3, "compact"),
    "other-producer": seal([{**BASE[0], "producer": "somebody else, with a pencil: αβγ"}, *BASE[1:]]),
}


def changed(parts: list[Record], number: int, **fields: object) -> bytes:
    """The certificate with some fields of one line changed, sealed again."""
    return seal([*parts[:number], {**parts[number], **fields}, *parts[number + 1 :]])


# Line number i holds the slice c = i - 1. Slices: 1 is [2, 0], 2 is 2 forever, 3 is [3, 3, 0], 5 is [5, 3] then 4.
REJECTED: dict[str, bytes] = {
    "wrong-term": changed(BASE, 4, head=[3, 2, 0]),
    "wrong-term-compact": changed(COMPACT, 4, head={"terms": 3, "sha256": sha256(b"").hexdigest()}),
    "wrong-length-compact": changed(COMPACT, 4, head={**COMPACT[4]["head"], "terms": 4}),
    "missing-loser": changed(BASE, 4, head=[3, 0], bound=2),
    "periodic-claimed-finite": changed(BASE, 3, kind="finite", head=[2, 2, 0], period=[], modulus=0, bound=3),
    "finite-claimed-periodic": changed(BASE, 4, kind="periodic", head=[], period=[3], modulus=1, bound=4),
    "repeats-too-soon": changed(BASE, 5, kind="periodic", head=[], period=[4], modulus=1, bound=3),
    "finite-without-terms": changed(BASE, 4, head=[], bound=0),
    "finite-claimed-empty": changed(BASE, 4, kind="empty", head=[], bound=1),
    "periodic-without-period": changed(BASE, 3, period=[]),
    "wrong-period": changed(BASE, 6, period=[5]),
    "period-doubled": changed(BASE, 6, period=[4, 4], modulus=2, bound=BASE[6]["bound"] + 1),
    "head-lengthened": changed(BASE, 6, head=[5, 3, 4]),
    "head-beyond-the-return": changed(BASE, 6, head=[5, 3, *[4] * 40]),
    "bound-too-long": changed(BASE, 6, bound=BASE[6]["bound"] + 1),
    "bound-too-short": changed(BASE, 6, bound=BASE[6]["bound"] - 1),
    "modulus-doubled": changed(BASE, 6, modulus=2, bound=BASE[6]["bound"] + 1),
    "modulus-zero": changed(BASE, 6, modulus=0),
    "finite-with-modulus": changed(BASE, 4, modulus=1),
    "wrong-tail": changed(BASE, 4, tail=[4]),
    "tail-of-another-length": changed(BASE, 4, tail=[3, 0]),
    "wrong-nim": changed(BASE, 4, nim=1),
    "slice-dropped": seal(recount([*BASE[:4], *BASE[5:]])),
    "slice-doubled": seal(recount([*BASE[:5], *BASE[4:]])),
    "slices-swapped": seal([*BASE[:4], BASE[5], BASE[4], *BASE[6:]]),
    "claims-more": changed(BASE, 0, claim={**BASE[0]["claim"], "upto": 6}),
    "claims-less": changed(BASE, 0, claim={**BASE[0]["claim"], "upto": 4}),
    "claims-ten-million": changed(BASE, 0, claim={**BASE[0]["claim"], "upto": 10**7}),
    "claims-more-rows": changed(BASE, 0, claim={**BASE[0]["claim"], "rows": 4}),
    "claims-one-row": changed(BASE, 0, claim={**BASE[0]["claim"], "rows": 1}),
    "two-rows-with-a-third": changed(BASE, 0, claim={**BASE[0]["claim"], "rows": 2}),
    "claims-more-nim-values": changed(BASE, 0, claim={**BASE[0]["claim"], "nim": 1}),
    "wrong-count": seal([*BASE[:-1], {**BASE[-1], "slices": 7}]),
    "empty-with-wrong-witness": changed(FOUR, next(i for i, r in enumerate(FOUR) if r.get("kind") == "empty"), bound=1),
    "empty-claimed-finite": changed(
        FOUR, next(i for i, r in enumerate(FOUR) if r.get("kind") == "empty"), kind="finite", head=[0], bound=1
    ),
    "wrong-nim-value-slice": changed(NIM, len(NIM) - 2, head=[1, *NIM[-2]["head"][1:]]),
    "prev-of-another-line": TEXT.replace(BASE[3]["prev"].encode(), BASE[4]["prev"].encode()),
    "wrong-digest": TEXT.replace(BASE[-1]["sha256"].encode(), BASE[4]["prev"].encode()),
}


def replaced(old: str, new: str) -> bytes:
    """The certificate with one piece of text changed, not sealed again."""
    if TEXT.count(old.encode()) < 1:
        raise ValueError(old)
    return TEXT.replace(old.encode(), new.encode(), 1)


MALFORMED: dict[str, bytes] = {
    "nothing": b"",
    "one-line-feed": b"\n",
    "not-json": b"Chomp is a game.\n",
    "binary": bytes(range(256)) * 4,
    "json-but-no-certificate": b"{}\n",
    "header-only": LINES[0],
    "no-trailer": b"".join(LINES[:-1]),
    "truncated-in-a-line": TEXT[:500],
    "last-line-feed-missing": TEXT[:-1],
    "line-after-the-trailer": TEXT + b"\n",
    "twice": TEXT + TEXT,
    "carriage-returns": TEXT.replace(b"\n", b"\r\n"),
    "byte-order-mark": b"\xef\xbb\xbf" + TEXT,
    "utf-16": TEXT.decode().encode("utf-16"),
    "not-utf-8": TEXT.replace(b'"producer":"', b'"producer":"\xff'),
    "space-after-comma": replaced(",", ", "),
    "space-at-the-end": replaced("\n", " \n"),
    "keys-swapped": replaced('"tail":[0],"nim":0', '"nim":0,"tail":[0]'),
    "key-doubled": replaced('"nim":0,"kind"', '"nim":0,"nim":0,"kind"'),
    "key-unknown": replaced('"nim":0,"kind"', '"nim":0,"note":"trust me","kind"'),
    "key-missing": replaced('"nim":0,"kind"', '"kind"'),
    "kind-unknown": replaced('"periodic"', '"chaotic"'),
    "mode-unknown": replaced('"full"', '"brief"'),
    "compact-line-in-full-mode": seal([*BASE[:4], COMPACT[4], *BASE[5:]]),
    "full-line-in-compact-mode": seal([*COMPACT[:4], BASE[4], *COMPACT[5:]]),
    "float": replaced('"head":[2,0]', '"head":[2.0,0]'),
    "exponent": replaced('"head":[2,0]', '"head":[2e0,0]'),
    "negative": replaced('"head":[2,0]', '"head":[-2,0]'),
    "boolean": replaced('"modulus":1', '"modulus":true'),
    "null": replaced('"period":[]', '"period":null'),
    "number-as-string": replaced('"modulus":1', '"modulus":"1"'),
    "leading-zero": replaced('"head":[2,0]', '"head":[02,0]'),
    "plus-sign": replaced('"head":[2,0]', '"head":[+2,0]'),
    "empty-term": replaced('"head":[2,0]', '"head":[2,,0]'),
    "trailing-comma": replaced('"head":[2,0]', '"head":[2,0,]'),
    "arabic-digits": replaced('"head":[2,0]', '"head":[٢,0]'),
    "list-in-a-list": replaced('"head":[2,0]', '"head":[[2],0]'),
    "not-a-number": replaced('"modulus":1', '"modulus":NaN'),
    "digest-in-capitals": TEXT.replace(BASE[1]["prev"].encode(), BASE[1]["prev"].upper().encode()),
    "digest-too-short": TEXT.replace(BASE[1]["prev"].encode(), BASE[1]["prev"][:-1].encode()),
    "escaped-producer": changed(BASE, 0, producer='quo"te'),
    "another-game": changed(BASE, 0, claim={**BASE[0]["claim"], "game": "nim"}),
    "another-format": changed(BASE, 0, format="certificate"),
    "next-version": changed(BASE, 0, format="zchomp-certificate 2"),
    "number-of-twenty-digits": replaced('"head":[2,0]', '"head":[20000000000000000000,0]'),
    "bound-of-ten-digits": changed(BASE, 6, bound=10**9),
    "head-of-ten-digits-compact": changed(COMPACT, 6, head={"terms": 10**9, "sha256": "0" * 64}),
    "too-many-rows": changed(BASE, 0, claim={**BASE[0]["claim"], "rows": 10**6}),
    "too-large-a-claim": changed(BASE, 0, claim={**BASE[0]["claim"], "upto": 10**9}),
    "too-large-a-nim-value": changed(BASE, 0, claim={**BASE[0]["claim"], "nim": 10**9}),
}

FOLDERS: dict[str, dict[str, bytes]] = {"accepted": ACCEPTED, "rejected": REJECTED, "malformed": MALFORMED}


def make(folder: Path, verdict: Callable[[Path], tuple[int, str]]) -> None:
    """Write all files, and the reasons that the verifier gives now."""
    reasons = []
    for kind, files in FOLDERS.items():
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for name, text in sorted(files.items()):
            path = folder / kind / f"{name}.jsonl"
            path.write_bytes(text)
            code, reason = verdict(path)
            if code:
                reasons.append(f"{kind}/{name} | {code} | {reason}\n")
    (folder / "reasons.txt").write_text("".join(reasons))


def verdict(path: Path) -> tuple[int, str]:
    """Exit code and reason, without the name of the file."""
    from zchomp.proof.verifier import verify

    found = verify(str(path))
    return found.code, found.reason.removeprefix(f"{str(path)!r}: ")


if __name__ == "__main__":
    make(HERE, verdict)
