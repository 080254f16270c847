"""The command: help and errors in three languages, exit codes, and no traceback for anybody."""

import argparse
import ast
import io
import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tests.core.random_games import begin, play_on, text

import aachen
from aachen import cli
from aachen.cli.arguments import MESSAGES
from aachen.cli.chances import BLOCKS, DIGITS, spark
from aachen.core.errors import BadInput
from aachen.locales import LANGUAGES, catalogue

RECORD = play_on(begin(2, 2), 30)

# What argparse says only to whoever writes a parser.
FOR_PROGRAMMERS = re.compile(
    r"conflict|callable|not defined|positionals|must be optional|merge|must start with|dest=|multiple subparser"
    r"|with mode|deprecated"
)


@pytest.fixture(autouse=True)
def _a_neutral_environment(monkeypatch, tmp_path):
    for key in ("AACHEN_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def log(tmp_path):
    """The file of a game that is still running."""
    path = tmp_path / "game.log"
    path.write_text("".join(text(RECORD)), encoding="utf-8")
    return path


def test_the_version_is_told(capsys):
    assert cli.main(["--version"]) == 0
    kind = "compiled engine" if os.environ.get("AACHEN_COMPILED") else "plain Python engine"
    assert capsys.readouterr().out == f"aachen {aachen.__version__}, {kind}\n"


def test_without_a_command_the_help_is_shown_as_an_error(capsys):
    assert cli.main([]) == 2
    assert "replay" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [name for name in cli.COMMANDS if name != "play"])
def test_help_speaks_the_language(language, command, capsys):
    assert cli.main([command, "--help", "--lang", language]) == 0
    output = " ".join(capsys.readouterr().out.split())

    assert " ".join(catalogue(language).say(f"cli.{command}").split()) in output
    assert catalogue(language).say("args.help") in output


@pytest.mark.parametrize(
    ("arguments", "language", "output"),
    [
        (["replay"], "en", "missing: FILE"),
        (["replay"], "de", "es fehlt: DATEI"),
        (["replay"], "fr", "il manque\N{NO-BREAK SPACE}: FICHIER"),
        (["replay", "x", "--wat"], "de", "unbekanntes Argument: --wat"),
        (
            ["replay", "x", "--at", "-1"],
            "fr",
            "--at\N{NO-BREAK SPACE}: demande un nombre entier à partir de 0, pas '-1'",
        ),
        (["replay", "x", "--at"], "de", "--at: braucht einen Wert"),
        (["dance"], "de", "'dance' ist nicht möglich; wähle aus"),
        (
            ["fuzz", "--game", "chess"],
            "fr",
            "'chess' n’est pas possible\N{NARROW NO-BREAK SPACE}; choisissez parmi",
        ),
        (["fuzz", "--games", "0"], "en", "needs a whole number, 1 or more, not '0'"),
        (["fuzz", "--games", "9" * 5000], "en", "needs a whole number, 1 or more, not '999"),
        (["fuzz", "--games", "٣"], "de", "braucht eine ganze Zahl ab 1, nicht '٣'"),
        (["fuzz", "--players", "2,x"], "de", "braucht ganze Zahlen, durch Kommas getrennt, nicht '2,x'"),
        (["play", "--delay", "nan"], "en", "needs a number, 0 or more, not 'nan'"),
        (["play", "--delay=-1"], "fr", "demande un nombre à partir de 0, pas '-1'"),
        (["train", "carolus", "--explore", "2"], "en", "needs a number from 0 to 1, not '2'"),
    ],
)
def test_bad_usage_is_told_in_the_language(arguments, language, output, capsys):
    assert cli.main([*arguments, "--lang", language]) == 2
    assert output in capsys.readouterr().err


def test_everything_argparse_says_to_users_is_translated():
    tree = ast.parse(Path(argparse.__file__).read_text(encoding="utf-8"))
    said = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
            said |= {
                str(each.value) for each in node.args[:2] if isinstance(each, ast.Constant) and each.value
            }

    assert {each for each in said if not FOR_PROGRAMMERS.search(each)} - set(MESSAGES) == set()


