"""The server's own log: one JSON object a line, for people who run it and their tools.

It tells what happened to which table, never who may do what: tokens, secrets, views, actions and chat are not written.
The names a fact may have are listed here, so that nothing slips in.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback

NAMES = frozenset(
    "table seq seat state game bot seconds count code path method status version address database "
    "worker kind tables sockets report reason migration line".split()
)

# Libraries that write down every message when they are asked for details; tokens are in those, so they never are.
ON_THE_WIRE = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "asyncpg")

logger = logging.getLogger("aachen.server")


def note(event: str, **facts: str | int | float | bool | None) -> None:
    """Something an operator may want to know."""
    _write(logging.INFO, event, facts)


def warn(event: str, **facts: str | int | float | bool | None) -> None:
    """Something an operator should examine."""
    _write(logging.WARNING, event, facts)


def crash(event: str, bug: BaseException, **facts: str | int | float | bool | None) -> None:
    """A bug of ours: where it happened, line by line, but not the values it happened with."""
    frames = traceback.extract_tb(bug.__traceback__)
    places = [f"{frame.filename.rsplit('aachen/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]
    _write(logging.ERROR, event, facts, bug=type(bug).__name__, places=places)


def _write(level: int, event: str, facts: dict[str, str | int | float | bool | None], **more: object) -> None:
    stray = facts.keys() - NAMES
    assert not stray, f"not a fact for the journal: {stray}"
    if logger.isEnabledFor(level):
        logger.log(level, event, extra={"facts": {**facts, **more}})


class JsonLines(logging.Formatter):
    """Every record as one line of JSON, also those of the libraries we use; of several processes, with its number."""

    def __init__(self, process: int | None = None) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        data: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage() if hasattr(record, "facts") else record.name,
        }
        if hasattr(record, "facts"):
            data |= record.facts | data  # a fact never takes the place of time, severity or event
        else:
            data["message"] = record.getMessage()
        if self._process is not None:
            data["process"] = self._process
        if record.exc_info and record.exc_info[0] is not None:
            data["bug"] = record.exc_info[0].__name__
        return json.dumps(data, ensure_ascii=False)


def is_of_interest(record: logging.LogRecord) -> bool:
    """Whether a line of a library is more than a client's message that is no text: its socket is closed for that."""
    return not record.getMessage().startswith("Invalid UTF-8 sequence received from client")


def begin(level: str, process: int | None = None) -> None:
    """Write the journal to standard error from now on; nothing of the libraries below a warning."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(process))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in ON_THE_WIRE:
        logging.getLogger(name).setLevel(logging.WARNING)
        logging.getLogger(name).addFilter(is_of_interest)
    logger.setLevel(level.upper())
