"""The questions before a game at the terminal; Enter accepts the answer in brackets."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from aachen.bots import BOTS
from aachen.cli.saves import game_of, latest_unfinished
from aachen.cli.seats import PERSON, USUAL_BOT, parse_seats
from aachen.locales import LANGUAGES
from aachen.locales.languages import NAMED
from aachen.titles import TITLES
from aachen.titles.terminal.reader import Unclear, fold
from aachen.titles.title import Title


class Questions:
    """Asks before a game, and puts the answers into the arguments."""

    def __init__(
        self, args: argparse.Namespace, console: Console, ask: Callable[[str], str], folder: Path
    ) -> None:
        self.args = args
        self.console = console
        self.ask = ask
        self.folder = folder
        self.language: str = args.language
        self.title: Title = TITLES[args.game or next(iter(TITLES))]

    # Saying and asking

    def words(self, key: str, /, **facts: object) -> str:
        """A sentence of the title's catalogue."""
        return self.title.catalogue(self.language).say(key, **facts)

    def say(self, key: str, **facts: object) -> None:
        """Print a sentence, before a board has words of its own."""
        self.console.print(Text(self.words(f"play.{key}", **facts)), soft_wrap="path" in facts)

    def refuse(self, unclear: Unclear) -> None:
        """Say what cannot be understood, and what would be right."""
        text = Text(self.words(unclear.key, **unclear.facts), style="refused")
        self.console.print(text, soft_wrap="path" in unclear.facts)

    def answer(self, key: str, **facts: object) -> str:
        """Print a question; what is typed."""
        self.say(key, **facts)
        return self.ask("> ").strip()

    # The questions

    def greet(self) -> None:
        """A few questions; a game may be resumed instead of begun."""
        self.console.print(Text("\n  Aachen", style="bold"))
        self.say("enter_accepts")
        self.console.print()
        if self.args.lang is None:
            self._ask_language()
        if self._wants_to_resume():
            return
        if self.args.game is None and not self._is_game_chosen():
            self._ask_game()
        self.console.print(Text(f"\n  {self.title.name(self.language)}", style="bold"))
        options = self.title.play_options()
        self.say(options.welcome(self.args))
        options.ask(self.args, self)
        self._ask_players()
        self._ask_seats()

    def _is_game_chosen(self) -> bool:
        """Whether arguments make sense for one game alone: then nobody is asked which one is played."""
        return any(title.play_options().is_chosen(self.args) for title in TITLES.values())

    def _ask_language(self) -> None:
        answer = self.answer("ask_language", languages=NAMED, language=self.language).lower()[:2]
        self.language = answer if answer in LANGUAGES else self.language

    def _wants_to_resume(self) -> bool:
        path = latest_unfinished(self.folder)
        if path is None:
            return False
        when = datetime.fromtimestamp(path.stat().st_mtime)
        game = TITLES[game_of(path)].name(self.language)
        answer = self.answer("ask_resume", game=game, when=f"{when:%Y-%m-%d %H:%M}").lower()
        if answer and self.words("play.yes").startswith(answer[0]):
            self.args.resume = str(path)
            return True
        return False

    def _ask_game(self) -> None:
        """One of the games, by its number or by its name."""
        names = {
            str(at): (name, title.name(self.language)) for at, (name, title) in enumerate(TITLES.items(), 1)
        }
        listed = ", ".join(f"{number} {title}" for number, (_, title) in names.items())
        while True:
            answer = self.answer("ask_game", games=listed) or "1"
            called = [name for name, title in names.values() if _begins(title, answer)]
            if answer in names or len(called) == 1:
                self.title = TITLES[names[answer][0] if answer in names else called[0]]
                return
            self.say("bad_game", given=answer, games=listed)

    def _ask_players(self) -> None:
        possible, usual = self.title.players(), self.title.usual_players
        while True:
            limits = {"least": possible[0], "most": possible[-1]}
            answer = self.answer("ask_players", players=usual, **limits) or str(usual)
            if answer in map(str, possible):
                self.args.players = answer
                return
            self.say("bad_players", given=answer, **limits)

    def _ask_seats(self) -> None:
        players = int(self.args.players)
        usual = ",".join([PERSON] + [USUAL_BOT] * (players - 1))
        bots = ", ".join(f"{level} ({self.words(f'level.{level}')})" for level in BOTS)
        while True:
            answer = self.answer("ask_seats", seats=usual, bots=bots) or usual
            try:
                parse_seats(answer, players)
            except Unclear as unclear:
                self.refuse(unclear)
                continue
            self.args.seats = answer
            return


def named_options(args: argparse.Namespace, named: Mapping[str, object]) -> dict[str, object]:
    """The options that arguments of any title choose; a game refuses those that it does not have."""
    found = dict(named)
    for title in TITLES.values():
        found |= title.play_options().named(args, dict(named))
    return found


def _begins(title: str, answer: str) -> bool:
    return "".join(fold(title)).startswith("".join(fold(answer)))
