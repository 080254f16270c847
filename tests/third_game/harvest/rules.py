"""The rules of Harvest, a small game for two to four players with secret cards and a die.

H1. Everybody has the cards 1 to 5.
H2. In each round everybody seals one of the cards left in hand; it may be changed until the last card is sealed.
H3. Then a die says how many sheaves the field bears, and all cards are shown and discarded.
    The highest card that nobody else shows takes the sheaves; without such a card they stay on the field.
H4. After the agreed number of rounds, three to five, most sheaves win; equal players share the victory.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from aachen.core.errors import BadInput, Fault, Refusal, bad
from aachen.core.events import Event, Tell
from aachen.core.luck import Luck
from aachen.core.outcome import Outcome

COLOURS: Final = ("red", "blue", "green", "yellow")
CARDS: Final = (1, 2, 3, 4, 5)
PLAYERS: Final = (2, 3, 4)
ROUNDS: Final = (3, 4, 5)
DIE: Final = [1, 2, 3, 4, 5, 6]
NONE: Final = 0  # no card is sealed
HIDDEN: Final = "?"


class Options:
    """How many play, and how many rounds."""

    def __init__(self, players: int, rounds: int = ROUNDS[-1]) -> None:
        self.players = players
        self.rounds = rounds

    def as_dict(self) -> dict[str, object]:
        """The options in names."""
        return {"players": self.players, "rounds": self.rounds}


class Position:
    """One position, seen whole."""

    def __init__(self, players: int, rounds: int) -> None:
        self.players = players
        self.rounds = rounds
        self.round = 1
        self.field = 0  # sheaves that nobody took so far
        self.points = [0] * players
        self.hands = [list(CARDS) for _ in range(players)]
        self.sealed = [NONE] * players

    def copy(self) -> Position:
        """An independent position."""
        other = Position(self.players, self.rounds)
        other.round, other.field = self.round, self.field
        other.points, other.sealed = self.points[:], self.sealed[:]
        other.hands = [hand[:] for hand in self.hands]
        return other

    # Who may do what

    def seats(self) -> list[str]:
        """The seats, called by their colours."""
        return list(COLOURS[: self.players])

    def is_over(self) -> bool:
        """Whether the last round has been played."""
        return self.round > self.rounds

    def to_act(self) -> list[int]:
        """Whoever has sealed no card yet."""
        return [] if self.is_over() else [seat for seat, card in enumerate(self.sealed) if card == NONE]

    def offers(self, seat: int) -> list[int]:
        """The cards in hand; a sealed card may be changed."""
        if seat < 0 or self.is_over():
            return []
        return [card - 1 for card in self.hands[seat]]

    def refusal(self, seat: int, action: int) -> Refusal | None:
        """Why not, or None for exactly what is offered."""
        if self.is_over():
            return Refusal("H4", "game_over")
        if seat < 0:
            return Refusal("H2", "not_the_tables")
        if action + 1 not in self.hands[seat]:
            return Refusal("H1", "card_not_in_hand", "", {"card": action + 1})
        return None

    def is_final(self, action: int) -> bool:
        """A sealed card may be taken back."""
        return False

    def has_sealed(self, seat: int) -> bool:
        """Whether the seat's card lies face down."""
        return self.sealed[seat] != NONE

    # Play

    def play(self, seat: int, action: int, luck: Luck, tell: Tell | None = None) -> None:
        """Seal a card; with the last one the field is harvested."""
        self.sealed[seat] = action + 1
        if tell is not None:
            tell(Event("card_sealed", {"seat": COLOURS[seat]}, seat, {"card": action + 1}))
        if not self.to_act():
            self._harvest(luck, tell)

    def _harvest(self, luck: Luck, tell: Tell | None) -> None:
        die = luck.pick("die", DIE)
        self.field += die
        shown = self.sealed[:]
        winner = winner_of(shown)
        if tell is not None:
            tell(Event("die_rolled", {"die": die, "field": self.field}))
            tell(Event("cards_shown", {"cards": dict(zip(self.seats(), shown))}))
            tell(self._taken(winner))
        if winner >= 0:
            self.points[winner] += self.field
            self.field = 0
        for seat, card in enumerate(shown):
            self.hands[seat].remove(card)
        self.sealed = [NONE] * self.players
        self.round += 1
        if tell is not None and not self.is_over():
            tell(Event("round_began", {"round": self.round}))

    def _taken(self, winner: int) -> Event:
        if winner < 0:
            return Event("nothing_taken", {"field": self.field})
        return Event("sheaves_taken", {"seat": COLOURS[winner], "field": self.field})

    def outcome(self) -> Outcome | None:
        """Most sheaves win."""
        if not self.is_over():
            return None
        places = [1 + sum(other > points for other in self.points) for points in self.points]
        return Outcome(places, self.points[:], "rounds", "H4", "")

    # Views and secrets

    def view(self, viewer: int | None) -> dict[str, object]:
        """One viewer's screen: sealed cards are hidden from everybody else."""
        seats = self.seats()
        view: dict[str, object] = {
            "game": "harvest",
            "viewer": None if viewer is None else seats[viewer],
            "seats": seats,
            "phase": "over" if self.is_over() else "sealing",
            "to_act": [seats[seat] for seat in self.to_act()],
            "round": min(self.round, self.rounds),
            "rounds": self.rounds,
            "field": self.field,
            "players": {
                seat: {"points": self.points[at], "hand": self.hands[at][:], "sealed": self._seen(at, viewer)}
                for at, seat in enumerate(seats)
            },
            "line": "; ".join(statements(self, viewer, is_whole=False)),
        }
        if viewer is not None:
            view["offers"] = [self.name_action(code) for code in self.offers(viewer)]
        outcome = self.outcome()
        return view if outcome is None else view | {"outcome": outcome.as_dict(seats)}

    def _seen(self, seat: int, viewer: int | None) -> object:
        card = self.sealed[seat]
        return None if card == NONE else card if seat == viewer else HIDDEN

    def imagine(self, seat: int | None, luck: Luck) -> Position:
        """Other sealed cards are dealt again."""
        other = self.copy()
        for at, card in enumerate(self.sealed):
            if card != NONE and at != seat:
                other.sealed[at] = luck.pick("sealed", other.hands[at])
        return other

    # Text and names

    def write(self) -> str:
        """The position as one line."""
        return "; ".join(statements(self, None, is_whole=True))

    def write_block(self) -> str:
        """One statement a line."""
        return "\n".join(statements(self, None, is_whole=True)) + "\n"

    def digest(self) -> str:
        """A fingerprint."""
        return hashlib.sha256(self.write().encode()).hexdigest()[:16]

    def check(self) -> list[Fault]:
        """Nobody has sealed a card that is not in hand, and every round has taken one card of each hand."""
        wanted = len(CARDS) - self.round + 1
        faults = [
            Fault("harvest_hand", COLOURS[seat], {"seat": COLOURS[seat], "wanted": wanted})
            for seat, hand in enumerate(self.hands)
            if len(hand) != wanted or (self.sealed[seat] != NONE and self.sealed[seat] not in hand)
        ]
        if not self.is_over() and NONE not in self.sealed:
            faults.append(Fault("nobody_asked"))
        return faults

    def settled_options(self) -> dict[str, object]:
        """How many play, and how long."""
        return {"players": self.players, "rounds": self.rounds}

    def action_count(self) -> int:
        """One action for each card."""
        return len(CARDS)

    def name_action(self, action: int) -> dict[str, object]:
        """An action in names."""
        return {"do": "seal", "card": action + 1}

    def read_action(self, named: Mapping[str, object]) -> int:
        """The action of that name."""
        if named.get("do") != "seal":
            raise bad("action_unknown", "action", given=str(named.get("do")), known=["seal"])
        card = named.get("card")
        if set(named) != {"do", "card"} or isinstance(card, bool) or card not in CARDS:
            raise bad("action_number", "action.card", given=str(card), least=CARDS[0], most=CARDS[-1])
        return CARDS.index(card)

    def name_luck(self, question: str, answer: int) -> list[object]:
        """One answer of luck in names."""
        return [question, answer]

    def read_luck(self, named: object) -> tuple[str, int]:
        """The answer of that name."""
        if not isinstance(named, list) or len(named) != 2 or named[0] != "die":
            raise bad("luck_unknown", "luck", given=str(named), known=["die"])
        if named[1] not in DIE:
            raise bad("luck_unknown_answer", "luck", question="die", given=str(named[1]))
        return "die", named[1]


