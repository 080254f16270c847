"""What is agreed before a game of Carolingi."""

from __future__ import annotations

from collections.abc import Mapping

from aachen.core.errors import BadInput, Fault
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.board import Board

KNOWN = ("players", "last_year", "board", "board_digest")


class Options:
    """Number of Carolingians, the sundial's year (2.2.4) and the board."""

    def __init__(self, players: int = 3, last_year: int | None = None, board: Board | None = None) -> None:
        self.board = board if board is not None else boards.standard()
        self.players = players
        self.last_year = last_year if last_year is not None else self.board.usual_last_year
        faults = self._faults()
        if faults:
            raise BadInput(faults)

    def _faults(self) -> list[Fault]:
        faults = []
        board = self.board
        if self.players not in board.setups:
            known = sorted(board.setups)
            faults.append(Fault("players_not_possible", "players", {"given": self.players, "known": known}))
        if not board.first_year <= self.last_year <= board.final_year:
            facts: dict[str, object] = {
                "given": self.last_year,
                "least": board.first_year,
                "most": board.final_year,
            }
            faults.append(Fault("year_not_possible", "last_year", facts))
        return faults

    def as_dict(self) -> dict[str, object]:
        """The options in names; the board only if it is not the shipped one."""
        told: dict[str, object] = {"players": self.players, "last_year": self.last_year}
        told["board_digest"] = self.board.digest  # so that a corrected board never replays an old game
        if not self.board.is_standard:
            told["board"] = self.board.source
        return told


def read_options(named: Mapping[str, object]) -> Options:
    """Options from plain data; every fault is named."""
    faults = [
        Fault("option_unknown", key, {"given": key, "known": list(KNOWN)})
        for key in named
        if key not in KNOWN
    ]
    board = boards.standard()
    try:
        if "board" in named:
            board = boards.parse(named["board"])
    except BadInput as bad_board:
        faults += bad_board.faults
    if named.get("board_digest", board.digest) != board.digest:
        facts: dict[str, object] = {"given": str(named["board_digest"]), "known": board.digest}
        faults.append(Fault("board_differs", "board_digest", facts))
    numbers = {"players": 3, "last_year": board.usual_last_year}
    for key in numbers:
        given = named.get(key, numbers[key])
        if isinstance(given, int) and not isinstance(given, bool):
            numbers[key] = given
        else:
            faults.append(Fault("option_not_a_number", key, {"given": str(given)}))
    if faults:
        raise BadInput(faults)
    return Options(numbers["players"], numbers["last_year"], board)
