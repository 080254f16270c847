"""What is true of every position and of every play, whatever the dice say."""

import json
import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tests.properties.reference.table import BOARD
from tests.properties.strategies import PROFILE, beginnings, choose, games, games_offering, play_on, seeds

from aachen.core.events import Event
from aachen.core.luck import SeededLuck


def numbers(view):
    """Everything on the table that is counted, from the spectator's screen."""
    lands, cards, courts = view["lands"].values(), view["cards"].values(), view["courts"]
    counted: Counter[str] = Counter()
    for place in (*lands, *cards):
        counted.update(place["followers"])
        counted["gangs"] += place["gangs"]
    for colour, court in courts.items():
        counted[colour] += court["missi"] + court["leudes"] + court["nobiles"] + court["trophies"]
    counted["gangs"] += view["supply"]["gangs"] + view["archivium"]["surplus"]
    counted["counters"] = view["supply"]["counters"] + sum(land["counters"] for land in lands)
    counted["events"] = sum(view["events"].values()) + view["bag"]["events"]
    return counted


@PROFILE
@given(games())
def test_no_cube_is_made_or_lost(position):
    """Followers, gangs, counters and event tiles, counted without the engine's own check."""
    view = position.view(None)
    setup = BOARD["setup"][str(len(view["seats"]))]
    expected = Counter(dict.fromkeys(view["seats"], BOARD["counts"]["followers"]))
    expected["gangs"], expected["counters"] = BOARD["counts"]["gangs"], BOARD["counts"]["counters"]
    expected["events"] = setup["events_ready"] + setup["events_later"]

    assert numbers(view) == expected
    assert position.check() == []


@PROFILE
@given(games())
def test_no_card_is_made_or_lost(position):
    """Each land's card lies in one place, a homeland's in none, and there is one Hunger card."""
    view = position.view(None)
    cards = Counter(view["archivium"]["known"] + view["discard"])
    cards.update(card for row in view["rows"].values() for card in row if card)
    cards["hunger"] += view["hunger_aside"]
    expected = Counter(land for land, seen in view["lands"].items() if seen["homeland"] is None)
    expected["hunger"] = 1

    assert cards == expected


@PROFILE
@given(games())
def test_no_tile_is_made_or_lost(position):
    """Each seat sees its seven tiles without a dot and five with one, wherever they lie."""
    expected = len(BOARD["tiles"]["active"] + BOARD["tiles"]["inactive"]) + BOARD["tiles"]["no_action"]
    for seat, colour in enumerate(position.seats()):
        view = position.view(seat)
        court = view["courts"][colour]
        tiles = sum(court["hand"].values()) + sum(court["inactive"].values()) + (court["swapped"] is not None)
        tiles += sum(len(used) for used in court["used"].values()) + view["bag"]["by_seat"][colour]

        assert tiles == expected


@PROFILE
@given(games(), seeds())
def test_a_siblings_tiles_cannot_change_my_screen(position, seed):
    """Deal the secrets again: nobody else's screen changes by a byte."""
    for viewer in (*range(len(position.seats())), None):
        imagined = position.imagine(viewer, SeededLuck(seed))

        assert json.dumps(imagined.view(viewer)) == json.dumps(position.view(viewer))
        assert imagined.check() == []


@PROFILE
@given(games(), st.data())
def test_what_is_offered_is_accepted(position, data):
    """All offers, and any other actions."""
    others = data.draw(st.lists(st.integers(0, position.action_count() - 1), max_size=50))
    for seat in range(len(position.seats())):
        offered = set(position.offers(seat))
        for code in {*offered, *others}:
            assert (position.refusal(seat, code) is None) == (code in offered)


@PROFILE
@given(games(), seeds(), seeds())
def test_legality_ignores_luck(position, seed, other):
    """What is offered can be played whatever luck says, and what luck will say changes no offer."""
    for seat in position.to_act():
        offered = position.offers(seat)
        code = choose(position, seat, random.Random(seed))
        for luck in (SeededLuck(seed), SeededLuck(other)):
            copy = position.copy()
            copy.play(seat, code, luck)
            assert copy.check() == []

        assert position.offers(seat) == offered


@PROFILE
@given(games())
def test_forests_and_homelands_keep_their_rules(position):
    """C1: a forest is never controlled or developed; a homeland holds its owner's followers alone."""
    for land in position.view(None)["lands"].values():
        if land["forest"]:
            assert (land["controlled_by"], land["counters"], land["homeland"]) == (None, 0, None)
        if land["homeland"]:
            assert (land["gangs"], land["counters"]) == (0, 0)
            assert set(land["followers"]) <= {land["homeland"]}
            assert land["controlled_by"] == (land["homeland"] if land["followers"] else None)
        assert 0 <= land["counters"] <= 2


