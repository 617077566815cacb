"""Leftovers of an earlier run: drafts and checkpoints in the work folder of a target."""

from pathlib import Path

from zchomp.core.runs import MARK


def work_file(target: Path, name: str) -> Path:
    """A file in the work folder of a target."""
    return target.with_name(f"{target.name}.work") / name


def leave_draft(target: Path, text: bytes) -> Path:
    """Leave a draft as an interrupted run would, and return its path."""
    draft = work_file(target, "draft.jsonl")
    draft.parent.mkdir(exist_ok=True)
    work_file(target, "lock").write_bytes(MARK)
    draft.write_bytes(text)
    return draft
