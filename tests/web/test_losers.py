"""The lists of losers, compared with zchomp, and their links."""

import json
import re
from itertools import accumulate
from typing import Any

from tests.support import known, proof_of
from tests.web.browser import DONE, SLOW, Visit, copied, followed, held, let_go, reloaded, until
from zchomp.bars.slices import Slice, symbolic_losers

LARGE = "chomp-3rows-1000.jsonl"
"""A certificate that takes a while to load."""


def value(term: str, a: int) -> int:
    """The number that a term like 3, a, 2a or 5 + 2a stands for."""
    parts = [re.fullmatch(r"([0-9]*)(a?)", part) for part in term.split(" + ")]
    return sum(int(part[1] or 1) * (a if part[2] else 1) for part in parts if part)


def test_lists_by_rows(visited: Visit) -> None:
    """The losers in parentheses have the rows that the columns in brackets stand for, and small bars come first."""
    page = visited.open()
    for tail in ("0", "5", "120", "4,2"):
        followed(page, f"losers/{tail}")
        page.select_option("#losers-format", "text")
        until(page, "/^[[]/.test(document.getElementById('losers-list').textContent)")
        columns = page.inner_text("#losers-list").strip("[]").split("], [")
        page.select_option("#losers-format", "rows")
        until(page, "/^[(]/.test(document.getElementById('losers-list').textContent)")
        rows = page.inner_text("#losers-list").strip("()").split("), (")
        assert len(columns) == len(rows)
        for brackets, bar in zip(columns, rows, strict=True):
            for a in (1, 7):
                lengths = accumulate(value(term, a) for term in brackets.split(", "))
                assert [value(term, a) for term in bar.split(", ")] == [length for length in lengths if length][::-1]
    page = visited.open("#losers/8")
    until(page, "document.getElementById('losers-list').textContent !== ''")
    listed = [[int(n) for n in one.split(", ")] for one in page.inner_text("#losers-list")[1:-1].split("], [")]
    squares = [3 * c + 2 * a + b for c, a, b in listed]
    assert squares == sorted(squares)
    assert [a for _, a, _ in listed] != sorted(a for _, a, _ in listed)
    assert "Small bars come first, and formulas with a come last." in page.inner_text("#losers-help")


def test_lists_are_those_of_zchomp(visited: Visit) -> None:
    """The list of a slice agrees with zchomp losers, as text and as JSON, and LaTeX has the same losers."""
    page, names = visited.open("#losers"), ("3rows-115", "3rows-1000", "4rows-20", "5rows-8")
    for tail in ("0", "115", "120", "4,2", "2,2", "8,7,1"):
        slice_ = Slice(tuple(map(int, tail.split(","))))
        page.select_option("#losers-format", "text")
        page.select_option("#losers-certificate", f"chomp-{names[len(slice_.tail)]}.jsonl")
        page.fill("#losers-tail", tail)
        page.click("#losers-form button")
        until(page, f"location.hash.split('?')[0] === '#losers/{tail}'")
        proof = known(proof_of(slice_))
        losers = symbolic_losers(slice_, proof.sequence)
        assert page.get_by_role("region", name="The losers").count() == 1  # a name is heard only with a role
        text = page.inner_text("#losers-list")
        if losers:
            assert text == ", ".join(map(str, losers)).replace("*", "")  # 2a is read, and 2*a is copied
            assert copied(page, "#losers-copy") == ", ".join(map(str, losers))
        else:
            assert text.startswith("none: ")
        page.select_option("#losers-format", "json")
        until(page, "document.getElementById('losers-list').textContent.startsWith('{')")
        record: dict[str, Any] = json.loads(page.inner_text("#losers-list"))
        assert record.pop("positions") == [
            {"bottom": list(one.bottom), "start": one.start, "step": one.step, "b": one.b} for one in losers
        ]
        assert record == proof.to_dict()
        assert json.loads(copied(page, "#losers-copy"))["tail"] == list(slice_.tail)
        page.select_option("#losers-format", "latex")
        until(page, "document.getElementById('losers-list').textContent.startsWith('$')")
        forever = r" \quad (a \ge 0)" if any(one.step for one in losers) else ""
        formulas = [str(one).replace("*", "") for one in losers]
        assert page.inner_text("#losers-list") == (f"${'$, $'.join(formulas)}{forever}$" if losers else r"$\emptyset$")


