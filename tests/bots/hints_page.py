"""Writes docs/hints.md: what the adviser says at sixty decisions of each game, to be read through.

`python -m tests.bots.hints_page` writes it; a test plays some of the decisions again.
"""

import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from aachen.bots import ADVISER, Budget, make_bot
from aachen.bots.bot import brief_view
from aachen.cli.advice import advice
from aachen.core.common_luck import CommonLuck
from aachen.core.game_loop import PlainTable, carry_out
from aachen.games import GAMES
from aachen.titles import TITLES
from aachen.titles.sentences import wording_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "hints.md"
ROUNDS: Final = 60
EVERY: Final = 5  # so many decisions lie between two hints
HEAD: Final = """\
# Hints

What the adviser says at sixty decisions of each game, as the terminal tells it, for readers who want to judge its sentences.
Planners play the games; at every fifth decision the search thinks {rounds} rounds ahead, from what the seat can see.
`python -m tests.bots.hints_page` writes this page.
"""

# The tables, and how many hints each gives.
TABLES: Final[list[tuple[str, dict[str, Any], int]]] = [
    ("carolus", {"players": 2}, 24),
    ("carolus", {"players": 3}, 18),
    ("carolus", {"players": 4}, 18),
    ("carolingi", {"players": 2}, 16),
    ("carolingi", {"players": 3}, 16),
    ("carolingi", {"players": 4}, 6),
    ("carolingi", {"players": 3, "variant": "advanced"}, 12),
    ("carolingi", {"players": 3, "variant": "814"}, 10),
]


def main() -> int:
    """Write the page."""
    sections = (section(*table) for table in TABLES)
    PAGE.write_text("\n".join([HEAD.format(rounds=ROUNDS), *sections]), encoding="utf-8")
    return 0


def section(game: str, options: dict[str, Any], most: int) -> str:
    """All hints of one table."""
    return "\n".join([title(game, options), *hints(game, options, most)])


def title(game: str, options: dict[str, Any]) -> str:
    """The heading of a table."""
    more = "".join(f", {value}" for name, value in options.items() if name != "players")
    return f"## {TITLES[game].name('en')}, {options['players']} players{more}\n"


def hints(game: str, options: dict[str, Any], most: int) -> Iterator[str]:
    """One hint after the other, each as a part of the page, from as many games as it takes."""
    found = (hint for seed in count(1) for hint in hints_of_game(game, options, seed))
    return islice(found, most)


def hints_of_game(game: str, options: dict[str, Any], seed: int) -> Iterator[str]:
    """The hints of one game."""
    rules, luck = GAMES[game], CommonLuck(seed)
    position = rules.new(rules.options(options), luck)
    table, number = PlainTable(position, luck), 0
    while seats := position.to_act():
        seat = seats[0]
        if number % EVERY == EVERY - 1:
            thought = make_bot(ADVISER, number).think(position.view(seat), Budget(rounds=ROUNDS))
            if thought.others:
                lines = advice(thought, position.view(seat), wording_of("en", position))
                name = position.seats()[seat]
                yield "\n".join(
                    [f"### Game {seed}, decision {number + 1}, {name}\n", "```text", *lines, "```\n"]
                )
        planned = make_bot("planner", number).course(brief_view(position, seat))
        carry_out(table, seat, [position.read_action(action) for action in planned])
        number += 1


if __name__ == "__main__":
    sys.exit(main())
