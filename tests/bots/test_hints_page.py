"""docs/hints.md: sixty hints of each game to read, none without a reason, and still what the adviser says."""

import re

import pytest
from tests.bots import hints_page

PAGE = hints_page.PAGE.read_text(encoding="utf-8")
REPLAYED = 1  # of each table: all would take minutes


def hints_on_page(game, options):
    _, _, rest = PAGE.partition(hints_page.title(game, options))
    return rest.split("\n## ")[0].split("### ")[1:]


def test_each_game_has_sixty_hints():
    found: dict[str, int] = {}
    for game, options, most in hints_page.TABLES:
        assert len(hints_on_page(game, options)) == most
        found[game] = found.get(game, 0) + most

    assert set(found.values()) == {60}


def test_no_hint_is_without_a_plan_its_chance_and_a_reason():
    for hint in PAGE.split("### ")[1:]:
        lines = hint.splitlines()

        assert [line for line in lines if line.startswith("  Estimated chance of winning with ")]
        assert lines[lines.index("The plan") + 1].startswith("  1. ")
        assert lines[lines.index("Why") + 1].startswith("  ")


@pytest.mark.parametrize(
    ("game", "options"),
    [(game, options) for game, options, _ in hints_page.TABLES],
    ids=[hints_page.title(game, options).strip("# \n") for game, options, _ in hints_page.TABLES],
)
def test_the_first_hints_of_a_table_are_what_the_adviser_says(game, options):
    """Chances and order of the plans; sentences may have been edited since `python -m tests.bots.hints_page`."""
    now = [hint.partition("### ")[2] for hint in hints_page.hints(game, options, REPLAYED)]

    assert [told(hint) for hint in now] == [told(hint) for hint in hints_on_page(game, options)[:REPLAYED]]


def told(hint):
    """Which decision it is, and all chances in it."""
    return [hint.splitlines()[0], *re.findall(r"\d+%", hint)]
