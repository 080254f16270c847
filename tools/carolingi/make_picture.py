"""Draws the picture in the README: a table in the middle of a game, as a terminal shows it.

Run it with the environment's Python after the screen has changed: `.venv/bin/python tools/carolingi/make_picture.py`.
"""

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from aachen.bots import make_bot
from aachen.core.luck import SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi import Position, board
from aachen.titles.carolingi.drawing import show
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.console import THEME

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "images" / "table.svg"
SEED = 8
MOVES = 96
WIDTH = 100
# Nothing is fetched from outside: the reader's own monospace font will do.
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*|<!--.*?-->\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


def play_on(position: Position, moves: int) -> Position:
    """Let greedy bots play so many moves."""
    luck = SeededLuck(SEED)
    bots = [make_bot("greedy", seat) for seat in range(len(position.seats()))]
    for _ in range(moves):
        seat = position.to_act()[0]
        position.play(seat, position.read_action(bots[seat].course(position.view(seat))[0]), luck)
    return position


def main() -> None:
    """Play, draw, and keep the drawing."""
    position = play_on(carolingi.new(carolingi.Options(3), SeededLuck(SEED)), MOVES)
    console = Console(
        record=True,
        width=WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        theme=THEME,
    )
    show(position.view(0), CarolingiWording("en", board.standard()), console, plain=False)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(
        console.export_svg(title="aachen play carolingi", code_format=FORMAT), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
