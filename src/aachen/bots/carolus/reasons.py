"""Reasons for a plan of Carolus Magnus: what it changes, as codes and facts, with the weights that chose it."""

from __future__ import annotations

from typing import Final

from aachen.bots.carolus.evaluation import shares
from aachen.bots.carolus.lookahead import lay, turn
from aachen.bots.carolus.ring_features import RingFeatures, mover
from aachen.bots.carolus.side_evaluation import SideEvaluator
from aachen.bots.plan import Plan
from aachen.bots.thought import Rationale
from aachen.games.carolus.for_bots import (
    ADVANCE,
    BY_GOAL,
    CLANS,
    COURT,
    CROWNING,
    LAYING,
    NOBODY,
    NOT_ENDED,
    Position,
    clan_name,
    name_clan,
    put_paladin,
    stop_after,
    territory_name,
)

MOST_REASONS: Final = 4
DECISIVE: Final = 100.0  # the game is won: nothing else counts
SLIGHT: Final = 0.05  # for what has no price of its own

Facts = dict[str, object]


def reasons_for(pos: Position, seat: int, plan: Plan, weights: list[float]) -> list[Rationale]:
    """What the plan changes for the seat's side, what counts most first."""
    if pos.phase == LAYING:
        return DiscReasons(pos, seat, plan, weights).strongest()
    if pos.phase == CROWNING:
        return CrownReasons(pos, seat, plan, weights).strongest()
    return TurnReasons(pos, seat, plan, weights).strongest()


class Reasons:
    """The table before a plan and after it, without the dice that follow."""

    def __init__(self, pos: Position, seat: int, plan: Plan, weights: list[float]) -> None:
        self.pos = pos
        self.after = pos.copy()
        self.seat = seat
        self.side = pos.empire.side_of[seat]
        self.codes = plan.codes
        self.side_evaluation = SideEvaluator(weights, self.side, [1.0] * pos.empire.sides)
        self.found: list[tuple[float, Rationale]] = []

    def strongest(self) -> list[Rationale]:
        """The weightiest reasons."""
        self.find()
        self.found.sort(key=lambda each: -each[0])
        return [reason for _, reason in self.found[:MOST_REASONS]]

    def find(self) -> None:
        """Play the plan and note what speaks for it."""
        raise NotImplementedError

    def note(self, weight: float, code: str, facts: Facts) -> None:
        """One thing that speaks for the plan, if it does."""
        if weight > 0.0:
            self.found.append((weight, Rationale(code, facts)))

    def part(self, code: int) -> int:
        """What the action is about: a disc, a clan, a number of steps."""
        return self.pos.empire.actions.x[code]


class DiscReasons(Reasons):
    """Why this disc (CM2)."""

    def find(self) -> None:
        """How far it reaches, what lies there, and when its owner will move."""
        disc = self.part(self.codes[0])
        lay(self.after, self.seat, disc)
        self.note(SLIGHT, "reach", {"number": disc})
        number = self._castles_in_reach(disc)
        self.note(0.3 * number, "castles_in_reach", {"number": number})
        first, last = self._order()
        self.note(0.2 if first else 0.0, "moves_first", {})
        self.note(0.2 if last else 0.0, "moves_last", {})

    def _castles_in_reach(self, disc: int) -> int:
        """The most that one stop would bring as things stand."""
        features = RingFeatures(self.pos)
        best = 0
        for place in range(min(disc, self.pos.regions)):
            head = features.heads[place]
            if self.pos.owner[head] != self.side and features.lead(place, self.side) > 0:
                best = max(best, self.pos.size[head])
        return best

    def _order(self) -> tuple[bool, bool]:
        """Whether the seat is sure to move first, or last."""
        if self.after.phase == LAYING:
            return False, False
        return self.after.playing[0] == self.seat, self.after.playing[-1] == self.seat


class CrownReasons(Reasons):
    """Why these clans (CM3.3)."""

    def find(self) -> None:
        """What a paladin of each is good for."""
        for code in self.codes:
            name_clan(self.after, self.seat, self.part(code), None)
        features = RingFeatures(self.after)
        for clan in sorted({self.part(code) for code in self.codes}):
            stock = self.after.reserve[self.seat * CLANS + clan]
            need = features.need(self.seat, clan, stock)
            facts: Facts = {"clan": clan_name(clan)}
            if features.clan_side[clan] == self.side:
                self.note(0.2, "crown_own", facts)
            elif need > 0:
                self.note(0.5, "crown_takes", {**facts, "number": need})
            else:
                self.note(0.1, "crown_stock", {**facts, "number": stock})


