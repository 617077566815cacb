"""The glossary explains a word before another entry uses it."""

import re

from tests.support import ROOT

ENTRIES = [
    (names.splitlines(), re.sub(r"\]\([^)]*\)|`[^`]*`", "", words))
    for names, words in re.findall(
        r"((?:^\S.*\n)+)((?:^  .*\n)+)",
        (ROOT / "docs" / "glossary.md").read_text().partition("```{glossary}\n")[2].partition("```")[0],
        flags=re.MULTILINE,
    )
]

EVERYDAY = {"above", "bar", "below", "end", "height", "line", "rows", "start"}
"""Entries that are also everyday words, used as such before they are explained."""


def uses(words: str, name: str) -> bool:
    """Whether a text has the word, also in the plural."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?:e?s)?(?![\w-])", words, flags=re.IGNORECASE) is not None


def test_words_are_explained_before_they_are_used() -> None:
    """No entry uses the name of a later one."""
    names = [name for titles, _ in ENTRIES for name in titles]
    assert len(names) == len(set(names)) > 60
    assert set(names) >= EVERYDAY
    later = [name for name in names if name not in EVERYDAY]
    for titles, words in ENTRIES:
        later = [name for name in later if name not in titles]
        assert [name for name in later if uses(words, name)] == [], titles[0]


def test_poison_is_explained_in_the_first_entry() -> None:
    """The word poison, which has no entry, is explained in the first one."""
    assert "is the *poison*" in ENTRIES[0][1]


def test_a_later_word_is_found() -> None:
    """The comparison knows singular and plural, but not parts of words."""
    assert uses("two slices", "slice")
    assert uses("P-positions", "P-position")
    assert not uses("P-positions", "position")
    assert not uses("periodical", "period")
