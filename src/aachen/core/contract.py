"""The contract of a game: what every game offers to tables, bots, tools and tests, and what it promises.

Everything else is private to a game.
`tests/conformance` holds every game to these promises over random play.

Inside, seats and actions are small ints; at the edges they have names (`name_action`, `read_action`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, TypeVar, cast

from aachen.core.errors import Fault, Refusal
from aachen.core.events import Tell
from aachen.core.luck import Luck
from aachen.core.outcome import Outcome

TABLE: Final = (
    -1
)  # the seat of the table itself: clocks act through it, and `offers(TABLE)` says when they may
TABLE_NAME: Final = "table"  # its name in logs and messages; no seat of a game may be called so


class Position(Protocol):
    """One position of a game, seen whole. It changes by `play` and by nothing else."""

    def seats(self) -> list[str]:
        """The names of the seats, in seat order."""

    def to_act(self) -> list[int]:
        """The seats the table waits for, perhaps several.

        Empty when, and only when, the game is over.
        """

    def offers(self, seat: int) -> list[int]:
        """What the seat may do, as action codes.

        The order is stable: same position, same list.
        Never empty for a seat in `to_act`.
        A seat that has sealed a choice which may still be changed is offered it again,
        though nobody waits for it; every other seat is offered nothing.
        The list is the caller's own.
        """

    def refusal(self, seat: int, action: int) -> Refusal | None:
        """None exactly for what is offered; for everything else the rule that forbids it."""

    def play(self, seat: int, action: int, luck: Luck, tell: Tell | None = None) -> None:
        """Do what was offered; this position is now the next one.

        Refuses nothing: ask `refusal` first.
        All chance comes from `luck`; same position, action and answers, same next position.
        Events are made only if somebody listens, and change nothing.
        """

    def copy(self) -> Position:
        """An independent position: whatever happens to one is never seen in the other."""

    def view(self, viewer: int | None) -> dict[str, object]:
        """One viewer's screen as plain data; `None` is a spectator.

        Built by adding what the viewer may know.
        Nothing that the viewer may not know changes a byte of it.
        """

    def imagine(self, seat: int | None, luck: Luck) -> Position:
        """A whole position that fits all the seat knows: same view for it, what is hidden dealt again."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def write(self) -> str:
        """The position as one line of text that `Game.read` understands."""

    def write_block(self) -> str:
        """The same as a block, one statement a line; `Game.read` understands it too."""

    def check(self) -> list[Fault]:
        """What is wrong with this position: nothing, unless the game has a bug."""

    def digest(self) -> str:
        """A short fingerprint of `write`."""

    def settled_options(self) -> dict[str, object]:
        """The options that this position itself settles, in names: of an option with a number perhaps only whether."""

    def action_count(self) -> int:
        """How many well-formed actions there are; their codes run from 0."""

    def has_sealed(self, seat: int) -> bool:
        """Whether the seat has chosen something in secret that is not revealed yet."""

    def is_final(self, action: int) -> bool:
        """Whether the rules never let a seat take this action back, though it revealed nothing."""

    def name_action(self, action: int) -> dict[str, object]:
        """An action in names, as logs, programs and screens know it."""

    def read_action(self, named: Mapping[str, object]) -> int:
        """The action of that name; raises BadInput if it cannot be understood."""

    def name_luck(self, question: str, answer: int) -> list[object]:
        """One answer of luck in names."""

    def read_luck(self, named: object) -> tuple[str, int]:
        """The answer of that name; raises BadInput if it cannot be understood."""


class SharedView(Protocol):
    """A position that tells apart what everybody sees: servers then build that part once for all viewers.

    A game need not offer it.
    """

    def own_view(self, seat: int, public: dict[str, object] | None = None) -> dict[str, object]:
        """What the seat's player sees besides what a spectator sees, or instead of it.

        `view(seat)` is this laid over `view(None)` (`core/patch.py`), to the byte.
        `public` is `view(None)`, if it is at hand: it may save work, and changes nothing.
        """


class CountedLuck(Protocol):
    """A position that says how many answers luck has: programs that enumerate chance make room for them.

    A game need not offer it.
    """

    def luck_count(self) -> int:
        """One more than the largest answer that luck can give in this game."""


def own_view(
    position: Position, viewer: int | None, public: dict[str, object] | None = None
) -> dict[str, object] | None:
    """What is laid over a spectator's view for this viewer, or None if the game does not tell the two apart."""
    if viewer is None:
        return {}
    return cast(SharedView, position).own_view(viewer, public) if hasattr(position, "own_view") else None


class Options(Protocol):
    """What was agreed before the game: number of seats, variant, length, board."""

    def as_dict(self) -> dict[str, object]:
        """The options in names; `Game.options` understands them."""


AnyOptions = TypeVar("AnyOptions", bound=Options)


class Game(Protocol[AnyOptions]):
    """One game: how to begin it and how to read it."""

    @property
    def name(self) -> str:
        """The word for the game in commands and files."""

    @property
    def rules_version(self) -> str:
        """Changes whenever the same actions could lead elsewhere than before."""

    def options(self, named: Mapping[str, object]) -> AnyOptions:
        """The options of those names, defaults filled in; raises BadInput naming every fault."""

    def new(self, options: AnyOptions, luck: Luck, tell: Tell | None = None) -> Position:
        """The first position: same options and same answers of luck, same position."""

    def empty(self, options: AnyOptions) -> Position:
        """A position before set-up, only good for naming and reading luck's first answers."""

    def read(self, text: str, options: AnyOptions | None = None) -> Position:
        """A position from its line or block of text: `read(p.write())` equals p; bad text raises BadInput."""

    def from_view(
        self, view: Mapping[str, object], luck: Luck, options: AnyOptions | None = None
    ) -> Position:
        """A whole position that fits a view: what a bot that is given only its view can search in."""
