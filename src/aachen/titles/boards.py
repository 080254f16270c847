"""Boards that people bring along: what a title knows about board files."""

from __future__ import annotations

from typing import Any, Protocol


class Boards:
    """The board files of one title."""

    map_folder = ""  # of the shipped board's drawn map, in the bundle of the page

    def shipped(self) -> tuple[str, dict[str, Any]]:
        """The digest of the shipped board, and its file as plain data."""
        raise NotImplementedError

    def about(self, text: str) -> BoardFacts:
        """What can be played on the board of this file; raises BadInput naming every fault."""
        raise NotImplementedError


class BoardFacts(Protocol):
    """What a form needs to know of a board."""

    digest: str
    name: str
    lands: int
    colours: list[str]
    players: list[int]
    options: dict[str, Any]
