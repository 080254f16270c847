"""`aachen replay FILE`: a recorded game step by step, every entry checked."""

from __future__ import annotations

import argparse
import sys

from aachen.bots.analysis import analyse_steps
from aachen.cli.arguments import Say
from aachen.cli.chances import tell_chances, tell_decisions
from aachen.cli.files import opened, read_lines
from aachen.cli.show import draw
from aachen.core.contract import TABLE_NAME
from aachen.core.errors import Fault, bad
from aachen.core.json_shapes import Plain
from aachen.core.log_lines import Header
from aachen.core.replay import MOST_SIGNS, Step, read_seat
from aachen.games.versions import replay_any
from aachen.locales import catalogue
from aachen.locales.faults import clean, fault_sentence
from aachen.locales.wording import Wording
from aachen.titles.sentences import wording_of
from aachen.titles.terminal.console import can_show_signs
from aachen.titles.terminal.numbers import whole_number


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """The file, and how much of it to show."""
    parser.add_argument("file", metavar=say("cli.file.name"), help=say("cli.replay.file"))
    parser.add_argument("--step", action="store_true", help=say("cli.replay.step"))
    parser.add_argument("--seat", metavar=say("cli.seat.name"), help=say("cli.seat"))
    parser.add_argument("--at", type=whole_number(0), metavar="N", help=say("cli.replay.at"))
    parser.add_argument("--check", action="store_true", help=say("cli.replay.check"))
    parser.add_argument("--quiet", action="store_true", help=say("cli.replay.quiet"))
    parser.add_argument("--chances", action="store_true", help=say("cli.replay.chances"))
    parser.add_argument("--decisions", action="store_true", help=say("cli.replay.decisions"))
    parser.add_argument("--plain", action="store_true", help=say("cli.plain"))


def run(args: argparse.Namespace) -> int:
    """Show the game up to the first fault, the entry asked for, or the end."""
    if args.step and args.file == "-":
        raise bad("step_needs_a_file", "--step")
    screen = _Screen(args)
    steps: list[Step] = []
    with opened(args.file) as file:
        for step in replay_any(read_lines(file, MOST_SIGNS)):
            if not screen.show(step) or step.seq == args.at:
                break
            steps.append(step)
    code = screen.finish()
    if (args.chances or args.decisions) and code == 0 and steps:
        is_plain = args.plain or not can_show_signs(sys.stdout)
        analysis = analyse_steps(steps)
        if args.chances:
            print("\n".join(tell_chances(analysis, args.language, is_plain)))
        if args.decisions:
            print("\n".join(tell_decisions(analysis, args.language)))
    return code


class _Screen:
    """Tells the steps as they come, and remembers the last sound one."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.say = catalogue(args.language).say
        self.viewer: int | None = None
        self.last: Step | None = None
        self.faulty: Step | None = None
        self.broken: list[Fault] = []
        self.is_stepping: bool = args.step

    def show(self, step: Step) -> bool:
        """Tell one step; False if there is nothing more to tell."""
        if step.faults:
            self.faulty = step
            return False
        assert step.position is not None
        if step.header is not None and self.args.seat is not None:
            self.viewer = read_seat(step.position, self.args.seat)
        if not self.args.quiet:
            self._tell(step)
        self.last = step
        if self.args.check:
            self.broken = step.position.check()
        return not self.broken and self._wait()

    def _tell(self, step: Step) -> None:
        assert step.position is not None
        wording = wording_of(self.args.language, step.position)
        if step.header is not None:
            print(self._title(step.header))
        elif step.undo is not None:
            print(self.say("cli.replay.undo", seq=f"{step.seq:4d}", to=step.undo))
        elif step.outcome is not None:
            print(wording.outcome(step.outcome, step.position.seats()))
        elif step.renewal is not None:
            print(self.say("fair.renewed", seq=step.seq, commitment=step.renewal.commitment.hex()))
        elif step.secret is not None:
            print(self.say("fair.given_up"))
        elif step.action is not None and step.seat is not None:
            print(f"{step.seq:4d}  {wording.seat(step.seat)}: {self._done(wording, step.seat, step.action)}")
        for event in step.events:
            seen = event.seen_by(event.seat if self.args.seat is None else self.viewer)
            print(f"      {wording.event(seen)}")

    def _done(self, wording: Wording, seat: str, action: Plain) -> str:
        """What a seat did; what it seals is not for the others' eyes: they hear only the events."""
        if self.args.seat not in (None, seat) and seat != TABLE_NAME:
            return "…"
        before = None if self.last is None else self.last.position
        return wording.action(action) if before is None else wording.offer(action, before.view(None))

    def _title(self, header: Header) -> str:
        """Which game it is, and who plays."""
        seats = [
            f"{seat} ({clean(str(header.names[seat]))})" if seat in header.names else seat
            for seat in header.seats
        ]
        return self.say("cli.replay.title", game=header.game, rules=header.rules, seats=", ".join(seats))

    def _wait(self) -> bool:
        """With --step: the next one after Enter; q, or the end of what is typed, leaves."""
        if not self.is_stepping:
            return True
        print(self.say("cli.replay.next"), end="", flush=True, file=sys.stderr)
        typed = sys.stdin.readline()
        return bool(typed) and not typed.strip().lower().startswith("q")

    def finish(self) -> int:
        """The board as it stands, and the verdict."""
        last, faulty = self.last, self.faulty
        if last is not None and last.position is not None and not self.args.quiet:
            draw(last.position, self.args.language, self.viewer, self.args.plain)
        if last is not None and faulty is None and self.args.at is not None and last.seq < self.args.at:
            raise bad("entry_missing", "--at", given=self.args.at, last=last.seq)
        print(self.say("cli.replay.verified", number=0 if last is None else last.seq), flush=True)
        for fault in self.broken:
            print(fault_sentence(self.args.language, fault), file=sys.stderr)
        if faulty is not None:
            self._tell_faults(faulty)
        return 1 if faulty is not None or self.broken else 0

    def _tell_faults(self, faulty: Step) -> None:
        for fault in faulty.faults:
            sentence = fault_sentence(self.args.language, fault)
            if faulty.refusal is not None and faulty.position is not None:
                wording = wording_of(self.args.language, faulty.position)
                sentence = f"{sentence} {wording.refusal(faulty.refusal)}"
            sentence_at_line = self.say("cli.replay.fault", line=faulty.line, sentence=sentence)
            print(sentence_at_line, file=sys.stderr)
