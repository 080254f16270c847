"""Every game with what it is held to the contract under. A new game is one more entry in `PLAYS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.golden.carolus_setups import scarce
from tests.golden.setups import contest

View = Mapping[str, Any]


@dataclass(frozen=True)
class Plays:
    """What random play tries: options, texts of positions, and the moments that must come up in it."""

    options: list[dict[str, object]]
    moment: Callable[[View], str]  # a word for what the table is doing, from the spectator's view
    moments: list[str]
    texts: list[str] = field(default_factory=list)
    has_secrets: bool = True
    longest: int = 5000  # no game has more plays than this


def _carolingi_moment(view: View) -> str:
    """The phase, or the tile that is carried out, and whether several declare peace."""
    word = str(view["tile"] if view["phase"] == "acting" else view["phase"])
    return f"{word} in contest" if view["bag"]["open"] and view["declarer"] else word


def _carolus_moment(view: View) -> str:
    """The phase, and whether it is still set-up."""
    return f"{view['phase']} at set-up" if view["round"] == 0 else str(view["phase"])


PLAYS: dict[str, Plays] = {
    "carolingi": Plays(
        [{"players": players, "last_year": year} for players in range(2, 7) for year in (830, 834)],
        _carolingi_moment,
        [
            *("placing", "swapping", "starving", "over", "peace in contest", "peace"),
            *("influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot"),
        ],
        [contest(players) for players in (2, 3, 4)],
    ),
    "carolus": Plays(
        [{"players": players} for players in (2, 3, 4)],
        _carolus_moment,
        ["crowning at set-up", "laying", "putting", "advancing", "crowning", "over"],
        [scarce(players) for players in (2, 3, 4)],
        has_secrets=False,
    ),
}
