"""The promises of `aachen.core.contract`, each a function that fails if a position breaks it.

They use the contract and nothing else, so that they hold every game, and also a planted defect, to it.
"""

import json
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from tests.conformance.table import PLAYS
from tests.conformance.walks import Spot, choose

from aachen.core import patch
from aachen.core.contract import TABLE, own_view
from aachen.core.errors import BadInput, Refusal
from aachen.core.events import Event
from aachen.core.knowledge import imagine_from, knowledge_of
from aachen.core.luck import RecordedLuck, ScriptedLuck, SeededLuck

Promise = Callable[[Spot], None]


def serialized(data: object) -> str:
    """Plain data to the byte; fails for anything that is not plain."""
    return json.dumps(data, allow_nan=False)


def viewers(position: Any) -> list[int | None]:
    """Every seat, and the spectator."""
    return [*range(len(position.seats())), None]


def actors(position: Any) -> list[int]:
    """Whoever may do something that is waited for, and the table itself when its clock may act."""
    return [*position.to_act(), *([TABLE] if position.offers(TABLE) else [])]


def picture(position: Any) -> list[str]:
    """Everything that can be seen of a position from outside."""
    seats = range(len(position.seats()))
    seen = [position.write(), position.write_block(), position.digest(), serialized(position.to_act())]
    seen += [serialized(position.view(viewer)) for viewer in viewers(position)]
    seen += [serialized(position.offers(seat)) for seat in (*seats, TABLE)]
    outcome = position.outcome()
    return [*seen, serialized(None if outcome is None else outcome.as_dict(position.seats()))]


def gist(position: Any) -> list[str]:
    """Enough to tell two positions apart, for plays that are tried often."""
    return [
        position.write(),
        position.digest(),
        serialized([position.offers(seat) for seat in position.to_act()]),
    ]


