"""A position of Carolus Magnus as the contract wants it: which section is at work, and who is asked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from aachen.core.errors import Fault, Refusal
from aachen.core.events import Tell
from aachen.core.luck import Luck
from aachen.core.outcome import Outcome
from aachen.core.patch import overlay
from aachen.core.planes import ActionParts, PlaneLayout
from aachen.games.carolus import check, knowledge, luck_names, notation, planes, setup, view
from aachen.games.carolus.actions import ADVANCE, CROWN_FOR, LAY, NAMES, PUT
from aachen.games.carolus.rules import discs, emperor, ending, paladins, renewal, turns
from aachen.games.carolus.state import State
from aachen.games.carolus.terms import (
    ADVANCING,
    CROWNING,
    ENDING_NAMES,
    ENDING_RULINGS,
    LAYING,
    NOT_ENDED,
    OVER,
    PHASE_NAMES,
    PUTTING,
    SET_UP,
    TERRITORIES,
)

# The rule of each moment: what the table waits for.
SECTION_OF_PHASE: Final[dict[int, str]] = {
    LAYING: "CM2",
    PUTTING: "CM3.1",
    ADVANCING: "CM3.2",
    CROWNING: "CM3.3",
}


class Position(State):
    """One position, seen whole."""

    def seats(self) -> list[str]:
        """The names of the seats, clockwise."""
        return self.empire.seats[:]

    def to_act(self) -> list[int]:
        """Whoever owes a choice: one seat at a time."""
        return [] if self.phase == OVER else [self.actor]

    def offers(self, seat: int) -> list[int]:
        """What the seat may do; see the contract."""
        if seat != self.actor or self.phase == OVER:
            return []
        if self.phase == PUTTING:
            return paladins.offers(self, seat)
        if self.phase == ADVANCING:
            return emperor.offers(self, seat)
        if self.phase == LAYING:
            return discs.offers(self, seat)
        return renewal.offers(self)

    def refusal(self, seat: int, action: int) -> Refusal | None:
        """Why not, or None for exactly what is offered."""
        if self.phase == OVER:
            return ending.refusal(self)
        if seat != self.actor:
            return self._not_asked()
        kind = self.empire.actions.kind[action]
        x = self.empire.actions.x[action]
        if self.phase == PUTTING and kind == PUT:
            return paladins.refusal(self, seat, x, self.empire.actions.y[action])
        if self.phase == ADVANCING and kind == ADVANCE:
            return emperor.refusal(self, seat, x)
        if self.phase == LAYING and kind == LAY:
            return discs.refusal(self, seat, x)
        if self.phase == CROWNING and kind == CROWN_FOR:
            return renewal.refusal(self, x)
        return self._wrong_moment(kind)

    def _not_asked(self) -> Refusal:
        """At set-up reserves are rolled seat by seat (M8); afterwards the discs give the order (M10)."""
        facts: dict[str, object] = {"seat": self.seat_name(self.actor)}
        if self.round == SET_UP:
            return Refusal("CM1", "not_your_choice", "M8", facts)
        if self.phase == LAYING:
            return Refusal("CM2", "not_your_choice", "M10", facts)
        return Refusal("CM2", "out_of_order", "M10", facts)

    def _wrong_moment(self, kind: int) -> Refusal:
        if self.phase == PUTTING and kind == ADVANCE:
            return Refusal("CM3.1", "paladins_first", "M4", {"number": self.count})
        if self.phase == ADVANCING and kind == PUT:
            return Refusal("CM3.1", "enough_paladins", "M4", {"number": self.empire.turn_paladins})
        facts: dict[str, object] = {"action": NAMES[kind], "phase": PHASE_NAMES[self.phase]}
        if self.round == SET_UP:
            return Refusal("CM1", "wrong_moment", "M8", facts)
        return Refusal(SECTION_OF_PHASE[self.phase], "wrong_moment", "", facts)

    def play(self, seat: int, action: int, luck: Luck, tell: Tell | None = None) -> None:
        """Do what was offered, then go on until somebody has to choose again."""
        x = self.empire.actions.x[action]
        if self.phase == PUTTING:
            if paladins.play(self, seat, x, self.empire.actions.y[action], tell):
                emperor.begin(self)
        elif self.phase == ADVANCING:
            emperor.play(self, seat, x, tell)
            turns.renew(self, seat, luck, tell)
        elif self.phase == LAYING:
            if discs.play(self, seat, x, tell):
                turns.begin_turn(self, self.playing[0])
        elif renewal.play(self, seat, x, tell):
            if self.round == SET_UP:
                setup.roll_on(self, luck, tell)
            else:
                turns.end_turn(self, seat, tell)

    def play_randomly(self, luck: Luck, choices: Luck, most: int) -> int:
        """Random play without a list for every question: see core/playout.py."""
        done = 0
        while done < most and self.phase != OVER:
            self.play(self.actor, choices.pick("offer", self.offers(self.actor)), luck)
            done += 1
        return done

    def has_sealed(self, seat: int) -> bool:
        """Everything is done openly."""
        return False

    def is_final(self, action: int) -> bool:
        """Everything may be taken back until dice have been thrown or another seat has acted."""
        return False

    def settled_options(self) -> dict[str, object]:
        """How many play; whether partners keep silent is for the table."""
        return {"players": self.empire.players}

    def action_count(self) -> int:
        """How many actions can be spoken at all; codes run from 0."""
        return len(self.empire.actions.kind)

    def copy(self) -> Position:
        """An independent position."""
        return Position(self.empire, self)

    def __deepcopy__(self, memo: object) -> Position:
        """The same for `copy.deepcopy`, which would copy the board too."""
        return self.copy()

    def view(self, viewer: int | None) -> dict[str, object]:
        """One viewer's screen; `None` is a spectator."""
        if viewer is not None:
            return overlay(self.view(None), self.own_view(viewer))
        data = view.public(self)
        outcome = self.outcome()
        if outcome is not None:
            data["outcome"] = outcome.as_dict(self.seats())
        return data

    def own_view(self, seat: int, public: dict[str, object] | None = None) -> dict[str, object]:
        """What the seat's player sees besides what a spectator sees: the offers, for everything is open (M13)."""
        offers = [self.name_action(code) for code in self.offers(seat)]
        return {"viewer": self.seat_name(seat), "offers": offers}

    def knowledge(self, viewer: int | None) -> bytes:
        """What anybody may know, for bots: see core/knowledge.py."""
        return knowledge.write(self)

    def planes(self, seat: int) -> bytes:
        """What a seat may know as numbers: see core/planes.py."""
        return planes.write(self, seat)

    def plane_layout(self) -> PlaneLayout:
        """What those numbers mean."""
        return planes.layout(self.empire)

    def action_parts(self) -> ActionParts:
        """All actions as kind × place × place × number."""
        actions = self.empire.actions
        return ActionParts(list(NAMES), actions.kind, [actions.x, actions.y, [0] * len(actions.kind)])

    def imagine(self, seat: int | None, luck: Luck) -> Position:
        """The position itself: nothing is hidden, and dice to come are luck's alone (M13)."""
        return self.copy()

    def outcome(self) -> Outcome | None:
        """Places, castles on the board, and the rule that ended the game, or None."""
        if self.ending == NOT_ENDED:
            return None
        points = [self.castles_built(side) for side in self.empire.side_of]
        return Outcome(
            ending.places(self), points, ENDING_NAMES[self.ending], "CM5", ENDING_RULINGS[self.ending]
        )

    def write(self) -> str:
        """The position as one line of text."""
        return notation.write(self)

    def write_block(self) -> str:
        """The position as a block of text, one statement a line."""
        return notation.write_block(self)

    def check(self) -> list[Fault]:
        """What is wrong with this position; nothing ever is, unless we have a bug."""
        return check.faults(self)

    def digest(self) -> str:
        """A fingerprint of the whole position."""
        return hashlib.sha256(self.write().encode()).hexdigest()[:16]

    def name_action(self, action: int) -> dict[str, object]:
        """An action in names."""
        return self.empire.actions.named(action)

    def read_action(self, named: Mapping[str, object]) -> int:
        """The action of that name."""
        return self.empire.actions.read(named)

    def luck_count(self) -> int:
        """Territories are the most that luck chooses among."""
        return TERRITORIES

    def name_luck(self, question: str, answer: int) -> list[object]:
        """One answer of luck in names."""
        return luck_names.name(self.empire, question, answer)

    def read_luck(self, named: object) -> tuple[str, int]:
        """The answer of that name."""
        return luck_names.read(self.empire, named)
