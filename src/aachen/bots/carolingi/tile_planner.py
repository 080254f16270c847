"""How a seat of Carolingi carries a tile out: parts are tried on copies, and the best few followed further.

Nothing here asks luck: a tile is evaluated by what it does until it is done, not by what is drawn after it.
"""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi.evaluation import Evaluator
from aachen.games.carolingi.for_bots import (
    BATTLE,
    DONE_CODE,
    EQUIP,
    EXTRA,
    HONOUR,
    MOVE,
    PEACE,
    SOLVE,
    TILES,
    TROPHY_CODE,
    OutOfGangsError,
    Position,
    begin_tile,
    can_claim_trophy,
    fail_together,
    may_end_by_peace,
    play_part,
    replaced,
    strongest_enemy,
)

NO_LOSS: Final = 1e-9  # stopping comes before everything that does not improve the position
SLACK: Final = 0.004  # a part may cost so much if a later one brings more
MOST_PARTS: Final = 9
SHORT_LIST: Final = 10  # of the parts that could come first, so many are looked at again later


class PartialPlan:
    """A tile carried out so far: its parts, where they lead, the seat's chance there, and whether it is used up."""

    __slots__ = ("chance", "codes", "is_over", "pos")

    def __init__(self, codes: list[int], pos: Position, chance: float, is_over: bool) -> None:
        self.codes = codes
        self.pos = pos
        self.chance = chance
        self.is_over = is_over


class TilePlanner:
    """Carries tiles out with the eyes of one seat."""

    def __init__(self, evaluator: Evaluator, seat: int) -> None:
        self.evaluator = evaluator
        self.seat = seat

    # One part

    def parts(self, start: PartialPlan, dull: set[int]) -> list[PartialPlan]:
        """All ways to go on with the tile at work, best first; stopping, where it is allowed, is one of them."""
        pos = start.pos
        found: list[PartialPlan] = []
        if DONE_CODE in pos.pending:
            found.append(self._stop(start))
        for code in worth_trying(pos, self.seat):
            if code not in dull:
                found.append(self.part(start, code))
        return best_first(found)

    def _stop(self, start: PartialPlan) -> PartialPlan:
        return PartialPlan([*start.codes, DONE_CODE], start.pos, self._standing(start) + NO_LOSS, True)

    def _standing(self, start: PartialPlan) -> float:
        """The chance as things stand; whoever has come here by a part knows it, unless more was thought of then."""
        pos = start.pos
        if pos.work.tile == PEACE:
            return self._forfeit(pos)
        if not start.codes or pos.work.tile == BATTLE or pos.peace.declarer == self.seat:
            return self.evaluator.chance(pos, self.seat)
        if pos.realm.actions.kind[start.codes[-1]] == EXTRA:
            return self.evaluator.chance(pos, self.seat)
        return start.chance

    def part(self, start: PartialPlan, code: int) -> PartialPlan:
        """One part more; an extra tile is evaluated by all it does (5.8)."""
        after = start.pos.copy()
        try:
            is_over = play_part(after, self.seat, code, None)
        except OutOfGangsError:  # Scenario 814 ends at once (C31)
            fail_together(after, None)
            is_over = True
        done = PartialPlan([*start.codes, code], after, 0.0, is_over)
        if start.pos.realm.actions.kind[code] == EXTRA and not is_over:
            done.chance = self.finish(done).chance
        else:
            done.chance = self._evaluate(after)
        return done

    def _evaluate(self, pos: Position) -> float:
        """A victory is evaluated with the trophy that can be claimed for it (5.5)."""
        seat = self.seat
        if pos.work.tile == BATTLE and can_claim_trophy(pos, seat):
            trophies = pos.trophies
            pos.trophies = replaced(trophies, seat, trophies[seat] + 1)
            pos.leudes[seat] -= 1
            chance = self.evaluator.chance(pos, seat)
            pos.trophies = trophies
            pos.leudes[seat] += 1
            return chance
        if pos.peace.declarer == seat and not may_end_by_peace(pos, seat):
            return self._forfeit(pos)
        return self.evaluator.chance(pos, seat)

    def _forfeit(self, pos: Position) -> float:
        """Peace without three points goes back to the inactive tiles (5.8)."""
        seat = self.seat
        at = seat * TILES + PEACE
        if pos.peace.declarer == seat and not may_end_by_peace(pos, seat):
            inactive = pos.inactive
            pos.inactive = replaced(inactive, at, inactive[at] + 1)
            chance = self.evaluator.chance(pos, seat)
            pos.inactive = inactive
            return chance
        return self.evaluator.chance(pos, seat)

    # The whole tile

    def finish(self, start: PartialPlan) -> PartialPlan:
        """The tile at work, best part by best part.

        What is not among the best few at first is not looked at again: a long march would take too long.
        """
        dull: set[int] = set()
        here = start
        while not here.is_over:
            found = self.parts(here, dull)
            for part in found[SHORT_LIST:]:
                dull.add(part.codes[-1])
            here = found[0]
        return here

    def ways(self, start: PartialPlan, width: int, most: int) -> list[PartialPlan]:
        """Whole tiles, best first: at each part the best `width` so far are followed."""
        finished: list[PartialPlan] = []
        beam = [start]
        best = -1.0
        met: set[str] = set()
        for _ in range(MOST_PARTS):
            grown: list[PartialPlan] = []
            for here in beam:
                self._grow(here, finished, grown, met)
            if finished:
                best = max(best, max([part.chance for part in finished]))
            beam = [part for part in best_first(grown)[:width] if part.chance > best - SLACK]
            if not beam:
                break
        return best_first(finished)[:most]

    def _grow(
        self, here: PartialPlan, finished: list[PartialPlan], grown: list[PartialPlan], met: set[str]
    ) -> None:
        for part in self.parts(here, set()):
            name = str(sorted(part.codes))  # the order of the parts hardly ever matters
            if name in met:
                continue
            met.add(name)
            if part.is_over:
                finished.append(part)
            else:
                grown.append(part)

    def drawn(self, pos: Position, tile: int) -> PartialPlan:
        """What would come of a tile in hand if it were drawn now."""
        begun = self._begun(pos, tile)
        return begun if begun.is_over else self.finish(begun)

    def repeated(self, pos: Position, tile: int, codes: list[int]) -> PartialPlan:
        """What would come of a tile in hand that is carried out as it was elsewhere, as far as that is allowed here."""
        here = self._begun(pos, tile)
        if here.is_over:
            return here
        after = here.pos
        try:
            for code in codes:
                if code in after.pending and play_part(after, self.seat, code, None):
                    break
        except OutOfGangsError:
            fail_together(after, None)
        return PartialPlan([], after, self._evaluate(after), True)

    def first(self, pos: Position, tile: int) -> float:
        """The chance after the best first part of a tile in hand, if it were drawn now."""
        begun = self._begun(pos, tile)
        return begun.chance if begun.is_over else self.parts(begun, set())[0].chance

    def _begun(self, pos: Position, tile: int) -> PartialPlan:
        after = pos.copy()
        after.hand[self.seat * TILES + tile] -= 1
        after.use_tile(self.seat, tile)
        if begin_tile(after, self.seat, tile, None):
            return PartialPlan([], after, 0.0, False)
        return PartialPlan([], after, self._evaluate(after), True)


