"""External bots: any program may play, and whatever it does wrong costs it an answer, never the league."""

import json
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from aachen import cli
from aachen.arena import external
from aachen.arena.contestant import read_contestant
from aachen.arena.playing import play_game, seated
from aachen.core.errors import BadInput
from aachen.games import GAMES

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PYTHON = f"exec:{sys.executable} -S"
CAROLUS = GAMES["carolus"]
HEAD = "import json, os, sys, time\nhello = json.loads(sys.stdin.readline())\nfor line in sys.stdin:\n    q = json.loads(line)\n"


@pytest.fixture
def program(tmp_path):
    """A bot of one statement: `q` is the question, `say` answers it."""

    def write(statement, wall=5):
        path = tmp_path / "bot.py"
        say = "    say = lambda **found: print(json.dumps({'id': q['id'], **found}), flush=True)\n"
        path.write_text(HEAD + say + f"    {statement}\n", encoding="utf-8")
        return f"{PYTHON} {path}:wall={wall}"

    return write


def game(name, seed=1, other="random"):
    options = CAROLUS.options({"players": 2})
    contestants = [read_contestant(name), read_contestant(other)]
    return play_game(CAROLUS, options, seed, seated(contestants, seed, options))


def test_a_program_that_answers_well_plays_a_whole_game(program):
    result = game(program("say(action=q['offers'][-1])"))

    assert result.replaced == {}
    assert sorted(result.places) == [1, 2]


def test_an_offer_may_be_named_by_its_number(program, tmp_path):
    by_number = game(program("say(offer=len(q['offers']) - 1)"))
    by_action = game(program("say(action=q['offers'][-1])"))

    assert by_number.digest == by_action.digest


def test_it_is_told_its_seat_its_seed_and_its_clock_and_sees_no_more_than_its_view(program, tmp_path):
    noted = tmp_path / "noted"
    statement = (
        f"open({str(noted)!r}, 'a').write(json.dumps([hello, q, dict(os.environ)]) + chr(10)); say(offer=0)"
    )
    game(program(statement, wall=3))
    hello, question, environment = json.loads(noted.read_text().splitlines()[0])

    assert hello["aachen"] == "bot/1"
    assert (hello["game"], hello["seat"], hello["options"]["players"]) == ("carolus", "white", 2)
    assert hello["clock"] == question["clock"] == {"seconds": 3.0}
    assert sorted(question) == ["clock", "id", "offers", "view"]
    first = CAROLUS.new(CAROLUS.options({"players": 2}), external_luck())
    assert question["view"] == {key: value for key, value in first.view(0).items() if key != "offers"}
    assert set(environment) <= {*external.ENVIRONMENT, "LC_CTYPE"}


def external_luck():
    from aachen.core.common_luck import CommonLuck

    return CommonLuck(1)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("say(action={'do': 'win'})", "invalid"),
        ("say(offer=-1)", "invalid"),
        ("say(offer=True)", "invalid"),
        ("say(offer=len(q['offers']))", "invalid"),
        ("print('hm', flush=True)", "invalid"),
        ("print('[' * 100000, flush=True)", "invalid"),
        ("print('[]', flush=True)", "invalid"),
    ],
)
def test_an_answer_that_is_no_offer_is_replaced_and_counted(program, statement, kind):
    name = program(statement)
    result = game(name)

    assert result.replaced == {read_contestant(name).name: {kind: result.thoughts[0]}}
    assert sorted(result.places) == [1, 2]


@pytest.mark.parametrize("statement", ["sys.exit(3)", "os.abort()", "print('x' * (1 << 21))", "1 / 0"])
def test_a_crash_is_restarted_three_times_in_a_game_and_counted(program, statement):
    name = program(statement)
    result = game(name)

    assert result.replaced == {
        read_contestant(name).name: {"crashed": 3, "not_asked": result.thoughts[0] - 3}
    }


@pytest.mark.parametrize("statement", ["time.sleep(60)", """while True: print('{"id": -1}')"""])
def test_a_program_that_never_answers_is_replaced_and_ended(program, monkeypatch, statement):
    monkeypatch.setattr(external, "START", 0.2)
    name = program(statement, wall=0.05)
    result = game(name)

    assert result.replaced == {
        read_contestant(name).name: {"too_slow": 3, "not_asked": result.thoughts[0] - 3}
    }


def test_a_program_that_writes_without_end_fills_no_memory_and_is_closed(program):
    process = external.BotProcess(external.command_of(program("while True: print()")[:-7]), "{}", True)
    process.ask(1, "{}", 60)
    waiting = process._lines

    while not waiting.full():
        time.sleep(0.001)
    assert waiting.qsize() == external.MOST_LINES

    process.close(0)

    assert not any(thread.is_alive() for thread in process._threads)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes leave their group on Unix only")
