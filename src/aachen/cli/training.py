"""Runs a training for `aachen train`: self-play by generations, files that survive an interruption, and the page.

This part needs the extra `train`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from shlex import quote

from aachen.arena.plan import code_digest
from aachen.arena.pool import Pool
from aachen.arena.training import weights_file
from aachen.arena.training.climbing import ClimbSettings, Mark
from aachen.arena.training.curves import proof_text, training_page
from aachen.arena.training.dataset import FitReport
from aachen.arena.training.generations import (
    Generation,
    History,
    TrainingPlan,
    entry,
    history_from,
    proof_blocks,
    train,
)
from aachen.arena.training.selfplay import SelfPlayConfig, Weights
from aachen.arena.training.weight_sets import is_forecast, weight_sets_of
from aachen.cli.arguments import Say
from aachen.cli.files import check_target, write_file
from aachen.cli.progress import Progress
from aachen.core.errors import bad
from aachen.locales import catalogue
from aachen.report.plots import Localizer

WeightsFile = dict[str, dict[str, object]]

MEMORY = 3
INTERRUPTED = 130


def run(args: argparse.Namespace, groups: list[list[str]]) -> int:
    """Train all weight sets that are asked for, write the weights after each group of them, and the page."""
    where = args.page or str(Path(args.out).with_suffix(".html"))
    for path in (args.out, where):
        check_target(path)
    say = catalogue(args.language).say
    start = None if args.start is None else weights_file.read(args.start)
    _check_players(args, groups, start)
    kept: WeightsFile = weights_file.read(args.out) if Path(args.out).exists() else {}
    trained: list[History] = []
    try:
        with Pool(args.jobs or os.cpu_count() or 1) as pool:
            for names in groups:
                trained.append(_train(args, names, start, pool, say))
                _keep_trained(args, names, trained[-1], kept, say)
    except KeyboardInterrupt:
        done = sum(len(names) for names in groups[: len(trained)])
        facts = {"done": done, "whole": sum(map(len, groups)), "path": args.out}
        print(say("train.interrupted", **facts), file=sys.stderr)
        return INTERRUPTED
    write_file(where, training_page(Localizer(args.language, say), trained, kept))
    for names in groups:
        _unfinished(args.out, names).unlink(missing_ok=True)
    return 0


def _keep_trained(
    args: argparse.Namespace, names: list[str], history: History, kept: WeightsFile, say: Say
) -> None:
    """Write the weights of a group that is finished, beside those that the file held before."""
    for name in names:
        kept[name] = entry(history, weight_sets_of(args.game)[name], command(args, names))
        print(_summary(say, args, name, history.generations[-1].weight_sets[name]))
    known = {each: kept[each] for each in sorted(kept) if each in weight_sets_of(args.game)}
    write_file(args.out, weights_file.as_text(known))


def _check_players(args: argparse.Namespace, groups: list[list[str]], start: WeightsFile | None) -> None:
    """Raises BadInput if those whose games a forecast is about know nothing."""
    first = first_weights(args.game, start)
    for name in (name for names in groups for name in names):
        weight_set = weight_sets_of(args.game)[name]
        if is_forecast(weight_set) and not any(first[weight_set.played_by]):
            raise bad("forecast_of_nobody", "--from", path=args.start, weight_set=weight_set.played_by)


def ascent(args: argparse.Namespace) -> ClimbSettings:
    """How to climb, if that was asked for."""
    usual = ClimbSettings()
    return ClimbSettings(
        args.climb or 0, args.tries or usual.tries, args.reach or usual.reach, args.pace or usual.pace
    )


def command(args: argparse.Namespace, names: list[str]) -> str:
    """The command that makes these weight sets again, whatever was left out of the one that was given."""
    words = [f"aachen train {args.game} --weight-set {quote(names[0])}"]
    if args.forecast:
        words.append("--forecast")
    words.append(f"--seed {args.seed}")
    words.append(f"--generations {args.generations} --games {args.games} --blocks {args.blocks}")
    words.append(f"--level {args.level} --explore {args.explore:g} --opening {args.opening}")
    words.append(f"--hold {args.hold:g} --samples {args.samples}")
    if args.climb is None and not args.forecast:
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
    args: argparse.Namespace, names: list[str], start: WeightsFile | None, pool: Pool, say: Say
) -> History:
    """WeightsFile about the same tables, from where they were left; after each generation they are safe."""
    config = SelfPlayConfig(
        args.game, tuple(names), args.seed, args.level, args.explore, args.samples, args.opening
    )
    plan = TrainingPlan(
        config,
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
    data = {**plan.as_dict(), "code": code_digest(weights=False)}  # other bots would not go on with the same
    history = history_from(_kept(unfinished), data, first_weights(args.game, start))
    done = len(history.generations) * plan.work() + plan.work_of(
        history.climb.steps, len(history.climb.marks)
    )
    whole = plan.work() * args.generations + 2 * proof_blocks(plan, history)
    with Progress(say("train.progress", weight_set=config.name), whole, done) as bar:

        def keep() -> None:
            write_file(str(unfinished), json.dumps(history.as_dict()))
            marks = history.climb.marks
            if marks and marks[-1].step == history.climb.steps:
                bar.tell(_mark_text(say, args, config.name, marks[-1]))

        for generation in train(plan, history, pool, bar.advance, keep):
            keep()
            for name, learned in generation.weight_sets.items():
                bar.tell(_generation_text(say, args, len(history.generations), name, generation, learned))
            if generation.proof is not None:
                bar.tell(proof_text(say, config.name, generation.proof))
    return history


def _mark_text(say: Say, args: argparse.Namespace, weight_set: str, mark: Mark) -> str:
    return say(
        "train.mark_done",
        weight_set=weight_set,
        step=mark.step,
        of=args.climb,
        strength=f"{100 * mark.won:.1f}",
        error=f"{100 * mark.error:.1f}",
    )


def _generation_text(
    say: Say, args: argparse.Namespace, number: int, name: str, generation: Generation, learned: FitReport
) -> str:
    data = {
        "weight_set": name,
        "number": number,
        "of": args.generations,
        "loss": f"{learned.loss:.4f}",
        "favourites": f"{100 * learned.favourites:.1f}",
    }
    if not args.blocks:
        return say("train.generation_learned", **data)
    return say(
        "train.generation_done",
        **data,
        step=f"{100 * generation.step:.0f}",
        strength=f"{100 * generation.strength:.1f}",
        error=f"{100 * generation.strength_error:.1f}",
    )


def first_weights(game: str, start: WeightsFile | None) -> Weights:
    """The weights to begin with: nothing is known, unless a file says so.

    A forecast is always learned from nothing, so that it is the same again when the file holds one already.
    """
    known = start or {}
    return {
        name: weights_file.weights_for(weight_set.features, known[name])
        if name in known and not is_forecast(weight_set)
        else [0.0] * len(weight_set.features)
        for name, weight_set in weight_sets_of(game).items()
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


def _summary(say: Say, args: argparse.Namespace, name: str, last: FitReport) -> str:
    return say(
        "train.summary",
        weight_set=name,
        path=args.out,
        samples=last.samples,
        loss=f"{last.loss:.4f}",
        guessed=f"{last.loss_guessed:.4f}",
        favourites=f"{100 * last.favourites:.1f}",
    )