def test_a_list_that_comes_late(visited: Visit) -> None:
    """A list says that it is loading, and if another row is chosen meanwhile, that one stays."""
    visited.page.add_init_script(DONE)
    page = visited.open("#losers/5")
    asked = held(page, LARGE)
    page.fill("#losers-tail", "500")
    page.click("#losers-form button")
    until(page, "document.getElementById('losers-status').textContent === 'Loading the list …'")
    page.fill("#losers-tail", "7")
    page.click("#losers-form button")
    until(page, "location.hash === '#losers/7'")
    assert len(asked) == 1
    let_go(page, asked)
    assert page.evaluate("location.hash") == "#losers/7"
    assert page.inner_text("#losers-status").startswith("The slice with third row 7: ")
    assert page.inner_text("#losers-list").startswith("[7, ")
    assert page.input_value("#losers-certificate") == "chomp-3rows-115.jsonl"
    page.fill("#losers-tail", "500")
    page.click("#losers-form button")
    until(page, "document.getElementById('losers-status').textContent.startsWith('The slice with third row 500')")
    assert page.text_content("#losers-list")


def test_links_name_the_certificate(visited: Visit) -> None:
    """A link to losers or to the chart keeps a certificate that is not the usual one, and so does a reload."""
    name = "chomp-3rows-1000.jsonl"
    page = visited.open(f"#losers/5?certificate={name}")
    for is_again in (False, True):
        if is_again:
            reloaded(page)
        until(page, "document.getElementById('losers-list').textContent.startsWith('[5, 0, 5]')")
        assert page.input_value("#losers-certificate") == name
        assert page.evaluate("location.hash") == f"#losers/5?certificate={name}"
    page.select_option("#losers-certificate", "chomp-3rows-115.jsonl")
    until(page, "location.hash === '#losers/5'")
    page.select_option("#losers-certificate", name)
    until(page, f"location.hash === '#losers/5?certificate={name}'")
    for link in ("losers/6", "losers/7?certificate=none.jsonl"):
        page.evaluate("(link) => { location.hash = link; }", link)
        until(page, f"document.getElementById('losers-list').textContent.startsWith('[{link[7]}, 0, ')")
        assert page.input_value("#losers-certificate") == "chomp-3rows-115.jsonl"
    name = "chomp-3rows-115.jsonl"
    followed(page, f"chart/4/7?certificate={name}")
    for is_again in (False, True):
        if is_again:
            reloaded(page)
        until(page, "document.getElementById('chart-source').textContent.includes('3rows-115')")
        until(page, "document.getElementById('chart-status').textContent.includes('is a loser')")
        assert page.evaluate("location.hash") == f"#chart/4/7?certificate={name}"
    followed(page, "chart/120")
    until(page, "location.hash === '#chart/120/170'")


