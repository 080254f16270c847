"""Whole dialogues at the terminal: what people type and what they see."""

import json
import re

import pytest
from tests.cli.sitting import CLEARED, COLOURED, Sitting, always, kept_games
from tests.words import whole

from aachen.cli import play
from aachen.core.replay import replay
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.locales import LANGUAGES
from aachen.titles.carolingi.reader import CarolingiReader
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.reader import Unclear, fold


def position_text(players=3, seed=1):
    from aachen.core.luck import SeededLuck

    game = GAMES["carolingi"]
    return game.new(game.options({"players": players}), SeededLuck(seed)).write()


# ---- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [False, True])
def test_a_whole_game_by_numbers(language, plain, data_home):
    arguments = ["--seats", "person,random", "--last-year", "830", "--seed", "3"]
    sitting = Sitting(
        *arguments, *(["--plain"] if plain else []), typed=always("1", "2", "0"), language=language
    )

    assert sitting.code == 0
    assert whole(language).say("outcome.time", seats="X", points=1)[:12] in sitting.text
    (path,) = kept_games(data_home)
    steps = list(replay(path.open(), GAMES))
    assert not any(step.faults for step in steps)
    assert steps[-1].outcome is not None
    assert f"aachen replay {path}" in sitting.text


def test_the_same_seed_and_answers_are_the_same_game(data_home):
    games = []
    for _ in range(2):
        Sitting("--seats", "person,greedy", "--last-year", "830", "--seed", "5", typed=always("1"))
    for path in kept_games(data_home):
        games.append(path.read_text())

    assert len(games) == 2
    assert games[0] == games[1]


def test_bots_alone_play_to_the_end():
    sitting = Sitting(
        "--seats", "random,random,random", "--last-year", "830", "--seed", "1", "--delay", "0.5"
    )

    assert sitting.code == 0
    assert sitting.screens == []
    assert sitting.slept
    assert "Time is up" in sitting.text


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_longer_than_the_terminal(width, language):
    arguments = ["--seats", "person,random,random", "--last-year", "830", "--seed", "2"]
    sitting = Sitting(*arguments, typed=always("1", "help", "xyz", "1"), width=width, language=language)

    lines = [COLOURED.sub("", line) for line in sitting.text.splitlines()]
    assert max(len(line) for line in lines if "aachen" not in line) <= width


def test_no_colour_reaches_a_terminal_that_wants_none(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    sitting = Sitting("--seats", "person,random", "--seed", "1", typed=["1"], is_terminal=True)

    assert not re.search(r"\x1b\[[\d;]*3[0-9]", sitting.text)


# ---- Beginning -----------------------------------------------------------------------------------


def test_a_newcomer_is_at_the_board_after_enter():
    sitting = Sitting(typed=["", "", "", "", ""], at_terminal=True)

    assert "Enter accepts" in sitting.text
    assert "Which game? 1 Carolingi, 2 Carolus Magnus [1]" in sitting.text
    assert "Which rules? base, advanced, 814; you may add anarchy, hourglass [base]" in sitting.text
    assert "Choose two tiles for winter 830." in sitting.screens[-1]
    assert "random (very easy), greedy (easy), planner (medium), search (hard)" in " ".join(
        sitting.text.split()
    )
    assert "Yellow: greedy" in sitting.text


def test_the_start_menu_asks_again_and_speaks_the_chosen_language():
    sitting = Sitting(typed=["de", "", "", "9", "2", "person,nobody", "person:Anna,random"], at_terminal=True)

    assert "Wie viele Karolinger, 2 bis 6?" in sitting.text
    assert "„9“ ist keine mögliche Zahl von Karolingern" in sitting.text
    assert "„nobody“ kann keinen Platz bekommen" in sitting.text
    assert "Rot: Anna" in sitting.text


@pytest.mark.parametrize("answer", ["2", "carolus", "Carolus M"])
def test_the_start_menu_leads_to_the_other_game_too(answer):
    sitting = Sitting(typed=["", "chess", "carol", answer, "", ""], at_terminal=True)

    assert "“chess” is not one of them." in sitting.text
    assert "“carol” is not one of them." in sitting.text
    assert "The Emperor travels" in sitting.text


def test_without_a_terminal_nothing_is_asked_before_the_game():
    sitting = Sitting(typed=[])

    assert sitting.code == 0
    assert len(sitting.screens) == 1
    assert "Choose two tiles" in sitting.screens[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "many"], "is not a possible number of Carolingians"),
        (["--players", "2", "--seats", "person,random,random"], "give different numbers"),
        (["--seats", "person,martian"], "cannot take a seat"),
        (["--seats", "person:greedy,random"], "is the name of a bot"),
        (["--resume"], "There is no unfinished game"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, sentence):
    sitting = Sitting(*arguments)

    assert sitting.code == 2
    assert sentence in sitting.text


