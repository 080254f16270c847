"""The compiled wheel, built and installed in the compiled half of `./test`, where the engine lies ready."""

import os

import pytest
from tests.house.wheel_kit import built, installed

import wheel_check
from aachen import __version__


@pytest.mark.skipif(not os.environ.get("AACHEN_COMPILED"), reason="belongs to the compiled half")
def test_the_compiled_wheel_plays_a_game_in_a_clean_environment(tmp_path):
    wheel = built(tmp_path / "wheel", AACHEN_WHEEL="compiled")
    wheel_check.check_contents(wheel)
    programs = installed(wheel, tmp_path / "clean")

    assert wheel_check.check_installed(programs, "compiled") == f"aachen {__version__}, compiled engine"
    assert len(wheel_check.play_in(programs, "carolus")) > 20
