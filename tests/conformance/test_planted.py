"""A check that cannot fail is no check: for every promise a planted defect that the suite must find.

A planted position passes everything on to a sound one, except for the one thing it does wrong.
"""

import random
from dataclasses import replace
from typing import Any

import pytest
from tests.conformance import promises
from tests.conformance.walks import Spot, cases, spots, walk, walked

from aachen.core.contract import TABLE
from aachen.core.errors import BadInput, Fault, Refusal
from aachen.core.events import Event
from aachen.core.luck import SeededLuck
from aachen.core.outcome import Outcome
from aachen.games import GAMES


class Planted:
    """Passes everything on; subclasses break one promise."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def copy(self) -> Any:
        return type(self)(self.inner.copy())

    def imagine(self, seat: int | None, luck: Any) -> Any:
        return type(self)(self.inner.imagine(seat, luck))


class Sound(Planted):
    """Does nothing wrong: the proof that planting alone breaks no promise."""


class KnowsTooMuch(Planted):
    """The knowledge of a seat holds what is hidden from it."""

    def knowledge(self, viewer):
        return self.inner.knowledge(viewer) + self.inner.digest().encode()


class KnowsTooLittle(Planted):
    """A seat's own secrets are missing from what it knows."""

    def knowledge(self, viewer):
        return self.inner.knowledge(None)


class OfferMissing(Planted):
    def offers(self, seat):
        return self.inner.offers(seat)[:-1]


class OfferTooMany(Planted):
    def offers(self, seat):
        return sorted({*self.inner.offers(seat), 0})


class OfferTwice(Planted):
    def offers(self, seat):
        return self.inner.offers(seat) + self.inner.offers(seat)[:1]


class OtherSeatAccepted(Planted):
    def refusal(self, seat, action):
        return self.inner.refusal((self.inner.to_act() or [seat])[0], action)


class TableAccepted(Planted):
    """The table may do anything, though it is offered nothing."""

    def refusal(self, seat, action):
        return None if seat == TABLE else self.inner.refusal(seat, action)


class RefusalWithoutSection(Planted):
    def refusal(self, seat, action):
        refusal = self.inner.refusal(seat, action)
        return None if refusal is None else Refusal("", refusal.code)


class RefusalWithoutCode(Planted):
    def refusal(self, seat, action):
        refusal = self.inner.refusal(seat, action)
        return None if refusal is None else Refusal(refusal.section, "")


class RefusalWithAnObject(Planted):
    def refusal(self, seat, action):
        refusal = self.inner.refusal(seat, action)
        return None if refusal is None else Refusal(refusal.section, refusal.code, "", {"position": self})


class RestlessOffers(Planted):
    def offers(self, seat):
        offered = self.inner.offers(seat)
        random.shuffle(offered)
        return offered


class OffersByHistory(Planted):
    """The order depends on something that the text does not hold."""

    def offers(self, seat):
        return self.inner.offers(seat)[::-1]


class OffersLent(Planted):
    """Gives out its own list."""

    def __init__(self, inner):
        super().__init__(inner)
        self.lent: dict[int, list[int]] = {}

    def offers(self, seat):
        return self.lent.setdefault(seat, self.inner.offers(seat))


class ViewLent(Planted):
    """Gives out the same screen again."""

    def __init__(self, inner):
        super().__init__(inner)
        self.lent: dict[object, dict[str, object]] = {}

    def view(self, viewer):
        return self.lent.setdefault(viewer, self.inner.view(viewer))


class NobodyAsked(Planted):
    def to_act(self):
        return []


class AskedWithoutOffers(Planted):
    def offers(self, seat):
        return []


class SealedForGood(Planted):
    def offers(self, seat):
        return self.inner.offers(seat) if seat in self.inner.to_act() else []


class EverybodyOffered(Planted):
    """Offers the seats nobody waits for what those they wait for may do."""

    def offers(self, seat):
        return self.inner.offers(seat) or self.inner.offers((self.inner.to_act() or [seat])[0])


class CopyIsTheSame(Planted):
    def copy(self):
        return self


