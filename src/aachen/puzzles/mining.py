"""Finding puzzles: games between planners are searched for decisions with one clearly best plan.

A short search looks at every decision.
Where its best plan is well ahead, deep searches that look at all plans about equally often have to agree,
one for each seed, on the best plan and on a large gap to every plan with another outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Final

from aachen.bots import Budget
from aachen.bots.greedy import GreedyBot
from aachen.bots.mind import Mind
from aachen.bots.minds import MINDS
from aachen.bots.plan import Plan
from aachen.bots.plan_outcome import PlanOutcome, outcome_of
from aachen.bots.planner import PlannerBot
from aachen.bots.search import Search, SearchGame
from aachen.bots.search_bot import SearchBot
from aachen.bots.thinker import Thinker
from aachen.core.common_luck import CommonLuck
from aachen.core.contract import Position
from aachen.core.game_loop import PlainTable, carry_out, play_out
from aachen.core.json_shapes import Plain
from aachen.core.luck import AskedLuckError, NoLuck, SeededLuck
from aachen.games import GAMES
from aachen.puzzles.puzzle import Named, Puzzle, Reply
from aachen.titles import TITLES

QUICK: Final = 150  # rounds of the first look
DEEP: Final = 2400  # rounds of each search that has to confirm
DEEP_SEEDS: Final = (11, 12, 13)
CHECK_SEEDS: Final = (21, 22, 23)
NEARLY: Final = 0.75  # so much of the gap that counts has to show in the first look
FEWEST_PLANS: Final = 4
FEWEST_OF_THEME: Final = 2  # some themes, such as hunger, leave few choices
HOPEFUL: Final = 0.12  # with a smaller chance than this nothing is left to win
SAFE: Final = 0.9  # with a greater chance the second-best plan wins as well
WIDE: Final = 1.0  # how curious a confirming search is: all plans are tried about equally often
TRIED: Final = 20  # so often a plan was tried at least before its chance counts
MOST_ACTIONS: Final = 60  # of one plan
GRADES: Final[tuple[tuple[type[Thinker], int | None], ...]] = (
    (PlannerBot, None),
    (SearchBot, 60),
    (SearchBot, 400),
)


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a search found: its two best plans, and how far apart they are."""

    best: Plan
    second: Plan
    outcome: PlanOutcome

    @property
    def gap(self) -> float:
        """How much better the best plan is."""
        return self.best.chance - self.second.chance


def find_puzzles(game: str, options: Plain, theme: str | None, seed: int) -> list[Puzzle]:
    """The puzzles in the game with that seed between planners, perhaps only those of one theme."""
    rules, mind = GAMES[game], MINDS[game]
    fewest = FEWEST_PLANS if theme is None else FEWEST_OF_THEME
    luck = CommonLuck(seed)
    found: list[Puzzle] = []
    entries = count()

    def choose(position: Position) -> tuple[int, Sequence[int]]:
        seats, entry = position.to_act(), next(entries)
        seat = seats[0]
        plans = mind.plans(position, seat, luck, 24)
        if len(seats) == 1 and len(plans) >= fewest and _may_have(theme, game, position, seat, plans[0]):
            puzzle = _puzzle(game, options, position, seat, seed, entry)
            if puzzle is not None and (theme is None or theme in puzzle.themes):
                found.append(puzzle)
        return seat, plans[0].codes

    play_out(PlainTable(rules.new(rules.options(options), luck), luck), choose)
    return found


def _may_have(theme: str | None, game: str, position: Position, seat: int, plan: Plan) -> bool:
    """Whether the theme is in sight of the planner: only there a search for puzzles of one theme looks closely."""
    if theme is None:
        return True
    reasons = MINDS[game].reasons(position, seat, plan)
    return theme in TITLES[game].puzzle_themes(position, seat, reasons)


def _puzzle(game: str, options: Plain, position: Position, seat: int, seed: int, entry: int) -> Puzzle | None:
    """The puzzle of this decision, if it is one."""
    mind = MINDS[game]
    quick = ranked(mind, position, seat, QUICK, seed, is_wide=False)
    if quick is None or quick.gap < NEARLY * TITLES[game].puzzle_gap:
        return None
    start = position.imagine(seat, SeededLuck(seed))  # what the seat cannot see is dealt anew
    found = confirmed(mind, start, seat, TITLES[game].puzzle_gap)
    if found is None or not found.outcome.is_done:  # what goes on after the plan would be part of the answer
        return None
    if _course(GreedyBot(1), start, seat, None) == found.outcome:
        return None
    rules = GAMES[game]
    reasons = mind.reasons(start, seat, found.best)
    themes = TITLES[game].puzzle_themes(start, seat, reasons)
    if not themes:  # nothing that could be explained
        return None
    return Puzzle(
        name=f"{game}-{len(start.seats())}-{seed}-{entry}",
        game=game,
        rules=rules.rules_version,
        options=rules.options(options).as_dict(),
        position=start.write(),
        seat=start.seats()[seat],
        actions=named(start, found.best.codes),
        chance=round(found.best.chance, 3),
        other=named(start, found.second.codes),
        other_chance=round(found.second.chance, 3),
        reply=_reply(mind, start, seat, found.second),
        reasons=[asdict(reason) for reason in reasons],
        themes=themes,
        difficulty=_difficulty(start, seat, found.outcome),
        seed=seed,
        entry=entry,
    )


