"""`aachen train`: a game's bots learn by playing against themselves, and what they learned is written to a file.

The same command makes the same bytes, however many processes play, and however often it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from shlex import quote

from aachen.arena.plan import code_digest
from aachen.arena.plots import Tongue
from aachen.arena.training import weights_file
from aachen.arena.training.class_book import Learned
from aachen.arena.training.climbing import Ascent, Mark
from aachen.arena.training.crew import Crew
from aachen.arena.training.curves import proof_told, training_page
from aachen.arena.training.generations import (
    Generation,
    History,
    Plan,
    entry,
    history_from,
    proof_blocks,
    train,
)
from aachen.arena.training.lessons import groups_of, is_outlook, lessons_of
from aachen.arena.training.selfplay import LEVELS, School, Weights
from aachen.cli.arguments import Say, whole_number
from aachen.cli.files import check_folder
from aachen.cli.progress import Progress
from aachen.core.errors import bad
from aachen.games import GAMES
from aachen.locales import catalogue

Lessons = dict[str, dict[str, object]]

GENERATIONS = 5
BLOCKS = 50
MEMORY = 3
FEWEST_BLOCKS = 10  # that say anything about strength
LEARNERS = ("gate", "elders", "memory")  # options for those who learn from outcomes
CLIMBERS = ("tries", "reach", "pace")  # and for those who climb
MOST = {"reach": 1.0, "pace": 100.0}


def add_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    """What to learn, how long, and where to write it."""
    parser.add_argument("game", choices=list(GAMES), help=say("cli.game"))
    parser.add_argument("--lesson", metavar=say("train.name"), help=say("train.arg.lesson"))
    parser.add_argument("--outlook", action="store_true", help=say("train.arg.outlook"))
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
    parser.add_argument("--reach", type=float, metavar="0.3", help=say("train.arg.reach"))
    parser.add_argument("--pace", type=float, metavar="1", help=say("train.arg.pace"))
    parser.add_argument("--hold", type=share, default=0.001, metavar="0.001", help=say("train.arg.hold"))
    parser.add_argument("--from", dest="start", metavar=say("cli.file.name"), help=say("train.arg.from"))
    parser.add_argument("--memory", type=whole_number(1), metavar="N", help=say("train.arg.memory"))
    parser.add_argument(
        "--moments", type=whole_number(1), default=40, metavar="N", help=say("train.arg.moments")
    )
    parser.add_argument(
        "--out", default="weights.json", metavar=say("cli.file.name"), help=say("train.arg.out")
    )
    parser.add_argument("--page", metavar=say("cli.file.name"), help=say("train.arg.page"))
    parser.add_argument("--jobs", type=whole_number(1), metavar="N", help=say("train.arg.jobs"))


def share(text: str) -> float:
    """A number from 0 to 1."""
    number = float(text)
    if not 0.0 <= number <= 1.0:
        raise ValueError(text)
    return number


def run(args: argparse.Namespace) -> int:
    """Train all lessons that are asked for, write the weights after each group of them, and the page."""
    named = lessons_of(args.game).get(args.lesson)
    args.outlook = args.outlook or (named is not None and is_outlook(named))
    groups = wanted(args.game, args.lesson, args.outlook)
    check(args)
    where = args.page or str(Path(args.out).with_suffix(".html"))
    for path in (args.out, where):
        check_folder(str(Path(path).absolute().parent))
    say = catalogue(args.language).say
    start = None if args.start is None else weights_file.read(args.start)
    _check_players(args, groups, start)
    kept: Lessons = weights_file.read(args.out) if Path(args.out).exists() else {}
    trained = []
    with Crew(args.jobs or os.cpu_count() or 1) as crew:
        for names in groups:
            history = _train(args, names, start, crew, say)
            trained.append(history)
            for name in names:
                kept[name] = entry(history, lessons_of(args.game)[name], command(args, names))
                print(_summary(say, args, name, history.generations[-1].lessons[name]))
            known = {each: kept[each] for each in sorted(kept) if each in lessons_of(args.game)}
            weights_file.write(args.out, weights_file.told(known))
    weights_file.write(where, training_page(Tongue(args.language, say), trained, kept))
    for names in groups:
        _unfinished(args.out, names).unlink(missing_ok=True)
    return 0


def wanted(game: str, lesson: str | None, outlook: bool) -> list[list[str]]:
    """The groups of lessons to train, to play by or to tell chances by: the one that is named, or all of the game."""
    lessons = lessons_of(game)
    groups = [names for names in groups_of(game) if is_outlook(lessons[names[0]]) == outlook]
    found = [names for names in groups if lesson is None or lesson in names]
    if found:
        return found
    known = sorted(name for names in groups for name in names)
    if not known:
        raise bad("no_outlook", "--outlook", game=game)
    raise bad("lesson_unknown", "--lesson", given=lesson, known=known)


def check(args: argparse.Namespace) -> None:
    """Raises BadInput if what was asked for does not go together."""
    if args.outlook:
        _check_outlook(args)
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


def _check_outlook(args: argparse.Namespace) -> None:
    """Nobody plays by an outlook: there is nothing to prove in matches, and nothing to learn from a second time."""
    if args.start is None:
        raise bad("outlook_unplayed", "--from")
    for option in ("climb", *CLIMBERS, *LEARNERS, "blocks"):
        if getattr(args, option) not in (None, False, 0):
            raise bad("outlook_without", f"--{option}", option=f"--{option}")
    if args.generations not in (None, 1):
        raise bad("outlook_without", "--generations", option="--generations")
    args.generations, args.blocks = 1, 0


def _check_players(args: argparse.Namespace, groups: list[list[str]], start: Lessons | None) -> None:
    """Raises BadInput if those whose games an outlook is about know nothing."""
    first = _first(args.game, start)
    for name in (name for names in groups for name in names):
        lesson = lessons_of(args.game)[name]
        if is_outlook(lesson) and not any(first[lesson.watches]):
            raise bad("outlook_of_nobody", "--from", path=args.start, lesson=lesson.watches)


def ascent(args: argparse.Namespace) -> Ascent:
    """How to climb, if that was asked for."""
    usual = Ascent()
    return Ascent(
        args.climb or 0, args.tries or usual.tries, args.reach or usual.reach, args.pace or usual.pace
    )


def command(args: argparse.Namespace, names: list[str]) -> str:
    """The command that makes these lessons again, whatever was left out of the one that was given."""
    words = [f"aachen train {args.game} --lesson {quote(names[0])}"]
    if args.outlook:
        words.append("--outlook")
    words.append(f"--seed {args.seed}")
    words.append(f"--generations {args.generations} --games {args.games} --blocks {args.blocks}")
    words.append(f"--level {args.level} --explore {args.explore:g} --opening {args.opening}")
    words.append(f"--hold {args.hold:g} --moments {args.moments}")
    if args.climb is None and not args.outlook:
        words.append(f"--memory {memory(args)}")
    if args.climb is not None:
        way = ascent(args)
        words.append(f"--climb {way.steps} --tries {way.tries} --reach {way.reach:g} --pace {way.pace:g}")
    if args.elders:
        words.append(f"--elders {args.elders}")
    if args.gate:
        words.append("--gate")
    if args.start is not None:
        words.append(f"--from {quote(_from_here(args.start))}")
    return " ".join(words)


def _from_here(path: str) -> str:
    """The path as seen from here; of a file elsewhere only the name, since nobody else has that place."""
    here, there = Path.cwd(), Path(path).absolute()
    return there.relative_to(here).as_posix() if there.is_relative_to(here) else there.name


def memory(args: argparse.Namespace) -> int:
    """How many generations' games are learned from together."""
    return args.memory or MEMORY


