"""Arguments mean the same in every command, and what does not fit says what would."""

import pytest
from tests.cli.sitting import Sitting

from aachen import cli
from aachen.cli import build_parser
from aachen.locales import catalogue

CAROLUS = "carolus: players 2"


def parsed(*words):
    return build_parser(list(words), catalogue("en").say).parse_args(list(words))


@pytest.mark.parametrize(
    "command",
    [["play"], ["fuzz"], ["train"], ["arena", "--match", "random", "greedy"]],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize("game", [["carolus"], ["--game", "carolus"], ["carolus", "--game", "carolus"]])
def test_the_game_is_named_by_itself_or_by_its_option_in_every_command(command, game):
    assert parsed(*command, *game).game == "carolus"
    assert parsed(command[0], *game, *command[1:]).game == "carolus"


@pytest.mark.parametrize("command", ["play", "fuzz", "train"])
def test_two_different_games_are_refused(command, capsys):
    assert cli.main(["--lang", "en", command, "carolus", "--game", "carolingi"]) == 2
    assert "not possible together with carol" in capsys.readouterr().err


def test_a_report_takes_games_by_themselves_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = ["report", "carolus", "--players", "2", "--games", "1", "--level", "random", "--jobs", "1"]

    assert cli.main(["--lang", "en", *command]) == 0
    assert [path.name for path in tmp_path.glob("report.games/*")] == ["carolus-2-base-random-1.jsonl"]


def test_training_asks_for_the_game_if_none_is_named(capsys):
    assert cli.main(["--lang", "en", "train"]) == 2
    assert "Say which game: carolingi, carolus" in capsys.readouterr().err


def test_play_finds_the_game_of_a_position_as_show_does():
    sitting = Sitting("--position", CAROLUS, "--seats", "random,random", "--seed", "1")

    assert sitting.code == 0
    assert "/games/carolus-" in sitting.text.replace("\n", "")


@pytest.mark.parametrize(
    "command", [["show", "--game", "carolingi", CAROLUS], ["play", "carolingi", "--position", CAROLUS]]
)
def test_a_position_of_another_game_is_refused(command, capsys):
    assert cli.main(["--lang", "en", *command]) == 2
    assert "The position belongs to carolus, but you asked for carolingi." in capsys.readouterr().err


def test_a_position_with_another_number_of_players_is_refused():
    sitting = Sitting("--position", CAROLUS, "--players", "3")

    assert sitting.code == 2
    assert "You asked for 3 players, but the position has 2." in sitting.text


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (["--seed", "3"], "remove --seed"),
        (["--players", "2", "--save", "x.jsonl"], "remove --players, --save"),
        (["--position", CAROLUS], "remove --position"),
    ],
)
def test_what_a_resumed_game_already_has_is_refused(given, text, data_home):
    Sitting("carolus", "--players", "2", "--seats", "person,random")
    sitting = Sitting("--resume", *given)

    assert sitting.code == 2
    assert text in sitting.text


def test_a_saved_game_is_not_resumed_as_another(data_home, capsys):
    Sitting("carolus", "--players", "2", "--seats", "person,random")

    assert cli.main(["--lang", "en", "play", "carolingi", "--resume"]) == 2
    assert "The saved game is a game of carolus" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (
            ["report", "--game", "carolus", "--variant", "814"],
            "Carolus Magnus cannot be played in the variant 814",
        ),
        (["report", "--variant", "base,nonsense"], "cannot be played in the variant nonsense"),
        (["arena", "carolus", "--variant", "814", "--match", "random", "greedy"], "variant"),
        (["fuzz", "carolus", "--variant", "814"], "variant"),
        (["play", "carolus", "--variant", "814", "--players", "2"], "variant"),
    ],
)
def test_a_variant_that_means_nothing_is_refused(command, text, capsys):
    assert cli.main(["--lang", "en", *command]) == 2
    assert text in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ["play", "carolus", "--players", "٢"],
        ["play", "--delay", "٢"],
        ["play", "--delay", "-1"],
        ["play", "--delay", "nan"],
        ["play", "--hourglass", "٦٠"],
        ["play", "--last-year", "٨٣٢"],
        ["fuzz", "--players", "٢"],
        ["replay", "x", "--at", "٢"],
        ["arena", "--match", "random", "search:rounds=٤"],
        ["arena", "--match", "random", "search:rounds=1_0"],
        ["arena", "--again", "x:٢"],
        ["serve", "--listen", "127.0.0.1:٨٨١٤"],
        ["show", "carolingi: players ٢"],
        ["show", "carolus: players 2; region b: red ٢"],
    ],
    ids=" ".join,
)
def test_digits_of_other_scripts_and_numbers_that_are_none_are_refused(command, capsys):
    assert cli.main(["--lang", "en", *command]) == 2


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["play", "--hourglass", "soon"], "needs a whole number, 0 or more, not 'soon'"),
        (["play", "--last-year", "4.5"], "needs a whole number, 1 or more, not '4.5'"),
        (["arena", "--match", "random", "greedy", "--sprt", "1", "4"], "needs a number from 0 to 1, not '4'"),
    ],
)
def test_what_does_not_fit_says_what_would(command, text, capsys):
    assert cli.main(["--lang", "en", *command]) == 2
    assert text in capsys.readouterr().err


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (CAROLUS, "Waiting for White: a disc must be laid."),
        ("acting: blue move_troops; hessen: blue 2; blue court: missi 1", "Waiting for Blue"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--plain"]], ids=["drawn", "plain"])
def test_show_says_who_is_to_act(position, text, more, capsys):
    cli.main(["--lang", "en", "show", position, *more])

    assert text in capsys.readouterr().out


def test_show_says_who_is_to_act_to_the_seat_itself_too(capsys):
    position = "acting: blue move_troops; hessen: blue 2; blue court: missi 1"
    cli.main(["--lang", "en", "show", position, "--seat", "blue"])

    assert "Waiting for Blue" in capsys.readouterr().out


def test_too_many_pieces_are_counted_in_the_players_words(capsys):
    assert cli.main(["--lang", "en", "show", "carolus: players 2; region b: red 99"]) == 2
    assert "There are 99 paladins of the red clan; the game has 40." in capsys.readouterr().err


def test_seats_that_do_not_fit_are_counted_in_the_games_own_words():
    carolus = Sitting("--position", CAROLUS, "--seats", "random,random,random")
    carolingi = Sitting("--position", "carolingi: players 2", "--seats", "random,random,random")

    assert "3 seats are named, but 2 play. Name as many seats as there are players." in carolus.text
    assert (
        "3 seats are named, but 2 Carolingians play. Name as many seats as there are players."
        in carolingi.text
    )