@PROFILE
@given(games())
def test_points_are_what_the_conditions_say(position):
    """3.5: a united region is controlled land by land, glory has one holder below four trophies, and so on."""
    view = position.view(None)
    glorious: list[int] = []
    for colour, seen in view["victory"].items():
        met = [seen[word] for word in ("expansion", "development", "following", "glory")]
        assert seen["points"] == sum(met) + len(seen["regions"])
        assert 0 <= seen["points"] <= 4 + len(view["rows"])
        for region in seen["regions"]:
            for land in (land for land in view["lands"].values() if land["region"] == region):
                assert colour in land["followers"] if land["forest"] else land["controlled_by"] == colour
        glorious += [seen["trophies"]] if seen["glory"] else []

    assert len(glorious) <= 1 or set(glorious) == {4}
    united = [region for seen in view["victory"].values() for region in seen["regions"]]
    assert len(united) == len(set(united))


@PROFILE
@given(games_offering("fight"))
def test_a_battle_leaves_own_less_the_largest_other(offered):
    """C16: and the fallen followers are leudes, the gangs supply."""
    position, seat, codes = offered
    colour = position.seats()[seat]
    before = position.view(None)
    for code in codes:
        land = before["lands"][position.name_action(code)["land"]]
        mine = land["followers"][colour]
        others = [number for other, number in land["followers"].items() if other != colour]
        largest = max([*others, land["gangs"]])
        copy = position.copy()
        events: list[Event] = []
        copy.play(seat, code, SeededLuck(0), events.append)
        payload = next(event for event in events if event.kind == "battle_fought").facts
        fallen = {other: min(number, largest) for other, number in land["followers"].items()}

        assert mine > largest > 0
        assert payload["followers"] == fallen
        assert payload["gangs"] == land["gangs"]
        if len(events) == 1:  # the tile is still being carried out
            after = copy.view(None)
            assert after["lands"][payload["land"]]["followers"] == {colour: mine - largest}
            assert after["supply"]["gangs"] == before["supply"]["gangs"] + land["gangs"]
            for other, number in fallen.items():
                assert after["courts"][other]["leudes"] == before["courts"][other]["leudes"] + number


@PROFILE
@given(beginnings(), seeds())
def test_a_whole_game_keeps_time_and_tiles(position, seed):
    """Over a game: two tiles a seat and every event tile a season, one swap a year, time never runs back."""
    chooser = random.Random(seed)
    drawn: Counter[str] = Counter()
    swaps: Counter[str] = Counter()
    time = [position.view(None)[word] for word in ("year", "season")]
    ready = position.view(None)["events"]["ready"]
    while position.to_act():
        seat = chooser.choice(position.to_act())
        events: list[Event] = []
        position.play(
            seat, choose(position, seat, chooser), SeededLuck(chooser.getrandbits(32)), events.append
        )
        for event in events:
            if event.kind in ("tile_drawn", "event_drawn"):
                drawn[str(event.facts.get("seat", "event"))] += 1
            elif event.kind == "tile_swapped":
                swaps[str(event.facts["seat"])] += 1
        now = [position.view(None)[word] for word in ("year", "season")]
        if now != time:
            assert drawn == Counter(dict.fromkeys(position.seats(), 2)) + Counter({"event": ready})
            assert SEASONS.index(now[1]) == (SEASONS.index(time[1]) + 1) % 4
            assert now[0] == time[0] + (now[1] == "winter")
            drawn.clear()
            ready = position.view(None)["events"]["ready"]
            if now[1] == "winter":
                swaps.clear()
                assert all(land["gangs"] <= 3 for land in position.view(None)["lands"].values())
            time = now
        assert all(number <= 1 for number in swaps.values())
        assert position.check() == []
    ending = position.outcome().ending
    assert ending == "peace" or time == [position.view(None)["last_year"], "autumn"]


SEASONS = ["winter", "spring", "summer", "autumn"]


@PROFILE
@given(games_offering("march"), seeds())
def test_a_march_moves_a_group_and_pays_a_missus(offered, seed):
    """5.4: a neighbour, not another's homeland, the whole group, one missus."""
    position, seat, codes = offered
    colour = position.seats()[seat]
    before = position.view(None)
    for code in random.Random(seed).sample(codes, min(4, len(codes))):
        action = position.name_action(code)
        origin, target, number = action["from"], action["to"], action["followers"]
        copy = position.copy()
        events: list[Event] = []
        copy.play(seat, code, SeededLuck(0), events.append)

        assert target in NEAR[origin]
        assert before["lands"][target]["homeland"] in (None, colour)
        assert before["lands"][origin]["forest"] or before["lands"][origin]["followers"][colour] >= number
        if len(events) == 1:  # the tile is still being carried out
            after = copy.view(None)
            left = before["lands"][origin]["followers"][colour] - number
            came = before["lands"][target]["followers"].get(colour, 0) + number
            assert after["lands"][origin]["followers"].get(colour, 0) == left
            assert after["lands"][target]["followers"][colour] == came
            assert after["courts"][colour]["missi"] == before["courts"][colour]["missi"] - 1
            assert after["courts"][colour]["leudes"] == before["courts"][colour]["leudes"] + 1


NEAR = {
    land["id"]: {
        b["b"] if b["a"] == land["id"] else b["a"] for b in BOARD["borders"] if land["id"] in (b["a"], b["b"])
    }
    for land in BOARD["lands"]
}


@PROFILE
@given(games(), seeds())
def test_random_play_always_ends(position, seed):
    """From anywhere, within a bound."""
    play_on(position, random.Random(seed), 5000)

    assert position.to_act() == []
    assert position.outcome().winners()
