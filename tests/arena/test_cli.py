"""`aachen arena`: what is asked for is played, kept, shown and answered by the exit code."""

import json

import pytest

from aachen import cli
from aachen.arena import running
from aachen.cli import arena

SHORT = ["--options", '{"last_year": 830}', "--jobs", "1"]
MATCH = ["arena", "--match", "greedy", "random", "--players", "2", *SHORT]


def ask(capsys, *words):
    code = cli.main([*words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_match_is_played_and_told(capsys):
    code, out, err = ask(capsys, *MATCH, "--blocks", "3")

    assert code == 0
    assert "6 games in 3 blocks, starting with seed 1" in out
    assert "greedy" in out
    assert err.startswith("6 of 6 games")


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", ["6 Partien", "gewonnen", "100,0\N{NO-BREAK SPACE}%"]), ("fr", ["6 parties", "gagné"])],
)
def test_it_is_told_in_three_languages(capsys, language, words):
    _, out, _ = ask(capsys, "--lang", language, *MATCH, "--blocks", "3")

    assert [word for word in words if word not in out] == []


def test_programs_get_json(capsys):
    code, out, _ = ask(capsys, *MATCH, "--blocks", "3", "--json")
    text = json.loads(out)

    assert code == 0
    assert (text["blocks"], text["games"], text["contestants"]) == (3, 6, ["greedy", "random"])
    assert [each["name"] for each in text["standings"]] == ["greedy", "random"]
    assert text["standings"][0]["won"]["mean"] > 0.8


def test_a_league_shows_who_comes_in_before_whom(capsys):
    code, out, _ = ask(
        capsys, "arena", "--league", "random,greedy,random:seed=3", "--players", "2", *SHORT, "--blocks", "2"
    )

    assert code == 0
    assert "12 games in 2 blocks" in out
    assert "finishes ahead of" in out


def test_one_alone_plays_against_itself(capsys):
    code, out, _ = ask(capsys, "arena", "--league", "random", "--players", "3", *SHORT, "--blocks", "2")

    assert code == 0
    assert "2 games in 2 blocks" in out


def test_a_file_of_results_is_gone_on_with_and_shown(capsys, tmp_path):
    path = str(tmp_path / "results.jsonl")
    ask(capsys, *MATCH, "--blocks", "2", "--out", path)
    code, out, err = ask(capsys, *MATCH, "--blocks", "3", "--out", path)
    shown = ask(capsys, "arena", "--show", path)

    assert code == 0
    assert err.startswith("6 of 6 games")
    assert shown == (0, out, "")


def test_facts_for_a_report_are_kept_if_asked_for(capsys, tmp_path):
    path = tmp_path / "results.jsonl"
    ask(capsys, *MATCH, "--blocks", "1", "--out", str(path), "--facts")

    assert all(json.loads(line)["facts"] for line in path.read_text().splitlines()[1:])


def test_games_can_be_kept_and_made_again(capsys, tmp_path):
    path, kept = str(tmp_path / "results.jsonl"), tmp_path / "games"
    ask(capsys, *MATCH, "--blocks", "2", "--out", path, "--keep", str(kept))
    again = ask(capsys, "arena", "--again", f"{path}:3")
    written = ask(capsys, "arena", "--again", f"{path}:3", "--out", str(tmp_path / "game.log"))

    assert sorted(log.name for log in kept.iterdir()) == [f"carolingi-0000{at}.log" for at in (1, 2, 3, 4)]
    assert again == (0, (kept / "carolingi-00003.log").read_text(), "")
    assert (tmp_path / "game.log").read_text() == again[1]
    assert "aachen replay" in written[2]
    assert cli.main(["replay", "--quiet", str(tmp_path / "game.log")]) == 0


@pytest.mark.parametrize(
    ("sprt", "code", "word"),
    [(("0.3", "0.9"), 0, "Better"), (("0.98", "0.99"), 3, "Undecided")],
)
def test_a_gate_stops_the_match_and_answers_by_the_exit_code(capsys, sprt, code, word):
    given, out, _ = ask(capsys, *MATCH, "--blocks", "8", "--sprt", *sprt)

    assert given == code
    assert word in out.splitlines()[-1]


def test_a_gate_says_no(capsys):
    words = ["arena", "--match", "random", "greedy", "--players", "2", *SHORT, "--blocks", "20"]
    code, out, _ = ask(capsys, *words, "--sprt", "0.5", "0.9", "--json")
    text = json.loads(out)

    assert code == 1
    assert text["gate"]["answer"] == "not_better"
    assert text["gate"]["blocks"] == text["blocks"] < 20


def test_an_interruption_leaves_a_good_file(capsys, tmp_path, monkeypatch):
    path = str(tmp_path / "results.jsonl")
    whole = running.play_missing

    def interrupted(*args, **words):
        for number, results in enumerate(whole(*args, **words)):
            if number == 2:
                raise KeyboardInterrupt
            yield results

    monkeypatch.setattr(arena, "play_missing", interrupted)
    code, out, err = ask(capsys, *MATCH, "--blocks", "9", "--out", path)
    monkeypatch.undo()

    assert code == 130
    assert "continues where this one stopped" in err
    assert "blocks, starting with seed 1" in out
    assert ask(capsys, *MATCH, "--blocks", "9", "--out", path)[0] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--match", "greedy", "chess"], "chess"),
        (["--match", "greedy", "greedy"], "listed twice"),
        (["--league", "greedy,random", "--sprt", "0.5", "0.6"], "only with --match"),
        (["--match", "greedy", "random", "--sprt", "0.6", "0.5"], "smaller one first"),
        (["--match", "greedy", "random", "--sprt", "nan", "0.5"], "needs a number from 0 to 1"),
        (["--match", "greedy", "random", "--players", "9"], "9"),
        (["--match", "greedy", "random", "--options", "[]"], "object"),
        (["--match", "greedy", "random", "--out", "/dev/null/results"], "/dev/null/results"),
        (["--show", "nowhere.jsonl"], "nowhere.jsonl"),
        (["--again", "nowhere.jsonl"], "results.jsonl:17"),
        (["--again", "nowhere.jsonl:2"], "nowhere.jsonl"),
    ],
)
def test_bad_input_gets_a_clear_fault(capsys, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, _, err = ask(capsys, "arena", *words)

    assert code == 2
    assert sentence in err
