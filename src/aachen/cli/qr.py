"""QR codes in a terminal: two rows of squares a line, for a phone's camera."""

from __future__ import annotations

import segno

RIM = 2  # light squares around the code: four are the rule, two suffice on a screen
BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
BLACK_ON_WHITE, AS_BEFORE = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


def qr_lines(text: str, coloured: bool) -> list[str]:
    """The code as lines; coloured it is black on white whatever colours the terminal has."""
    code = segno.make(text, error="m", boost_error=False, mode="byte", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=RIM)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = [
        "".join(BLOCKS[pair] for pair in zip(upper, lower)) for upper, lower in zip(rows[::2], rows[1::2])
    ]
    return [f"{BLACK_ON_WHITE}{line}{AS_BEFORE}" for line in lines] if coloured else lines


def can_be_shown(encoding: str | None) -> bool:
    """Whether a terminal has the blocks that the code is drawn with."""
    try:
        "".join(BLOCKS.values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
