"""Harvest on a terminal: one line for the field, one for each player."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from aachen.locales.wording import View, Wording
from aachen.titles.terminal.play_options import PlayOptions, Say
from aachen.titles.terminal.reader import Reader
from aachen.titles.terminal.table_screen import TableScreen

from .rules import ROUNDS


def lines_of(view: View, wording: Wording) -> list[str]:
    """The table in sentences."""
    say = wording.say
    lines = [say("harvest.field", round=view["round"], rounds=view["rounds"], field=view["field"])]
    for seat, player in view["players"].items():
        facts = {"points": player["points"], "hand": " ".join(map(str, player["hand"]))}
        line = say("harvest.player", seat=wording.seat(seat), **facts)
        lines.append(
            line if player["sealed"] is None else f"{line} {say('harvest.sealed', card=player['sealed'])}"
        )
    return lines


class HarvestScreen(TableScreen):
    """The screen of one table."""

    headings = ("round_began",)
    loud = ("sheaves_taken",)

    def make_reader(self) -> Reader:
        """What may be typed here: "seal 3", or the number of the offer."""
        return Reader(self.wording, {"seal": (("card", "card"),)}, {})

    def lines(self, seen: View) -> list[str]:
        """The table in sentences."""
        return lines_of(seen, self.wording)

    def is_secret(self, view: View) -> bool:
        """Which card is sealed is for one person's eyes."""
        return bool(view["phase"] == "sealing")

    def moment(self, view: View) -> tuple[object, ...]:
        """One question a round."""
        return view["round"], view["phase"]


class HarvestOptions(PlayOptions):
    """How many rounds."""

    def add_arguments(self, parser: ArgumentParser, say: Say) -> None:
        """The argument --rounds."""
        parser.add_argument("--rounds", type=int, metavar="N", help=say("argument.rounds", most=ROUNDS[-1]))

    def named(self, args: Namespace, options: dict[str, Any]) -> dict[str, Any]:
        """The option that the argument chooses."""
        return {} if args.rounds is None else {"rounds": args.rounds}
