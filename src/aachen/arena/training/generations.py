"""Generations of training: self-play with the current weights, a fit, and the next generation.

A generation learns in one of two ways: from the outcomes of its games, or by climbing (`climbing.py`).
Everything hangs on the seed and the number of generation and game, never on who played it or when:
a training that was interrupted goes on after its last whole generation or step, and ends in the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any

from aachen import __version__
from aachen.arena.interval import Estimate
from aachen.arena.pool import Pool
from aachen.arena.training import weights_file
from aachen.arena.training.climbing import Climb, Climber, ClimbSettings, Mark, match
from aachen.arena.training.dataset import Dataset, FitReport, fit_report, play, samples_of
from aachen.arena.training.fitting import calibrate, differ, fit, shrink
from aachen.arena.training.samples import Samples
from aachen.arena.training.selfplay import SelfPlayConfig, Tick, Weights
from aachen.arena.training.weight_sets import knows
from aachen.bots.weight_set import WeightSet
from aachen.games import GAMES

STEPS = (1.0, 0.5, 0.25, 0.1)  # how far to go from the former weights to those that explain the games best
SCOUTS = 20  # games that show which features there are to climb by
FAIR = 0.5
UNPROVED = Estimate(FAIR, 0.0, 1.0)  # nothing was played for it
NO_CHANGE = Estimate(FAIR, FAIR, FAIR)  # whoever stays as it was is as strong as before

Keep = Callable[[], None]  # what is in the history now is worth keeping


@dataclass(frozen=True)
class TrainingPlan:
    """What was asked for."""

    config: SelfPlayConfig
    generations: int
    games: int  # of each generation
    blocks: int  # of the match against the generation before; a block is two games
    hold: float  # how strongly the former weights hold back
    memory: int = 1  # how many generations' games are learned from together
    elders: int = 0  # how many generations before the newest sit at its tables
    gate: bool = False  # whether only what wins against the former weights is kept
    ascent: ClimbSettings = field(default_factory=ClimbSettings)  # without steps, games are learned from

    def as_dict(self) -> dict[str, object]:
        """The plan as plain data."""
        own = {key: value for key, value in asdict(self).items() if key != "config"}
        return {**asdict(self.config), **own, "weight_sets": list(self.config.weight_sets)}

    def work(self) -> int:
        """How many games a generation takes."""
        work = self.games + 2 * self.generation_blocks() * len(self.steps())
        if self.ascent.steps:
            work += SCOUTS + self.work_of(self.ascent.steps, self.ascent.marks())
        return work

    def work_of(self, steps: int, marks: int) -> int:
        """How many games so much of a climb takes."""
        return 2 * self.ascent.tries * steps + 2 * self.mark_blocks() * marks

    def mark_blocks(self) -> int:
        """How many blocks the match at a mark has."""
        return max(1, self.blocks // 4)

    def is_league(self) -> bool:
        """Whether generations learn among their elders and only the last has to prove itself."""
        return self.elders > 0 and not self.gate and not self.ascent.steps

    def generation_blocks(self) -> int:
        """How many blocks a generation plays against the one before."""
        return self.mark_blocks() if self.is_league() and self.blocks else self.blocks

    def steps(self) -> tuple[float, ...]:
        """How far a generation may go: all the way, unless it has to prove itself."""
        return STEPS if self.gate else STEPS[:1]


@dataclass
class Proof:
    """What a training came to: where a climb stood at its marks, and the match that decided whether it is kept."""

    marks: list[Mark]
    blocks: int
    won: float
    low: float
    high: float

    def is_won(self) -> bool:
        """Whether even the lower end of the interval lies above equal strength."""
        return self.low > FAIR


@dataclass
class Generation:
    """What one generation came to."""

    weight_sets: dict[str, FitReport]
    step: float  # how far it went from the weights before to those that were found
    strength: float  # what it won against the generation before: a half is as good
    strength_error: float  # half the width of its interval
    actions: float  # of a game, in the mean
    played: str  # fingerprint of all its games
    proof: Proof | None = None  # of a climb, or of the last of a league

    def weights(self) -> Weights:
        """The weights of all its weight sets."""
        return {name: learned.weights for name, learned in self.weight_sets.items()}


@dataclass
class History:
    """The generations so far, as far as they are whole, and the climb of the next one."""

    plan: dict[str, object]
    before: Weights  # what it began with: the weights of all weight sets of the game
    generations: list[Generation] = field(default_factory=list)
    climb: Climb = field(default_factory=Climb)

    def weights(self, generation: int) -> Weights:
        """Those of a generation; 0 is what it began with."""
        return {**self.before, **self.generations[generation - 1].weights()} if generation else self.before

    def players(self, generation: int, elders: int) -> list[Weights]:
        """Who plays so that a generation may learn: the one before it, then so many elders that know something."""
        first = max(0 if self.knew_something() else 1, generation - 1 - elders)
        return [self.weights(each) for each in [generation - 1, *range(first, generation - 1)]]

    def is_climb(self) -> bool:
        """Whether its generations climbed instead of learning from outcomes."""
        ascent = self.plan["ascent"]
        assert isinstance(ascent, dict)
        return bool(ascent["steps"])

    def knew_something(self) -> bool:
        """Whether something of these weight sets was known when it began."""
        weight_sets = self.plan["weight_sets"]
        assert isinstance(weight_sets, list)
        return knows(str(self.plan["game"]), weight_sets, self.before)

    def as_dict(self) -> dict[str, object]:
        """The history as plain data."""
        return asdict(self)


def history_from(data: dict[str, object], plan: dict[str, object], before: Weights) -> History:
    """The history that was kept of this very training; an empty one if it is another's."""
    history = History(plan, before)
    if data.get("plan") == plan and data.get("before") == before:
        kept, climb = data.get("generations"), data.get("climb")
        assert isinstance(kept, list)
        assert isinstance(climb, dict)
        history.generations = [_read_generation(each) for each in kept]
        history.climb = Climb(**{**climb, "marks": _read_marks(climb)})
    return history


