"""The view of Carolingi as types, from which tools/make_types.py writes those of the page; a test holds views to them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

SeasonName = Literal["winter", "spring", "summer", "autumn"]
Rank = Literal["missi", "leudes", "nobiles"]
Phase = Literal["placing", "swapping", "acting", "starving", "over", "founding"]


class LandView(TypedDict):
    """What lies in a land and what follows from it.

    `feeds` is how many followers it can feed in a hunger, `lacks` how many more the viewer needs for control:
    null where that is never possible.
    """

    region: str
    followers: dict[str, int]
    gangs: int
    counters: int
    forest: bool
    homeland: str | None
    controlled_by: str | None
    feeds: int
    levy: int
    lacks: int | None


class CardView(TypedDict):
    """Who waits on a card."""

    followers: dict[str, int]
    gangs: int


class UsedTiles(TypedDict):
    """The tiles that lie on the wheel, by season."""

    winter: list[str]
    spring: list[str]
    summer: list[str]
    autumn: list[str]


class CourtView(TypedDict):
    """A court; its tiles are only in the view of its own player."""

    missi: int
    leudes: int
    nobiles: int
    trophies: int
    homeland: str | None
    tiles_in_hand: int
    tiles_inactive: int
    swap_space: bool
    taken_back: str | None
    has_chosen: bool
    tiles_laid: int
    honours: int
    known_active: dict[str, int]
    used: UsedTiles
    hand: NotRequired[dict[str, int]]
    inactive: NotRequired[dict[str, int]]
    fresh: NotRequired[dict[str, int]]
    swapped: NotRequired[str | None]
    laid: NotRequired[str | None]
    chosen: NotRequired[dict[str, Any] | None]


class VictoryView(TypedDict):
    """The conditions of victory for one seat, met or not, and what is missing for the regions."""

    points: int
    lands: int
    counters: int
    followers: int
    trophies: int
    expansion: bool
    development: bool
    following: bool
    glory: bool
    palace: bool
    regions: list[str]
    missing: dict[str, list[str]]
    levies: int


class Goals(TypedDict):
    """How much each condition asks for."""

    lands: int
    counters: int
    followers: int
    trophies: int
    points: int
    palace: bool
    counters_for_palace: int


class ScenarioView(TypedDict):
    """Scenario 814; `to_solve` is how many problems of the season of the warning must be solved before Skuld comes."""

    skuld: SeasonName
    problems: UsedTiles
    on_cards: dict[str, str]
    queue: list[str]
    honours: list[str]
    honour_length: int
    warning: SeasonName | None
    to_solve: int


class HungerView(TypedDict):
    """A land that cannot feed all."""

    land: str
    excess: int


class ArchiviumView(TypedDict):
    """The cards that are face down, as far as they are known."""

    cards: int
    known: list[str]
    surplus: int


class SupplyView(TypedDict):
    """What lies beside the board."""

    gangs: int
    counters: int


class EventsView(TypedDict):
    """Event tiles that are not in the bag."""

    ready: int
    later: int


class BagView(TypedDict):
    """The bag; of an opened one each tile: the colour and the tile, or the event tile."""

    tiles: int
    events: int
    by_seat: dict[str, int]
    open: list[list[str]] | None


class VariantView(TypedDict):
    """What is played."""

    name: str
    anarchy: bool
    hourglass: bool


class FoundingView(TypedDict):
    """The set-up rounds: the card that was drawn and the followers still to come."""

    card: str | None
    founders: dict[str, int]


class CarolingiView(TypedDict):
    """The whole table as one viewer sees it."""

    game: Literal["carolingi"]
    board: str
    viewer: str | None
    phase: Phase
    to_act: list[str]
    offers: NotRequired[list[dict[str, Any]]]
    seats: list[str]
    year: int
    last_year: int
    season: SeasonName
    tile: str | None
    declarer: str | None
    exiles: int
    hunger: HungerView | None
    lands: dict[str, LandView]
    rows: dict[str, list[str | None]]
    cards: dict[str, CardView]
    archivium: ArchiviumView
    discard: list[str]
    hunger_aside: int
    supply: SupplyView
    events: EventsView
    bag: BagView
    variant: VariantView
    founding: NotRequired[FoundingView]
    scenario: NotRequired[ScenarioView]
    courts: dict[str, CourtView]
    victory: dict[str, VictoryView]
    goals: Goals
    line: str
    outcome: NotRequired[dict[str, Any]]


VIEW = CarolingiView
