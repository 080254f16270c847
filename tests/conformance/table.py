"""Every game with what it is held to the contract under. A new game is one more entry in `PLAYS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.golden.carolus_setups import scarce
from tests.golden.setups import claiming, co_regents, contest, lone_peace

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
    is_final: Callable[[View], bool] = lambda view: False  # choices that are sealed now cannot be changed


def _carolingi_moment(view: View) -> str:
    """The phase, or the tile that is carried out and how, or the end if it is a special one."""
    line = str(view["line"])
    if "over: failure" in line:
        return "failure"
    if ", exiles " in line:
        return "banishing"
    word = str(view["tile"] if view["phase"] == "acting" else view["phase"])
    if "; before: " in line:
        return f"{word} in a lone peace"
    if word == "placing" and view["variant"]["hourglass"]:
        return "placing one by one"
    if view["phase"] == "acting" and "option 9" in line:
        return "honouring"
    return f"{word} in contest" if view["bag"]["open"] and view["declarer"] else word


def _carolus_moment(view: View) -> str:
    """The phase, and whether it is still set-up."""
    return f"{view['phase']} at set-up" if view["round"] == 0 else str(view["phase"])


def _under_the_hourglass(view: View) -> bool:
    """Tiles laid one by one stay where they are (8)."""
    return bool(view["variant"]["hourglass"]) and view["phase"] == "placing"


OPTIONS: list[dict[str, object]] = [
    *(dict[str, object](players=players, last_year=year) for players in range(2, 7) for year in (830, 834)),
    *({"players": players, "variant": "advanced", "last_year": 831} for players in range(2, 7)),
    *({"players": players, "variant": "814", "last_year": 815} for players in range(2, 7)),
    {"players": 3, "last_year": 832, "anarchy": True},
    {"players": 3, "last_year": 830, "hourglass": 60},
    {"players": 4, "variant": "advanced", "last_year": 831, "anarchy": True, "hourglass": 30},
    {"players": 2, "variant": "814", "last_year": 816, "anarchy": True, "hourglass": 90},
]

PLAYS: dict[str, Plays] = {
    "carolingi": Plays(
        OPTIONS,
        _carolingi_moment,
        [
            *("placing", "swapping", "starving", "over", "peace in contest", "peace"),
            *("influence", "develop", "equip_missi", "move_troops", "battle", "soothe_riot"),
            *("founding", "banishing", "placing one by one", "peace in a lone peace"),
            *("co_regent", "co_regent in contest", "honouring", "failure"),
        ],
        [
            *(contest(players) for players in (2, 3, 4)),
            *(contest(3, "variant advanced"), co_regents(2), co_regents(4)),
            *(lone_peace(2), lone_peace(4, "variant advanced"), claiming(3)),
        ],
        is_final=_under_the_hourglass,
    ),
    "carolus": Plays(
        [{"players": players} for players in (2, 3, 4)],
        _carolus_moment,
        ["crowning at set-up", "laying", "putting", "advancing", "crowning", "over"],
        [scarce(players) for players in (2, 3, 4)],
        has_secrets=False,
    ),
}
