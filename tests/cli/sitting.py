"""One sitting at the terminal for tests: what is typed, what is seen, and a clock that only silence moves."""

import io
import re
from pathlib import Path

from aachen.cli import build_parser, play
from aachen.locales import catalogue
from aachen.titles import TITLES
from aachen.titles.terminal.console import console_for

CLEARED = "\x1b[2J"
COLOURED = re.compile(r"\x1b\[[\d;]*m")


class Sitting:
    """One run of `aachen play` with a script of what is typed; the screen at every question is kept."""

    def __init__(self, *arguments, typed=(), width=100, at_terminal=False, language="en", is_terminal=False):
        self.file = io.StringIO()
        self.typed = iter(typed)
        self.screens: list[str] = []
        self.slept: list[float] = []
        self.console = console_for(self.file, width=width)
        if is_terminal:
            self.console._force_terminal = True
        words = ["play", *arguments]
        args = build_parser(words, catalogue(language).say).parse_args(words)
        args.language = language
        self.time = 0.0
        self.code = play.run(
            args,
            self.console,
            self.ask,
            self.slept.append,
            at_terminal,
            self.ask_within,
            lambda: self.time,
        )

    def ask_within(self, prompt, seconds):
        """A number in the script is so many seconds of silence; they pass while somebody is asked."""
        answer = self.ask(prompt)
        if not isinstance(answer, int | float):
            return answer
        self.time += min(answer, seconds)
        return None if answer >= seconds else self.ask_within(prompt, seconds - answer)

    def ask(self, prompt):
        self.screens.append(self.text.rpartition(CLEARED)[2])
        answer = next(self.typed, None)
        if answer is None:
            raise EOFError
        if isinstance(answer, BaseException):
            raise answer
        return answer

    @property
    def text(self):
        return self.file.getvalue()

    @property
    def path(self):
        (path,) = re.findall(r"--resume (\S+)", self.text)
        return Path(path)


def show(seen, wording, console, viewer=None, plain=False):
    """Draw a whole table: a position as the viewer may see it, or a view."""
    view = seen if isinstance(seen, dict) else seen.view(viewer)
    TITLES[view["game"]].show(view, wording, console, plain)


def kept_games(data_home):
    return sorted((data_home / "aachen" / "games").glob("*.jsonl"))


def always(*answers):
    while True:
        yield from answers