def test_a_game_can_begin_at_a_position(tmp_path):
    (tmp_path / "p.txt").write_text(position_text(players=2))
    sitting = Sitting(
        "--position", f"@{tmp_path / 'p.txt'}", "--seats", "person,random", typed=["1", "quit", ""]
    )

    assert "Choose two tiles for winter 830." in sitting.text
    assert "position" in json.loads(sitting.path.read_text().splitlines()[0])


# ---- Talking -------------------------------------------------------------------------------------


def influence_sitting(*typed, language="en"):
    """Red's Influence is the first of Red's tiles to be drawn with this seed."""
    return Sitting("--seed", "5", typed=["1" if language != "en" else "inf dev", *typed], language=language)


def test_an_action_may_be_typed_in_words_and_is_answered_by_the_rule_if_it_is_not_legal():
    sitting = influence_sitting("send comté", "unfold champ", "march norm ile 2", "send champ 2")

    assert "The card Comté de Bourgogne is not in a row now." in sitting.text
    assert "You have no follower on the card Champagne." in sitting.text
    assert "(§5.4)" in sitting.text
    assert sitting.text.count("Red sends a missus to the card Champagne.") == 2


def test_several_numbers_are_done_one_after_the_other():
    sitting = influence_sitting("4 4")

    assert sitting.text.count("Red sends a missus to the card Champagne.") == 2


def test_why_explains_both_ways():
    sitting = influence_sitting("why 4", "why unfold champ", "why", "why xyzzy", "why march hessen berry 1")

    assert "This is allowed: Send a missus to the card Champagne." in sitting.text
    assert "Choose a card with one of your followers. (§5.1, ruling" in sitting.text
    assert "Ask about an action, for example: why" in sitting.text
    assert "“xyzzy”" in sitting.text
    assert "You cannot march with this tile: “Influence” was drawn." in sitting.text


def test_undo_takes_back_until_something_new_is_known():
    sitting = influence_sitting("4", "undo", "undo", "0", "undo")

    assert "Undone: Send a missus to the card Champagne." in sitting.text
    assert sitting.text.count("This can no longer be undone") == 2
    kinds = [set(json.loads(line)) for line in sitting.path.read_text().splitlines()]
    assert any("undo" in kind for kind in kinds)


def test_what_is_not_understood_is_said_with_an_example():
    sitting = Sitting("--seed", "5", typed=["99", "frobnicate", "bourgogne", "battle", "place battle", ""])

    assert "There is no choice 99. Enter a number from 1 to 16." in sitting.text
    assert "“frobnicate” was not understood." in sitting.text
    assert "Type it like this: place TILE TILE" in sitting.text


def test_the_table_answers_its_commands():
    sitting = Sitting(
        "--seed", "5", typed=["help", "board", "courts", "victory", "offers", "log", "lang", "?"]
    )

    for screen, words in zip(
        sitting.screens[1:],
        [
            "leave the table",
            "Neustrie",
            "Nobiles",
            "Followers",
            "Choose two tiles",
            "everyone chooses",
            "fr Français",
            "why",
        ],
    ):
        assert words in screen.rpartition("Influence and Develop")[2] or words in screen