def _train(
    args: argparse.Namespace, names: list[str], start: Lessons | None, crew: Crew, say: Say
) -> History:
    """Lessons about the same tables, from where they were left; after each generation they are safe."""
    school = School(args.game, tuple(names), args.seed, args.level, args.explore, args.moments, args.opening)
    plan = Plan(
        school,
        args.generations,
        args.games,
        args.blocks,
        args.hold,
        memory(args),
        args.elders,
        args.gate,
        ascent(args),
    )
    unfinished = _unfinished(args.out, names)
    told = {**plan.as_dict(), "code": code_digest(weights=False)}  # other bots would not go on with the same
    history = history_from(_kept(unfinished), told, _first(args.game, start))
    done = len(history.generations) * plan.work() + plan.work_of(
        history.climb.steps, len(history.climb.marks)
    )
    whole = plan.work() * args.generations + 2 * proof_blocks(plan, history)
    with Progress(say("train.progress", lesson=school.name), whole, done) as bar:

        def keep() -> None:
            weights_file.write(str(unfinished), json.dumps(history.as_dict()))
            marks = history.climb.marks
            if marks and marks[-1].step == history.climb.steps:
                bar.tell(_mark_told(say, args, school.name, marks[-1]))

        for generation in train(plan, history, crew, bar.advance, keep):
            keep()
            for name, learned in generation.lessons.items():
                bar.tell(_told(say, args, len(history.generations), name, generation, learned))
            if generation.proof is not None:
                bar.tell(proof_told(say, school.name, generation.proof))
    return history


def _mark_told(say: Say, args: argparse.Namespace, lesson: str, mark: Mark) -> str:
    return say(
        "train.mark_done",
        lesson=lesson,
        step=mark.step,
        of=args.climb,
        strength=f"{100 * mark.won:.1f}",
        error=f"{100 * mark.error:.1f}",
    )


def _told(
    say: Say, args: argparse.Namespace, number: int, name: str, generation: Generation, learned: Learned
) -> str:
    told = {
        "lesson": name,
        "number": number,
        "of": args.generations,
        "loss": f"{learned.loss:.4f}",
        "favourites": f"{100 * learned.favourites:.1f}",
    }
    if not args.blocks:
        return say("train.generation_learned", **told)
    return say(
        "train.generation_done",
        **told,
        step=f"{100 * generation.step:.0f}",
        strength=f"{100 * generation.strength:.1f}",
        error=f"{100 * generation.strength_error:.1f}",
    )


def _first(game: str, start: Lessons | None) -> Weights:
    """The weights to begin with: nothing is known, unless a file says so.

    An outlook is always learned from nothing, so that it is the same again when the file holds one already.
    """
    known = start or {}
    return {
        name: weights_file.weights_for(lesson.features, known[name])
        if name in known and not is_outlook(lesson)
        else [0.0] * len(lesson.features)
        for name, lesson in lessons_of(game).items()
    }


def _unfinished(out: str, names: list[str]) -> Path:
    """Where whole generations wait for the others."""
    return Path(f"{out}.{names[0].replace(' ', '_')}.unfinished")


def _kept(path: Path) -> dict[str, object]:
    """What waits there; nothing if that cannot be read: it is made again."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _summary(say: Say, args: argparse.Namespace, name: str, last: Learned) -> str:
    return say(
        "train.summary",
        lesson=name,
        path=args.out,
        moments=last.moments,
        loss=f"{last.loss:.4f}",
        guessed=f"{last.loss_guessed:.4f}",
        favourites=f"{100 * last.favourites:.1f}",
    )
