"""OpenSpiel's games and states: one pair of classes for all titles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import pyspiel

from aachen.core.contract import CountedLuck
from aachen.core.luck import Luck, SeededLuck
from aachen.core.playout import MOST_ACTIONS
from aachen.env.openspiel.nodes import NOBODY, GameNode, first_node
from aachen.env.openspiel.observing import SETTING_UP, SpielObserver
from aachen.env.openspiel.parameters import defaults_of, options_from
from aachen.env.table import GameSettings, settings_of, utilities
from aachen.titles import TITLES

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
PREFIX: Final = "python_aachen_"
NAMES: Final = [PREFIX + game for game in TITLES]
SEEDS: Final = 1 << 53  # a sampled number has so many values
USUAL_LUCK: Final = 1024  # of a game that does not say how many answers luck has


def register_all() -> None:
    """Make all titles known to `pyspiel.load_game`."""
    known = {each.short_name for each in pyspiel.registered_games()}
    for game in TITLES:
        if PREFIX + game not in known:
            somebody_wins = TITLES[game].somebody_wins(TITLES[game].game.options({}))
            # A class, and no function: OpenSpiel lets go of it when Python has ended, and a class is still referred to.
            maker = type(f"SpielGame_{game}", (SpielGame,), {"title": game})
            pyspiel.register_game(game_type(game, somebody_wins), maker)


def game_type(game: str, somebody_wins: bool) -> Any:
    """What OpenSpiel wants to know of a title. Where all can lose together, utilities do not add up to nothing."""
    title = TITLES[game]
    kind = pyspiel.GameType
    known, hidden = kind.Information.PERFECT_INFORMATION, kind.Information.IMPERFECT_INFORMATION
    has_tensors = hasattr(title.game.empty(title.game.options({})), "planes")
    return kind(
        short_name=PREFIX + game,
        long_name=title.name("en"),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden if title.has_secrets else known,
        utility=kind.Utility.ZERO_SUM if somebody_wins else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(title.players()),
        min_num_players=min(title.players()),
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensors,
        provides_observation_string=True,
        provides_observation_tensor=has_tensors,
        provides_factored_observation_string=True,
        parameter_specification=defaults_of(game),
    )


def game_info(settings: GameSettings, somebody_wins: bool) -> Any:
    """Sizes of a game with these options."""
    first = settings.first
    players = len(settings.seats)
    counts = hasattr(first, "luck_count")
    return pyspiel.GameInfo(
        num_distinct_actions=first.action_count(),
        max_chance_outcomes=cast(CountedLuck, first).luck_count() if counts else USUAL_LUCK,
        num_players=players,
        min_utility=-1.0 / (players - 1),
        max_utility=1.0,
        utility_sum=0.0 if somebody_wins else None,
        max_game_length=MOST_ACTIONS,
    )


class SpielGame(pyspiel.Game):
    """A title with its options; each title has a class of its own."""

    title: str

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.settings: GameSettings = settings_of(self.title, options_from(self.title, parameters))
        somebody_wins = TITLES[self.title].somebody_wins(self.settings.options)
        super().__init__(
            game_type(self.title, somebody_wins), game_info(self.settings, somebody_wins), parameters
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, *_: Any) -> SpielState:
        """The beginning of set-up."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What shows states to players."""
        if params:
            raise ValueError(f"observers of {self} have no parameters, and {params} was given")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.settings, kind)


class SpielState(pyspiel.State):
    """A state: one node. Who clones it shares the node, which never changes."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: GameNode = first_node(game.settings)

    def current_player(self) -> int:
        """The seat that is asked; where all choose in secret, one after the other."""
        if self.node.asked != NOBODY:
            return self.node.asked
        return CHANCE if self.node.question else TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node.asked == NOBODY and not self.node.question

    def _legal_actions(self, player: int) -> list[int]:
        assert self.node.reached is not None
        return sorted(self.node.reached.position.offers(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Luck's possible answers with their probabilities."""
        return self.node.chances()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.with_answer(action) if self.node.question else self.node.with_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        reached = self.node.reached
        settings = self.node.settings
        position = settings.game.empty(settings.options) if reached is None else reached.position
        if player == pyspiel.PlayerId.CHANCE:
            return " ".join(str(part) for part in position.name_luck(self.node.question, action))
        return words_of(position.name_action(action))

    def returns(self) -> list[float]:
        """1 for who wins alone; nothing until the game is over."""
        reached = self.node.reached
        outcome = None if reached is None else reached.position.outcome()
        return utilities(outcome, self.num_players())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one; the sampler gives numbers from 0 to 1."""
        return self.imagined(player, SeededLuck(int(sampler() * SEEDS)))

    def imagined(self, player: int, luck: Luck) -> SpielState:
        """A state that the player cannot tell from this one, without a history: that would tell what is hidden."""
        state = SpielState(self.get_game())
        state.node = self.node.imagined(player, luck)
        return state

    def __str__(self) -> str:
        reached = self.node.reached
        text = SETTING_UP if reached is None else reached.position.write()
        return (
            text if not self.node.question else f"{text}; choice {self.node.choice}; luck {self.node.answers}"
        )


def resampler(seed: int) -> Callable[[SpielState, int], SpielState]:
    """For OpenSpiel's ISMCTSBot: `bot.set_resampler(resampler(seed=1))` searches in positions that fit what a seat knows."""
    luck = SeededLuck(seed)

    def resample(state: SpielState, player: int) -> SpielState:
        return state.imagined(player, luck)

    return resample


def words_of(named: dict[str, object]) -> str:
    """An action in one line: what is done, then the rest as the rules name it."""
    first, *rest = [(name, _joined(value)) for name, value in named.items()]
    return " ".join([first[1], *(f"{name}={value}" for name, value in rest)])


def _joined(value: object) -> str:
    return ",".join(str(each) for each in value) if isinstance(value, list) else str(value)