@pytest.mark.parametrize(
    ("language", "word", "title"),
    [("en", "hint", "The plan"), ("de", "tipp", "Der Plan"), ("fr", "conseil", "Le plan")],
)
def test_a_hint_says_what_a_bot_would_do_and_changes_nothing(language, word, title, monkeypatch):
    monkeypatch.setattr(play, "ADVISER", "greedy")  # a search takes its time, and thinks more or less in it
    sitting = Sitting("--seed", "5", typed=[word, word], language=language)
    first, second = (screen.rpartition(title)[2] for screen in sitting.screens[1:3])

    assert "  1. " in first
    assert "%" in first
    assert first == second


def test_the_language_can_be_switched_in_the_middle():
    sitting = Sitting("--seed", "5", typed=["lang de", "einfluss entwickeln", "sprache fr"])

    assert "Wähle zwei Tafeln für den Winter 830." in sitting.text
    assert "Rot hat verdeckt zwei Tafeln gelegt: Einfluss nehmen und Entwickeln." in sitting.text
    assert "La langue est maintenant le français." in sitting.text


# ---- Keeping and resuming ------------------------------------------------------------------------


def test_quit_keeps_the_game_and_resume_goes_on(data_home):
    first = influence_sitting("4", "quit", "")
    lines = first.path.read_text()
    second = Sitting("--resume", str(first.path), typed=["undo", "4", "log", "quit", ""])

    assert "Continue later with: aachen play --resume" in first.text
    assert "The game continues after" in second.text
    assert "Undone: Send a missus to the card Champagne." in second.text
    assert second.path.read_text().startswith(lines)
    assert len(second.path.read_text().splitlines()) == len(lines.splitlines()) + 2
    assert not any(step.faults for step in replay(second.path.open(), GAMES))


def test_resume_without_a_file_takes_the_latest_and_remembers_who_sat_where():
    Sitting("--seats", "person:Anna,random", "--seed", "1", typed=["1"])
    sitting = Sitting("--resume", typed=[])

    assert "Red: Anna" in sitting.text
    assert "Yellow: random" in sitting.text


def test_the_start_menu_offers_the_unfinished_game():
    Sitting("--seats", "person,random", "--seed", "1", typed=["1"])
    sitting = Sitting(typed=["", "yes"], at_terminal=True)

    assert "There is an unfinished game of" in sitting.text
    assert "The game continues after" in sitting.text


def test_interruption_is_told_where_the_game_is_kept():
    sitting = Sitting("--seed", "1", typed=["1", KeyboardInterrupt()])

    assert sitting.code == 130
    assert "Stopped." in sitting.text
    assert sitting.path.exists()


def test_save_writes_a_copy_and_never_over_something_else(tmp_path):
    (tmp_path / "taken.txt").write_text("a poem\n")
    copy = tmp_path / "copy.jsonl"
    sitting = Sitting(
        "--seed",
        "1",
        typed=[f"save {copy}", "1", f"save {copy}", f"save {tmp_path / 'taken.txt'}", "save", "quit", ""],
    )

    assert copy.read_text() == sitting.path.read_text()
    assert (tmp_path / "taken.txt").read_text() == "a poem\n"
    assert "exists and holds something else" in sitting.text


def test_save_as_the_place_of_the_game(tmp_path):
    path = tmp_path / "mine.jsonl"
    sitting = Sitting("--seed", "1", "--save", str(path), typed=["1"])
    again = Sitting("--seed", "1", "--save", str(path), typed=["1"])

    assert sitting.path == path
    assert again.code == 2
    assert "exists and holds something else" in again.text


