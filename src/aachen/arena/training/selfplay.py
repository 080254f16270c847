"""Self-play: games to fit weights to, and matches between two sets of weights.

Minds are asked directly, without views: a position determinized for the seat takes their place, and no text is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from aachen.arena.training.sampling import GameSamples, Sampler
from aachen.arena.training.weight_sets import knows, weight_set_of
from aachen.bots.mind import Mind
from aachen.bots.minds import mind_with
from aachen.bots.plan import Plan
from aachen.bots.weight_set import WeightSet
from aachen.core.common_luck import seed_of
from aachen.core.contract import Position
from aachen.core.game_loop import PlainTable, play_out
from aachen.core.luck import Luck, SeededLuck
from aachen.core.playout import play_randomly
from aachen.games import GAMES

LEVELS = ("greedy", "planner")
PLANS = 3  # among which an exploring choice is made
FINE = list(range(10_000))  # how finely probabilities are resolved
MINDS_KEPT = 16  # in each process: former generations come again and again, tries never

Tick = Callable[[int], None]  # so many games more
Weights = dict[str, list[float]]
Frozen = tuple[tuple[str, tuple[float, ...]], ...]  # weights that can be sent and compared


@dataclass(frozen=True)
class SelfPlayConfig:
    """What is trained, and how games are played for it."""

    game: str
    weight_sets: tuple[str, ...]  # about the same tables
    seed: int
    level: str = "greedy"
    explore: float = 0.1  # how often something other than the best is played
    samples: int = 40  # of a game, at most; they resemble each other
    opening: int = 0  # up to so many actions at random come first, so that games begin everywhere

    @property
    def name(self) -> str:
        """All weight sets in one word."""
        return "+".join(self.weight_sets)

    def all_weight_sets(self) -> list[WeightSet]:
        """What is to be fitted."""
        return [weight_set_of(self.game, name) for name in self.weight_sets]


@dataclass(frozen=True)
class GamesTask:
    """Some games of a generation, played with these weights."""

    config: SelfPlayConfig
    stage: str  # of the training: the number of the generation, perhaps with a part of it
    games: tuple[int, ...]
    weights: tuple[Frozen, ...]  # the newest, then those of former generations


@dataclass(frozen=True)
class MatchTask:
    """A block of two games, the new weights once on the even seats and once on the odd ones."""

    config: SelfPlayConfig
    stage: str
    block: int
    new: Frozen
    old: Frozen


@dataclass
class PlayedGame:
    """One game of self-play: its samples for each weight set, and what identifies it."""

    samples: list[GameSamples]
    actions: int
    digest: str  # of the last position


def frozen(weights: Weights) -> Frozen:
    """Weights for a task."""
    return tuple((name, tuple(weights[name])) for name in sorted(weights))


# ---- Players -------------------------------------------------------------------------------------


class TrainingPlayer:
    """Plays by a mind, or at random as long as there are no weights."""

    def __init__(self, mind: Mind | None, level: str) -> None:
        self.mind = mind
        self.level = level

    def plans(self, pos: Position, seat: int, luck: Luck, most: int) -> list[Plan]:
        """What the seat means to do, best first."""
        if self.mind is None:
            return [Plan([_any_offer(pos, seat, luck)], 0.0)]
        imagined = pos.imagine(seat, luck)
        if self.level == "planner":
            return self.mind.plans(imagined, seat, luck, most)
        return self.mind.step(imagined, seat)


@lru_cache(MINDS_KEPT)
def player_with(config: SelfPlayConfig, weights: Frozen) -> TrainingPlayer:
    """Who plays with these weights; without any to play by, at random."""
    by_name = {name: list(numbers) for name, numbers in weights}
    if not knows(config.game, config.weight_sets, by_name):
        return TrainingPlayer(None, config.level)
    return TrainingPlayer(mind_with(config.game, by_name), config.level)


def _any_offer(pos: Position, seat: int, luck: Luck) -> int:
    offers = pos.offers(seat)
    return offers[luck.pick("offer", list(range(len(offers))))]


def begin(config: SelfPlayConfig, number: int, luck: Luck) -> Position:
    """The first position of the game of that number; the options come in turn."""
    game = GAMES[config.game]
    named = config.all_weight_sets()[0].options()
    return game.new(game.options(named[number % len(named)]), luck)


# ---- Games to fit to -----------------------------------------------------------------------------


def play_games(task: GamesTask) -> list[PlayedGame]:
    """Play the games of a task."""
    players = [player_with(task.config, weights) for weights in task.weights]
    return [_one_game(task.config, task.stage, number, players) for number in task.games]


def _one_game(config: SelfPlayConfig, stage: str, number: int, players: list[TrainingPlayer]) -> PlayedGame:
    words = f"{config.seed} {config.name} {stage} {number}"
    luck, choices, memory = (SeededLuck(seed_of(f"{what} {words}")) for what in ("game", "whim", "memory"))
    samplers = [Sampler(weight_set, config.samples, memory) for weight_set in config.all_weight_sets()]
    pos = begin(config, number, luck)
    seated = _seated(players, len(pos.seats()), choices)
    opening = choices.pick("opening", list(range(config.opening + 1)))

    def choose(pos: Position) -> tuple[int, list[int]]:
        seat = pos.to_act()[0]
        for sampler in samplers:
            sampler.look(pos)
        return seat, _choice(seated[seat], pos, seat, choices, config.explore)

    actions = play_randomly(pos, luck, choices, opening)
    actions += play_out(PlainTable(pos, luck), choose)
    return PlayedGame([sampler.close(pos) for sampler in samplers], actions, pos.digest())


def _seated(players: list[TrainingPlayer], seats: int, luck: Luck) -> list[TrainingPlayer]:
    """Who sits where: at about every other seat the newest, elsewhere former generations, if they take part.

    When all seats play alike, the outcomes do not show what that way of playing is worth:
    weights that forecast games of their own kind better lost six of seven games to former generations.
    """
    if len(players) == 1:
        return players * seats
    former = list(range(1, len(players)))
    return [players[0 if luck.pick("newest", [0, 1]) else _former(former, luck)] for _ in range(seats)]


def _former(former: list[int], luck: Luck) -> int:
    """The oldest half the time: it is what all the others are measured by."""
    return former[0] if luck.pick("eldest", [0, 1]) else luck.pick("elder", former)


def _choice(player: TrainingPlayer, pos: Position, seat: int, luck: Luck, explore: float) -> list[int]:
    """Mostly the best plan; now and then any plan or any offer, so that more of the game is seen."""
    if luck.pick("stray", FINE) >= explore * len(FINE):
        return player.plans(pos, seat, luck, 1)[0].codes
    if luck.pick("how", [0, 1]):
        return [_any_offer(pos, seat, luck)]
    plans = player.plans(pos, seat, luck, PLANS)
    return plans[luck.pick("plan", list(range(len(plans))))].codes


# ---- Matches -------------------------------------------------------------------------------------


def play_match(task: MatchTask) -> float:
    """What the new weights won of the two games of a block; a half is as good as the old ones."""
    new, old = player_with(task.config, task.new), player_with(task.config, task.old)
    return (_even_share(task, [new, old]) + 1.0 - _even_share(task, [old, new])) / 2


def _even_share(task: MatchTask, players: list[TrainingPlayer]) -> float:
    """What the even seats won."""
    words = f"{task.config.seed} {task.config.name} {task.stage} {task.block}"
    luck, choices = SeededLuck(seed_of(f"match {words}")), SeededLuck(seed_of(f"whim of match {words}"))
    pos = begin(task.config, task.block, luck)

    def choose(pos: Position) -> tuple[int, list[int]]:
        seat = pos.to_act()[0]
        return seat, players[seat % 2].plans(pos, seat, choices, 1)[0].codes

    play_out(PlainTable(pos, luck), choose)
    outcome = pos.outcome()
    assert outcome is not None
    winners = outcome.winners()
    return sum(1 for seat in winners if seat % 2 == 0) / len(winners) if winners else 0.5
