"""A run: plays what is missing, writes each unit down as soon as it is done, and stops once a gate knows its answer."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from statistics import fmean

from aachen.arena.cluster import play_on_cluster
from aachen.arena.gate import UNDECIDED, Gate
from aachen.arena.plan import ArenaPlan, Unit, Watch, play_number, play_unit
from aachen.arena.playing import GameResult, play_again
from aachen.arena.pool import Pool
from aachen.arena.results import ResultsFile, StoredResults
from aachen.arena.summary import share
from aachen.core.errors import bad
from aachen.games import GAMES


def play_missing(
    book: ResultsFile,
    blocks: int,
    jobs: int,
    ray: str | None = None,
    log: bool = False,
    watch: Watch | None = None,
    gate: Gate | None = None,
) -> Iterator[list[GameResult]]:
    """The results of one unit after the other; each is in the file when it is given out."""
    if gate is not None and feed(gate, book, blocks):
        return
    units = book.missing(blocks)
    if not units:
        return
    if ray is None:
        played = play_here(book.plan, units, jobs, log, watch)
    else:
        played = play_on_cluster(ray, book.plan, units, log, watch)
    with closing(played):
        for results in played:
            book.add(results)
            yield results
            if gate is not None and feed(gate, book, blocks):
                return


def play_here(
    plan: ArenaPlan, units: Sequence[Unit], jobs: int, log: bool = False, watch: Watch | None = None
) -> Generator[list[GameResult], None, None]:
    """All units on this machine, each as soon as it is done; whoever stops early leaves nothing running behind."""
    with Pool(min(jobs, len(units))) as pool:
        yield from pool.as_completed(partial(play_unit, plan, log=log, watch=watch), units)


def feed(gate: Gate, book: ResultsFile, blocks: int) -> bool:
    """Show the gate all blocks that follow on those it has seen; True once it knows."""
    while gate.answer == UNDECIDED and gate.blocks < blocks:
        results = _block(book.plan, book.found, gate.blocks)
        if results is None:
            return False
        gate.take(fmean(share(book.plan.names[0], result) for result in results))
    return gate.answer != UNDECIDED


def _block(plan: ArenaPlan, found: StoredResults, block: int) -> list[GameResult] | None:
    """All games of a block, if they were played."""
    first = block * plan.games_of_block + 1
    numbers = range(first, first + plan.games_of_block)
    return [found.results[number] for number in numbers] if all(n in found.results for n in numbers) else None


def make_again(found: StoredResults, number: int) -> GameResult:
    """One game of a file of results, with its log: by its moves if they were kept, otherwise thought out again."""
    stored = found.results.get(number)
    if stored is None:
        raise bad("arena_no_such_game", given=number, number=len(found.results))
    if stored.moves:
        again = play_again(GAMES[found.plan.game], stored)
    else:
        again = play_number(found.plan, number, log=True)
    if again.digest != stored.digest or again.players != stored.players:
        raise bad("arena_other_game", number=number)
    return again
