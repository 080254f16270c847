"""Carolingi for the search: determinized positions, and rollouts of some seasons."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolingi import planning
from aachen.bots.carolingi.evaluation import Evaluator
from aachen.bots.carolingi.forecast import Forecast
from aachen.bots.carolingi.rollout_cache import RolloutCache
from aachen.bots.carolingi.season_halving import SeasonHalving
from aachen.bots.carolingi.siblings import Siblings
from aachen.bots.halving import HalvingGame
from aachen.bots.plan import Plan
from aachen.bots.quick_luck import QuickLuck
from aachen.bots.search import SearchGame, Tuning, drawn
from aachen.core import contract
from aachen.games.carolingi.for_bots import (
    ACTING,
    EQUIP,
    FOUNDING,
    KEEP_CODE,
    NOT_ENDED,
    NOTHING,
    PEACE,
    PLACING,
    STARVING,
    SWAPPING,
    TILES,
    Position,
    may_end_by_peace,
)

MOST_PLANS: Final = 12
# How much the chances at the end of each season count: near ones tell more exactly, far ones tell more.
# Against more than one sibling a season takes longer to play, and tells less.
AGAINST_ONE: Final[list[float]] = [0.4, 0.3, 0.3]
AGAINST_MORE: Final[list[float]] = [0.6, 0.4]
FEW_MISSI: Final = 2
NEEDS_MISSI: Final = 4.0  # how much likelier Equip missi is laid by whoever has few


class CarolingiSearchGame(SearchGame):
    """The worlds that fit what one seat sees."""

    def __init__(
        self, evaluator: Evaluator, forecast: Forecast, pos: Position, seat: int, compares: bool = True
    ) -> None:
        """Seats plan by the evaluator; where a round stops, the forecast evaluates it.

        `compares` says whether plans are compared by sequential halving, where everybody fights for himself.
        """
        self.evaluator = evaluator
        self.forecast = forecast
        self.pos = pos
        self.seat = seat
        self.seasons = AGAINST_ONE if pos.realm.players == 2 else AGAINST_MORE
        self.rollout_cache = RolloutCache(evaluator, seat, pos)
        self.siblings = Siblings(evaluator, pos)
        self.compares = compares

    def tuning(self) -> Tuning:
        """Nothing below the first choice comes up often enough to be learned: it is played out instead."""
        if self.pos.realm.players == 2:
            return Tuning(explore=0.1, trust=10.0, depth=1, surprise=0.0, head_start=0.03, firm=0.5)
        return Tuning(explore=0.1, trust=20.0, depth=1, surprise=0.0, head_start=0.02, firm=0.5)

    def is_searched(self) -> bool:
        """What a swap is worth shows only after the year: a search sees its gain and not its price."""
        return self.pos.phase != SWAPPING

    def halving(self) -> HalvingGame | None:
        """A tree tells less in the same time; where all may fail together, and under the hourglass, the tree stays."""
        variant = self.pos.realm.variant
        if not self.compares or variant.scenario or variant.hourglass:
            return None
        return SeasonHalving(self.evaluator, self.forecast, self.pos, self.seat, self.siblings)

    # Worlds

    def world(self, luck: QuickLuck) -> contract.Position:
        """The siblings' tiles dealt again; while all choose in secret nobody has chosen yet."""
        pos = self.pos.imagine(self.seat, luck)
        if pos.phase == PLACING:
            self.siblings.open_placing(pos, self.seat)
        elif pos.phase == SWAPPING:
            self.siblings.open_swapping(pos)
        elif not pos.bag_open:
            for other in range(pos.realm.players):
                if other != self.seat:
                    self.siblings.lay_anew(pos, other, luck)
        return pos

    # What seats know and may do

    def key(self, pos: contract.Position, seat: int) -> int:
        """All that lies open, and the seat's own tiles."""
        assert isinstance(pos, Position)
        at = seat * TILES
        hidden = 0
        mine = 0
        for code in pos.bag:
            if at <= code < at + TILES:
                mine += 9 ** (code - at)
            else:
                hidden += 1
        open_bag = tuple(pos.bag) if pos.bag_open else ()
        when = (pos.year, pos.season, pos.phase, pos.actor, pos.waiting)
        work = (pos.work.tile, pos.work.option, pos.work.parts, tuple(pos.work.ready), tuple(pos.work.roads))
        peace = (pos.peace.declarer, pos.peace.declared)
        more = (pos.events_ready, pos.supply, peace, pos.hunger.land, pos.hunger.excess)
        own = (tuple(pos.hand[at : at + TILES]), tuple(pos.inactive[at : at + TILES]), pos.laid[seat], mine)
        courts = (tuple(pos.missi), tuple(pos.leudes), tuple(pos.nobiles), tuple(pos.trophies))
        lands = (tuple(pos.pieces), tuple(pos.on_cards), tuple(pos.counters), tuple(pos.row))
        cards = (tuple(pos.archivium), tuple(pos.discard), pos.drawn_card, pos.surplus, tuple(pos.owner))
        tiles = (tuple(pos.spent), tuple(pos.proven), hidden, open_bag, tuple(pos.drawn))
        trouble = (tuple(pos.problems), tuple(pos.queue), tuple(pos.honours), tuple(pos.founders))
        return hash((when, more, own, courts, lands, work, cards, tiles, trouble))

    def plans(self, pos: contract.Position, seat: int) -> list[Plan]:
        """The planner's, in a world that the seat itself made up."""
        assert isinstance(pos, Position)
        own = pos.imagine(seat, QuickLuck(1))
        if own.phase == PLACING:
            own.waiting, own.sealed = pos.waiting, pos.sealed[:]
            if pos.realm.variant.hourglass:
                return self._lay_both(own, seat)
        return planning.plans(self.evaluator, own, seat, MOST_PLANS)

    def _lay_both(self, pos: Position, seat: int) -> list[Plan]:
        """Under the hourglass, both tiles of a pair one after the other."""
        found: list[Plan] = []
        for plan in planning.Pairs(self.evaluator, pos, seat).ranked()[:MOST_PLANS]:
            pair = plan.codes[0]
            codes = [planning.laying(pos, seat, pair)]
            if pos.laid[seat] == NOTHING:
                tile = pos.realm.actions.x[codes[0]]
                x, y = pos.realm.actions.x[pair], pos.realm.actions.y[pair]
                codes.append(pos.realm.lay_codes[y if tile == x else x])
            found.append(Plan(codes, plan.chance))
        return found

    # What comes after

    def values(self, pos: contract.Position, luck: QuickLuck) -> list[float]:
        """Each seat's chance at the ends of the next seasons, everybody doing what looks best."""
        assert isinstance(pos, Position)
        values = [0.0] * pos.realm.players
        left = 1.0
        for weight in self.seasons[:-1]:
            self._play_season(pos, luck)
            if pos.phase != PLACING or pos.ending != NOT_ENDED:
                break
            left -= weight
            self._count(pos, weight, values)
            self._choose_quickly(pos, luck)
        else:
            self._play_season(pos, luck)
        self._count(pos, left, values)
        return values

    def _play_season(self, pos: Position, luck: QuickLuck) -> None:
        """On to the next choice of tiles, unless the game ends before."""
        while pos.ending == NOT_ENDED and pos.phase != PLACING and pos.phase != FOUNDING:
            if pos.phase == ACTING:
                self.rollout_cache.carry_out(pos, luck)
            elif pos.phase == STARVING:
                seat = pos.actor
                pos.play(seat, planning.plans(self.evaluator, pos, seat, 1)[0].codes[0], luck)
            else:
                for seat in pos.to_act():
                    pos.play(seat, KEEP_CODE, luck)

    def _count(self, pos: Position, weight: float, values: list[float]) -> None:
        chances = self.forecast.chances(pos)
        for seat in range(len(values)):
            values[seat] += weight * chances[seat]

    def _choose_quickly(self, pos: Position, luck: QuickLuck) -> None:
        """All lay tiles that are likely to bring something."""
        for seat in pos.to_act():
            pair = self._quick_pair(pos, seat, luck)
            if not pos.realm.variant.hourglass:
                pos.play(seat, pair, luck)
                continue
            for _ in range(1 if pos.laid[seat] != NOTHING else 2):
                pos.play(seat, planning.laying(pos, seat, pair), luck)

    def _quick_pair(self, pos: Position, seat: int, luck: QuickLuck) -> int:
        """Peace if it can be shown; otherwise any pair, the likelier the more its tiles promised at first."""
        actions = pos.realm.actions
        pairs = planning.pairs_offered(pos, seat)
        likely = self.siblings.likely_of(seat)
        shows_peace = pos.hand[seat * TILES + PEACE] > 0 and may_end_by_peace(pos, seat)
        weights: list[float] = []
        for pair in pairs:
            one, other = actions.x[pair], actions.y[pair]
            if one == PEACE:
                weights.append(1e6 if shows_peace else 0.0)
                continue
            weight = likely[one] * likely[other]
            if pos.missi[seat] < FEW_MISSI and (one == EQUIP or other == EQUIP):
                weight *= NEEDS_MISSI
            weights.append(weight)
        return pairs[drawn(weights, luck)]
