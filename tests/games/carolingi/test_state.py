"""The state in parts: every field is copied, copies are independent, and what is worked out once is bounded."""

import copy
import os
from threading import Thread
from typing import Any

import pytest

from aachen.core.bounded_cache import remember
from aachen.core.errors import BadInput
from aachen.core.luck import SeededLuck
from aachen.games import carolingi
from aachen.games.carolingi import board, realms
from aachen.games.carolingi.realm import Realm
from aachen.games.carolingi.realms import MOST_REALMS, realm_of
from aachen.games.carolingi.rules import equip_missi, move_troops, placing, swap
from aachen.games.carolingi.state import NO_HUNGER, NO_PEACE, NO_WORK, State
from aachen.games.carolingi.terms import MOST_IN_ONE_LAND
from aachen.games.carolingi.tile_options import SOLVED, UNDECIDED, is_option_of, number_of, numbered
from aachen.games.carolingi.variant import Variant

VARIANTS = [{"players": 3}, {"players": 4, "variant": "814"}, {"players": 2, "hourglass": 60}]


def moments(named, seed=3, most=400):
    """Every position of a random game, before its next action."""
    pick, luck = SeededLuck(seed + 1), SeededLuck(seed)
    position = carolingi.new(carolingi.GAME.options(named), luck)
    while position.to_act() and most:
        yield position
        seat = pick.pick("seat", position.to_act())
        position.play(seat, pick.pick("action", position.offers(seat)), luck)
        most -= 1


def fields():
    """The names of all fields, from the parts that declare them, plain or compiled."""
    declared = [getattr(part, "__mypyc_attrs__", getattr(part, "__slots__", ())) for part in State.__mro__]
    return sorted({name for names in declared for name in names} - {"__dict__"})


def plain_fields(position):
    """A copy of every number and list of a position."""
    values = {name: getattr(position, name) for name in fields()}
    return {name: copy.copy(value) for name, value in values.items() if isinstance(value, int | list)}


@pytest.mark.parametrize("named", VARIANTS)
def test_a_copy_has_every_field_and_keeps_it_while_the_game_goes_on(named):
    kept = []

    assert len(fields()) > 50
    for position in moments(named):
        twin = position.copy()
        kept.append((twin, plain_fields(twin)))

        assert [name for name in fields() if getattr(twin, name) != getattr(position, name)] == []
    for twin, before in kept:
        assert plain_fields(twin) == before


@pytest.mark.parametrize("named", VARIANTS)
def test_what_goes_on_for_a_moment_is_replaced_whole(named):
    """Whenever nothing of the kind is going on, it is the very same empty part: nothing is left of an earlier one."""
    for position in moments(named):
        assert (position.work is NO_WORK) == (position.work.tile == -1)
        assert (position.hunger is NO_HUNGER) == (position.hunger.starved == 0)
        assert (position.peace is NO_PEACE) == (position.peace.declarer == -1 and not position.peace.declared)


def test_every_option_of_a_tile_has_one_number_in_texts():
    for tile in range(7):
        options = [option for option in range(UNDECIDED, SOLVED + 1) if is_option_of(option, tile)]
        numbers = [number_of(option) for option in options]

        assert len(set(numbers)) == len(numbers)
        assert [numbered(tile, number) for number in numbers] == options
        assert numbered(tile, 8) == -1


def test_texts_are_read_in_any_case():
    position = carolingi.read("Acting: Blue Move_Troops; Hessen: Blue 2; blue court: missi 1")

    assert "acting: blue move_troops" in position.write()


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(BadInput) as refused:
        carolingi.read("#" * 100_001)

    assert [fault.code for fault in refused.value.faults] == ["text_too_long"]


def test_a_full_cache_begins_anew():
    cache: dict[int, str] = {}
    for number in range(10):
        assert remember(cache, number, str(number), most=4) == str(number)
        assert len(cache) <= 4
        assert cache[number] == str(number)


def test_offers_are_cached_only_so_far(monkeypatch):
    """With caches of one entry the game is the same, and no cache grows."""
    texts = [position.write() for position in moments({"players": 3})]
    realm = realm_of(board.standard(), 3, Variant("base", False, False))
    caches: list[Any] = [placing._pairs, swap._swaps, realm.equips, realm.marches]
    assert min(len(cache) for cache in caches) > 1
    for cache in caches:
        cache.clear()
    monkeypatch.setattr(placing, "MOST_HANDS", 1)
    monkeypatch.setattr(swap, "MOST_HANDS", 1)
    monkeypatch.setattr(equip_missi, "MOST_COURTS", 1)
    monkeypatch.setattr(move_troops, "MOST_MARCHES", 1)

    assert [position.write() for position in moments({"players": 3})] == texts
    assert max(len(cache) for cache in caches) <= (1 if placing.__file__.endswith(".py") else 4096)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_is_cached_is_what_would_be_listed(players: int):
    """No two situations share a key, and no two realms a cache: the codes of one mean other marches in another."""
    realm = realm_of(board.standard(), players, Variant("base", False, False))
    for seed in range(4):
        list(moments({"players": players}, seed))

    assert len(realm.marches) >= 10
    for key, offers in realm.marches.items():
        at, closed = divmod(key, 1 << realm.land_count)
        ready, land = divmod(at, realm.land_count)
        assert offers == move_troops._list_marches(realm, land, ready, closed)
    assert len(realm.equips) > 5
    for key, offers in realm.equips.items():
        at, nobiles = divmod(key, MOST_IN_ONE_LAND + 1)
        steps, leudes = divmod(at, MOST_IN_ONE_LAND + 1)
        assert offers == equip_missi._list_equips(realm.actions, steps, leudes, nobiles)


def test_drafts_of_a_board_do_not_stay_in_memory():
    """Whoever sends one renamed board after the other fills no memory; what is in use stays shared."""
    base = Variant("base", False, False)
    source = board.standard().source
    used = realm_of(board.standard(), 2, base)
    for number in range(MOST_REALMS + 4):
        realm_of(board.parse({**source, "name": f"Draft {number}"}), 2, base)
        assert realm_of(board.standard(), 2, base) is used

    assert len(realms._made) == MOST_REALMS


@pytest.mark.skipif(os.environ.get("AACHEN_COMPILED") == "1", reason="a compiled class cannot be replaced")
def test_threads_that_ask_at_once_share_one_realm(monkeypatch: pytest.MonkeyPatch):
    """The second thread asks while the first one is still making the realm."""
    source = {**board.standard().source, "name": "Asked for twice"}
    draft, base, made = board.parse(source), Variant("base", False, False), []
    second = Thread(target=lambda: made.append(realm_of(draft, 2, base)))

    def made_slowly(*arguments: Any) -> Realm:
        if not second.ident:
            second.start()
            second.join()
        return Realm(*arguments)

    monkeypatch.setattr(realms, "Realm", made_slowly)
    made.append(realm_of(draft, 2, base))
    second.join()

    assert len(made) == 2
    assert made[0] is made[1]
