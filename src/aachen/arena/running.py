"""A run: plays what is missing, writes each unit down as soon as it is done, and stops once a gate knows its answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from statistics import fmean

from aachen.arena.cluster import play_on_cluster
from aachen.arena.gate import UNDECIDED, Gate
from aachen.arena.plan import Plan, Watch, play_number
from aachen.arena.playing import Result, play_again
from aachen.arena.processes import play_here
from aachen.arena.results import Book, Found
from aachen.arena.summary import share
from aachen.core.errors import bad
from aachen.games import GAMES


def play_missing(
    book: Book,
    blocks: int,
    jobs: int,
    ray: str | None = None,
    log: bool = False,
    watch: Watch | None = None,
    gate: Gate | None = None,
) -> Iterator[list[Result]]:
    """The results of one unit after the other; they are in the book when they are told."""
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


def feed(gate: Gate, book: Book, blocks: int) -> bool:
    """Show the gate all blocks that follow on those it has seen; True once it knows."""
    while gate.answer == UNDECIDED and gate.blocks < blocks:
        results = _block(book.plan, book.found, gate.blocks)
        if results is None:
            return False
        gate.take(fmean(share(book.plan.names[0], result) for result in results))
    return gate.answer != UNDECIDED


def _block(plan: Plan, found: Found, block: int) -> list[Result] | None:
    """All games of a block, if they were played."""
    first = block * plan.games_of_block + 1
    numbers = range(first, first + plan.games_of_block)
    return [found.results[number] for number in numbers] if all(n in found.results for n in numbers) else None


def make_again(found: Found, number: int) -> Result:
    """One game of a file of results, with its log: by its moves if they were kept, otherwise thought out anew."""
    told = found.results.get(number)
    if told is None:
        raise bad("arena_no_such_game", given=number, number=len(found.results))
    if told.moves:
        again = play_again(GAMES[found.plan.game], told)
    else:
        again = play_number(found.plan, number, log=True)
    if again.digest != told.digest or again.players != told.players:
        raise bad("arena_other_game", number=number)
    return again