def test_argparse_speaks_english_again_afterwards():
    before = vars(argparse)["_"]
    cli.main(["--lang", "de", "--version"])

    assert vars(argparse)["_"] is before


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        (["--lang", "fr"], {"AACHEN_LANG": "de"}, "fr"),
        (["show", "--lang=de", "x"], {}, "de"),
        ([], {"AACHEN_LANG": "de", "LANG": "fr_FR.UTF-8"}, "de"),
        ([], {"LANG": "de_AT.UTF-8"}, "de"),
        ([], {"LANG": "sv_SE.UTF-8"}, "en"),
        ([], {"LANG": "sv_SE.UTF-8", "LANGUAGE": "sv:fr:de"}, "fr"),
        ([], {"LC_ALL": "C.UTF-8", "LANG": "de_DE", "LANGUAGE": "fr"}, "en"),
        ([], {"LC_ALL": "", "LANG": "fr_CA"}, "fr"),
        (["show", "--", "--lang", "de"], {}, "en"),
    ],
)
def test_the_language_comes_from_the_first_who_says_one(arguments, environment, language):
    assert cli.language_of(arguments, environment) == language


@pytest.mark.parametrize(
    ("arguments", "environment"), [(["--lang", "la"], {}), ([], {"AACHEN_LANG": "deutsch"})]
)
def test_a_language_we_do_not_speak_is_refused(arguments, environment):
    with pytest.raises(BadInput) as wrong:
        cli.language_of(arguments, environment)

    assert wrong.value.faults[0].code == "unknown_language"


@pytest.mark.parametrize("arguments", [["--lang", "de", "engine"], ["engine", "--lang", "de"]])
def test_the_language_may_come_before_or_after_the_command(arguments):
    parser = cli.build_parser(arguments, catalogue("de").say)

    assert parser.parse_args(arguments).lang == "de"


def test_a_position_is_shown(capsys):
    assert cli.main(["show", RECORD.position.write()]) == 0
    output = capsys.readouterr().out

    assert "Normandie" in output
    assert RECORD.position.write() not in output


def test_a_position_can_come_from_a_file_and_be_shown_as_text(tmp_path, capsys):
    (tmp_path / "there.txt").write_text(RECORD.position.write_block(), encoding="utf-8")

    assert cli.main(["show", f"@{tmp_path / 'there.txt'}", "--text"]) == 0
    assert capsys.readouterr().out == RECORD.position.write_block()


def test_one_seats_eyes_do_not_see_the_others_tiles(capsys):
    assert cli.main(["show", RECORD.position.write(), "--text", "--seat", "red"]) == 0
    output = capsys.readouterr().out

    assert re.search(r"yellow tiles: hand \?\d", output)
    assert not re.search(r"red tiles: hand \?", output)


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["show", "nonsense"], "“nonsense” is neither a land"),
        (["show", "@/no/such/file"], "There is no file /no/such/file."),
        (["show", "@."], "is a folder"),
        (["show", "", "--seat", "pink"], "There is no seat “pink”"),
        (["show", "", "--board", "/no/such/board"], "There is no file"),
        (["show", "\x00"], "is neither a land"),
        (["replay", "/no/such/file"], "There is no file"),
        (["replay", "\x00"], "cannot be read"),
        (["replay", "-", "--step"], "Give it as a file"),
        (["fuzz", "--players", "99"], "This board does not support 99 players"),
        (["fuzz", "--players", "two"], "needs whole numbers"),
        (["fuzz", "--options", "{"], "not JSON"),
        (["fuzz", "--options", '{"speed":1}'], "There is no option “speed”"),
        (["fuzz", "--out", "/dev/null"], "/dev/null cannot be written to"),
    ],
)
def test_bad_input_is_told_plainly_with_exit_code_2(arguments, output, capsys):
    assert cli.main(arguments) == 2
    shown = capsys.readouterr()

    assert output in shown.err
    assert "Traceback" not in shown.err


def test_a_file_that_is_no_text_is_told(tmp_path, capsys):
    (tmp_path / "raw").write_bytes(b"time: 830 \xff")

    assert cli.main(["show", f"@{tmp_path / 'raw'}"]) == 2
    assert "byte 10" in capsys.readouterr().err