def _read_generation(data: dict[str, Any]) -> Generation:
    weight_sets = {
        name: FitReport(
            **{
                **each,
                **{key: [tuple(found) for found in each[key]] for key in ("bins", "fifths")},
                "tables": {key: [tuple(one) for one in found] for key, found in each["tables"].items()},
            }
        )
        for name, each in data["weight_sets"].items()
    }
    proof = data["proof"]
    read = None if proof is None else Proof(**{**proof, "marks": _read_marks(proof)})
    return Generation(**{**data, "weight_sets": weight_sets, "proof": read})


def _read_marks(data: dict[str, Any]) -> list[Mark]:
    return [Mark(**mark) for mark in data["marks"]]


def train(
    plan: TrainingPlan, history: History, pool: Pool, tick: Tick, keep: Keep = lambda: None
) -> Iterator[Generation]:
    """The generations that are still missing; each is in the history when it is given out.

    Between them, `keep` is called as often as something new in the history is worth keeping.
    """
    is_climb = plan.ascent.steps > 0
    for generation in (_climbers if is_climb else _fitted)(plan, history, pool, tick, keep):
        history.generations.append(generation)
        history.climb = Climb()
        yield generation


def _fitted(plan: TrainingPlan, history: History, pool: Pool, tick: Tick, _: Keep) -> Iterator[Generation]:
    """Generations that learn from the outcomes of games.

    A training that goes on plays the games it should remember once more: they are the same.
    """
    datasets: list[Dataset] = []
    done = len(history.generations)
    if done < plan.generations:
        for number in range(max(1, done - plan.memory + 2), done + 1):
            datasets.append(_attended(plan, number, history, pool, lambda _: None))
    for number in range(done + 1, plan.generations + 1):
        former = history.weights(number - 1)
        datasets = [*datasets, _attended(plan, number, history, pool, tick)][-plan.memory :]
        generation = _close(plan, number, datasets, former, pool, tick)
        if number == plan.generations and proof_blocks(plan, history):
            _prove(plan, generation, datasets, history.before, pool, tick)
        yield generation