def ranked(
    mind: Mind,
    position: Position,
    seat: int,
    rounds: int,
    seed: int,
    is_wide: bool,
    known: Sequence[Sequence[int]] = (),
) -> Ranked | None:
    """The two best plans by a search; None where there is nothing to search or the choice is made in secret.

    `known` are plans that are looked at even if the planner would not think of them.
    """
    game = mind.search_game(position, seat)
    if game is None or not game.is_searched():
        return None
    tuning = game.tuning()
    if is_wide:
        tuning.explore, tuning.width = WIDE, 1e6
    search = Search(game, seat, SeededLuck(seed), tuning, _with_known(game, position, seat, known))
    if search.is_secret:
        return None
    search.run(Budget(rounds=rounds))
    return _two_best(search, position, seat, TRIED if is_wide else 3)


def _with_known(
    game: SearchGame, position: Position, seat: int, known: Sequence[Sequence[int]]
) -> list[Plan] | None:
    """The plans of the game and those that are known besides; None if there are none of them."""
    if not known:
        return None
    plans = game.plans(position, seat)
    outcomes = [outcome_of(position, seat, plan.codes) for plan in plans]
    missing = [codes for codes in known if outcome_of(position, seat, codes) not in outcomes]
    return plans + [Plan(list(codes), plans[-1].chance) for codes in missing]


def _two_best(search: Search, position: Position, seat: int, tried: int) -> Ranked | None:
    """The best plan, and the best one with another outcome."""
    root = search.root
    found = [
        Plan(plan.codes, root.chance(index, search.tuning.trust))
        for index, plan in enumerate(root.plans)
        if root.counts[index] >= tried
    ]
    if len(found) < 2:
        return None
    found.sort(key=lambda plan: -plan.chance)
    outcome = outcome_of(position, seat, found[0].codes)
    others = (plan for plan in found[1:] if outcome_of(position, seat, plan.codes) != outcome)
    second = next(others, None)
    return None if second is None else Ranked(found[0], second, outcome)


def confirmed(mind: Mind, position: Position, seat: int, gap: float) -> Ranked | None:
    """What deep searches agree on; None if they do not, or if nothing is at stake."""
    first: Ranked | None = None
    for seed in DEEP_SEEDS:
        found = ranked(mind, position, seat, DEEP, seed, is_wide=True)
        if found is None or found.gap < gap or (first is not None and found.outcome != first.outcome):
            return None
        if found.best.chance < HOPEFUL or found.second.chance > SAFE:
            return None
        first = first or found
    return first


def read_actions(position: Position, named: Sequence[Named]) -> list[int]:
    """Actions by their names."""
    return [position.read_action(action) for action in named]


def named(position: Position, codes: Sequence[int]) -> list[Named]:
    """Actions in names."""
    return [position.name_action(code) for code in codes]


# ---- How hard it is, and what decides ------------------------------------------------------------


def _difficulty(position: Position, seat: int, outcome: PlanOutcome) -> int:
    """The first level that finds the plan, or one more."""
    for number, (level, rounds) in enumerate(GRADES, 1):
        if _course(level(1), position, seat, rounds) == outcome:
            return number
    return len(GRADES) + 1


def _course(bot: Thinker, position: Position, seat: int, rounds: int | None) -> PlanOutcome:
    """What a bot would do until luck or another seat comes in."""
    after, codes = position.copy(), list[int]()
    while len(codes) < MOST_ACTIONS:
        budget = None if rounds is None else Budget(rounds=rounds)
        for action in bot.course(after.view(seat), budget):
            code = after.read_action(action)
            if after.refusal(seat, code) is not None:
                break
            codes.append(code)
            try:
                after.play(seat, code, NoLuck())
            except AskedLuckError:
                return outcome_of(position, seat, codes)
        if seat not in after.to_act():
            break
    return outcome_of(position, seat, codes)


def _reply(mind: Mind, position: Position, seat: int, plan: Plan) -> Reply | None:
    """The best reply of the seat that comes next, with luck as it happens to fall."""
    after = _next_seats_turn(mind, position, seat, plan)
    if after is None:
        return None
    other = after.to_act()[0]
    found = ranked(mind, after, other, DEEP, 1, is_wide=False)
    if found is None:
        return None
    reasons = mind.reasons(after, other, found.best)
    return Reply(after.seats()[other], named(after, found.best.codes), [asdict(each) for each in reasons])


def _next_seats_turn(mind: Mind, position: Position, seat: int, plan: Plan) -> Position | None:
    """Where another seat chooses next after the plan; None if that is in secret, or never."""
    after, luck, codes = position.copy(), SeededLuck(1), plan.codes
    table = PlainTable(after, luck)
    for _ in range(MOST_ACTIONS):
        carry_out(table, seat, codes)
        seats = after.to_act()
        if len(seats) != 1 or seats[0] != seat:
            return after if len(seats) == 1 else None
        codes = mind.plans(after, seat, luck, 1)[0].codes
    return None


# ---- Checking ------------------------------------------------------------------------------------


def is_solved_deeply(puzzle: Puzzle) -> bool:
    """Whether deep searches with seeds that did not choose it find the plan, each of them."""
    start = puzzle.start()
    seat = puzzle.seat_number(start)
    known = [read_actions(start, puzzle.actions), read_actions(start, puzzle.other)]
    answer, mind = outcome_of(start, seat, known[0]), MINDS[puzzle.game]
    found = [ranked(mind, start, seat, DEEP, seed, is_wide=True, known=known) for seed in CHECK_SEEDS]
    return all(each is not None and each.outcome == answer for each in found)
