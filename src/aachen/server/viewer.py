"""A viewer of a table: what the runner of the table needs of each."""

from __future__ import annotations

import asyncio
from typing import Protocol

from aachen.server.messages import Bye


class Viewer(Protocol):
    """Somebody who looks at a table; a socket."""

    may_watch: bool  # else a guest, who sees the sheet alone
    wake: asyncio.Event  # set when there is something new to send

    @property
    def address(self) -> str:
        """Where the socket comes from."""

    @property
    def seat(self) -> str | None:
        """Whose player it is; None for a watcher."""

    @property
    def is_host(self) -> bool:
        """Whether it came with the host's token."""

    def post(self, text: str) -> None:
        """Queue a message for this viewer."""

    def dismiss(self, bye: Bye, code: int) -> None:
        """Send this viewer away."""