def winner_of(shown: list[int]) -> int:
    """The seat with the highest card that nobody else shows, or -1."""
    single = [card for card in shown if shown.count(card) == 1]
    return shown.index(max(single)) if single else -1


def statements(pos: Position, viewer: int | None, is_whole: bool) -> list[str]:
    """The position in text: everything, or with the sealed cards hidden that the viewer may not know."""
    lines = [f"harvest: players {pos.players}, rounds {pos.rounds}, round {pos.round}, field {pos.field}"]
    for seat, colour in enumerate(pos.seats()):
        card = pos.sealed[seat]
        known = card if is_whole or seat == viewer else HIDDEN
        parts = [f"points {pos.points[seat]}", " ".join(["hand", *map(str, pos.hands[seat])])]
        parts += [f"sealed {known}"] if card != NONE else []
        lines.append(f"{colour}: {', '.join(parts)}")
    return lines


class Harvest:
    """The game."""

    name = "harvest"
    rules_version = "1"

    def options(self, named: Mapping[str, object]) -> Options:
        """Options from their names; raises BadInput naming every fault."""
        known: dict[str, tuple[int, ...]] = {"players": PLAYERS, "rounds": ROUNDS}
        faults = [
            Fault("option_unknown", key, {"given": key, "known": list(known)})
            for key in named
            if key not in known
        ]
        given: dict[str, Any] = {"players": PLAYERS[0], "rounds": ROUNDS[-1], **named}
        for key, possible in known.items():
            if isinstance(given[key], bool) or not isinstance(given[key], int):
                faults.append(Fault("option_not_a_number", key, {"given": str(given[key])}))
            elif given[key] not in possible:
                code = "players_not_possible" if key == "players" else "harvest_rounds"
                faults.append(Fault(code, key, {"given": given[key], "known": list(possible)}))
        if faults:
            raise BadInput(faults)
        return Options(given["players"], given["rounds"])

    def new(self, options: Options, luck: Luck, tell: Tell | None = None) -> Position:
        """Everybody has all cards."""
        if tell is not None:
            tell(Event("round_began", {"round": 1}))
        return self.empty(options)

    def empty(self, options: Options) -> Position:
        """The table before the first card."""
        return Position(options.players, options.rounds)

    def read(self, text: str, options: Options | None = None) -> Position:
        """A position from its line or block."""
        return read(text, None)

    def from_view(self, view: Mapping[str, object], luck: Luck, options: Options | None = None) -> Position:
        """A whole position that fits a view."""
        line = view.get("line")
        if not isinstance(line, str):
            raise bad("view_without_line", "view")
        return read(line, luck)


