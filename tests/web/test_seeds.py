"""Seeds: in the next game the computer makes other mistakes, but a link still leads to the same game."""

import pytest

import zchomp
from tests.web.browser import Page, Visit, reloaded, until
from tests.web.playing import bite, rows
from zchomp.core.answers import Outcome


def answers(page: Page, games: int, again: str) -> list[tuple[int, ...]]:
    """What the computer leaves after the same first bite, in successive games."""
    found = []
    for _ in range(games):
        bite(page, 3, 8)
        found.append(rows(page))
        begun = page.get_attribute("#view-play", "data-games")
        if again == "#again":
            page.click("#give-up")
        page.click(again)
        page.wait_for_selector(f'#view-play[data-rows="8,8,8"]:not([data-games="{begun}"])')
    return found


@pytest.mark.parametrize("again", ["#again", "#new-game"])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_next_game_is_another_one(level: str, again: str, visited: Visit) -> None:
    """At the levels that make mistakes, the same bite gets different replies, and every reply can be beaten."""
    page = visited.open(f"#play/8,8,8?level={level}")
    found = answers(page, 6, again)
    assert len(set(found)) > 1
    assert all(zchomp.outcome(left) is Outcome.WINNER for left in found)


def test_the_perfect_level_is_as_it_was(visited: Visit) -> None:
    """If the computer makes no mistakes there is nothing to choose, and no seed in the link."""
    page = visited.open("#play/8,8,8?level=perfect")
    assert len(set(answers(page, 3, "#new-game"))) == 1
    bite(page, 3, 8)
    until(page, "location.hash.includes('bites=')")
    assert "seed" not in page.evaluate("location.hash")


def test_a_link_leads_to_the_same_game(visited: Visit) -> None:
    """The link of a later game has its seed: after a reload the same bites get the same replies."""
    page = visited.open("#play/8,8,8")
    answers(page, 3, "#new-game")
    bite(page, 3, 8)
    until(page, "location.hash.endsWith('&seed=3')")
    reloaded(page)
    here = rows(page)
    bite(page, len(here), here[-1])
    left = rows(page)
    page.click("#undo")
    page.click("#undo")
    assert rows(page) == (8, 8, 8)
    bite(page, 3, 8)
    assert rows(page) == here
    bite(page, len(here), here[-1])
    assert rows(page) == left
    page = visited.open("#play/8,8,8?seed=none")
    bite(page, 3, 8)
    first = rows(page)
    page = visited.open("#play/8,8,8")
    bite(page, 3, 8)
    assert rows(page) == first
