"""The budget of a decision: rounds, CPU time or wall time, whichever is used up first."""

from __future__ import annotations

from time import monotonic, thread_time


class Budget:
    """A limit in rounds of thought, in seconds of this thread's own work, or in seconds on the wall.

    Rounds give the same answer on every machine, however busy; seconds of work make fair matches;
    seconds on the wall keep a promise to somebody who waits.
    """

    def __init__(
        self, rounds: int | None = None, work: float | None = None, wall: float | None = None
    ) -> None:
        assert rounds is not None or work is not None or wall is not None, "a thought has to end"
        self.rounds = rounds
        self.work = work
        self.wall = wall
        self.begin()

    def begin(self) -> None:
        """Start counting."""
        self._work_end = None if self.work is None else thread_time() + self.work
        self._wall_end = None if self.wall is None else monotonic() + self.wall

    def share(self, rounds: int) -> float:
        """How much of the budget a thinker that has gone so many rounds has used up, from 0 to 1."""
        used = 0.0
        if self.rounds is not None:
            used = rounds / self.rounds
        if self.work is not None and self._work_end is not None:
            used = max(used, 1.0 - (self._work_end - thread_time()) / self.work)
        if self.wall is not None and self._wall_end is not None:
            used = max(used, 1.0 - (self._wall_end - monotonic()) / self.wall)
        return min(1.0, used)

    def is_spent(self, rounds: int) -> bool:
        """Whether a thinker that has gone so many rounds has to come to an end."""
        if self.rounds is not None and rounds >= self.rounds:
            return True
        if self._work_end is not None and thread_time() >= self._work_end:
            return True
        return self._wall_end is not None and monotonic() >= self._wall_end
