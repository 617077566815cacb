"""All tests, with those that run only before a release: `python -m tests.release`. It needs Coq, LaTeX and Chromium.

If they pass, it records a digest of proofs/, without its pages, in tests/released.txt. While proofs/ has another
digest, `.ci/run` runs all of them, too. This file needs the standard library alone: `.ci/run` asks it before anything
is installed.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "tests" / "released.txt"
REQUIRED = ("ZCHOMP_RELEASE", "ZCHOMP_REQUIRE_COQ", "ZCHOMP_REQUIRE_LATEX", "ZCHOMP_REQUIRE_BROWSER")


def digest(root: Path = ROOT) -> str:
    """A digest of the names and contents of the files in proofs/ that git knows, but for its pages."""
    listed = subprocess.run(["git", "ls-files", "-z", "proofs"], cwd=root, capture_output=True, check=True).stdout
    names = sorted(os.fsdecode(name) for name in listed.split(b"\0") if name and not name.endswith(b".md"))
    contents = (sha256((root / name).read_bytes()).hexdigest() for name in names)
    return sha256("".join(map("{} {}\n".format, contents, names)).encode()).hexdigest()


def main(arguments: list[str]) -> int:
    """Run all tests, and record the digest if they pass. With `--recorded`, only ask whether it is recorded."""
    tested = digest()
    if arguments == ["--recorded"]:
        return int(RECORD.read_text().strip() != tested)
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "loadfile", *arguments]
    code = subprocess.run(command, cwd=ROOT, env=os.environ | dict.fromkeys(REQUIRED, "1"), check=False).returncode
    if code == 0 and not arguments:
        RECORD.write_text(f"{tested}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