def _attended(plan: TrainingPlan, number: int, history: History, pool: Pool, tick: Tick) -> Dataset:
    """The games a generation learns from."""
    players = history.players(number, plan.elders)
    return play(plan.config, str(number), plan.games, players, pool, tick)


def _close(
    plan: TrainingPlan, number: int, datasets: list[Dataset], former: Weights, pool: Pool, tick: Tick
) -> Generation:
    """Learn from all games that are remembered, and go as far as it wins most.

    What explains games best does not always play best: a feature may go with winning without leading to it.
    So a training with a gate tries shorter steps as well, and stays where it was if none of them wins.
    """
    found = {
        weight_set.name: _learned(samples_of(datasets, weight_set.name), weight_set, former, plan.hold)
        for weight_set in plan.config.all_weight_sets()
    }
    best, step, strength = former, 0.0, NO_CHANGE
    for length in plan.steps():
        new = {
            **former,
            **{name: _on_the_way(datasets, name, former[name], found[name], length) for name in found},
        }
        won = UNPROVED
        if plan.blocks:
            won = match(plan.config, str(number), plan.generation_blocks(), new, former, pool, tick)
        if won.mean > strength.mean or not plan.gate:
            best, step, strength = new, length, won
    return Generation(
        weight_sets={name: fit_report(datasets, name, best[name]) for name in found},
        step=step,
        strength=round(strength.mean, 4),
        strength_error=round(strength.error(), 4),
        actions=round(fmean(datasets[-1].actions), 1),
        played=weights_file.digest(*datasets[-1].digests),
    )


def _learned(samples: Samples, weight_set: WeightSet, former: Weights, hold: float) -> list[float]:
    """The weights that explain the games best; those of a forecast with phases are made more cautious."""
    found = fit(samples, former[weight_set.name], hold)
    if weight_set.phases:
        found = shrink(samples, found, hold, weight_set.phases)
    return found.weights


def proof_blocks(plan: TrainingPlan, history: History) -> int:
    """How many blocks the last generation plays against what a league began with."""
    return plan.blocks if plan.is_league() and history.knew_something() else 0


def _prove(
    plan: TrainingPlan, last: Generation, datasets: list[Dataset], before: Weights, pool: Pool, tick: Tick
) -> None:
    """What was learned in a league is kept if it surely wins against what it began with."""
    won = match(plan.config, "gate", plan.blocks, {**before, **last.weights()}, before, pool, tick)
    last.proof = Proof([], plan.blocks, round(won.mean, 4), round(won.low, 4), round(won.high, 4))
    if not last.proof.is_won():
        last.weight_sets = {name: fit_report(datasets, name, before[name]) for name in last.weight_sets}


def _on_the_way(
    datasets: list[Dataset], name: str, former: list[float], found: list[float], length: float
) -> list[float]:
    """Weights between the former ones and those that were found, as bold as they may be."""
    if length == 1.0:
        return weights_file.rounded(found)
    between = [old + length * (new - old) for old, new in zip(former, found, strict=True)]
    return weights_file.rounded(calibrate(samples_of(datasets, name), between))


def _climbers(
    plan: TrainingPlan, history: History, pool: Pool, tick: Tick, keep: Keep
) -> Iterator[Generation]:
    """Generations that climb; the climb of a training that goes on begins where it was."""
    for number in range(len(history.generations) + 1, plan.generations + 1):
        former = history.weights(number - 1)
        climber = _climber(plan, number, former, pool, tick)
        while history.climb.steps < plan.ascent.steps:
            climber.step(history.climb, pool, tick)
            keep()
        yield _proved(plan, number, history.climb, former, pool, tick)


