"""What is agreed before a game of Carolus Magnus."""

from __future__ import annotations

from collections.abc import Mapping

from aachen.core.errors import BadInput, Fault

KNOWN = ("players", "silent_partners")
PLAYERS = (2, 3, 4)


class Options:
    """Number of players, and whether partners keep silent (M14): for the table, the rules do not care."""

    def __init__(self, players: int = 2, silent_partners: bool = True) -> None:
        if players not in PLAYERS:
            facts: dict[str, object] = {"given": players, "known": list(PLAYERS)}
            raise BadInput([Fault("players_not_possible", "players", facts)])
        self.players = players
        self.silent_partners = silent_partners

    def as_dict(self) -> dict[str, object]:
        """The options in names."""
        return {"players": self.players, "silent_partners": self.silent_partners}


def read_options(named: Mapping[str, object]) -> Options:
    """Options from plain data; every fault is named."""
    faults = [
        Fault("option_unknown", key, {"given": key, "known": list(KNOWN)})
        for key in named
        if key not in KNOWN
    ]
    players = named.get("players", 2)
    if not isinstance(players, int) or isinstance(players, bool):
        faults.append(Fault("option_not_a_number", "players", {"given": str(players)}))
    elif players not in PLAYERS:
        facts: dict[str, object] = {"given": players, "known": list(PLAYERS)}
        faults.append(Fault("players_not_possible", "players", facts))
    silent = named.get("silent_partners", True)
    if not isinstance(silent, bool):
        faults.append(Fault("option_not_yes_or_no", "silent_partners", {"given": str(silent)}))
    if faults:
        raise BadInput(faults)
    assert isinstance(players, int)
    assert isinstance(silent, bool)
    return Options(players, silent)
