"""A progress bar for long work. Without a terminal, only messages are printed."""

from __future__ import annotations

import sys
import time

from rich import progress
from rich.console import Console

SECONDS_BETWEEN_LINES = 5.0


class Progress:
    """One bar on standard error, and lines above it."""

    def __init__(self, title: str, total: int, done: int = 0) -> None:
        columns = (
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TextColumn("/"),
            progress.TimeRemainingColumn(),
        )
        is_silent = not sys.stderr.isatty()
        self._title = title
        self._last_line_at = time.monotonic() if is_silent else None  # when a plain line was last due
        self.bar = progress.Progress(
            *columns,
            console=Console(stderr=True),
            disable=is_silent,
            transient=True,
            speed_estimate_period=300,
        )
        self.task = self.bar.add_task(title, total=total, completed=done)

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def advance(self, steps: int) -> None:
        """So much more is done."""
        self.bar.advance(self.task, steps)

    def reach(self, done: int, total: int) -> None:
        """So much is done, of so much; without a terminal a plain line now and then."""
        self.bar.update(self.task, completed=done, total=total)
        if self._last_line_at is not None and time.monotonic() - self._last_line_at > SECONDS_BETWEEN_LINES:
            self._last_line_at = time.monotonic()
            print(f"{self._title}: {done} / {total}", file=sys.stderr, flush=True)

    def tell(self, sentence: str) -> None:
        """A line that stays."""
        self.bar.console.print(sentence, markup=False, highlight=False, soft_wrap=True)
