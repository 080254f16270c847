"""Writes the tables of docs/ladder.md from the published ladders (`ladder.json` of each title).

`python3 tools/list_ladder.py` writes them; a test fails when the page is out of date.
"""

import sys
from math import isfinite
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from aachen.arena.ladder import Ladder, published, table_name, tables  # noqa: E402
from aachen.arena.ratings import Rating  # noqa: E402
from aachen.titles import TITLES  # noqa: E402

PAGE = ROOT / "docs" / "ladder.md"
BEGIN = "<!-- tables: tools/list_ladder.py -->\n"
END = "<!-- end of tables -->\n"


def main() -> int:
    """Write the page again."""
    PAGE.write_text(page(PAGE.read_text("utf-8")), encoding="utf-8")
    return 0


def page(former: str) -> str:
    """The page with the tables that are true now."""
    before, _, rest = former.partition(BEGIN)
    _, _, after = rest.partition(END)
    found = [ladder for each in tables() if (ladder := published(*each)) is not None]
    return before + BEGIN + "".join(map(table, found)) + END + after


def table(ladder: Ladder) -> str:
    """One kind of table."""
    name = TITLES[ladder.game].name("en")
    rows = "".join(
        f"| `{rung.name}` | {rung.games} | {points(rung.rating.points)} | {interval(rung.rating)} |\n"
        for rung in ladder.rungs
    )
    return (
        f"\n### {name}, {ladder.players} players\n\n"
        f"`aachen ladder --table {table_name(ladder.game, ladder.players)}`: {ladder.games} games in"
        f" {len(ladder.blocks)} blocks, rules {ladder.rules}, version {ladder.version}, code `{ladder.code}`.\n\n"
        f"| bot | games | {'Elo' if ladder.players == 2 else 'rating'} | 95 % |\n|---|---:|---:|---:|\n{rows}\n"
    )


def interval(rating: Rating) -> str:
    """From where to where."""
    return f"{points(rating.low)} to {points(rating.high)}"


def points(value: float) -> str:
    """A rating as it is printed."""
    return f"{value:+.0f}".replace("-", "−") if isfinite(value) else "?"


if __name__ == "__main__":
    sys.exit(main())