def test_a_board_file_is_checked(tmp_path, capsys):
    (tmp_path / "board.json").write_text('{"format": "aachen-board/1"}', encoding="utf-8")

    assert cli.main(["show", "", "--board", str(tmp_path / "board.json")]) == 2
    assert "The key “lands” is missing." in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_log_is_replayed_in_words(log, language, capsys):
    assert cli.main(["replay", str(log), "--lang", language]) == 0
    output = capsys.readouterr().out

    assert catalogue(language).say("cli.replay.verified", number=30) in output
    assert "Normandie" in output


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Chances over"), ("de", "Gewinnchancen"), ("fr", "Chances au fil")]
)
def test_a_replay_tells_everybodys_chances(log, language, title, capsys):
    assert cli.main(["replay", str(log), "--quiet", "--chances", "--plain", "--lang", language]) == 0
    output = capsys.readouterr().out
    graph = output[output.index(title) :].splitlines()

    assert all(re.search(r" [0-9]+  [0-9]+\s?%$", line) for line in graph[1:3])
    assert "{" not in output


def test_chances_are_drawn_as_they_stood():
    assert (spark([0.0, 0.3, 0.99, 1.0], BLOCKS), spark([0.5] * 600, DIGITS)) == ("▁▃██", "5" * 60)


def test_a_quiet_replay_tells_only_the_result(log, capsys):
    assert cli.main(["replay", str(log), "--quiet", "--check"]) == 0
    assert capsys.readouterr().out == "Verified: 30 entries.\n"


def test_a_replay_can_stop_on_the_way(log, capsys):
    assert cli.main(["replay", str(log), "--at", "7", "--plain"]) == 0
    output = capsys.readouterr().out

    assert "Verified: 7 entries." in output
    assert re.search(r"^   7  ", output, re.MULTILINE)
    assert not re.search(r"^   8  ", output, re.MULTILINE)


def test_a_replay_cannot_stop_where_there_is_nothing(log, capsys):
    assert cli.main(["replay", str(log), "--at", "31", "--quiet"]) == 2
    assert "no entry 31; its last one is 30" in capsys.readouterr().err


def test_one_seats_replay_keeps_the_others_secrets(log, capsys):
    first = json.loads(RECORD.lines[1])
    other = "yellow" if first["seat"] == "red" else "red"
    cli.main(["replay", str(log), "--at", "1", "--plain", "--seat", other])
    hidden = capsys.readouterr().out.splitlines()[3:6]
    cli.main(["replay", str(log), "--at", "1", "--plain", "--seat", first["seat"]])
    open_ = capsys.readouterr().out.splitlines()[3:6]

    assert hidden != open_
    assert any(line.endswith("…") for line in hidden)
    assert not any(line.endswith("…") for line in open_)


def test_a_damaged_log_is_told_at_its_line_and_shown_up_to_there(log, capsys):
    lines = log.read_text(encoding="utf-8").splitlines()
    lines[11] = lines[11].replace('"digest":"', '"digest":"0')
    log.write_text("\n".join(lines), encoding="utf-8")

    assert cli.main(["replay", str(log)]) == 1
    shown = capsys.readouterr()
    assert "Verified: 10 entries." in shown.out
    assert re.search(r"^  10  ", shown.out, re.MULTILINE)
    assert shown.err.startswith("Line 12: ")


def test_a_log_that_breaks_off_is_told(log, capsys):
    log.write_bytes(log.read_bytes()[:-20])

    assert cli.main(["replay", str(log), "--quiet", "--lang", "de"]) == 1
    assert "Zeile 31: Das Protokoll endet mitten in dieser Zeile." in capsys.readouterr().err


def test_a_refused_entry_is_told_with_its_rule(log, capsys):
    lines = log.read_text(encoding="utf-8").splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | {"action": {"do": "done"}})
    log.write_text("\n".join(lines), encoding="utf-8")

    assert cli.main(["replay", str(log), "--quiet"]) == 1
    assert re.search(r"Line 2: .* forbid .* You cannot", capsys.readouterr().err)