def test_links_that_name_the_wrong_file(visited: Visit) -> None:
    """A link is answered from a certificate that has its slice, with a note if it named another, or a refusal."""
    page = visited.open()
    for link, note in (
        (
            "losers/5?certificate=foo.jsonl",
            "This page has no certificate “foo.jsonl”: it is shown from {small}. The slice",
        ),
        ("losers/500?certificate={small}", "{small} does not have this: it is shown from {large}. The slice"),
        ("losers/5?nim=two", "“two” is not a nim-value: losers are shown, of nim-value 0. The slice"),
        (
            "chart/5/7?certificate=foo.jsonl",
            "This page has no certificate “foo.jsonl”: it is shown from {large}. (11, ",
        ),
        ("chart/500/600?certificate={small}", "{small} does not have this: it is shown from {large}. (924, "),
    ):
        names = {"small": "chomp-3rows-115.jsonl", "large": LARGE}
        followed(page, f"{link.format(**names)}")
        view = link.partition("/")[0]
        assert page.inner_text(f"#{view}-status").startswith(note.format(**names))
        until(page, "!location.hash.includes('certificate=foo')")
        followed(page, f"{view}/6/6")
        assert re.match("The slice|.11, 6, 6", page.inner_text(f"#{view}-status"))
    for tail, name in (("120", "chomp-3rows-1000.jsonl"), ("4,2", "chomp-4rows-20.jsonl")):
        followed(page, f"losers/{tail}")
        until(page, f"document.getElementById('losers-certificate').value === '{name}'")
        assert page.inner_text("#losers-list").startswith("[")
        for wrong, words in (
            ("9999", "No certificate on this page has the rows 9999; expected fewer, or shorter ones."),
            ("2, 4", "“2, 4” is not a third row, or a third row with rows below it; rows must not increase."),
            ("x", "“x” is not a third row, or a third row with rows below it; expected numbers like 5, or like 4, 2."),
        ):
            page.fill("#losers-tail", wrong)
            page.click("#losers-form button")
            until(page, f"document.getElementById('losers-status').textContent === '{words}'")
            assert page.inner_text("#losers-list") == ""


def test_losers_say_whether_their_file_is_verified(visited: Visit) -> None:
    """Below the list is the file that it comes from, and a note that it is not verified yet, until it is."""
    visited.page.add_init_script(SLOW)
    visited.page.add_init_script("window.holding = true")
    page = visited.open("#losers/4,2")
    name = "Listed from chomp-4rows-20.jsonl (four rows, third row at most 20). "
    until(page, f"document.getElementById('losers-source').textContent.startsWith('{name}')")
    assert "verified on this page" in page.inner_text("#losers-source")
    assert page.locator("#losers-source .good").count() == 0
    page.evaluate("window.holding = false")
    page.wait_for_selector("#losers-source .good")
    assert page.inner_text("#losers-source") == f"{name}It was verified on this page. Verify."
    page.fill("#losers-tail", "9999")
    page.click("#losers-form button")
    until(page, "document.getElementById('losers-status').textContent.startsWith('No certificate')")
    assert page.inner_text("#losers-source") == ""


def test_nim_values_in_the_address(visited: Visit) -> None:
    """A list has the positions of the nim-value in the address. If no certificate has it, the page says so."""
    page = visited.open("#losers/4?nim=2")
    until(page, "document.getElementById('losers-status').textContent.includes('nim-value 2')")
    assert page.evaluate("location.hash") == "#losers/4?nim=2"
    page.fill("#losers-tail", "120")
    page.click("#losers-form button")
    until(page, "document.getElementById('losers-status').textContent.includes('No certificate')")
    assert page.inner_text("#losers-status") == "No certificate on this page has nim-value 2 for the rows 120."
    assert page.input_value("#losers-nim") == "2"
    page.select_option("#losers-nim", "0")
    until(page, "document.getElementById('losers-status').textContent.startsWith('The slice with third row 120')")
    page.fill("#losers-tail", "[4,2]")
    page.click("#losers-form button")
    until(page, "document.getElementById('losers-status').textContent.includes('rows (6, 4) from the third on')")
    followed(page, "losers/5")
    page.select_option("#losers-certificate", "chomp-3rows-nim6-50.jsonl")
    until(page, "document.getElementById('losers-nim').options.length === 7")
    page.select_option("#losers-nim", "6")
    until(page, "document.getElementById('losers-status').textContent.includes('nim-value 6')")
    proof = known(proof_of(Slice((5,), 6)))
    listed = ", ".join(map(str, symbolic_losers(proof.slice, proof.sequence)))
    assert page.inner_text("#losers-list") == listed.replace("*", "")
