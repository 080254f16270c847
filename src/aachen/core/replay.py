"""Replays a log: every entry is validated, played and checked against its digest.

The first fault ends it, with the number of its line; everything before has been given by then.
Only bad data is reported so: if the rules themselves crash on a log, that is a bug and is not hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aachen.core.contract import TABLE, TABLE_NAME, Position
from aachen.core.errors import BadInput, BadLine, Fault, Refusal, bad
from aachen.core.events import Event
from aachen.core.fair_luck import Fair, read_commitment, read_fair, read_secret
from aachen.core.json_shapes import Plain
from aachen.core.log import AnyGame, Record, Store, forget
from aachen.core.log_lines import Closing, Entry, Header, Renewal, Reveal, Undo, read_header, read_line
from aachen.core.luck import Draw, ScriptedLuck, WatchedLuck
from aachen.core.reach import Reach

MOST_SIGNS = 8_000_000  # in one line: a header with a whole board in it is far shorter


@dataclass(slots=True)
class Step:
    """One line of a log and the position after it; at a fault, the last sound position, if there is one."""

    line: int
    position: Position | None
    seq: int = 0
    seat: str | None = None
    action: Plain | None = None
    undo: int | None = None
    luck: list[object] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    undoable: list[int] = field(default_factory=list)  # the entries an undo may go back to after it
    header: Header | None = None
    fair: Fair | None = None  # promised in the header
    outcome: Plain | None = None
    renewal: Fair | None = None  # a new commitment; `secret` is the one before it
    secret: bytes | None = None  # revealed in the last line, or replaced by a new commitment
    draws: list[Draw] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    refusal: Refusal | None = None

    @property
    def fault(self) -> Fault | None:
        """What is wrong with the line, or None."""
        return self.faults[0] if self.faults else None


class EntryRefused(Exception):
    """An entry that the rules forbid."""

    def __init__(self, fault: Fault, refusal: Refusal) -> None:
        super().__init__(repr(refusal))
        self.fault = fault
        self.refusal = refusal


def replay(
    lines: Iterable[str], games: Mapping[str, AnyGame], earlier: Sequence[AnyGame] = ()
) -> Iterator[Step]:
    """Every line as a step; the last step carries the fault, if there is one.

    `games` are the newest rules by name; a log that names other rules is replayed by those among the `earlier`.
    """
    replayed = _Replay(games, earlier)
    number = 0
    for number, line in enumerate(lines, 1):
        step = _checked(replayed, number, line)
        yield step
        if step.faults:
            return
    if number == 0:
        yield Step(1, None, faults=[Fault("log_empty")])


def ignore(step: Step) -> None:
    """Nobody looks."""


def resume(
    game: AnyGame, lines: list[str], store: Store = forget, watch: Callable[[Step], None] = ignore
) -> Record:
    """A stored log as a running game that can be played and undone as if it had never stopped.

    Every line and every digest is checked, as in a replay, and shown to `watch`; nothing is stored again.
    The first fault raises BadLine.
    """
    replayed = _Replay({game.name: game})
    for number, line in enumerate(lines, 1):
        step = _checked(replayed, number, line)
        if step.faults:
            raise BadLine(step.line, step.faults)
        watch(step)
    if replayed.header is None or replayed.position is None:
        raise BadLine(1, [Fault("log_empty")])
    kept = [line.removesuffix("\n") for line in lines]
    record = Record(replayed.header, replayed.position, kept, store)
    renewed = None if replayed.renewed is None else replayed.renewed.commitment.hex()
    record.catch_up(replayed.seq, replayed.draws, replayed.reach, replayed.is_closed, renewed)
    return record


def _checked(replayed: _Replay, number: int, line: str) -> Step:
    """One line, or what is wrong with it."""
    try:
        return replayed.read(number, line)
    except EntryRefused as refused:
        return Step(number, replayed.position, replayed.seq, faults=[refused.fault], refusal=refused.refusal)
    except BadInput as wrong:
        faults = wrong.faults
        if not line.endswith("\n") and faults[0].code == "line_not_json":
            faults = [Fault("log_cut_off")]
        return Step(number, replayed.position, replayed.seq, faults=faults)


class _Replay:
    """The game as far as the log has told it."""

    def __init__(self, games: Mapping[str, AnyGame], earlier: Sequence[AnyGame] = ()) -> None:
        self.games = games
        self.earlier = earlier
        self.header: Header | None = None
        self.fair: Fair | None = None
        self.renewed: Fair | None = None
        self.position: Position | None = None
        self.seq = 0
        self.draws = 0
        self.is_closed = False
        self.reach = Reach()

    def read(self, number: int, text: str) -> Step:
        """Check one line and go on by it; bad input changes nothing."""
        if len(text) > MOST_SIGNS:
            raise bad("line_too_long", most=MOST_SIGNS)
        if self.position is None:
            return self._begin(number, read_header(text))
        line = read_line(text)
        if self.is_closed:
            raise bad("log_after_end")
        if isinstance(line, Closing):
            return self._close(number, self.position, line)
        if isinstance(line, Renewal):
            return self._renew(number, self.position, line)
        if isinstance(line, Reveal):
            return self._give_up(number, self.position, line)
        if line.seq != self.seq + 1:
            raise bad("log_wrong_seq", "seq", given=line.seq, expected=self.seq + 1)
        if isinstance(line, Undo):
            return self._undo(number, line)
        return self._play(number, self.position, line)

    def _begin(self, number: int, header: Header) -> Step:
        game = self._game(header)
        options = None if header.options is None else game.options(header.options)
        events: list[Event] = []
        draws: list[Draw] = []
        if header.position is not None:
            if header.luck:
                raise bad("luck_left_over", "luck", number=len(header.luck))
            position = game.read(header.position, options)
        else:
            assert options is not None
            luck = read_script(game.empty(options), header.luck)
            watched = WatchedLuck(luck)
            position = game.new(options, watched, events.append)
            draws = watched.draws
            check_used_up(luck)
        if position.seats() != header.seats:
            raise bad("log_other_seats", "seats", expected=position.seats())
        for seat, name in header.names.items():
            if seat not in header.seats or not isinstance(name, str):
                raise bad("log_bad_names", "names", seats=header.seats)
        _check_digest(position, header.digest)
        if header.fair is not None:
            self.fair = read_fair(header.fair, header.seats)
        self.header = header
        self.position = position
        self.draws = len(header.luck)
        step = Step(number, position, luck=header.luck, events=events, header=header)
        step.fair, step.draws = self.fair, draws
        return step

    def _game(self, header: Header) -> AnyGame:
        game = self.games.get(header.game)
        if game is None:
            raise bad("unknown_game", "game", given=header.game, known=list(self.games))
        for each in (game, *self.earlier):
            if (each.name, each.rules_version) == (header.game, header.rules):
                return each
        raise bad("log_unknown_rules", "rules", given=header.rules, known=game.rules_version)

    def _play(self, number: int, before: Position, entry: Entry) -> Step:
        seat = read_actor(before, entry.seat)
        action = before.read_action(entry.action)
        refusal = before.refusal(seat, action)
        if refusal is not None:
            facts: dict[str, object] = {"seat": entry.seat, "section": refusal.section}
            raise EntryRefused(Fault("log_refused", "action", facts), refusal)
        luck = read_script(before, entry.luck)
        after = before.copy()
        events: list[Event] = []
        watched = WatchedLuck(luck)
        after.play(seat, action, watched, events.append)
        check_used_up(luck)
        _check_digest(after, entry.digest)
        self.reach.note(self.seq, before, after, seat, bool(entry.luck) or after.is_final(action))
        self.position = after
        self.seq = entry.seq
        self.draws += len(entry.luck)
        step = Step(number, after, entry.seq, entry.seat, entry.action, luck=entry.luck, events=events)
        step.draws = watched.draws
        step.undoable = self.reach.entries()
        return step

    def _undo(self, number: int, line: Undo) -> Step:
        position = self.reach.find(line.undo)
        _check_digest(position, line.digest)
        self.reach.go_back(line.undo)
        self.position = position
        self.seq = line.seq
        return Step(number, position, line.seq, undo=line.undo, undoable=self.reach.entries())

    def _close(self, number: int, position: Position, line: Closing) -> Step:
        outcome = position.outcome()
        if outcome is None:
            raise bad("log_not_over", "outcome")
        if outcome.as_dict(position.seats()) != line.outcome:
            raise bad("log_other_outcome", "outcome")
        secret = None if line.secret is None else self._revealed(line.secret)
        self.is_closed = True
        return Step(number, position, self.seq, outcome=line.outcome, secret=secret)

    def _give_up(self, number: int, position: Position, line: Reveal) -> Step:
        if position.outcome() is not None:
            raise bad("missing_key", "outcome", key="outcome")
        secret = self._revealed(line.secret)
        self.is_closed = True
        return Step(number, position, self.seq, secret=secret)

    def _renew(self, number: int, position: Position, line: Renewal) -> Step:
        secret = self._revealed(line.secret)
        assert self.fair is not None
        self.renewed = self.fair.renewed(read_commitment(line.commitment, "commitment"))
        return Step(number, position, self.seq, renewal=self.renewed, secret=secret)

    def _revealed(self, secret_text: str) -> bytes:
        """The secret; whether it is the promised one is for `aachen verify` to say."""
        if self.fair is None:
            raise bad("fair_nothing_promised", "secret")
        return read_secret(secret_text)


def read_seat(position: Position, name: object) -> int:
    """The number of the seat of that name."""
    seats = position.seats()
    if not isinstance(name, str) or name not in seats:
        raise bad("no_such_seat", "seat", given=str(name), known=seats)
    return seats.index(name)


def read_actor(position: Position, name: object) -> int:
    """The number of whoever acts: a seat, or the table itself."""
    return TABLE if name == TABLE_NAME else read_seat(position, name)


def read_script(position: Position, named: list[object]) -> ScriptedLuck:
    """Luck that gives these answers, in this order."""
    script = []
    for at, each in enumerate(named):
        try:
            script.append(position.read_luck(each))
        except BadInput as wrong:
            raise BadInput(
                [Fault(fault.code, f"luck[{at}]", fault.facts) for fault in wrong.faults]
            ) from None
    return ScriptedLuck(script)


def check_used_up(luck: ScriptedLuck) -> None:
    """Bad input, if luck has answers that nobody asked for."""
    if luck.said < len(luck.script):
        raise bad("luck_left_over", "luck", number=len(luck.script) - luck.said)


def _check_digest(position: Position, given: str) -> None:
    if position.digest() != given:
        raise bad("log_other_digest", "digest", given=given, expected=position.digest())