def test_a_disk_that_refuses_is_told_once_and_the_game_goes_on(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    sitting = Sitting("--seats", "person,random", "--last-year", "830", "--seed", "1", typed=always("1"))

    assert sitting.code == 0
    assert sitting.text.count("cannot be written to") == 1
    assert "Time is up" in sitting.text


def test_a_log_whose_last_line_was_cut_off_goes_on_without_it():
    first = Sitting("--seed", "1", typed=["1"])
    whole = first.path.read_text()
    first.path.write_text(whole[:-10])
    sitting = Sitting("--resume", str(first.path), typed=[])

    assert "was incomplete and was ignored" in sitting.text
    assert whole.startswith(first.path.read_text())
    assert first.path.read_text().endswith("\n")


def test_a_log_that_was_changed_is_refused_with_the_line(tmp_path):
    first = Sitting("--seed", "1", typed=["1"])
    lines = first.path.read_text().splitlines()
    lines[1] = lines[1].replace('"digest":"', '"digest":"0')
    first.path.write_text("\n".join(lines) + "\n")
    sitting = Sitting("--resume", str(first.path))

    assert sitting.code == 1
    assert "line 2:" in sitting.text.replace("\n", " ")


def test_a_finished_game_is_shown_again(data_home):
    Sitting("--seats", "random,random", "--last-year", "830", "--seed", "1")
    (path,) = kept_games(data_home)
    sitting = Sitting("--resume", str(path))

    assert sitting.code == 0
    assert "This game is already finished." in sitting.text
    assert "Time is up" in sitting.text


# ---- Several people ------------------------------------------------------------------------------

WITH_A_SECRET = position_text().replace(
    "battle no_action no_action, inactive influence equip_missi move_troops soothe_riot peace",
    "battle soothe_riot no_action no_action, inactive influence equip_missi move_troops peace",
    1,
)


def test_the_curtain_hides_one_persons_tiles_from_the_next():
    """Red alone has Soothe riot: nobody else ever sees it in a hand, an offer or a sentence."""
    sitting = Sitting(
        "--position",
        WITH_A_SECRET,
        "--seats",
        "person:Anna,person:Ben,random",
        "--seed",
        "4",
        typed=["", "soothe none", "soothe no", "", "1", *["0"] * 3],
        is_terminal=True,
    )
    curtain, anna = sitting.screens[0], sitting.screens[1]
    others = sitting.screens[3:5]

    assert "Hand the keyboard to Anna (Red)" in curtain
    assert "Your tiles" not in curtain
    assert "Soothe riot" in anna
    assert "Hand the keyboard to Ben (Yellow)" in others[0]
    assert "Ben (Yellow): Choose two tiles" in COLOURED.sub("", others[1])
    for screen in others:
        lines = [line for line in COLOURED.sub("", screen).splitlines() if "Soothe riot" in line]
        assert all(line.strip().startswith("Inactive:") for line in lines)
    assert "Red has placed two tiles face down:" not in sitting.text


@pytest.mark.parametrize("seed", range(4))
def test_what_all_look_at_shows_nobodys_tiles(seed):
    """Also when the last to choose is the first to act: the choice leaves the screen before the tile is carried out."""
    arguments = ["--seats", "person,person", "--last-year", "830", "--seed", str(seed)]
    sitting = Sitting(*arguments, typed=always("1", "", "2"), is_terminal=True)

    public = re.compile(r"(Influence|Equip missi|Move troops|Battle|Soothe riot): (send|use|choose)")
    screens = [COLOURED.sub("", screen) for screen in sitting.screens]
    open_screens = [screen for screen in screens if public.search(screen)]
    assert open_screens
    for screen in open_screens:
        assert "Your tiles" not in screen
        assert "Choose two tiles" not in screen
    for screen in screens:
        assert len(set(re.findall(r"(Red|Yellow): Choose two tiles", screen))) <= 1


def test_one_person_needs_no_curtain():
    sitting = Sitting("--seats", "person,random", "--seed", "1", typed=["1", "1", "1"], is_terminal=True)

    assert "Hand the keyboard" not in sitting.text
    assert CLEARED not in sitting.text


# ---- Reading what is typed -----------------------------------------------------------------------


def reader(language="en"):
    board = boards.standard()
    return CarolingiReader(
        CarolingiWording(language, board), [land.id for land in board.lands], board.colours[:3]
    )


@pytest.mark.parametrize(
    ("language", "text", "action"),
    [
        ("en", "march hessen franken 2", {"do": "march", "from": "hessen", "to": "franken", "followers": 2}),
        ("en", "m 2 from HESSEN to fran", {"do": "march", "from": "hessen", "to": "franken", "followers": 2}),
        (
            "en",
            "march ile de france champ 1",
            {"do": "march", "from": "ile_de_france", "to": "champagne", "followers": 1},
        ),
        (
            "de",
            "ziehe thüringen nach hessen 3",
            {"do": "march", "from": "thueringen", "to": "hessen", "followers": 3},
        ),
        (
            "fr",
            "marche depuis Île-de-France vers Anjou 1",
            {"do": "march", "from": "ile_de_france", "to": "anjou", "followers": 1},
        ),
        ("en", "equip 4 2", {"do": "equip", "missi": 4, "leudes": 2}),
        ("en", "equip 4", {"do": "equip", "missi": 4, "leudes": 0}),
        ("de", "besänftige berry 2", {"do": "soothe", "land": "berry", "gangs": 2}),
        ("fr", "combats comte", {"do": "fight", "land": "comte_de_bourgogne"}),
        ("en", "swap no action for battle", {"do": "swap", "give": "no_action", "take": "battle"}),
        ("en", "expel blue", {"do": "expel", "seat": "blue"}),
        ("de", "fertig", {"do": "done"}),
        ("en", "place battle equip missi", {"do": "place", "tiles": ["battle", "equip_missi"]}),
    ],
)
def test_actions_are_understood_in_words(language, text, action):
    assert reader(language).read(text, [{"do": "done"}]) == [action]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("march hessen", "play.too_little"),
        ("fight hessen franken", "play.too_much"),
        ("fight bourgogne", "play.ambiguous"),
        ("fight atlantis", "play.not_understood"),
        ("...", "play.not_understood"),
        ("7", "play.no_such_number"),
        ("99999999999999999999", "play.no_such_number"),
        ("send hessen 99", "play.too_much"),
    ],
)
def test_what_is_unclear_is_named(text, key):
    with pytest.raises(Unclear) as unclear:
        reader().read(text, [{"do": "done"}])

    assert unclear.value.key == key


