"""`aachen train`: a game's bots learn by playing against themselves, and what they learned is written to a file.

The same command makes the same bytes, however many processes play, and however often it was interrupted.
"""

from __future__ import annotations

import argparse

from aachen.arena.training.selfplay import LEVELS
from aachen.arena.training.weight_sets import groups_of, is_forecast, weight_sets_of
from aachen.cli.arguments import Say
from aachen.cli.game_argument import add_game
from aachen.core.errors import bad
from aachen.games import GAMES
from aachen.titles.terminal.numbers import decimal_number, share, whole_number

GENERATIONS = 5
BLOCKS = 50
FEWEST_BLOCKS = 10  # that say anything about strength
LEARNERS = ("gate", "elders", "memory")  # options for those who learn from outcomes
CLIMBERS = ("tries", "reach", "pace")  # and for those who climb
MOST = {"reach": 1.0, "pace": 100.0}


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """What to learn, how long, and where to write it."""
    add_game(parser, say("cli.game"))
    parser.add_argument(
        "--weight-set", "--lesson", metavar=say("train.name"), help=say("train.arg.weight_set")
    )
    parser.add_argument("--forecast", "--outlook", action="store_true", help=say("train.arg.forecast"))
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help=say("train.arg.seed"))
    parser.add_argument("--generations", type=whole_number(1), metavar="N", help=say("train.arg.generations"))
    parser.add_argument(
        "--games", type=whole_number(10), default=1000, metavar="N", help=say("train.arg.games")
    )
    parser.add_argument("--blocks", type=whole_number(0), metavar="N", help=say("train.arg.blocks"))
    parser.add_argument("--level", choices=list(LEVELS), default="greedy", help=say("train.arg.level"))
    parser.add_argument("--explore", type=share, default=0.1, metavar="0.1", help=say("train.arg.explore"))
    parser.add_argument(
        "--opening", type=whole_number(0), default=0, metavar="N", help=say("train.arg.opening")
    )
    parser.add_argument(
        "--elders", type=whole_number(0), default=0, metavar="N", help=say("train.arg.elders")
    )
    parser.add_argument("--gate", action="store_true", help=say("train.arg.gate"))
    parser.add_argument("--climb", type=whole_number(1), metavar="N", help=say("train.arg.climb"))
    parser.add_argument("--tries", type=whole_number(1), metavar="N", help=say("train.arg.tries"))
    parser.add_argument("--reach", type=decimal_number(0), metavar="0.3", help=say("train.arg.reach"))
    parser.add_argument("--pace", type=decimal_number(0), metavar="1", help=say("train.arg.pace"))
    parser.add_argument("--hold", type=share, default=0.001, metavar="0.001", help=say("train.arg.hold"))
    parser.add_argument("--from", dest="start", metavar=say("cli.file.name"), help=say("train.arg.from"))
    parser.add_argument("--memory", type=whole_number(1), metavar="N", help=say("train.arg.memory"))
    parser.add_argument(
        "--samples", "--moments", type=whole_number(1), default=40, metavar="N", help=say("train.arg.samples")
    )
    parser.add_argument(
        "--out", default="weights.json", metavar=say("cli.file.name"), help=say("train.arg.out")
    )
    parser.add_argument("--page", metavar=say("cli.file.name"), help=say("train.arg.page"))
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("train.arg.jobs"))


def run(args: argparse.Namespace) -> int:
    """Check what was asked for, and train."""
    if args.game is None:
        raise bad("game_missing", known=list(GAMES))
    named = weight_sets_of(args.game).get(args.weight_set)
    args.forecast = args.forecast or (named is not None and is_forecast(named))
    groups = wanted(args.game, args.weight_set, args.forecast)
    check(args)
    try:
        from aachen.cli import training
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        raise bad("train_extra_missing") from None
    return training.run(args, groups)


def wanted(game: str, weight_set: str | None, forecast: bool) -> list[list[str]]:
    """The groups of weight sets to train, to play by or to tell chances by: the one that is named, or all of the game."""
    weight_sets = weight_sets_of(game)
    groups = [names for names in groups_of(game) if is_forecast(weight_sets[names[0]]) == forecast]
    found = [names for names in groups if weight_set is None or weight_set in names]
    if found:
        return found
    known = sorted(name for names in groups for name in names)
    if not known:
        raise bad("no_forecast", "--forecast", game=game)
    raise bad("weight_set_unknown", "--weight-set", given=weight_set, known=known)


def check(args: argparse.Namespace) -> None:
    """Raises BadInput if what was asked for does not go together."""
    if args.forecast:
        _check_forecast(args)
    args.generations = args.generations or GENERATIONS
    args.blocks = BLOCKS if args.blocks is None else args.blocks
    is_climb = args.climb is not None
    for option in LEARNERS if is_climb else CLIMBERS:
        if getattr(args, option) not in (None, False, 0):
            raise bad("climb_without" if is_climb else "climb_needed", f"--{option}", option=f"--{option}")
    for option, most in MOST.items():
        given = getattr(args, option)
        if given is not None and not 0.0 < given <= most:
            raise bad("climb_out_of_range", f"--{option}", option=f"--{option}", given=given, most=most)
    if is_climb and args.blocks < FEWEST_BLOCKS:
        raise bad("climb_unproved", "--blocks", given=args.blocks, least=FEWEST_BLOCKS)


def _check_forecast(args: argparse.Namespace) -> None:
    """Nobody plays by an forecast: there is nothing to prove in matches, and nothing to learn from a second time."""
    if args.start is None:
        raise bad("forecast_unplayed", "--from")
    for option in ("climb", *CLIMBERS, *LEARNERS, "blocks"):
        if getattr(args, option) not in (None, False, 0):
            raise bad("forecast_without", f"--{option}", option=f"--{option}")
    if args.generations not in (None, 1):
        raise bad("forecast_without", "--generations", option="--generations")
    args.generations, args.blocks = 1, 0
