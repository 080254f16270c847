"""Writes docs/tensors.md: the planes of every title's tensors, and the parts of its action codes.

`python3 tools/list_planes.py` writes it; a test fails when the page is out of date.
"""

import sys
from pathlib import Path
from typing import cast

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from aachen.core.contract import Position  # noqa: E402
from aachen.core.luck import SeededLuck  # noqa: E402
from aachen.core.planes import Axis, Plane, PlanedPosition  # noqa: E402
from aachen.titles import TITLES  # noqa: E402
from aachen.titles.title import Title  # noqa: E402

PAGE = ROOT / "docs" / "tensors.md"
AGAIN = "before."
MOST_LABELS = 9  # that are written out

HEAD = """# Tensors

Which number of a tensor is which fact, and what action codes are made of; written by `tools/list_planes.py`.
A tensor holds the planes in this order, each row by row; [environments.md](how-to/environments.md) tells how to get one.

Seats are turned: `+0` is the viewer, `+1` the next seat.
A number is 0 or 1 unless *most* says more: that is a usual largest value, by which `aachen.env.observing.scales` divides.
`layout.planes` has the same as objects, with the label of every index, and `layout.offsets` where each plane begins.
"""


def main() -> int:
    """Write the page again."""
    PAGE.write_text(page(), encoding="utf-8")
    return 0


def page() -> str:
    """The page as it should be now."""
    return HEAD + "".join(of_title(title) for title in TITLES.values() if is_planed(title))


def first(title: Title, players: int) -> Position:
    """A position of the title."""
    position: Position = title.game.new(title.game.options({"players": players}), SeededLuck(0))
    return position


def is_planed(title: Title) -> bool:
    """Whether the title can be written as planes."""
    return hasattr(first(title, title.usual_players), "planes")


def of_title(title: Title) -> str:
    """One title: sizes, parts of actions, planes."""
    positions = {players: first(title, players) for players in title.players()}
    planed = {players: cast(PlanedPosition, position) for players, position in positions.items()}
    rows = "".join(
        f"| {players} | {one.plane_layout().size:,} | {positions[players].action_count():,} "
        f"| {' × '.join(map(str, one.action_parts().sizes))} |\n"
        for players, one in planed.items()
    )
    kinds = ", ".join(f"`{name}`" for name in next(iter(planed.values())).action_parts().names)
    layouts = [one.plane_layout().planes for one in planed.values()]
    table = "".join(map(row, zip(*layouts, strict=True)))
    again = sum(plane.name.startswith(AGAIN) for plane in layouts[0])
    note = f"\nThe {again} planes `{AGAIN}…` repeat those of their names for the table that is remembered.\n"
    labels = f"\nLabels of short axes:\n\n{labels_of(layouts)}"
    return (
        f"\n## {title.name('en')}\n\n"
        f"| players | numbers | action codes | kind × place × place × number |\n|---:|---:|---:|---|\n{rows}\n"
        f"Kinds of actions: {kinds}.\n\n"
        f"| plane | axes | most | holds |\n|---|---|---:|---|\n{table}{note if again else ''}{labels}"
    )


def row(plane_by_players: tuple[Plane, ...]) -> str:
    """One plane, for every number of players."""
    plane = plane_by_players[0]
    if plane.name.startswith(AGAIN):
        return ""
    axes = " × ".join(axis(each) for each in zip(*(one.axes for one in plane_by_players), strict=True))
    return f"| `{plane.name}` | {axes} | {plane.most} | {plane.about} |\n"


def axis(axis_by_players: tuple[Axis, ...]) -> str:
    """An axis with its labels, or with how many there are."""
    labels = axis_by_players[0].labels
    sizes = [len(each.labels) for each in axis_by_players]
    name = axis_by_players[0].name
    if len(set(sizes)) > 1:
        return f"{name} ({min(sizes)} to {max(sizes)})"
    if len(labels) == 1:
        return f"1 {name}"
    return f"{name} ({len(labels)})"


def labels_of(layouts: list[list[Plane]]) -> str:
    """The labels of the axes that are alike for every number of players and short."""
    found: dict[str, list[set[tuple[str, ...]]]] = {}
    for number, planes in enumerate(layouts):
        for plane in planes:
            for each in plane.axes:
                seen = found.setdefault(f"{each.name} ({len(each.labels)})", [set() for _ in layouts])
                seen[number].add(tuple(each.labels))
    lines = []
    for name, by_players in found.items():
        shared = set.intersection(*by_players)
        if set.union(*by_players) == shared and all(1 < len(labels) <= MOST_LABELS for labels in shared):
            lines.append(f"- {name}: {'; or '.join(', '.join(labels) for labels in sorted(shared))}\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
