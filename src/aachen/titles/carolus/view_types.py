"""The view of Carolus Magnus as types, from which tools/make_types.py writes those of the page; a test holds views to them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Clan = Literal["red", "blue", "green", "yellow", "pink"]
Side = Literal["white", "black", "grey"]
Phase = Literal["laying", "putting", "advancing", "crowning", "over"]
Ending = Literal["goal", "regions", "rounds"]


class Counts(TypedDict, total=False):
    """Paladins by clan; clans that have none are left out."""

    red: int
    blue: int
    green: int
    yellow: int
    pink: int


class Centre(TypedDict):
    """The paladins that are left of each clan."""

    red: int
    blue: int
    green: int
    yellow: int
    pink: int


class Emblems(TypedDict):
    """Which seat holds the emblem of each clan."""

    red: str | None
    blue: str | None
    green: str | None
    yellow: str | None
    pink: str | None


class Forces(TypedDict, total=False):
    """What each side has in a region."""

    white: int
    black: int
    grey: int


class RegionView(TypedDict):
    """A region, called by the letter of its first territory clockwise; `steps` lead the Emperor there."""

    region: str
    territories: list[str]
    paladins: Counts
    castles: int
    owner: Side | None
    forces: Forces
    majority: Side | None
    emperor: bool
    steps: int | None


class Leads(TypedDict):
    """How far a court is ahead of the best other one in each clan; below zero it is behind."""

    red: int
    blue: int
    green: int
    yellow: int
    pink: int


class Stop(TypedDict):
    """What would happen where the Emperor may stop, as things stand."""

    steps: int
    region: str
    forces: Forces
    result: Literal["nothing", "held", "build", "conquer"]
    side: Side | None
    castles: int
    joins: list[str]
    regions: int
    ends: Ending | None


class RingCourtView(TypedDict):
    """What a seat has in front of it."""

    side: Side
    paladins: Counts
    leads: Leads
    emblems: list[Clan]
    reserve: Counts
    disc: int | None
    discs: list[int]
    discs_laid: list[int]


class SideView(TypedDict):
    """How far a side is."""

    castles: int
    left: int
    goal: int
    clans: int
    seats: list[str]


class Sides(TypedDict, total=False):
    """The seats of each side."""

    white: list[str]
    black: list[str]
    grey: list[str]


class Victory(TypedDict, total=False):
    """How far each side is."""

    white: SideView
    black: SideView
    grey: SideView


class CarolusView(TypedDict):
    """The whole table; `reachable` is what each disc would reach while they are laid."""

    game: Literal["carolus"]
    viewer: str | None
    phase: Phase
    to_act: list[str]
    offers: NotRequired[list[dict[str, Any]]]
    seats: list[str]
    sides: Sides
    round: int
    last_round: int
    placing: list[str]
    playing: list[str]
    paladins_to_put: int
    crowns: int
    ending: Ending | None
    ring: list[RegionView]
    emperor: str | None
    stops: list[Stop]
    reachable: list[Stop]
    emblems: Emblems
    centre: Centre
    courts: dict[str, RingCourtView]
    victory: Victory
    line: str
    outcome: NotRequired[dict[str, Any]]


VIEW = CarolusView