class CopyShares(Planted):
    """A copy that shares what is inside."""

    def copy(self):
        return type(self)(self.inner)


class LuckOutside(Planted):
    """Throws its own dice."""

    def play(self, seat, action, luck, tell=None):
        self.inner.play(
            seat, action, luck if random.random() < 0 else SeededLuck(random.getrandbits(32)), tell
        )


class LuckMisnamed(Planted):
    def name_luck(self, question, answer):
        return ["luck", *self.inner.name_luck(question, answer)]


class ListeningMatters(Planted):
    def play(self, seat, action, luck, tell=None):
        self.inner.play(seat, self.inner.offers(seat)[-1] if tell is not None else action, luck, tell)


class Silent(Planted):
    def play(self, seat, action, luck, tell=None):
        self.inner.play(seat, action, luck)


class ActionMisread(Planted):
    def read_action(self, named):
        return self.inner.read_action(named) + 1


class ActionsNamedAlike(Planted):
    def name_action(self, action):
        return self.inner.name_action(action - action % 2)


class TextForgets(Planted):
    def write(self):
        return self.inner.write().replace("last ", "last  ")


class BlockForgets(Planted):
    def write_block(self):
        lines = self.inner.write_block().splitlines()
        return "\n".join(line for line in lines if "court" not in line)


class CrashesOnNonsense(Planted):
    def read_action(self, named):
        if not named:
            raise KeyError("do")
        return self.inner.read_action(named)


class Unsound(Planted):
    def check(self):
        return [Fault("follower_count")]


class ViewLeaksTheTruth(Planted):
    """Tells everybody a fingerprint of the whole position."""

    def view(self, viewer):
        return self.inner.view(viewer) | {"digest": self.inner.digest()}


class ViewLeaksSealedTiles(Planted):
    """Shows each seat's sealed choice to all."""

    def view(self, viewer):
        chosen = [self.inner.view(seat)["courts"][name]["chosen"] for seat, name in enumerate(self.seats())]
        return self.inner.view(viewer) | {"chosen": chosen}


class EventLeaksSealedTiles(Planted):
    """Tells all what was told to one."""

    def play(self, seat, action, luck, tell=None):
        def tell_all(event):
            tell(Event(event.kind, event.facts | (event.secret or {})))

        self.inner.play(seat, action, luck, None if tell is None else tell_all)


class SecretsDecide(Planted):
    """Whether a seat may do the first thing depends on the siblings' tiles."""

    def offers(self, seat):
        offered = self.inner.offers(seat)
        return offered[int(self.inner.digest(), 16) % 2 :] if len(offered) > 1 else offered


class ImaginesNothing(Planted):
    def imagine(self, seat, luck):
        return self.copy()


class ImaginesTooMuch(Planted):
    """Deals everybody's tiles again, the viewer's own among them."""

    def imagine(self, seat, luck):
        return type(self)(self.inner.imagine(None, luck))


class ImaginesTheUnsound(Planted):
    def imagine(self, seat, luck):
        return Unsound(self.inner.imagine(seat, luck))


class ImaginesStaleOffers(Planted):
    """In an imagined position everybody may do what they may do in the real one."""

    def __init__(self, inner, real=None):
        super().__init__(inner)
        self.real = real

    def imagine(self, seat, luck):
        return type(self)(self.inner.imagine(seat, luck), self.inner)

    def offers(self, seat):
        return (self.real or self.inner).offers(seat)

    def play(self, seat, action, luck, tell=None):
        self.real = None
        self.inner.play(seat, action, luck, tell)


class ViewWithoutLine(Planted):
    """A screen from which nobody can go on thinking."""

    def view(self, viewer):
        return {key: value for key, value in self.inner.view(viewer).items() if key != "line"}


class OwnViewForgets(Planted):
    """Leaves out the offers where only the player's own part of the screen is asked for."""

    def own_view(self, seat, public=None):
        return {key: value for key, value in self.inner.own_view(seat, public).items() if key != "offers"}


