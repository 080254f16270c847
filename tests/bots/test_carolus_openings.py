"""The beginnings of a turn of Carolus Magnus: every way to fill the court, evaluated as the table would be."""

from __future__ import annotations

from math import comb

import pytest

from aachen.bots.carolus.evaluation import side_chances
from aachen.bots.carolus.features import per_piece
from aachen.bots.carolus.mind import CarolusMind
from aachen.bots.carolus.openings import MIXED_WIDTH, Openings, best_openings
from aachen.bots.weight_set import shipped_weights
from aachen.core.luck import NoLuck, SeededLuck
from aachen.games import carolus
from aachen.games.carolus import Options
from aachen.games.carolus.for_bots import put_paladin
from aachen.games.carolus.terms import ADVANCING, CLANS, COURT, PUTTING


def positions_of(players, phase, every=1):
    """Some positions of a game of planners in which this is due, with the seat that is asked."""
    luck, mind, met = SeededLuck(3), CarolusMind(), 0
    position = carolus.new(Options(players), luck)
    while position.to_act():
        seat = position.actor
        if position.phase == phase:
            met += 1
            if met % every == 0:
                yield position.copy(), seat
        for code in mind.plans(position, seat, luck, 1)[0].codes:
            position.play(seat, code, luck)


def weights_for(players):
    return per_piece(shipped_weights("aachen.bots.carolus")[f"{players} players"])


def at_court(position, seat, number):
    """The table with so many of each clan at the seat's court."""
    table = position.copy()
    for clan, count in enumerate(number):
        for _ in range(count):
            put_paladin(table, seat, clan, COURT, None)
    return table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_beginning_is_worth_what_its_table_is_worth(players):
    """Parts are counted clan by clan; their sum is the evaluation of the whole table."""
    met, weights = 0, weights_for(players)
    for position, seat in positions_of(players, PUTTING, every=3):
        openings = Openings(position, seat, weights)
        openings.best(MIXED_WIDTH)
        for draft in openings.drafts:
            table = at_court(position, seat, draft.number)
            met += 1

            assert draft.left == table.count
            assert draft.chance == pytest.approx(side_chances(table, weights)[position.empire.side_of[seat]])

    assert met > 100


@pytest.mark.parametrize("players", [2, 3])
def test_every_way_to_fill_the_court_is_looked_at_once(players):
    for position, seat in positions_of(players, PUTTING, every=9):
        openings = Openings(position, seat, weights_for(players))
        openings.best(MIXED_WIDTH)
        at = seat * CLANS
        found = [tuple(draft.number) for draft in openings.drafts]

        assert len(found) == len(set(found)) <= comb(CLANS + position.count, CLANS)
        assert all(sum(number) <= position.count for number in found)
        assert all(number[clan] <= position.reserve[at + clan] for number in found for clan in range(CLANS))
        assert (0,) * CLANS in found


def test_the_best_beginnings_come_with_their_tables_and_every_number_at_court():
    position, seat = next(positions_of(2, PUTTING))
    before = position.write()
    chosen = best_openings(position, seat, weights_for(2), 8)

    assert len(chosen) == 8
    assert {sum(opening.number) for opening in chosen} == set(range(position.count + 1))
    assert [opening.table.count for opening in chosen] == [
        position.count - sum(opening.number) for opening in chosen
    ]
    assert position.write() == before


def test_when_the_paladins_are_put_there_is_one_beginning():
    position, seat = next(positions_of(2, PUTTING))
    for _ in range(position.count):
        position.play(seat, position.offers(seat)[0], NoLuck())
    assert position.phase == ADVANCING
    (only,) = best_openings(position, seat, weights_for(2), 8)

    assert only.number == [0] * CLANS
    assert only.table is position
