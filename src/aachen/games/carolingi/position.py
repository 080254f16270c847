"""A position of Carolingi as the contract wants it: which section is at work, and who is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from aachen.core.contract import TABLE
from aachen.core.errors import Fault, Refusal
from aachen.core.events import Tell
from aachen.core.luck import Luck
from aachen.core.outcome import Outcome
from aachen.core.patch import overlay
from aachen.core.planes import ActionParts, PlaneLayout
from aachen.games.carolingi import check, imagine, knowledge, luck_names, notation, plane_layout, planes, view
from aachen.games.carolingi.actions import (
    DONE,
    EXPEL,
    HONOUR,
    JOIN,
    KEEP,
    LAY,
    NAMES,
    OCCUPY,
    PLACE,
    SAND,
    SEND,
    SERVE,
    SOLVE,
    SWAP,
)
from aachen.games.carolingi.rules import (
    carrying_out,
    drawing,
    founding,
    hourglass,
    hunger,
    placing,
    scenario_814,
    swap,
    victory,
)
from aachen.games.carolingi.state import OutOfGangsError, State
from aachen.games.carolingi.terms import (
    ACTING,
    BY_PEACE,
    ENDING_NAMES,
    FOUNDING,
    NOBODY,
    NOT_ENDED,
    NOTHING,
    OVER,
    PHASE_NAMES,
    PLACING,
    STARVING,
    SWAPPING,
)

# The rule of each moment: what the table waits for.
SECTION_OF_PHASE: Final[dict[int, str]] = {
    PLACING: "3.1",
    SWAPPING: "3.3",
    ACTING: "3.2",
    STARVING: "4.2",
    FOUNDING: "6.1.2",
}
# The rule by which one seat chooses alone.
CHOOSING_ALONE: Final[dict[int, tuple[str, str]]] = {
    ACTING: ("3.2", ""),
    STARVING: ("4.2", "C9"),
    FOUNDING: ("6.1.2", ""),
}
# The rule that each ending goes by.
ENDED_BY: Final[tuple[tuple[str, str], ...]] = (("", ""), ("3.5", "C24"), ("5.8", "C21"), ("814 §5", "C36"))


class Position(State):
    """One position, seen whole."""

    __slots__ = ()

    def seats(self) -> list[str]:
        """The colours, in seat order."""
        return self.realm.colours[:]

    def to_act(self) -> list[int]:
        """Whoever owes a choice: several while all choose in secret (3.1, 3.3)."""
        if self.actor != NOBODY:
            return [self.actor]
        return self.realm.seats_of[self.waiting][:]

    def offers(self, seat: int) -> list[int]:
        """What the seat may do; see the contract."""
        if self.phase == PLACING:
            if self.realm.variant.hourglass:
                return hourglass.table_offers(self) if seat == TABLE else hourglass.offers(self, seat)
            return placing.offers(self, seat)[:] if seat != TABLE else []
        if self.phase == SWAPPING:
            return swap.offers(self, seat)[:] if seat != TABLE else []
        return self.pending[:] if seat == self.actor else []

    def refusal(self, seat: int, action: int) -> Refusal | None:
        """Why not, or None for exactly what is offered."""
        if self.phase == OVER:
            section, ruling = self._ended_by()
            return Refusal(section, "game_over", ruling)
        kind = self.realm.actions.kind[action]
        if self.actor != NOBODY and seat != self.actor:
            section, ruling = CHOOSING_ALONE[self.phase]
            return Refusal(section, "not_your_choice", ruling, {"seat": self.seat_name(self.actor)})
        if seat == TABLE and self.phase == PLACING and kind == SAND and self.realm.variant.hourglass:
            return hourglass.table_refusal(self)
        if seat == TABLE:
            return Refusal("8", "only_the_sand", "C30")
        if self.phase == PLACING and kind == PLACE and self.realm.variant.hourglass:
            return Refusal("8", "one_tile_at_a_time", "C47")
        if self.phase == PLACING and (kind == LAY or kind == SAND):
            return self._hourglass_refusal(seat, kind, self.realm.actions.x[action])
        if self.phase == FOUNDING and kind in (OCCUPY, SERVE, JOIN, SEND):
            return founding.refusal(self, seat, kind, self.realm.actions.x[action])
        if self.phase == PLACING and kind == PLACE:
            return placing.refusal(self, seat, self.realm.actions.x[action], self.realm.actions.y[action])
        if self.phase == SWAPPING and (kind == SWAP or kind == KEEP):
            return swap.refusal(self, seat, action)
        if self.phase == STARVING and kind == EXPEL:
            return hunger.refusal(self, self.realm.actions.x[action])
        if self.phase == ACTING and (kind in (DONE, SOLVE, HONOUR) or kind in carrying_out.TILE_OF):
            return carrying_out.refusal(self, seat, action)
        return self._wrong_moment(kind)

    def _hourglass_refusal(self, seat: int, kind: int, tile: int) -> Refusal | None:
        if not self.realm.variant.hourglass:
            return Refusal("8", "no_hourglass", "C30")
        if kind == SAND:
            return Refusal("8", "sand_is_the_tables", "C30")
        return hourglass.refusal(self, seat, tile)

    def _wrong_moment(self, kind: int) -> Refusal:
        facts: dict[str, object] = {"action": NAMES[kind], "phase": PHASE_NAMES[self.phase]}
        return Refusal(SECTION_OF_PHASE[self.phase], "wrong_moment", "", facts)

    def play(self, seat: int, action: int, luck: Luck, tell: Tell | None = None) -> None:
        """Do what was offered, then draw on until somebody has to choose again."""
        try:
            if self.phase == PLACING:
                if self.realm.variant.hourglass:
                    complete = hourglass.play(self, seat, action, tell)
                else:
                    complete = placing.play(self, seat, action, tell)
                if complete:
                    placing.fill_bag(self, tell)
                    drawing.draw_on(self, luck, tell)
            elif self.phase == ACTING:
                if carrying_out.play(self, seat, action, tell):
                    carrying_out.end(self, tell)
                    drawing.draw_on(self, luck, tell)
            elif self.phase == SWAPPING:
                if swap.play(self, seat, action, tell):
                    swap.carry_out(self, tell)
                    placing.begin(self, tell)
            elif self.phase == STARVING:
                if hunger.play(self, self.realm.actions.x[action], tell):
                    drawing.draw_on(self, luck, tell)
            else:
                founding.play(self, seat, action, tell)
                founding.draw_on(self, luck, tell)
        except OutOfGangsError:
            scenario_814.fail(self, tell)

    def play_randomly(self, luck: Luck, choices: Luck, most: int) -> int:
        """Random play without a list for every question: see core/playout.py."""
        done = 0
        while done < most:
            seat = self.actor
            if seat == NOBODY:
                if self.waiting == 0:
                    break
                seat = self.realm.seats_of[self.waiting][0]
            self.play(seat, choices.pick("offer", self._shared_offers(seat)), luck)
            done += 1
        return done

    def _shared_offers(self, seat: int) -> list[int]:
        """What a seat that is asked may do, in a list that must not be changed."""
        if self.phase == PLACING:
            if self.realm.variant.hourglass:
                return hourglass.offers(self, seat)
            return placing.offers(self, seat)
        if self.phase == SWAPPING:
            return swap.offers(self, seat)
        return self.pending

    def carry_out(self, seat: int, action: int, luck: Luck, tell: Tell | None) -> bool:
        """A part of the tile at work, and what is drawn after the last one; True if it was the last."""
        if not carrying_out.play(self, seat, action, tell):
            return False
        carrying_out.end(self, tell)
        drawing.draw_on(self, luck, tell)
        return True

    def has_sealed(self, seat: int) -> bool:
        """Tiles that lie face down until all have laid theirs (3.1), a swap, or the first tile under the hourglass."""
        return self.sealed[seat] != NOTHING or self.laid[seat] != NOTHING

    def is_final(self, action: int) -> bool:
        """Under the hourglass a tile that is laid stays laid (C47)."""
        return self.realm.actions.kind[action] == LAY

    def settled_options(self) -> dict[str, object]:
        """How many play until when, and by which rules; not how long the sand runs."""
        variant = self.realm.variant
        return {
            "players": self.realm.players,
            "last_year": self.last_year,
            "variant": variant.name,
            "anarchy": variant.anarchy,
            "hourglass": variant.hourglass,
        }

    def action_count(self) -> int:
        """How many actions can be spoken at all; codes run from 0."""
        return len(self.realm.actions.kind)

    def copy(self) -> Position:
        """An independent position."""
        return Position(self.realm, self)

    def __deepcopy__(self, memo: object) -> Position:
        """The same for `copy.deepcopy`, which would copy the board too."""
        return self.copy()

    def view(self, viewer: int | None) -> dict[str, object]:
        """One viewer's screen; `None` is a spectator."""
        if viewer is not None:
            public = self.view(None)
            return overlay(public, self.own_view(viewer, public))
        data = view.public(self)
        outcome = self.outcome()
        if outcome is not None:
            data["outcome"] = outcome.as_dict(self.seats())
        return data

    def own_view(self, seat: int, public: dict[str, object] | None = None) -> dict[str, object]:
        """What the seat's player sees besides what a spectator sees, or instead of it."""
        line = None if public is None else public["line"]
        data = view.own(self, seat, line if isinstance(line, str) else None)
        data["offers"] = [self.name_action(code) for code in self.offers(seat)]
        return data

    def knowledge(self, viewer: int | None) -> bytes:
        """What one viewer may know, for bots: see core/knowledge.py."""
        return knowledge.write(self, viewer)

    def planes(self, seat: int) -> bytes:
        """What a seat may know as numbers: see core/planes.py."""
        return planes.write(self, seat)

    def plane_layout(self) -> PlaneLayout:
        """What those numbers mean."""
        return plane_layout.layout(self.realm)

    def action_parts(self) -> ActionParts:
        """All actions as kind × place × place × number."""
        actions = self.realm.actions
        return ActionParts(list(NAMES), actions.kind, [actions.x, actions.y, actions.n])

    def imagine(self, seat: int | None, luck: Luck) -> Position:
        """A position the seat cannot tell from this one."""
        other = self.copy()
        imagine.deal_anew(other, seat, luck)
        if other.phase == ACTING:  # the actor's tiles may be others now, and so what they allow
            other.pending = carrying_out.offers(other, other.actor)
        return other

    def outcome(self) -> Outcome | None:
        """Places, points and the rule that ended the game, or None."""
        if self.ending == NOT_ENDED:
            return None
        points = [victory.points(self, seat) for seat in range(self.realm.players)]
        section, ruling = self._ended_by()
        return Outcome(victory.places(self), points, ENDING_NAMES[self.ending], section, ruling)

    def _ended_by(self) -> tuple[str, str]:
        """The section and the ruling by which the game ended."""
        section, ruling = ENDED_BY[self.ending]
        if self.ending == BY_PEACE and self.realm.variant.advanced:
            section = "814 §5" if self.realm.variant.scenario else "6.2.2"
        return section, ruling

    def write(self) -> str:
        """The position as one line of text."""
        return notation.write(self)

    def digest(self) -> str:
        """A fingerprint of the whole position."""
        return hashlib.sha256(self.write().encode()).hexdigest()[:16]

    def name_action(self, action: int) -> dict[str, object]:
        """An action in names."""
        return self.realm.actions.named(action)

    def read_action(self, named: Mapping[str, object]) -> int:
        """The action of that name."""
        return self.realm.actions.read(named)

    def luck_count(self) -> int:
        """Tiles of all seats and an event tile, or cards."""
        return max(self.realm.event_tile + 1, len(self.realm.cards))

    def name_luck(self, question: str, answer: int) -> list[object]:
        """One answer of luck in names."""
        return luck_names.name(self.realm, question, answer)

    def read_luck(self, named: object) -> tuple[str, int]:
        """The answer of that name."""
        return luck_names.read(self.realm, named)

    def check(self) -> list[Fault]:
        """What is wrong with this position; nothing ever is, unless we have a bug."""
        return check.faults(self)

    def write_block(self) -> str:
        """The position as a block of text, one statement a line."""
        return notation.write_block(self)