def test_what_a_program_leaves_running_outside_its_group_holds_no_thread_and_no_file(program, tmp_path):
    """The process that was left keeps the pipes open; the program itself has ended, which counts as a crash."""
    noted, told = tmp_path / "noted", "told, tell = os.pipe()"
    left = f"open({str(noted)!r}, 'a').write(f'{{os.getpid()}} '), os.write(tell, b'.'), time.sleep(60)"
    name = program(f"{told}; os.fork() or (os.setsid(), {left}); os.read(told, 1); sys.exit(0)")
    threads = threading.active_count()
    result = game(name)
    pids = [int(pid) for pid in noted.read_text().split()]
    for pid in pids:
        os.kill(pid, signal.SIGKILL)

    assert len(pids) == 3
    assert result.replaced == {
        read_contestant(name).name: {"crashed": 3, "not_asked": result.thoughts[0] - 3}
    }
    assert threading.active_count() == threads


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_question(program):
    result = game(program("print(json.dumps({'id': q['id'] - 1, 'offer': 99}), flush=True); say(offer=0)"))

    assert result.replaced == {}


def test_replaced_answers_are_the_same_every_time(program):
    name = program("say(offer=-1)")

    assert game(name).digest == game(name).digest


def test_copies_of_a_program_at_one_table_are_different_processes(program, tmp_path):
    noted = tmp_path / "noted"
    name = program(
        f"open({str(noted)!r}, 'a').write(f'{{hello[\"seat\"]}} {{os.getpid()}}' + chr(10)); say(offer=0)"
    )
    game(name, other=name)
    seen = {tuple(line.split()) for line in noted.read_text().splitlines()}

    assert len({seat for seat, _ in seen}) == len({process for _, process in seen}) == 2


@pytest.mark.parametrize(
    ("text", "level", "wall", "seed"),
    [
        ("exec:./mybot.py", "exec:./mybot.py", 1.0, None),
        ("exec:./mybot.py:wall=2", "exec:./mybot.py", 2.0, None),
        ("exec:./mybot.py:seed=7:wall=0.5", "exec:./mybot.py", 0.5, 7),
        ("exec:podman run -v ./a:/a:ro image", "exec:podman run -v ./a:/a:ro image", 1.0, None),
    ],
)
def test_only_limits_at_the_end_are_cut_off_a_command(text, level, wall, seed):
    found = read_contestant(text)

    assert (found.level, found.wall, found.seed) == (level, wall, seed)
    assert read_contestant(found.name) == found


@pytest.mark.parametrize(
    ("text", "code"),
    [("exec:", "bot_no_command"), ("exec:'", "bot_no_command"), ("exec:a:wall=x", "contestant_bad_number")],
)
def test_a_command_that_is_none_is_refused(text, code):
    with pytest.raises(BadInput, match=code):
        read_contestant(text)


def test_a_program_that_is_not_there_is_refused_before_anything_is_played(capsys):
    code = cli.main(["arena", "carolus", "--match", "exec:./no-such-bot", "random", "--players", "2"])

    assert code == 2
    assert "./no-such-bot" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_league_with_a_crashing_program_is_played_and_reported(capsys, program, language, tmp_path):
    name = program("sys.exit(3)" if language == "en" else "say(offer=-1)")
    words = [
        "arena",
        "carolus",
        "--players",
        "2",
        "--blocks",
        "1",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "out"),
    ]
    code = cli.main(["--lang", language, *words, "--league", f"{name},random,greedy"])
    out = capsys.readouterr().out
    shown = cli.main(["--lang", language, "arena", "--show", str(tmp_path / "out")])

    assert (code, shown) == (0, 0)
    sentences = {"en": "were replaced by a random action", "de": "zufällige Aktion", "fr": "tirée au hasard"}
    assert sentences[language] in " ".join(out.split())
    assert capsys.readouterr().out == out


@pytest.mark.parametrize("example", ["mybot.py", "mybot.mjs"])
def test_the_examples_have_forty_lines_and_beat_chance(example):
    command = {"mybot.py": sys.executable, "mybot.mjs": shutil.which("node")}[example]
    if command is None:
        pytest.skip("node is not installed")
    path = EXAMPLES / example
    results = [game(f"exec:{command} {path}:wall=10", seed) for seed in range(1, 5)]

    assert len(path.read_text(encoding="utf-8").splitlines()) <= 40
    assert [result.replaced for result in results] == [{}] * 4
    assert sum(result.places[0] == 1 for result in results) >= 3
