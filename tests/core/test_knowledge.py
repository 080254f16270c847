"""What a seat may know, as bytes: small numbers in few of them, and clear refusals of anything else."""

import base64

import pytest

from aachen.bots.bot import brief_view
from aachen.core.errors import BadInput
from aachen.core.knowledge import imagine_from, knowledge_of
from aachen.core.luck import SeededLuck
from aachen.core.numbers_as_bytes import ByteReader, as_bytes
from aachen.games import GAMES


def begun(game):
    return GAMES[game].new(GAMES[game].options({}), SeededLuck(1))


def test_numbers_come_back_in_order():
    numbers = [-1, 0, 126, 127, 128, 831, 2**59, 3, 5, 6, 7, 0]
    source = ByteReader(as_bytes(numbers))

    assert [source.next() for _ in range(7)] == numbers[:7]
    assert source.pile() == [5, 6, 7]
    assert source.some(1) == [0]
    with pytest.raises(BadInput):
        source.next()


@pytest.mark.parametrize("game", GAMES)
def test_knowledge_is_a_small_part_of_a_view(game):
    position = begun(game)

    assert len(knowledge_of(position, 0)) * 5 < len(str(position.view(0)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "spoil",
    [lambda known: known[:-1], lambda known: known[:40], lambda known: b"", lambda known: b"\x7f" * 600],
)
def test_knowledge_that_is_cut_off_or_of_something_else_is_refused(game, spoil):
    known = spoil(knowledge_of(begun(game), 0))

    with pytest.raises(BadInput):
        imagine_from(GAMES[game], known, SeededLuck(1))


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_is_shown_its_offers_and_what_it_may_know_and_nothing_else(game):
    """The same bytes for every position that the seat cannot tell from this one."""
    position = begun(game)
    for seat in range(len(position.seats())):
        shown = brief_view(position, seat)

        assert base64.b64decode(shown["knowledge"]) == knowledge_of(position, seat)
        assert shown["offers"] == position.view(seat)["offers"]
        assert set(shown) <= {"game", "viewer", "seats", "sides", "offers", "knowledge"}
        assert shown == brief_view(position.imagine(seat, SeededLuck(9)), seat)