def best_first(parts: list[PartialPlan]) -> list[PartialPlan]:
    """The parts by the chance they give."""
    return sorted(parts, key=_loss)


def _loss(part: PartialPlan) -> float:
    return -part.chance


# What is worth trying of all that is offered.


def worth_trying(pos: Position, seat: int) -> list[int]:
    """The offers besides stopping, without those that another is sure to beat or that are too many to try."""
    if pos.work.tile == MOVE:
        return _marches(pos, seat)
    actions = pos.realm.actions
    codes = [code for code in pos.pending if code != DONE_CODE]
    if pos.work.tile == BATTLE and TROPHY_CODE in codes:  # nothing is lost by taking it first
        return [TROPHY_CODE]
    if pos.work.tile == EQUIP:  # levies left unspent are lost
        most = 0
        for code in codes:
            if actions.kind[code] != SOLVE and actions.kind[code] != HONOUR:
                most = max(most, actions.x[code] + actions.y[code])
        return [
            code
            for code in codes
            if actions.kind[code] == SOLVE
            or actions.kind[code] == HONOUR
            or actions.x[code] + actions.y[code] == most
        ]
    return codes


def _marches(pos: Position, seat: int) -> list[int]:
    """Groups that can make a difference where they go, or none where they leave."""
    actions = pos.realm.actions
    found: list[int] = []
    road = -1
    sizes = 0
    for code in pos.pending:
        if code == DONE_CODE:
            continue
        number = actions.n[code]
        if number == 0:  # a problem to be solved (814 §4.2.2)
            found.append(code)
            continue
        at = actions.x[code] * pos.realm.land_count + actions.y[code]
        if at != road:
            road = at
            sizes = _sizes(pos, seat, actions.x[code], actions.y[code])
        if sizes >> number & 1:
            found.append(code)
    return found


def _sizes(pos: Position, seat: int, origin: int, target: int) -> int:
    """The mask of the sizes of groups worth trying on a road."""
    stride = pos.realm.stride
    ready = pos.work.ready[origin]
    there = pos.pieces[target * stride + seat]
    enemies = sum(pos.pieces[target * stride : target * stride + stride]) - there
    sizes = 1 << ready
    if pos.forests >> target & 1:
        sizes |= 1 << 1
    else:
        to_control = enemies + 1 - there
        to_win = strongest_enemy(pos, seat, target) + 1 - there
        for number in (to_control, to_control + 1, to_win):
            if 0 < number < ready:
                sizes |= 1 << number
        if enemies == 0:
            sizes |= 1 << 1
    here = pos.pieces[origin * stride + seat]
    spare = here - 1  # so many may leave
    if not pos.forests >> origin & 1:
        spare -= sum(pos.pieces[origin * stride : origin * stride + stride]) - here
    if 0 < spare < ready:
        sizes |= 1 << spare
    return sizes