def test_every_offer_can_be_typed_as_it_is_shown(data_home):
    """What the help gives as an example is understood as the very action."""
    from aachen.core.luck import SeededLuck

    game = GAMES["carolingi"]
    luck = SeededLuck(3)
    position = game.new(game.options({"players": 3, "last_year": 830}), luck)
    for language in LANGUAGES:
        understood = reader(language)
        while position.to_act() and luck.pick("go on", [0] * 40 + [1]) == 0:
            seat = position.to_act()[0]
            offers = [position.name_action(offer) for offer in position.offers(seat)]
            for offer in offers[:: max(1, len(offers) // 8)]:
                assert understood.read(understood.typed(offer), offers)[0] == offer, understood.typed(offer)
            position.play(seat, luck.pick("offer", position.offers(seat)), luck)


def test_accents_and_capitals_do_not_matter():
    assert fold("Île-de-France, Thüringen 2 großes") == ["ile", "de", "france", "thuringen", "2", "grosses"]


def test_the_log_does_not_tell_what_was_taken_back(data_home):
    """Neither at once nor after the game was laid aside."""
    at = "acting: red influence; card anjou:; card berry:; red court: missi 3"
    play = ("--position", at, "--seats", "person,random,random", "--seed", "1")
    sitting = Sitting(*play, typed=["send anjou", "undo", "send berry", "log", "quit"])
    resumed = Sitting("--resume", typed=["log"])

    assert "Undone: Send a missus to the card Anjou." in sitting.text
    assert sitting.text.count("Red sends a missus to the card Anjou.") == 1  # when it happened
    assert sitting.text.count("Red sends a missus to the card Berry.") == 2  # and once more in the log
    assert "Red sends a missus to the card Anjou." not in resumed.text
    assert "Red sends a missus to the card Berry." in resumed.text
