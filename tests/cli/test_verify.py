"""`aachen verify` says what was proven in three languages, and its exit code says it to programs."""

import io
import json
import sys
from pathlib import Path

import pytest
from tests.core.fair_games import SECRET, Table, changed, finished
from tests.core.random_games import begin, play_on, text

from aachen import cli
from aachen.locales import LANGUAGES, catalogue

TABLE = finished("carolus", {"players": 3})
LINES = TABLE.lines()
DRAWS = TABLE.record.draws


@pytest.fixture(autouse=True)
def _a_neutral_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AACHEN_LANG", "en")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the log is written."""
    return tmp_path / "game.jsonl"


def write(path: Path, lines: list[str]) -> str:
    """The file of a game."""
    path.write_text("".join(lines), encoding="utf-8")
    return str(path)


def loaded() -> list[str]:
    """A log that is sound by the rules, but the server has changed its key in the middle."""
    table = Table("carolus", {"players": 3}).play_on(20)
    table.key = bytes(32)
    return table.play_on(5000).lines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fair_game_is_told_so(language: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.main(["verify", write(path, LINES), "--lang", language])
    say = catalogue(language).say
    output, wrong = capsys.readouterr()

    assert (code, wrong) == (0, "")
    assert output.splitlines() == [
        say("fair.promised", table="table carolus", commitment=TABLE.fair.commitment.hex()),
        say("fair.kept", number=1),
        say("fair.entropy", seats=say("colour.white")),
        say("fair.all_draws", number=DRAWS),
        say("fair.verdict_fair"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_draw_that_differs_is_named(
    language: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = loaded()
    code = cli.main(["verify", write(path, lines), "--lang", language])
    output = capsys.readouterr().out
    first = 1 + sum(len(json.loads(line).get("luck", [])) for line in lines[:21])
    line = next(
        number for number, each in enumerate(lines, 1) if number > 21 and json.loads(each).get("luck")
    )

    assert code == 1
    assert catalogue(language).say("fair.verdict_unfair") in output.splitlines()
    assert f" {first}" in output
    assert f" {line}" in output


def test_the_seats_are_told_in_their_order_and_a_game_without_entropy_too(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["verify", write(path, Table("carolingi", {"players": 3}).lines()), "--secret", SECRET.hex()])

    assert "These players added random numbers of their own: Red, Yellow." in capsys.readouterr().out
    cli.main(["verify", write(path, changed(LINES, 1, fair=TABLE.fair.as_dict() | {"entropy": {}}))])

    assert "No player added random numbers" in capsys.readouterr().out


def test_a_running_game_is_verified_with_the_secret_from_elsewhere(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = write(path, LINES[:30])

    assert cli.main(["verify", name]) == 2
    assert "does not contain the server’s secret" in capsys.readouterr().err
    assert cli.main(["verify", name, "--secret", SECRET.hex().upper()]) == 3
    output = capsys.readouterr().out
    assert "covers the entries up to 29." in output
    assert "Fair so far" in output
    assert cli.main(["verify", name, "--secret", "00" * 32]) == 1
    assert "does not match the commitment" in capsys.readouterr().out


def test_a_game_that_was_given_up_is_verified_and_replayed(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("carolus", {"players": 2}).play_on(9)
    table.record.reveal(SECRET)
    name = write(path, table.lines())

    assert cli.main(["verify", name]) == 0
    assert "given up" in capsys.readouterr().out
    assert cli.main(["replay", name, "--plain"]) == 0
    assert "given up" in capsys.readouterr().out


def test_a_game_that_began_with_a_position_is_verified(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("carolingi", {"players": 2, "last_year": 831}).play_on(30).go_on_from_text().play_on(5000)

    assert cli.main(["verify", write(path, table.lines())]) == 3
    output = capsys.readouterr().out
    assert f"All {table.record.draws} draws" in output
    assert "how that position came about is not proven" in output
    assert "Fair from the given position on" in output


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_continued_game_without_draws_nothing_is_proven(
    language: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("carolingi", {"players": 2, "last_year": 831}).play_on(30).go_on_from_text()
    table.record.reveal(SECRET)
    assert table.record.draws == 0, "only what is after the position counts"

    assert cli.main(["verify", write(path, table.lines()), "--lang", language]) == 3
    output, say = capsys.readouterr().out.splitlines(), catalogue(language).say
    assert say("fair.verdict_nothing") in output
    assert say("fair.verdict_fair") not in output


@pytest.mark.parametrize(
    ("lines", "code", "sentence"),
    [
        (text(play_on(begin(2, 2), 30)), 2, "nothing to verify"),
        (LINES[:-1], 2, "does not contain the server’s secret"),
        ([], 2, "The log is empty"),
        (["hello\n"], 2, "not JSON"),
        ([*LINES[:9], LINES[9][:30]], 1, "beyond line 10"),
        (changed(LINES, 12, digest="0" * 16), 1, "beyond line 12"),
        (changed(LINES, len(LINES), secret="00" * 32), 1, "does not match the commitment"),
    ],
)
def test_what_is_wrong_is_said_and_the_exit_code_fits(
    lines: list[str], code: int, sentence: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", write(path, lines)]) == code
    output, wrong = capsys.readouterr()

    assert sentence in (wrong if code == 2 else output)


@pytest.mark.parametrize("secret", ["", "00", "zz" * 32, "00" * 33])
def test_a_secret_that_is_none_is_refused(
    secret: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", write(path, LINES), "--secret", secret]) == 2
    assert "32 to 32 bytes" in capsys.readouterr().err


def test_a_file_that_is_missing_is_bad_input(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(path)]) == 2
    assert "There is no file" in capsys.readouterr().err


def test_the_list_of_draws_is_for_programs_and_the_verdict_beside_it(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", write(path, LINES), "--draws"]) == 0
    listed, verdict = capsys.readouterr()
    draws = [json.loads(line) for line in listed.splitlines()]
    answers = [answer for line in LINES for answer in json.loads(line).get("luck", [])]

    assert [draw["answer"] for draw in draws] == answers
    assert [draw["draw"] for draw in draws] == list(range(1, DRAWS + 1))
    assert "Fair" in verdict


def test_a_log_can_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("".join(LINES).encode())))

    assert cli.main(["verify", "-"]) == 0
    assert "Fair" in capsys.readouterr().out
