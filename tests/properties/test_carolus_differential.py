"""The engine of Carolus Magnus and a plain telling of the rules play the same games, step by step."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from tests.properties.carolus_book import Book

from aachen.core.events import Event
from aachen.core.luck import RecordedLuck, SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options, Position

GAMES = 200 if os.environ.get("AACHEN_SOAK") == "1" else 12


class Answers:
    """What luck said to the engine, in names, for the book to hear again."""

    def __init__(self) -> None:
        self.waiting: list[list[Any]] = []

    def __iter__(self) -> Answers:
        return self

    def __next__(self) -> list[Any]:
        return self.waiting.pop(0)


def table_of(view: dict[str, Any]) -> dict[str, object]:
    """Everything that lies on the engine's table, from its view."""
    return {
        "ring": {
            "".join(each["territories"]): (
                each["paladins"],
                each["owner"],
                each["castles"],
                each["emperor"],
                each["forces"],
            )
            for each in view["ring"]
        },
        "courts": {seat: each["paladins"] for seat, each in view["courts"].items()},
        "reserves": {seat: each["reserve"] for seat, each in view["courts"].items()},
        "discs": {seat: each["discs"] for seat, each in view["courts"].items()},
        "shown": {seat: each["disc"] for seat, each in view["courts"].items() if each["disc"]},
        "emblems": view["emblems"],
        "centre": view["centre"],
        "round": view["round"],
        "order": (view["placing"], view["playing"]),
        "asked": view["to_act"],
        "counts": (view["paladins_to_put"], view["crowns"]),
        "castles": {side: each["castles"] for side, each in view["victory"].items()},
        "ending": view["ending"],
    }


def table_as_data(book: Book) -> dict[str, object]:
    """The same from the book."""

    def counts(pile: Any) -> dict[str, int]:
        return {clan: pile[clan] for clan in ("red", "blue", "green", "yellow", "pink") if pile[clan]}

    return {
        "ring": {
            "".join(each["letters"]): (
                counts(each["paladins"]),
                each["owner"],
                each["castles"],
                each is book.emperor,
                book.forces(each),
            )
            for each in book.ring
        },
        "courts": {seat: counts(pile) for seat, pile in book.courts.items()},
        "reserves": {seat: counts(pile) for seat, pile in book.reserves.items()},
        "discs": book.discs,
        "shown": book.shown,
        "emblems": book.emblems,
        "centre": dict(book.centre),
        "round": book.round,
        "order": (book.placing, book.playing),
        "asked": [book.asked] if book.asked else [],
        "counts": (
            book.count if book.question == "put" else 0,
            book.count if book.question == "crown" else 0,
        ),
        "castles": {side: book.built(side) for side in book.sides},
        "ending": book.ending,
    }


def side_by_side(players: int, seed: int, temper: float) -> Position:
    """One random game of both; a high temper puts paladins to court, a low one to the regions."""
    chooser = random.Random(seed)
    answers = Answers()
    luck = RecordedLuck(SeededLuck(seed))
    engine = carolus.new(Options(players), luck)
    answers.waiting += [engine.name_luck(*answer) for answer in luck.answers]
    book = Book(players, answers)
    while engine.to_act():
        assert table_as_data(book) == table_of(engine.view(None))
        seat = engine.to_act()[0]
        offers = [engine.name_action(code) for code in engine.offers(seat)]
        assert book.offers() == offers
        weights = [temper if action.get("place") == "court" else 1.0 for action in offers]
        action = chooser.choices(offers, weights)[0]
        luck.answers.clear()
        engine.play(seat, engine.read_action(action), luck)
        answers.waiting += [engine.name_luck(*answer) for answer in luck.answers]
        book.do(action)
        assert answers.waiting == [], "the book asked luck less often"
    assert table_as_data(book) == table_of(engine.view(None))
    outcome = engine.outcome()
    assert outcome is not None
    assert [engine.seats()[each] for each in outcome.winners()] == book.winners()
    return engine


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("temper", [0.3, 3.0, 100.0])
def test_engine_and_book_agree_at_every_step(players, temper):
    """Tables, offers in their order, what luck is asked, and the winners."""
    for seed in range(GAMES):
        assert side_by_side(players, seed, temper).outcome() is not None


def test_clans_run_out_in_these_games():
    """With everything at court the centre empties, and returning courts are compared too."""
    heard: list[Event] = []
    luck = SeededLuck(1)
    board = carolus.new(Options(2), luck)
    chooser = random.Random(1)
    while board.to_act():
        seat = board.to_act()[0]
        offers = board.offers(seat)
        courts = [code for code in offers if board.name_action(code).get("place") == "court"]
        board.play(seat, chooser.choice(courts or offers), luck, heard.append)

    assert "clan_returned" in {event.kind for event in heard}