def _climber(plan: TrainingPlan, number: int, former: Weights, pool: Pool, tick: Tick) -> Climber:
    """Some games show which features differ between sides; the others cannot win or lose a match."""
    scouts = play(plan.config, f"{number} scouts", SCOUTS, [former], pool, tick)
    alive = {
        weight_set.name: differ(samples_of([scouts], weight_set.name))[: len(weight_set.features)]
        for weight_set in plan.config.all_weight_sets()
        if weight_set.is_tuned
    }
    return Climber(plan.config, plan.ascent, number, plan.mark_blocks(), former, alive)


def _proved(
    plan: TrainingPlan, number: int, climb: Climb, former: Weights, pool: Pool, tick: Tick
) -> Generation:
    """What was climbed, made honest by games of its own, and kept if it surely wins against what was before."""
    climbed = {**former, **climb.weights}
    dataset = play(plan.config, str(number), plan.games, [climbed], pool, tick)
    new = {
        **climbed,
        **{
            weight_set.name: _honest(plan, dataset, weight_set, climbed)
            for weight_set in plan.config.all_weight_sets()
        },
    }
    found = match(plan.config, f"{number} gate", plan.blocks, new, former, pool, tick)
    proof = Proof(climb.marks, plan.blocks, round(found.mean, 4), round(found.low, 4), round(found.high, 4))
    best = new if proof.is_won() else former
    return Generation(
        weight_sets={name: fit_report([dataset], name, best[name]) for name in plan.config.weight_sets},
        step=1.0 if proof.is_won() else 0.0,
        strength=proof.won,
        strength_error=round(found.error(), 4),
        actions=round(fmean(dataset.actions), 1),
        played=weights_file.digest(climb.played, *dataset.digests, str(found)),
        proof=proof,
    )


def _honest(plan: TrainingPlan, dataset: Dataset, weight_set: WeightSet, climbed: Weights) -> list[float]:
    """Weights that climbed are made bolder or shyer together; those that cannot climb are learned from the games."""
    samples, weights = samples_of([dataset], weight_set.name), climbed[weight_set.name]
    if weight_set.is_tuned:
        return weights_file.rounded(calibrate(samples, weights))
    return weights_file.rounded(fit(samples, weights, plan.hold).weights)


def entry(history: History, weight_set: WeightSet, command: str) -> dict[str, object]:
    """The weight set for the file of weights, with the training that made it."""
    last = history.generations[-1].weight_sets[weight_set.name]
    training: dict[str, object] = {
        "command": command,
        "package": __version__,
        "rules": GAMES[str(history.plan["game"])].rules_version,
        "before": weights_file.digest(*[str(history.before[name]) for name in sorted(history.before)]),
        "games": weights_file.digest(*[each.played for each in history.generations]),
        "moments": last.samples,
        "loss": last.loss,
        "loss_guessed": last.loss_guessed,
        "loss_by_fifth": [loss for _, loss, _ in last.fifths],
        "loss_guessed_by_fifth": [guess for _, _, guess in last.fifths],
        "loss_by_fifth_and_players": {
            players: {"loss": [loss for _, loss, _ in each], "guessed": [guess for _, _, guess in each]}
            for players, each in last.tables.items()
        },
        "calibration": [list(each) for each in last.bins],
        "favourites": last.favourites,
        "miscalibration": last.miscalibration,
    }
    proofs = [each.proof for each in history.generations if each.proof is not None]
    if proofs:
        training["matches"] = [_match_facts(proof) for proof in proofs]
    return {"features": weight_set.features, "weights": last.weights, "training": training}


def _match_facts(proof: Proof) -> dict[str, object]:
    """The match of a training against where it came from."""
    return {
        "blocks": proof.blocks,
        "won": proof.won,
        "low": proof.low,
        "high": proof.high,
        "kept": proof.is_won(),
    }
