"""Metrics of a server in the Prometheus text format.

Labels are few and known beforehand (games, kinds of messages): no table, seat or person is ever a label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

# What each number means; a number that is not listed here is a bug.
ABOUT: dict[str, tuple[str, str]] = {
    "aachen_moves_total": ("counter", "Entries stored."),
    "aachen_refusals_total": ("counter", "Actions that the rules refused."),
    "aachen_stale_total": ("counter", "Actions that came too late."),
    "aachen_failed_stores_total": ("counter", "Entries that could not be stored."),
    "aachen_fell_back_total": ("counter", "Tables loaded anew because the store had fallen back."),
    "aachen_dropped_sockets_total": ("counter", "Sockets cut off because they did not read."),
    "aachen_messages_total": ("counter", "Messages from clients."),
    "aachen_bad_messages_total": ("counter", "Messages that could not be understood."),
    "aachen_tables_made_total": ("counter", "Tables made."),
    "aachen_games_finished_total": ("counter", "Games played to their end."),
    "aachen_bot_choices_total": ("counter", "Choices made by bots."),
    "aachen_bot_fallbacks_total": (
        "counter",
        "Choices that came from the quick reserve, because a bot failed.",
    ),
    "aachen_notifications_total": ("counter", "Notifications sent, or not taken by their channel."),
    "aachen_crashes_total": ("counter", "Bugs of ours that were caught."),
    "aachen_over_limit_total": ("counter", "Requests and messages refused because a limit was used up."),
    "aachen_tables_live": ("gauge", "Tables in memory."),
    "aachen_tables_unreadable": ("gauge", "Stored tables that could not be read when last asked for."),
    "aachen_sockets_open": ("gauge", "Open sockets."),
    "aachen_database_bytes": ("gauge", "Size of the database on disk."),
    "aachen_commands_waiting": ("gauge", "Commands that wait for their table or for the store."),
    "aachen_bots_waiting": ("gauge", "Questions that wait for a bot process."),
    "aachen_jobs_waiting": ("gauge", "Previews, replays, loads and imports that wait."),
    "aachen_move_seconds": ("histogram", "From an action's arrival to its frames in every queue."),
    "aachen_store_seconds": ("histogram", "How long the store took to keep an entry."),
    "aachen_loop_lag_seconds": ("histogram", "How late the event loop comes back from a sleep."),
    "aachen_bot_seconds": ("histogram", "How long bots took to choose."),
}

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

Labels = tuple[tuple[str, str], ...]


class Histogram:
    """How many observations fell into each bucket, and their sum."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        at = next((at for at, bound in enumerate(BUCKETS) if seconds <= bound), len(BUCKETS))
        self.counts[at] += 1
        self.total += seconds


class Metrics:
    """All numbers of one server."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[Labels, int]] = {}
        self._gauges: dict[str, Callable[[], int]] = {}
        self._histograms: dict[str, Histogram] = {}
        for name, (kind, _) in ABOUT.items():
            if kind == "histogram":
                self._histograms[name] = Histogram()
            elif kind == "counter":
                self._counts[name] = {}

    def count(self, name: str, **labels: str) -> None:
        """One more of `aachen_NAME_total`."""
        counts = self._counts[f"aachen_{name}_total"]
        key = tuple(sorted(labels.items()))
        counts[key] = counts.get(key, 0) + 1

    def gauge(self, name: str, ask: Callable[[], int]) -> None:
        """`aachen_NAME` is asked for whenever somebody looks."""
        assert f"aachen_{name}" in ABOUT
        self._gauges[f"aachen_{name}"] = ask

    def observe(self, name: str, seconds: float) -> None:
        """One observation of `aachen_NAME_seconds`."""
        self._histograms[f"aachen_{name}_seconds"].observe(seconds)

    def text(self) -> str:
        """Everything, as Prometheus reads it."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, (kind, about) in ABOUT.items():
            yield f"# HELP {name} {about}"
            yield f"# TYPE {name} {kind}"
            if kind == "counter":
                yield from _count_lines(name, self._counts[name])
            elif kind == "gauge":
                yield f"{name} {self._gauges[name]() if name in self._gauges else 0}"
            else:
                yield from _histogram_lines(name, self._histograms[name])


def _count_lines(name: str, counts: dict[Labels, int]) -> Iterator[str]:
    if not counts:
        yield f"{name} 0"
    for labels, number in sorted(counts.items()):
        labelled = ",".join(f'{key}="{value}"' for key, value in labels)
        yield f"{name}{{{labelled}}} {number}" if labelled else f"{name} {number}"


def _histogram_lines(name: str, histogram: Histogram) -> Iterator[str]:
    below = 0
    for bound, number in zip(BUCKETS, histogram.counts, strict=False):
        below += number
        yield f'{name}_bucket{{le="{bound}"}} {below}'
    everything = sum(histogram.counts)
    yield f'{name}_bucket{{le="+Inf"}} {everything}'
    yield f"{name}_sum {histogram.total:.6f}"
    yield f"{name}_count {everything}"
