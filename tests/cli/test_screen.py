"""The table on a terminal: readable at any width, without colour, in ASCII and in plain sentences."""

import io
import re

import pytest
from tests.cli.sitting import show

from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.games.carolingi import board as boards
from aachen.locales import LANGUAGES
from aachen.titles.carolingi.signs import ASCII, COLOUR_SIGNS, UNICODE
from aachen.titles.carolingi.wording import CarolingiWording
from aachen.titles.terminal.console import console_for

GAME = GAMES["carolingi"]


def terminal(encoding="utf-8"):
    """A file with an encoding of its own, as terminals have."""
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")


def position_after(moves, players=3, seed=4):
    luck = SeededLuck(seed)
    position = GAME.new(GAME.options({"players": players}), luck)
    for _ in range(moves):
        if position.to_act():
            seat = position.to_act()[0]
            position.play(seat, luck.pick("offer", position.offers(seat)), luck)
    return position


def drawn(position, language="en", width=100, viewer=0, plain=False, encoding="utf-8", **how):
    file = terminal(encoding)
    show(
        position,
        CarolingiWording(language, boards.standard()),
        console_for(file, width=width, **how),
        viewer,
        plain,
    )
    file.seek(0)
    return file.read()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_no_line_is_longer_than_the_terminal(language, players, width):
    for moves in (0, 70):
        for plain in (False, True):
            text = drawn(position_after(moves, players), language, width, plain=plain)
            assert max(len(line) for line in text.splitlines()) <= width


@pytest.mark.parametrize("plain", [False, True])
def test_every_land_and_every_card_is_on_the_screen(plain):
    position = position_after(40)
    text = drawn(position, plain=plain)
    words = CarolingiWording("en", boards.standard())

    for land in position.view(None)["lands"]:
        assert words.land(land) in text
    for region in position.view(None)["rows"]:
        assert words.region(region) in text


def test_followers_have_the_sign_of_their_colour():
    text = drawn(position_after(0))

    assert re.search(r"▲ \S.* ♜ +▲5", text)
    assert "■5" in text


def test_no_two_colours_share_a_sign():
    for signs in (UNICODE, ASCII):
        used = [*signs.colours.values(), signs.gang, signs.counter, signs.forest, signs.palace]
        assert len(used) == len(set(used))
    assert list(COLOUR_SIGNS) == list(boards.standard().colours)


def test_what_is_missing_for_victory_is_said():
    text = drawn(position_after(0))

    assert "1/6" in text
    assert "5/12" in text
    assert "Bourgogne: still needs Duché de Bourgogne and Haute Provence" in " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_that_knows_only_ascii_gets_ascii(language):
    text = drawn(position_after(60), language, width=80, encoding="ascii")

    assert text.isascii()
    assert "Ile-de-France" in text
    assert "?" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_no_colour_is_no_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    coloured = re.compile(r"\x1b\[[\d;]*3[0-9]")

    assert not coloured.search(drawn(position_after(0)))
    monkeypatch.delenv("NO_COLOR")
    assert not coloured.search(drawn(position_after(0), no_colour=True))


def test_plain_screens_have_neither_boxes_nor_signs():
    text = drawn(position_after(60), plain=True)

    assert not re.search("[─│╭▲●■✕▪♣♜✓]", text)
    assert "homeland of Red" in text
    assert "Court of Blue:" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_screens_tell_whose_tiles_are_in_the_bag_and_who_used_the_swap_space(language):
    """Both are open, and drawn on the other screen."""
    views = ((position, position.view(None)) for position in map(position_after, range(20, 60)))
    position, view = next(found for found in views if _has_open_bag_and_swaps(found[1]))
    text = drawn(position, language, width=200, viewer=None, plain=True)
    words = CarolingiWording(language, boards.standard())
    seats = ", ".join(f"{words.seat(seat)} {n}" for seat, n in view["bag"]["by_seat"].items() if n)
    used = sum(court["swap_space"] for court in view["courts"].values())

    assert words.say("screen.plain_bag", seats=seats, events=view["bag"]["events"]) in text
    assert text.count(words.say("screen.plain_swap")) == used


def _has_open_bag_and_swaps(view):
    return any(view["bag"]["by_seat"].values()) and any(
        each["swap_space"] for each in view["courts"].values()
    )


def test_a_spectator_sees_no_tiles_in_hand():
    for plain in (False, True):
        assert "Your tiles:" in drawn(position_after(0), viewer=0, plain=plain)
        assert "Your tiles:" not in drawn(position_after(0), viewer=None, plain=plain)


def test_a_view_is_drawn_like_the_position_it_came_from():
    position = position_after(30)

    assert drawn(position, viewer=1) == drawn(position.view(1))
