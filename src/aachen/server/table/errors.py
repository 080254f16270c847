"""Why a command is not carried out. Each kind has its own response over HTTP and over the socket."""

from __future__ import annotations

from aachen.core.errors import BadInput, Fault, Refusal


class StaleError(Exception):
    """What is offered has changed since the client looked (409)."""


class RefusedError(Exception):
    """The rules forbid it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(repr(refusal))
        self.refusal = refusal


class NoRightError(Exception):
    """The client may not do this: the token is missing or unknown (401), or another's (403)."""

    def __init__(self, code: str, is_known: bool) -> None:
        super().__init__(code)
        self.fault = Fault(code)
        self.status = 403 if is_known else 401


class ClashError(BadInput):
    """It could be done, but not in the state the table is in (409)."""


def clash(code: str, where: str = "", **facts: object) -> ClashError:
    """A clash with a single fault."""
    return ClashError([Fault(code, where, facts)])