def test_steps_wait_for_enter_and_q_leaves(log, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\nq\n"))

    assert cli.main(["replay", str(log), "--step", "--plain"]) == 0
    assert "Verified: 2 entries." in capsys.readouterr().out


def test_a_bug_of_ours_is_told_in_a_sentence_and_saved(monkeypatch, tmp_path, capsys):
    def crash(arguments, language):
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(cli, "run", crash)

    assert cli.main(["show", "x", "--lang", "de"]) == 70
    output = capsys.readouterr().err
    (report,) = (tmp_path / "state" / "aachen").iterdir()
    assert str(report) in output
    assert "Traceback" not in output
    assert output.count("\n") == 1
    saved = report.read_text(encoding="utf-8")
    assert "ZeroDivisionError: planted" in saved
    assert "'show' 'x'" in saved
    assert aachen.__version__ in saved


def test_ctrl_c_ends_quietly(monkeypatch, capsys):
    def interrupt(arguments, language):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", interrupt)

    assert cli.main(["show", "x"]) == 130
    assert capsys.readouterr().err == ""


def command(*arguments, **keys):
    """The command in a process of its own."""
    script = "import sys; from aachen.cli import main; sys.exit(main())"
    environment = {**os.environ, **keys.pop("env", {})}
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        **keys,
    )


def test_a_closed_pipe_ends_quietly(log):
    running = command("replay", str(log))
    running.stdout.close()
    _, output = running.stdout, running.stderr.read()
    running.stdin.close()

    assert running.wait(60) in (0, 141)
    assert output == b""


def test_a_terminal_without_letters_still_gets_its_answer(log):
    running = command("replay", str(log), "--at", "3", "--lang", "fr", env={"PYTHONIOENCODING": "ascii"})
    out, err = running.communicate(timeout=60)

    assert (running.returncode, err) == (0, b"")
    assert b"Normandie" in out


def test_the_engine_answers_line_by_line():
    running = command("engine", "--lang", "de")
    for asked, output in [
        (b'{"id":1,"ask":"games"}\n', '"ok":true'),
        (b'{"id":2,"ask":"bogus"}\r\n', "gibt es nicht"),
        (b"\xff\xfe\n", "kein JSON"),
        (b"\n", "Die Zeile ist leer"),
        (b"x" * 3_000_000 + b"\n", "ist l\u00e4nger als"),
        (b'{"id":3,"ask":"quit"}\n', '{"id":3,"ok":true}'),
    ]:
        running.stdin.write(asked)
        running.stdin.flush()

        assert output in running.stdout.readline().decode("utf-8")
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (0, b"", b"")


def test_the_engine_ends_with_its_input():
    running = command("engine")
    out, err = running.communicate(b'{"ask":"to_act"}', timeout=60)

    assert running.returncode == 0
    assert json.loads(out)["error"]["code"] == "no_game_yet"
    assert err == b""


def test_the_engine_can_be_interrupted():
    """Also where the tests themselves run in the background, deaf to interrupts, as their children would be."""
    running = command("engine", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    running.stdin.write(b'{"ask":"games"}\n')
    running.stdin.flush()
    running.stdout.readline()
    for _ in range(60):  # a signal in the moment before it reads is heard with the next one
        running.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            running.wait(timeout=1)
            break
    code = running.poll()
    running.kill()
    _, err = running.communicate()

    assert (code, err) == (130, b"")


def test_a_crashing_engine_says_so_to_the_program(monkeypatch):
    from aachen.cli import engine
    from aachen.core.dialogue import Dialogue
    from aachen.games import GAMES
    from aachen.titles.sentences import Sentences

    talk = Dialogue(GAMES, Sentences())
    monkeypatch.setattr(talk, "answer_line", lambda line: 1 // 0)
    answers = io.BytesIO()
    with pytest.raises(ZeroDivisionError):
        engine.talk(talk, io.BytesIO(b"{}\n{}\n"), answers)

    assert json.loads(answers.getvalue())["error"]["code"] == "crashed"
