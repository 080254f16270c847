"""The screens of one position: what everybody sees is built once for all viewers, and compared once."""

from __future__ import annotations

from aachen.core.contract import Position, own_view
from aachen.core.json_shapes import Plain
from aachen.core.patch import Patch, diff, diff_overlaid, overlay


class Screens:
    """The views of one position, kept while they are needed again."""

    __slots__ = ("_changes", "_own", "_position", "_public")

    def __init__(self, position: Position) -> None:
        self._position = position
        self._public: Plain | None = None
        self._own: dict[int | None, Plain | None] = {}
        self._changes: tuple[Screens, Patch | None] | None = None  # of the public part, since these screens

    def public(self) -> Plain:
        """What a spectator sees."""
        if self._public is None:
            self._public = self._position.view(None)
        return self._public

    def own(self, viewer: int | None) -> Plain | None:
        """What is laid over it for this viewer, or None if the game does not tell the two apart."""
        if viewer not in self._own:
            self._own[viewer] = own_view(self._position, viewer, self.public())
        return self._own[viewer]

    def view(self, viewer: int | None) -> Plain:
        """The viewer's whole screen."""
        own = self.own(viewer)
        return self._position.view(viewer) if own is None else overlay(self.public(), own)

    def changes(self, before: Screens, viewer: int | None) -> Patch | None:
        """What is different on the viewer's screen since the screens before."""
        old, new = before.own(viewer), self.own(viewer)
        if old is None or new is None:
            return diff(before.view(viewer), self.view(viewer))
        return diff_overlaid((before.public(), self.public(), self._public_changes(before)), (old, new))

    def _public_changes(self, before: Screens) -> Patch | None:
        if self._changes is None or self._changes[0] is not before:
            self._changes = before, diff(before.public(), self.public())
            before._changes = None  # or all screens of the past would be kept
        return self._changes[1]