class OnesBecomeTrue(Planted):
    """Numbers of the screen become truth values: Python says they are the same, JSON does not."""

    def view(self, viewer):
        return {**self.inner.view(viewer), "one": 1 if len(self.inner.to_act()) > 1 else True}


class OutcomeTooEarly(Planted):
    def outcome(self):
        seats = len(self.seats())
        return Outcome([1] * seats, [0] * seats, "time", "3.5", "")


class OutcomeWithoutRule(Planted):
    def outcome(self):
        outcome = self.inner.outcome()
        return outcome and Outcome(outcome.places, outcome.points, outcome.ending, "", "")


class OutcomeOfSomeSeats(Planted):
    def outcome(self):
        outcome = self.inner.outcome()
        return outcome and Outcome(
            outcome.places[:-1], outcome.points, outcome.ending, outcome.section, outcome.ruling
        )


class DigestOfNothing(Planted):
    def digest(self):
        return "0" * 16


DEFECTS = [
    (OfferMissing, promises.what_is_offered_is_accepted),
    (OfferTooMany, promises.what_is_offered_is_accepted),
    (OfferTwice, promises.what_is_offered_is_accepted),
    (TableAccepted, promises.what_is_offered_is_accepted),
    (OtherSeatAccepted, promises.what_is_offered_is_accepted),
    (RefusalWithoutSection, promises.what_is_offered_is_accepted),
    (RefusalWithoutCode, promises.what_is_offered_is_accepted),
    (RefusalWithAnObject, promises.refusals_are_plain_data),
    (RestlessOffers, promises.offers_keep_their_order),
    (OffersByHistory, promises.offers_keep_their_order),
    (OffersLent, promises.lists_belong_to_the_caller),
    (ViewLent, promises.lists_belong_to_the_caller),
    (NobodyAsked, promises.somebody_is_asked_until_the_end),
    (AskedWithoutOffers, promises.somebody_is_asked_until_the_end),
    (SealedForGood, promises.a_sealed_choice_may_be_changed),
    (EverybodyOffered, promises.a_sealed_choice_may_be_changed),
    (CopyIsTheSame, promises.copies_are_independent),
    (CopyShares, promises.copies_are_independent),
    (LuckOutside, promises.luck_can_be_recorded_and_replayed),
    (LuckMisnamed, promises.luck_can_be_recorded_and_replayed),
    (ListeningMatters, promises.listening_changes_nothing),
    (Silent, promises.listening_changes_nothing),
    (TextForgets, promises.text_reads_back),
    (BlockForgets, promises.text_reads_back),
    (CrashesOnNonsense, promises.nonsense_is_bad_input),
    (Unsound, promises.the_position_is_sound),
    (ViewLeaksTheTruth, promises.hidden_things_do_not_show),
    (ViewLeaksSealedTiles, promises.hidden_things_do_not_show),
    (ImaginesTooMuch, promises.hidden_things_do_not_show),
    (ViewLeaksSealedTiles, promises.what_is_not_told_is_not_shown),
    (EventLeaksSealedTiles, promises.what_is_not_told_is_not_shown),
    (SecretsDecide, promises.secrets_do_not_steer),
    (ViewLeaksTheTruth, promises.secrets_do_not_steer),
    (ImaginesTheUnsound, promises.imagined_positions_are_sound),
    (ImaginesStaleOffers, promises.imagined_positions_are_sound),
    (ViewWithoutLine, promises.a_view_is_enough_to_imagine),
    (KnowsTooMuch, promises.knowledge_is_enough_to_imagine),
    (KnowsTooLittle, promises.knowledge_is_enough_to_imagine),
    (OwnViewForgets, promises.own_views_lie_over_the_spectators),
    (OutcomeTooEarly, promises.the_outcome_is_complete),
    (OutcomeWithoutRule, promises.the_outcome_is_complete),
    (OutcomeOfSomeSeats, promises.the_outcome_is_complete),
]
WALK_DEFECTS = [
    (ActionMisread, promises.actions_have_names),
    (ActionsNamedAlike, promises.actions_have_names),
    (DigestOfNothing, promises.digests_tell_positions_apart),
    (DigestOfNothing, promises.the_same_luck_is_the_same_game),
    (OnesBecomeTrue, promises.patches_make_the_next_view),
    (NobodyAsked, promises.the_game_ends),
    (ImaginesNothing, promises.secrets_are_dealt_anew),
]