class TurnReasons(Reasons):
    """Why these paladins and this stop (CM3.1, CM3.2)."""

    def find(self) -> None:
        """The end, the clans, the castles, the regions that were strengthened, and what rivals can no longer do."""
        steps = self._play()
        self._find_end()
        before, after = RingFeatures(self.pos), RingFeatures(self.after)
        for clan in range(CLANS):
            self._find_clan(clan, before, after)
        if steps > 0:
            self._find_stop(stop_after(self.pos, steps), before)
        for head in self._strengthened():
            self._find_region(head, before, after)
        if steps > 0 and self.after.ending == NOT_ENDED:
            self._find_denied(after)

    def _play(self) -> int:
        """Carry the plan out; how far the Emperor went, 0 if it ends before."""
        actions = self.pos.empire.actions
        if actions.kind[self.codes[-1]] == ADVANCE:
            turn(self.after, self.seat, self.codes)
            return actions.x[self.codes[-1]]
        for code in self.codes:
            put_paladin(self.after, self.seat, actions.x[code], actions.y[code], None)
        return 0

    def _find_end(self) -> None:
        if self.after.ending != NOT_ENDED and shares(self.after)[self.side] == 1.0:
            code = "goal" if self.after.ending == BY_GOAL else "few_regions"
            self.note(DECISIVE, code, {"number": self.after.castles_built(self.side)})

    def _find_clan(self, clan: int, before: RingFeatures, after: RingFeatures) -> None:
        """An emblem won, or held more firmly."""
        at = self.seat * CLANS + clan
        if self.after.court[at] == self.pos.court[at]:
            return
        weight = self.side_evaluation.clan(after, clan) - self.side_evaluation.clan(before, clan)
        was, now = before.clan_side[clan], after.clan_side[clan]
        facts: Facts = {"clan": clan_name(clan)}
        if now != self.side:
            self.note(SLIGHT, "catches_up", facts)
        elif was == self.side:
            self.note(weight, "holds_clan", {**facts, "number": after.margin(clan, now)})
        elif was == NOBODY:
            self.note(weight, "takes_clan", {**facts, "number": after.command(clan)})
        else:
            facts["side"] = self.pos.side_name(was)
            self.note(weight, "wins_clan", {**facts, "number": after.command(clan)})

    def _find_stop(self, head: int, before: RingFeatures) -> None:
        """Castles that rise or stay where the Emperor stops, and regions that grow together."""
        region = self.after.region_of(head)
        if self.after.owner[region] != self.side:
            return
        owner, size = self.pos.owner[head], self.pos.size[head]
        facts: Facts = {"region": territory_name(head), "number": size}
        weight = SLIGHT + max(
            0.0, self.side_evaluation.castles(self.after) - self.side_evaluation.castles(self.pos)
        )
        if owner == self.side:
            was_lost = before.lead(before.heads.index(head), self.side) < 0
            self.note(SLIGHT * 2 * size if was_lost else 0.0, "saves", facts)
        elif owner == NOBODY:
            self.note(weight, "builds", facts)
        else:
            self.note(weight, "conquers", {**facts, "side": self.pos.side_name(owner)})
        if self.after.size[region] > size:
            self.note(weight / 2, "joins", {"number": self.after.size[region]})

    def _strengthened(self) -> list[int]:
        """The regions that paladins went to."""
        actions = self.pos.empire.actions
        puts = [code for code in self.codes if actions.kind[code] != ADVANCE and actions.y[code] != COURT]
        return sorted({actions.y[code] - 1 for code in puts})

    def _find_region(self, head: int, before: RingFeatures, after: RingFeatures) -> None:
        """A region further on in which the side stands better than before."""
        region = self.after.region_of(head)
        if region == self.after.emperor:
            return
        place = after.heads.index(region)
        lead = after.lead(place, self.side)
        if lead <= before.lead(before.heads.index(head), self.side):
            return
        facts: Facts = {"region": territory_name(region), "number": lead}
        weight = SLIGHT + max(0.0, self.side_evaluation.region(after, place)) * self.after.size[region]
        if self.after.owner[region] == self.side:
            self.note(weight, "secures", facts)
        elif lead > 0:
            self.note(weight, "leads", facts)
        else:
            self.note(SLIGHT, "prepares", facts)

    def _find_denied(self, after: RingFeatures) -> None:
        """The next to move is a rival, who had something to win in reach and has not any more."""
        seat = mover(self.after)
        if seat == NOBODY or self.pos.empire.side_of[seat] == self.side:
            return
        rival = self.pos.empire.side_of[seat]
        for place in range(min(self.after.shown[seat], self.after.regions)):
            if self.after.owner[after.heads[place]] != rival and after.lead(place, rival) > 0:
                return
        self.note(SLIGHT * 2, "denies", {"side": self.pos.side_name(rival)})
