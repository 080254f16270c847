"""Games are searched for puzzles as the arena plays them: a plan ends at its first refused action."""

from types import SimpleNamespace
from typing import Any

from aachen.bots.plan import Plan
from aachen.puzzles import mining

ALLOWED, REFUSED, LATER = 1, 2, 3


class OneTurn:
    """A game of one turn that refuses one action."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def to_act(self) -> list[int]:
        return [] if len(self.played) > 0 else [0]

    def copy(self) -> "OneTurn":
        return self

    def refusal(self, seat: int, code: int) -> str | None:
        return "forbidden" if code == REFUSED else None

    def play(self, seat: int, code: int, luck: object) -> None:
        self.played.append(code)


def test_a_game_goes_on_without_the_rest_of_a_plan_after_a_refused_action(monkeypatch):
    position: Any = OneTurn()
    plan = Plan([ALLOWED, REFUSED, LATER], 0.5)
    game = SimpleNamespace(options=lambda named: named, new=lambda options, luck: position)
    monkeypatch.setattr(mining, "GAMES", {"short": game})
    monkeypatch.setattr(mining, "MINDS", {"short": SimpleNamespace(plans=lambda *asked: [plan])})

    assert mining.find_puzzles("short", {}, None, 1) == []
    assert position.played == [ALLOWED]


def test_a_reply_is_looked_for_without_the_rest_of_a_plan_after_a_refused_action():
    position: Any = OneTurn()
    mind: Any = None

    assert mining._next_seats_turn(mind, position, 0, Plan([ALLOWED, REFUSED, LATER], 0.5)) is None
    assert position.played == [ALLOWED]
