"""What is agreed before a game of Carolingi."""

from __future__ import annotations

from collections.abc import Mapping

from aachen.core.errors import BadInput, Fault
from aachen.games.carolingi import board as boards
from aachen.games.carolingi.board import Board
from aachen.games.carolingi.variant import BASE, SCENARIO, VARIANTS, Variant

KNOWN = ("players", "last_year", "variant", "anarchy", "hourglass", "board", "board_digest")
LONGEST_HOURGLASS = 3600  # seconds


class Options:
    """Number of Carolingians, the sundial's year (2.2.4), the rules and the board.

    `hourglass` is how many seconds the sand runs, for the table's clock; 0 is none. The rules only know whether.
    """

    def __init__(
        self,
        players: int = 3,
        last_year: int | None = None,
        board: Board | None = None,
        variant: str = BASE,
        anarchy: bool = False,
        hourglass: int = 0,
    ) -> None:
        self.board = board if board is not None else boards.standard()
        self.players = players
        self.hourglass = hourglass
        self.variant = Variant(variant, anarchy, hourglass > 0)
        years = self.years()
        self.last_year = last_year if last_year is not None else years[2]
        faults = self._faults(years)
        if faults:
            raise BadInput(faults)

    def years(self) -> tuple[int, int, int]:
        """First, last and usual last year of the annals that are played."""
        if self.variant.scenario and self.board.years_814 is not None:
            return self.board.years_814
        return self.board.first_year, self.board.final_year, self.board.usual_last_year

    def _faults(self, years: tuple[int, int, int]) -> list[Fault]:
        faults = []
        board = self.board
        if self.players not in board.setups:
            known = sorted(board.setups)
            faults.append(Fault("players_not_possible", "players", {"given": self.players, "known": known}))
        if not years[0] <= self.last_year <= years[1]:
            facts: dict[str, object] = {"given": self.last_year, "least": years[0], "most": years[1]}
            faults.append(Fault("year_not_possible", "last_year", facts))
        if self.variant.name not in VARIANTS:
            facts = {"given": self.variant.name, "known": list(VARIANTS)}
            faults.append(Fault("variant_unknown", "variant", facts))
        if not 0 <= self.hourglass <= LONGEST_HOURGLASS:
            facts = {"given": self.hourglass, "least": 0, "most": LONGEST_HOURGLASS}
            faults.append(Fault("hourglass_not_possible", "hourglass", facts))
        if self.variant.scenario and not self._has_scenario():
            faults.append(Fault("board_without_814", "variant", {"variant": SCENARIO}))
        return faults

    def _has_scenario(self) -> bool:
        """Whether the board file has all that Scenario 814 needs."""
        board = self.board
        return board.years_814 is not None and bool(board.problems) and self.players in board.honour_lengths

    def as_dict(self) -> dict[str, object]:
        """The options in names; the board only if it is not the shipped one."""
        data: dict[str, object] = {"players": self.players, "last_year": self.last_year}
        if self.variant.name != BASE:
            data["variant"] = self.variant.name
        if self.variant.anarchy:
            data["anarchy"] = True
        if self.hourglass:
            data["hourglass"] = self.hourglass
        data["board_digest"] = self.board.digest  # so that a corrected board never replays an old game
        if not self.board.is_standard:
            data["board"] = self.board.source
        return data


def read_options(named: Mapping[str, object]) -> Options:
    """Options from plain data; every fault is named."""
    faults = [
        Fault("option_unknown", key, {"given": key, "known": list(KNOWN)})
        for key in named
        if key not in KNOWN
    ]
    board = _read_board(named, faults)
    players = _read_number(named, "players", 3, faults)
    hourglass = _read_number(named, "hourglass", 0, faults)
    last_year = _read_number(named, "last_year", 0, faults) if "last_year" in named else None
    variant, anarchy = named.get("variant", BASE), named.get("anarchy", False)
    if isinstance(variant, int) and not isinstance(variant, bool):  # 814 is easily taken for a number
        variant = str(variant)
    if not isinstance(variant, str) or variant not in VARIANTS:
        faults.append(Fault("variant_unknown", "variant", {"given": str(variant), "known": list(VARIANTS)}))
    if not isinstance(anarchy, bool):
        faults.append(Fault("option_not_yes_or_no", "anarchy", {"given": str(anarchy)}))
    if faults:
        raise BadInput(faults)
    return Options(players, last_year, board, str(variant), bool(anarchy), hourglass)


def _read_board(named: Mapping[str, object], faults: list[Fault]) -> Board:
    board = boards.standard()
    try:
        if "board" in named:
            board = boards.parse(named["board"])
    except BadInput as bad_board:
        faults += bad_board.faults
    if named.get("board_digest", board.digest) != board.digest:
        facts: dict[str, object] = {"given": str(named["board_digest"]), "known": board.digest}
        faults.append(Fault("board_differs", "board_digest", facts))
    return board


def _read_number(named: Mapping[str, object], key: str, usual: int, faults: list[Fault]) -> int:
    given = named.get(key, usual)
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    faults.append(Fault("option_not_a_number", key, {"given": str(given)}))
    return usual
