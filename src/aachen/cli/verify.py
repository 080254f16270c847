"""`aachen verify FILE`: derive every draw of a recorded game again from the secret that was promised before it."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TextIO

from aachen.cli.arguments import Say
from aachen.cli.files import opened, read_lines
from aachen.core.fair_luck import read_secret
from aachen.core.replay import MOST_SIGNS
from aachen.core.verify import Verification, verify
from aachen.games.versions import replay_any
from aachen.locales import catalogue
from aachen.locales.faults import clean, fault_sentence
from aachen.titles.sentences import wording_of

PART_PROVEN = 3  # the exit code for draws that are fair, of a game that is not proven as a whole


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """The file, and what it may lack."""
    parser.add_argument("file", metavar=say("cli.file.name"), help=say("cli.replay.file"))
    parser.add_argument("--secret", metavar="HEX", help=say("fair.args.secret"))
    parser.add_argument("--draws", action="store_true", help=say("fair.args.draws"))


def run(args: argparse.Namespace) -> int:
    """Say what was proven; 1 if the luck was not fair or the log was changed, 3 if only a part of a game is proven."""
    secret = None if args.secret is None else read_secret(args.secret.strip().lower())
    with opened(args.file) as file:
        verification = verify(replay_any(read_lines(file, MOST_SIGNS)), secret)
    if args.draws:
        _list_draws(verification)
    # The list is for programs: what people read must not stand in it.
    _Report(args.language, verification, sys.stderr if args.draws else sys.stdout).tell()
    if not verification.is_fair():
        return 1
    return 0 if verification.is_complete() else PART_PROVEN


def _list_draws(verification: Verification) -> None:
    """Every draw as a line of JSON."""
    for draw in verification.draws:
        print(json.dumps(draw.as_dict(verification.position), ensure_ascii=False))


class _Report:
    """What was found out, in sentences."""

    def __init__(self, language: str, verification: Verification, out: TextIO) -> None:
        self.language = language
        self.verification = verification
        self.out = out
        self.say = catalogue(language).say

    def tell(self) -> None:
        """The promise, what went into it, the draws, how far the log goes, and the verdict."""
        fair = self.verification.fair
        self._print("fair.promised", table=clean(fair.table), commitment=fair.commitment.hex())
        for former in fair.former:
            self._print("fair.former", commitment=former.hex())
        for each in self.verification.renewals:
            self._print("fair.renewed", seq=each.seq, commitment=each.fair.commitment.hex())
        if self.verification.secret is None:
            self._print("fair.never_revealed")
        else:
            self._print(f"fair.{'kept' if self.verification.is_kept else 'not_kept'}", number=self._secrets())
            self._tell_entropy()
            self._tell_draws()
        if self.verification.began_at_position:
            self._print("fair.began_at_position")
        self._tell_end()
        self._print(self._verdict())

    def _secrets(self) -> int:
        return 1 + len(self.verification.renewals)

    def _verdict(self) -> str:
        if not self.verification.is_fair():
            return "fair.verdict_unfair"
        if self.verification.began_at_position:
            return "fair.verdict_nothing" if not self.verification.draws else "fair.verdict_position"
        if self.verification.renewals:
            return "fair.verdict_renewed"
        return "fair.verdict_fair" if self.verification.is_over() else "fair.verdict_unfinished"

    def _print(self, what: str, **facts: object) -> None:
        print(self.say(what, **facts), file=self.out)

    def _tell_entropy(self) -> None:
        wording = wording_of(self.language, self.verification.position)
        seats = [
            wording.seat(seat) for seat in self.verification.seats if seat in self.verification.fair.entropy
        ]
        if seats:
            self._print("fair.entropy", seats=", ".join(seats))
        else:
            self._print("fair.no_entropy")

    def _tell_draws(self) -> None:
        verification = self.verification
        if verification.expected is None:
            self._print("fair.all_draws", number=len(verification.draws))
            return
        first = verification.draws[verification.proven]
        name, question = verification.position.name_luck, first.draw.question
        self._print("fair.some_draws", proven=verification.proven, number=len(verification.draws))
        self._print(
            "fair.draw_differs",
            draw=first.number,
            line=first.line,
            expected=json.dumps(name(question, verification.expected)),
            given=json.dumps(name(question, first.draw.answer)),
        )

    def _tell_end(self) -> None:
        last = self.verification.last
        for fault in last.faults:
            sentence = fault_sentence(self.language, fault)
            self._print("fair.broken_log", line=last.line, sentence=sentence)
        if not last.faults and last.outcome is None:
            self._print(
                "fair.given_up" if self.verification.is_over() else "fair.still_running", seq=last.seq
            )
