"""The chances over a recorded game, as lines for the terminal."""

import re
from pathlib import Path

import pytest

from aachen.bots.analysis import analyse_log
from aachen.cli.chances import tell_chances

LOGS = Path(__file__).parents[1] / "golden" / "logs" / "carolingi-1"


@pytest.mark.parametrize(("game", "can_fail"), [("814-2", True), ("base-2", False)])
def test_the_failure_of_all_has_a_line_where_it_can_happen(game, can_fail):
    lines = (LOGS / f"{game}.log").read_text(encoding="utf-8").splitlines()
    text = list(tell_chances(analyse_log(lines), "en", is_plain=True))

    assert any(line.startswith("  all fail ") for line in text) == can_fail


@pytest.mark.parametrize("game", ["814-2", "base-2"])
def test_what_luck_and_play_made_of_a_chance_adds_up_as_it_is_told(game):
    lines = (LOGS / f"{game}.log").read_text(encoding="utf-8").splitlines()
    text = list(tell_chances(analyse_log(lines), "en", is_plain=True))
    told = text[text.index("Luck and play") + 1 :]

    assert len(told) == 2
    for line in told:
        start, luck, own, others, end = (
            int(number) for number in re.findall(r"([+\-−]?\d+)%", line.replace("−", "-"))
        )
        assert start + luck + own + others == pytest.approx(
            end, abs=1
        )  # what is not certain is never 0 or 100