def read(text: str, luck: Luck | None) -> Position:
    """A position from its text; hidden cards are dealt by luck."""
    said: dict[str, dict[str, list[str]]] = {}
    for statement in text.replace("\n", ";").split(";"):
        if statement.strip():
            subject, _, rest = statement.partition(":")
            if subject.strip() in said:
                raise bad("text_said_twice", subject.strip())
            said[subject.strip()] = {
                words[0]: words[1:] for part in rest.split(",") if (words := part.split())
            }
    try:
        head = {key: int(*words) for key, words in said.pop("harvest").items()}
        pos = Position(head.pop("players"), head.pop("rounds"))
        pos.round, pos.field = head.pop("round"), head.pop("field")
        for seat, colour in enumerate(pos.seats()):
            parts = said.pop(colour)
            pos.points[seat] = int(*parts.pop("points"))
            pos.hands[seat] = [int(card) for card in parts.pop("hand")]
            pos.sealed[seat] = _sealed(parts.pop("sealed", []), pos.hands[seat], luck)
            if parts:
                raise ValueError(parts)
    except (KeyError, ValueError, TypeError) as wrong:
        raise bad("text_item_unknown", "position", given=str(wrong)) from None
    if said or head or pos.players not in PLAYERS or pos.rounds not in ROUNDS:
        raise bad("text_item_unknown", "position", given=", ".join([*said, *head]))
    faults = pos.check()
    if faults:
        raise BadInput(faults)
    return pos


def _sealed(words: list[str], hand: list[int], luck: Luck | None) -> int:
    if not words:
        return NONE
    if words == [HIDDEN] and luck is not None:
        return luck.pick("sealed", hand)
    return int(*words)


GAME = Harvest()
