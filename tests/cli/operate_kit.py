"""Databases with a table of every kind, for commands of operators."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.server.kit import serving
from tests.server.rules_kit import Kept, fill

from aachen import cli


async def fill_folder(folder: Path) -> dict[str, Kept]:
    """Tables of Carolus Magnus, with names and chat at the running one."""
    async with serving(folder, hold_bots=True) as house:
        kept = await fill(house, "carolus")
        running = kept["running"]
        for (seat, token), name in zip(running.seats.items(), ("Ada Lovelace", "Grace")):
            await house.change(running.table, seat, "name", token, name=name)
            async with house.player(running.table, token) as player:
                await player.ask("chat", text=f"hello from {name}")
                await player.ask("chat", phrase="good_luck")
        named = await house.make("carolus", ["open", "open"], title="named")
        sat = [(await house.sit(named["table"], name=name))["token"] for name in ("Ada Lovelace", "Grace")]
        kept["named"] = Kept(named["table"], named["host"], dict(zip(("ada", "grace"), sat)))
        return kept


class Filled:
    """A filled database, copied for each test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = asyncio.run(fill_folder(folder))

    def copy(self, folder: Path) -> str:
        """A copy of its own for one test."""
        shutil.copy(self.folder / "tables.db", folder / "tables.db")
        return str(folder / "tables.db")

    def backup(self) -> Path:
        """A backup of it."""
        file = self.folder / "tables.backup"
        if not file.exists():
            mask = os.umask(0o077)
            assert cli.main(["backup", str(file), "--database", str(self.folder / "tables.db")]) == 0
            os.umask(mask)
        return file


def place_of(request: pytest.FixtureRequest, filled: Filled, tmp_path: Path) -> str:
    """The same tables in a database of the kind that the test asks for."""
    if request.param == "sqlite":
        return filled.copy(tmp_path)
    url: str = request.getfixturevalue("postgres").new_database()
    assert cli.main(["restore", str(filled.backup()), "--database", url]) == 0
    return url


def asked(command: list[str], capsys: Any) -> tuple[int, str, str]:
    """The exit code of a command, and what it wrote."""
    capsys.readouterr()
    code = cli.main(command)
    output = capsys.readouterr()
    return code, output.out, output.err
