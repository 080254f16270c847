"""One contestant in its own process, kept alive from round to round."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

START_LIMIT = 120.0
PATIENCE = 60.0
LONGEST_REASON = 200


class ContestantError(Exception):
    """Why a contestant gave no figure, in one line."""


class Child:
    """Asks a contestant over its standard input and output, one JSON line each way."""

    def __init__(self, command: list[str], folder: Path, extra: dict[str, str] | None = None) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the child
        try:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env=clean_environment(extra or {}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                text=True,
                encoding="utf-8",
            )
        except OSError as trouble:
            self.errors.close()
            raise ContestantError(f"cannot start {command[0]}: {trouble.strerror}") from trouble
        self.about: dict[str, Any] = self.listen(START_LIMIT)["about"]

    def ask(self, request: str, **arguments: float) -> dict[str, Any]:
        """The answer to one request; an engine's own trouble is raised in its words."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"request": request, **arguments}) + "\n")
            self.process.stdin.flush()
        except OSError as trouble:
            raise ContestantError(self.last_words()) from trouble
        answer = self.listen(PATIENCE + 20 * arguments.get("seconds", 0.0))
        if "error" in answer:
            raise ContestantError(answer["error"])
        return answer

    def listen(self, limit: float) -> dict[str, Any]:
        """Wait for one line; a contestant that is silent too long is stopped."""
        assert self.process.stdout is not None
        timer = threading.Timer(limit, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        silent = not timer.is_alive()
        timer.cancel()
        if not line:
            reason = f"no answer within {limit:.0f} seconds" if silent else self.last_words()
            self.close()
            raise ContestantError(reason)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def last_words(self) -> str:
        """Why a process ended, from what it wrote to standard error."""
        code = self.process.wait()
        self.errors.seek(0)
        return reason_in(self.errors.read().decode(errors="replace")) or f"ended with exit code {code}"

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self.errors.close()


def clean_environment(extra: dict[str, str]) -> dict[str, str]:
    """What every contestant sees: no import path of the caller, one hash seed, quiet libraries."""
    kept = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    return {
        **kept,
        "PYTHONHASHSEED": "0",
        "NODE_ENV": "production",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        "SDL_VIDEODRIVER": "dummy",
        **extra,
    }


def reason_in(text: str) -> str:
    """The one line of a failed program's output that says why: its last error, else its last word."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    npm = [line.removeprefix("npm error ") for line in lines if line.startswith("npm error ")]
    if npm:
        return "; ".join(npm[:2])[:LONGEST_REASON]
    named = [line for line in lines if "error:" in line.lower()]
    return (named or lines or [""])[-1][:LONGEST_REASON]
