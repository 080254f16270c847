"""What whoever runs a server can read: its journal and its numbers."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
from tests.server.kit import Player, serving

from aachen.server import journal
from aachen.server.metrics import ABOUT, Metrics


def data(record: logging.LogRecord) -> dict[str, object]:
    """A record as it is written."""
    line: dict[str, object] = json.loads(journal.JsonLines().format(record))
    return line


def test_a_note_is_one_line_of_json_with_its_facts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", "aachen.server"):
        journal.note("table_made", table="abcdefghij", game="carolus")
    line = data(caplog.records[0])

    assert (line["event"], line["table"], line["level"]) == ("table_made", "abcdefghij", "info")


def test_no_fact_takes_the_place_of_the_severity(caplog: pytest.LogCaptureFixture, monkeypatch) -> None:
    with caplog.at_level("INFO", "aachen.server"):
        monkeypatch.setattr(journal, "NAMES", journal.NAMES | {"level", "at", "event"})
        journal.warn("bot_replaced", bot="search", **{"level": "greedy", "at": "never"})
    line = data(caplog.records[0])

    assert (line["event"], line["level"], line["bot"]) == ("bot_replaced", "warning", "search")
    assert line["at"] != "never"


def test_the_names_of_facts_are_none_of_what_every_line_has() -> None:
    assert not journal.NAMES & {"at", "level", "event", "bug", "places", "message"}


@pytest.mark.parametrize("stray", ["token", "secret", "view", "action", "text", "entropy"])
def test_what_must_not_be_told_has_no_place_in_the_journal(stray: str) -> None:
    with pytest.raises(AssertionError, match=stray):
        journal.note("anything", **{stray: "x"})


def test_a_crash_is_told_without_the_values_it_happened_with(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError("the hidden tile is battle")
    except ValueError as bug:
        journal.crash("move_crashed", bug, table="abcdefghij", seq=3)
    text = journal.JsonLines().format(caplog.records[0])

    assert "ValueError" in text
    assert "battle" not in text
    assert data(caplog.records[0])["seq"] == 3


def test_lines_of_libraries_lose_their_values_too() -> None:
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "f", 1, "oops", (), None)

    assert data(record)["message"] == "oops"


def test_numbers_come_out_as_prometheus_reads_them() -> None:
    metrics = Metrics()
    metrics.count("moves", game="carolus")
    metrics.count("moves", game="carolus")
    metrics.gauge("sockets_open", lambda: 7)
    metrics.observe("move", 0.004)
    metrics.observe("move", 99.0)
    lines = metrics.text().splitlines()

    assert 'aachen_moves_total{game="carolus"} 2' in lines
    assert "aachen_sockets_open 7" in lines
    assert 'aachen_move_seconds_bucket{le="0.0025"} 0' in lines
    assert 'aachen_move_seconds_bucket{le="0.005"} 1' in lines
    assert 'aachen_move_seconds_bucket{le="30.0"} 1' in lines
    assert 'aachen_move_seconds_bucket{le="+Inf"} 2' in lines
    assert "aachen_move_seconds_count 2" in lines


def test_every_number_is_explained_even_before_it_was_counted() -> None:
    text = Metrics().text()

    assert all(f"# HELP {name} " in text and f"# TYPE {name} " in text for name in ABOUT)


def test_a_number_nobody_knows_is_a_bug() -> None:
    with pytest.raises(KeyError):
        Metrics().count("sheep")


class Kept(logging.Handler):
    """Keeps what a library says."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.said = []

    def emit(self, record):
        self.said.append(record.getMessage())


def test_a_clients_message_that_is_no_text_is_no_error_of_ours(tmp_path):
    """Anybody could fill the journal with errors otherwise."""
    library, kept = logging.getLogger("uvicorn.error"), Kept()
    library.addFilter(journal.is_of_interest)

    async def scene():
        async with serving(tmp_path) as house:
            library.addHandler(kept)
            made = await house.make("carolus", ["me", "open"])
            player = await Player.knock(house, made["table"])
            await player.socket.send(b"\xff\xfe", text=True)
            return await player.closed()

    try:
        code = asyncio.run(scene())
        library.error("something else")
    finally:
        library.removeFilter(journal.is_of_interest)
        library.removeHandler(kept)

    assert (code, kept.said) == (1007, ["something else"])
