"""The title of a text: number of players, variant, modules and board."""

from __future__ import annotations

from aachen.core.errors import BadInput, Fault
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.codec.reader import PositionReader
from aachen.games.carolingi.options import Options
from aachen.games.carolingi.state import State
from aachen.games.carolingi.variant import BASE


def write_title(pos: State) -> str:
    """`carolingi: players 3, variant 814, anarchy, hourglass, board DIGEST`, as far as it is unusual."""
    variant = pos.realm.variant
    items = [f"players {pos.realm.players}"]
    if variant.advanced:
        items.append(f"variant {variant.name}")
    items += ["anarchy"] if variant.anarchy else []
    items += ["hourglass"] if variant.hourglass else []
    items += [] if pos.realm.board.is_standard else [f"board {pos.realm.board.digest}"]
    return "carolingi: " + ", ".join(items)


def read_title(reader: PositionReader, options: Options | None) -> Options:
    """The options of the text; what it does not say is as in the options given."""
    board = options.board if options is not None else boards.standard()
    players = options.players if options is not None else 3
    variant = options.variant.name if options is not None else BASE
    anarchy = options is not None and options.variant.anarchy
    hourglass = options is not None and options.variant.hourglass
    for item in reader.statements.pop("carolingi", []):
        if item[0] == "players":
            players = reader.number(item, "carolingi")
        elif item[0] == "variant" and len(item) == 2:
            variant = item[1]
        elif item == ["anarchy"]:
            anarchy = True
        elif item == ["hourglass"]:
            hourglass = True
        elif item[0] == "board" and len(item) == 2:
            if item[1] != board.digest:
                facts: dict[str, object] = {"given": item[1], "known": board.digest}
                raise BadInput([Fault("text_other_board", "carolingi", facts)])
        else:
            reader.not_understood("carolingi", item)
    if reader.faults:
        raise BadInput(reader.faults)
    last_year = options.last_year if options is not None and options.variant.name == variant else None
    return Options(players, last_year, board, variant, anarchy, board.hourglass if hourglass else 0)