A_CASE = next(
    case for case in cases() if '"players": 3' in case.options
)  # short, and with all kinds of seats

# How a defect shows, where it is not an assertion that fails.
SHOWS: dict[type, type[BaseException]] = {
    RefusalWithAnObject: TypeError,
    LuckMisnamed: BadInput,
    ViewWithoutLine: BadInput,
    CrashesOnNonsense: KeyError,
}


def positions() -> list[Spot]:
    """Positions of every moment, some of which any defect must show in."""
    return spots(A_CASE)


def name(value):
    """A defect or a promise in the name of a test."""
    return value.__name__


@pytest.mark.parametrize(("defect", "promise"), DEFECTS, ids=name)
def test_a_planted_defect_is_found(defect, promise):
    """The promise fails in at least one of the positions that the suite visits."""
    how = SHOWS.get(defect, AssertionError)

    # More than once: dice of one's own may fall as the recorded ones did.
    assert any(is_broken(promise, plant(defect, spot), how) for _ in range(5) for spot in positions())


@pytest.mark.parametrize(("defect", "promise"), WALK_DEFECTS, ids=name)
def test_a_planted_defect_is_found_in_a_whole_game(defect, promise):
    """The promise fails for the walk."""
    assert is_broken(promise, [plant(defect, spot) for spot in walked(A_CASE, 0)])


@pytest.mark.parametrize("promise", promises.SPOT_PROMISES, ids=name)
def test_planting_alone_breaks_nothing(promise):
    """So it is the defect that is found, and not the way it was planted."""
    for spot in positions()[:4]:
        promise(plant(Sound, spot))


@pytest.mark.parametrize("promise", promises.WALK_PROMISES, ids=name)
def test_planting_alone_breaks_no_whole_game(promise):
    """The same for walks."""
    promise([plant(Sound, spot) for spot in walked(A_CASE, 0)])


def test_every_promise_has_a_defect_that_breaks_it():
    """A promise that nothing was ever seen to break may be one that nothing can."""
    proven = {promise for _, promise in [*DEFECTS, *WALK_DEFECTS]}

    assert proven == {*promises.SPOT_PROMISES, *promises.WALK_PROMISES}


class LaidTilesTakenBack(Planted):
    """Under the hourglass, whoever has laid both tiles is offered the table's action."""

    def offers(self, seat):
        return self.inner.offers(seat) or self.inner.offers(TABLE)


def test_a_final_choice_that_is_offered_again_is_found():
    """What is laid under the hourglass stays laid."""
    case = next(case for case in cases() if "hourglass" in case.options)
    found = [spot for spot in spots(case) if spot.moment == "placing one by one" and spot.sealed]

    assert found
    assert all(
        is_broken(promises.a_sealed_choice_may_be_changed, plant(LaidTilesTakenBack, spot)) for spot in found
    )


def test_a_game_without_an_end_is_found():
    """A walk that does not end within the bound fails."""
    game: Any = Endless(GAMES[A_CASE.game])

    with pytest.raises(AssertionError, match="does not end"):
        list(walk(game, A_CASE, 0))


class Endless:
    """A game in which the first choice is asked for again and again."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def new(self, options, luck, tell=None):
        return Undecided(self.inner.new(options, luck, tell))


class Undecided(Planted):
    """Plays nothing."""

    def play(self, seat, action, luck, tell=None):
        pass

    def copy(self):
        return self

    def view(self, viewer):
        self.seen = self.__dict__.get("seen") or self.inner.view(viewer)
        return self.seen


def plant(defect, spot: Spot) -> Spot:
    """The same spot with the defect in its position."""
    return replace(spot, position=defect(spot.position.copy()))


def is_broken(promise, subject, how=AssertionError) -> bool:
    """Whether the promise notices; another exception than the expected one is a bug in the planting."""
    try:
        promise(subject)
    except how:
        return True
    return False