def some(offered: list[int]) -> list[int]:
    """A handful of offers from all over the list."""
    return offered[:: max(1, len(offered) // 5)]


def luck_of(spot: Spot, salt: int = 0) -> SeededLuck:
    """Luck that is the same each time."""
    return SeededLuck(spot.seed * 1000 + salt)


def play_on(spot: Spot, position: Any, plays: int = 8) -> None:
    """A few random plays."""
    chooser = random.Random(spot.seed)
    luck = luck_of(spot)
    for _ in range(plays):
        waiting = position.to_act()
        if not waiting:
            return
        seat = chooser.choice(waiting)
        position.play(seat, choose(position, seat, chooser), luck)


# ---- Who may do what


def what_is_offered_is_accepted(spot: Spot) -> None:
    """For every seat, the table's too, and every action there is: refusal is None exactly for what is offered.

    Of seats that are offered nothing every third action is tried; which third, hangs on the seat and the walk.
    """
    position = spot.position
    for seat in (*range(len(position.seats())), TABLE):
        offered = position.offers(seat)
        assert len(set(offered)) == len(offered)
        accepted = []
        refusal = position.refusal
        codes = range(position.action_count())
        for code in codes if offered else codes[(spot.seed + seat) % 3 :: 3]:
            no = refusal(seat, code)
            if no is None:
                accepted.append(code)
            else:
                assert no.section, position.name_action(code)
                assert no.code, position.name_action(code)
        assert sorted(offered) == accepted, (seat, position.write())


def refusals_are_plain_data(spot: Spot) -> None:
    """A refusal can be sent and logged, whatever it says."""
    position = spot.position
    step = max(1, position.action_count() // 200)
    for seat in (*range(len(position.seats())), TABLE):
        for code in range(spot.seed, position.action_count(), step):
            refusal = position.refusal(seat, code)
            if refusal is not None:
                assert isinstance(refusal, Refusal)
                assert json.loads(serialized(refusal.as_dict()))["code"] == refusal.code


def offers_keep_their_order(spot: Spot) -> None:
    """The same position gives the same list: asked twice, of a copy, and read back from text."""
    position = spot.position
    again = spot.game.read(position.write())
    for seat in range(len(position.seats())):
        offered = position.offers(seat)
        assert position.offers(seat) == offered
        assert position.copy().offers(seat) == offered
        assert again.offers(seat) == offered


def lists_belong_to_the_caller(spot: Spot) -> None:
    """Whoever empties a list or a view that was given out changes nothing."""
    position = spot.position.copy()
    before = picture(position)
    for seat in range(len(position.seats())):
        position.offers(seat).clear()
        for code in position.offers(seat)[:20]:
            wreck(position.name_action(code))
    position.to_act().clear()
    position.seats().clear()
    for viewer in viewers(position):
        wreck(position.view(viewer))
    assert picture(position) == before


def wreck(data: Any) -> None:
    """Empty plain data to the bottom."""
    if isinstance(data, dict):
        for value in data.values():
            wreck(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            wreck(value)
        data.clear()


def somebody_is_asked_until_the_end(spot: Spot) -> None:
    """Nobody is to act exactly when the game is over, and whoever is to act can."""
    position = spot.position
    waiting = position.to_act()
    assert (waiting == []) == (position.outcome() is not None)
    assert sorted(set(waiting)) == waiting
    assert all(position.offers(seat) for seat in waiting)


def a_sealed_choice_may_be_changed(spot: Spot) -> None:
    """Who has sealed a choice is offered it again and nobody waits for it; every other seat gets no offers.

    Where a choice is final nobody but those who are waited for gets any.
    """
    position = spot.position
    waiting = position.to_act()
    sealed = frozenset() if PLAYS[spot.case.game].is_final(position.view(None)) else spot.sealed
    for seat in range(len(position.seats())):
        if seat in waiting:
            continue
        assert bool(position.offers(seat)) == (seat in sealed), (seat, position.write())
        for code in position.offers(seat)[-2:]:
            changed = position.copy()
            changed.play(seat, code, ScriptedLuck([]))
            assert changed.to_act() == waiting
            assert changed.check() == []


# ---- Copies


def copies_are_independent(spot: Spot) -> None:
    """Whatever happens to one is never seen in the other."""
    original = spot.position.copy()
    before = picture(original)
    copy = original.copy()
    assert picture(copy) == before
    play_on(spot, copy)
    assert picture(original) == before
    copy = original.copy()
    play_on(spot, original)
    assert picture(copy) == before


# ---- Luck and events


def luck_can_be_recorded_and_replayed(spot: Spot) -> None:
    """All chance comes from luck: the same answers lead to the same position, also through their names."""
    position = spot.position
    for seat in actors(position):
        for code in some(position.offers(seat)):
            played, recorded = position.copy(), RecordedLuck(luck_of(spot, code))
            played.play(seat, code, recorded)
            named = json.loads(serialized([position.name_luck(*answer) for answer in recorded.answers]))
            script = ScriptedLuck([position.read_luck(each) for each in named])
            assert script.script == recorded.answers
            replayed = position.copy()
            replayed.play(seat, code, script)
            assert script.said == len(script.script)
            assert gist(replayed) == gist(played)


def listening_changes_nothing(spot: Spot) -> None:
    """A play that somebody listens to is the same play."""
    position = spot.position
    for seat in actors(position):
        for code in some(position.offers(seat)):
            silent, heard = position.copy(), position.copy()
            quiet, loud = RecordedLuck(luck_of(spot, code)), RecordedLuck(luck_of(spot, code))
            events: list[Event] = []
            silent.play(seat, code, quiet)
            heard.play(seat, code, loud, events.append)
            assert loud.answers == quiet.answers
            assert gist(heard) == gist(silent)
            assert events, "a play that tells nothing"
            for viewer in viewers(position):
                serialized([event.seen_by(viewer) for event in events])


# ---- Names and text


def actions_have_names(steps: list[Spot]) -> None:
    """Every action there is has its own name, which reads back."""
    position = steps[0].position
    names = set()
    for code in range(position.action_count()):
        name = serialized(position.name_action(code))
        assert position.read_action(json.loads(name)) == code
        names.add(name)
    assert len(names) == position.action_count()


def text_reads_back(spot: Spot) -> None:
    """The line and the block both read back into the same position."""
    position = spot.position
    seen = picture(position)
    assert "\n" not in position.write()
    assert picture(spot.game.read(position.write())) == seen
    assert picture(spot.game.read(position.write_block())) == seen


def nonsense_is_bad_input(spot: Spot) -> None:
    """What cannot be understood is named, and is no crash."""
    position = spot.position
    for text in ("", "nonsense", "nonsense: 1", ":", ";;", "\0", position.write() + "; nonsense: 1"):
        if text.strip(";"):
            with pytest.raises(BadInput) as caught:
                spot.game.read(text) if text else spot.game.options({"nonsense": 1})
            assert all(fault.code for fault in caught.value.faults)
    actions: list[dict[str, object]] = [{}, {"do": "nonsense"}, {"do": 1}, {"do": None}, {"nonsense": []}]
    for named in actions:
        with pytest.raises(BadInput):
            position.read_action(named)
    answers: list[object] = [[], "nonsense", None, 7, ["nonsense", 1], [[]], [["nonsense"]], {}]
    for answer in answers:
        with pytest.raises(BadInput):
            position.read_luck(answer)


def the_position_is_sound(spot: Spot) -> None:
    """Nothing made, nothing lost."""
    assert spot.position.check() == []


# ---- What a viewer may know


def hidden_things_do_not_show(spot: Spot) -> None:
    """Deal again what a viewer may not know: not a byte of its screen changes, nor of the spectator's."""
    position = spot.position
    before = picture(position)
    open_to_all = serialized(position.view(None))
    for viewer in viewers(position):
        mine = serialized(position.view(viewer))
        for salt in range(2):
            imagined = position.imagine(viewer, luck_of(spot, salt))
            assert serialized(imagined.view(viewer)) == mine
            assert serialized(imagined.view(None)) == open_to_all
    assert picture(position) == before


def what_is_not_told_is_not_shown(spot: Spot) -> None:
    """Two plays that tell a viewer the same leave it the same screen, and the same screen tells the same.

    So a sealed choice stays secret, and an event gives away no more than the screen does.
    """
    position = spot.position
    for seat in position.to_act():
        seen: dict[int | None, dict[str, str]] = {viewer: {} for viewer in viewers(position)}
        shown: dict[int | None, dict[str, str]] = {viewer: {} for viewer in viewers(position)}
        for code in position.offers(seat)[:30]:
            after = position.copy()
            events: list[Event] = []
            try:
                after.play(seat, code, ScriptedLuck([]), events.append)
            except BadInput:  # luck is asked: what it answers is new to all
                continue
            for viewer in viewers(position):
                if viewer == seat:
                    continue
                heard = serialized([event.seen_by(viewer) for event in events])
                screen = serialized(after.view(viewer))
                assert seen[viewer].setdefault(heard, screen) == screen
                assert shown[viewer].setdefault(screen, heard) == heard


def secrets_do_not_steer(spot: Spot) -> None:
    """What is hidden decides neither what the viewer may do nor, unless it comes to light, what happens."""
    position = spot.position
    for seat in position.to_act():
        imagined = position.imagine(seat, luck_of(spot))
        assert imagined.offers(seat) == position.offers(seat)
        assert imagined.to_act() == position.to_act()
        for code in some(position.offers(seat)):
            real, other = position.copy(), imagined.copy()
            recorded = RecordedLuck(luck_of(spot, code))
            events: list[Event] = []
            others: list[Event] = []
            real.play(seat, code, recorded, events.append)
            try:
                other.play(seat, code, ScriptedLuck(recorded.answers), others.append)
            except BadInput:  # the tile that was drawn is not there
                continue
            if [serialized(e.seen_by(seat)) for e in others] == [serialized(e.seen_by(seat)) for e in events]:
                assert serialized(other.view(seat)) == serialized(real.view(seat))


def imagined_positions_are_sound(spot: Spot) -> None:
    """A new deal is a position like any other: nothing wrong with it, offered = accepted, playable, writable."""
    position = spot.position
    for viewer in viewers(position):
        imagined = position.imagine(viewer, luck_of(spot, 7))
        assert imagined.check() == []
        assert imagined.to_act() == position.to_act()
        for seat in range(len(position.seats())):
            for code in sorted({*imagined.offers(seat), *position.offers(seat)}):
                accepted = imagined.refusal(seat, code) is None
                assert accepted == (code in imagined.offers(seat)), (viewer, seat, position.name_action(code))
        assert gist(spot.game.read(imagined.write())) == gist(imagined)
        play_on(spot, imagined)
        assert imagined.check() == []


def a_view_is_enough_to_imagine(spot: Spot) -> None:
    """From its view alone, sent as text, a bot gets a whole position with the same view."""
    position = spot.position
    for viewer in viewers(position):
        view = serialized(position.view(viewer))
        guess = spot.game.from_view(json.loads(view), luck_of(spot, 3))
        assert guess.check() == []
        assert serialized(guess.view(viewer)) == view


def knowledge_is_enough_to_imagine(spot: Spot) -> None:
    """What a viewer may know, as bytes: not one of them changes with what is hidden, and nothing is missing.

    With the same luck it gives the same position as the view.
    """
    position = spot.position
    for viewer in viewers(position):
        known = knowledge_of(position, viewer)
        assert knowledge_of(position.imagine(viewer, luck_of(spot, 5)), viewer) == known
        guess = imagine_from(spot.game, known, luck_of(spot, 3))
        assert guess.check() == []
        assert serialized(guess.view(viewer)) == serialized(position.view(viewer))
        assert gist(guess) == gist(spot.game.from_view(position.view(viewer), luck_of(spot, 3)))


def own_views_lie_over_the_spectators(spot: Spot) -> None:
    """Where a game tells apart what everybody sees, the two parts make up the view, to the byte."""
    position = spot.position
    for viewer in viewers(position):
        own = own_view(position, viewer)
        if own is not None:
            assert serialized(patch.overlay(position.view(None), own)) == serialized(position.view(viewer))


# ---- The end


def the_outcome_is_complete(spot: Spot) -> None:
    """None before the end; then a place and points for every seat, and the rule that ended it."""
    position = spot.position
    outcome = position.outcome()
    if position.to_act():
        assert outcome is None
        return
    seats = len(position.seats())
    assert len(outcome.places) == seats
    assert len(outcome.points) == seats
    assert outcome.ending
    assert outcome.section
    assert all(1 <= place <= seats for place in outcome.places)
    assert outcome.winners() == [seat for seat in range(seats) if outcome.places[seat] == 1]
    serialized(outcome.as_dict(position.seats()))
    assert all(position.offers(seat) == [] for seat in range(seats))


# ---- Whole walks


def digests_tell_positions_apart(steps: list[Spot]) -> None:
    """Different texts, different fingerprints; equal texts, equal fingerprints; every play changes them."""
    texts = [spot.position.write() for spot in steps]
    digests = [spot.position.digest() for spot in steps]
    assert all(before != after for before, after in pairwise(texts))
    assert len(set(texts)) == len(set(digests)) == len(set(zip(texts, digests)))


def patches_make_the_next_view(steps: list[Spot]) -> None:
    """What changed on a viewer's screen, laid on the screen before, is the screen after it, to the byte."""
    for viewer in viewers(steps[0].position):
        for old, new in pairwise(spot.position.view(viewer) for spot in steps):
            change = patch.diff(old, new)
            assert serialized(old if change is None else patch.apply(old, change)) == serialized(new)
            assert json.loads(serialized(change)) == change


def the_same_luck_is_the_same_game(steps: list[Spot]) -> None:
    """Begun twice with the same options and luck, a game begins the same, and by luck's names too."""
    first = steps[0]
    if first.case.text:
        return
    game, seen = first.game, picture(first.position)
    options = game.options(json.loads(first.case.options))
    again = game.options(json.loads(serialized(options.as_dict())))
    assert again.as_dict() == options.as_dict()
    assert picture(game.new(again, luck_of_walk(first))) == seen
    empty = game.empty(again)
    named = json.loads(serialized([empty.name_luck(*answer) for answer in first.answers]))
    assert picture(game.new(again, ScriptedLuck([empty.read_luck(each) for each in named]))) == seen


def luck_of_walk(first: Spot) -> SeededLuck:
    """The luck that a walk begins with."""
    return SeededLuck(first.seed)


def the_game_ends(steps: list[Spot]) -> None:
    """It is over at the last step and at no other."""
    assert len(steps) <= PLAYS[steps[0].case.game].longest
    assert [bool(spot.position.to_act()) for spot in steps] == [True] * (len(steps) - 1) + [False]


def secrets_are_dealt_anew(steps: list[Spot]) -> None:
    """Over many deals what is hidden differs at least sometimes, for every seat."""
    if not PLAYS[steps[0].case.game].has_secrets:
        return
    for viewer in viewers(steps[0].position):
        deals = [
            (spot.position.write(), spot.position.imagine(viewer, luck_of(spot, salt)).write())
            for spot in steps[:: max(1, len(steps) // 20)]
            for salt in range(3)
        ]
        assert any(real != dealt for real, dealt in deals), viewer


SPOT_PROMISES: list[Promise] = [
    what_is_offered_is_accepted,
    refusals_are_plain_data,
    offers_keep_their_order,
    lists_belong_to_the_caller,
    somebody_is_asked_until_the_end,
    a_sealed_choice_may_be_changed,
    copies_are_independent,
    luck_can_be_recorded_and_replayed,
    listening_changes_nothing,
    text_reads_back,
    nonsense_is_bad_input,
    the_position_is_sound,
    hidden_things_do_not_show,
    what_is_not_told_is_not_shown,
    secrets_do_not_steer,
    imagined_positions_are_sound,
    a_view_is_enough_to_imagine,
    knowledge_is_enough_to_imagine,
    own_views_lie_over_the_spectators,
    the_outcome_is_complete,
]
WALK_PROMISES: list[Callable[[list[Spot]], None]] = [
    actions_have_names,
    digests_tell_positions_apart,
    patches_make_the_next_view,
    the_same_luck_is_the_same_game,
    the_game_ends,
    secrets_are_dealt_anew,
]
