"""The analysis of a recorded game on a terminal: chances as a line of signs, turning points, and the part of luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from aachen.bots.analysis import (
    Breakdown,
    Evaluation,
    GameAnalysis,
    TurningPoint,
    breakdowns,
    leads,
    mistakes,
    turns,
)
from aachen.bots.review import ReviewedDecision, accuracies
from aachen.cli.advice import all_fail, change, joined, percent, sentences, sides
from aachen.cli.progress import Progress
from aachen.core.replay import Step
from aachen.locales.wording import Wording
from aachen.titles.sentences import wording_of

WIDTH: Final = 60
BLOCKS: Final = "▁▂▃▄▅▆▇█"
DIGITS: Final = "0123456789"  # where blocks cannot be shown: tenths
MOSTLY: Final = 0.5  # of a turn, from which on it is called luck


def tell_chances(analysis: GameAnalysis, language: str, is_plain: bool) -> Iterator[str]:
    """The lines of it."""
    rows = analysis.evaluate_range(0, len(analysis.steps))
    last = analysis.steps[-1].position
    assert last is not None
    wording, view = wording_of(language, last), last.view(None)
    named = sides(view, wording)
    lines = [(name, [row.chances[seat] for row in rows]) for name, seat in named]
    failures = [all_fail(view, row.chances, wording) for row in rows]
    if any(failures):
        lines.append((wording.say("advice.all_fail"), failures))
    widest = max(len(name) for name, _ in lines)
    yield ""
    yield wording.say("graph.title")
    for name, chances in lines:
        line = spark(chances, DIGITS if is_plain else BLOCKS)
        yield f"  {name:<{widest}}  {line}  {percent(wording, chances[-1])}"
    yield from _tell_turns(analysis.steps, turns(rows), wording, _names(view, wording))
    yield _tell_leads(rows, wording)
    found = breakdowns(rows)
    yield wording.say("graph.breakdown")
    for name, seat in named:
        yield f"  {_tell_breakdown(name, found[seat], wording)}"


def tell_decisions(analysis: GameAnalysis, language: str) -> Iterator[str]:
    """How accurate everybody was, and where something else was better; how far the review is goes to the terminal."""
    last = analysis.steps[-1].position
    assert last is not None
    wording, view = wording_of(language, last), last.view(None)
    seats = last.seats()
    found: list[ReviewedDecision] = []
    with Progress(wording.say("review.progress"), len(analysis.steps)) as progress:
        for seq in range(len(analysis.steps)):
            decision = analysis.decision(seq)
            if decision is not None:
                found.append(decision)
            progress.advance(1)
    yield wording.say("review.accuracy")
    for name, each in zip(seats, accuracies(found, len(seats)), strict=True):
        if each.decisions:
            yield "  " + wording.say(
                "review.accuracy.of",
                side=wording.seat(name),
                good=each.good,
                decisions=each.decisions,
                share=percent(wording, each.good / each.decisions),
                low=percent(wording, each.low),
                high=percent(wording, each.high),
            )
    worst = mistakes(found)
    yield wording.say("review.mistakes") if worst else wording.say("review.none")
    for mistake in worst:
        yield from _tell_mistake(mistake, seats[mistake.seat], view, wording)


def _tell_mistake(
    mistake: ReviewedDecision, seat: str, view: Mapping[str, Any], wording: Wording
) -> Iterator[str]:
    """What was played, what was better, by how much and why."""
    points = round(100 * mistake.loss)
    yield "  " + wording.say("review.mistake", seq=mistake.seq, side=wording.seat(seat), points=points)
    for key, actions in (("review.played", mistake.played), ("review.better", mistake.best)):
        yield "    " + wording.say(key, actions=joined([wording.action(each) for each in actions], wording))
    yield from (f"    {reason}" for reason in sentences(mistake.reasons, view, wording))
    if mistake.reply is not None:
        answer = joined([wording.action(each) for each in mistake.reply.actions], wording)
        other = wording.seat(mistake.reply.seat)
        yield "    " + wording.say("review.reply", seat=other, actions=answer)
        yield from (f"      {reason}" for reason in sentences(mistake.reply.reasons, view, wording))


def spark(chances: Sequence[float], signs: str) -> str:
    """Chances as a line of signs, the means of equal parts of the game."""
    width = min(WIDTH, len(chances))
    line = ""
    for column in range(width):
        part = chances[column * len(chances) // width : (column + 1) * len(chances) // width]
        line += signs[min(len(signs) - 1, int(sum(part) / len(part) * len(signs)))]
    return line


def _names(view: Mapping[str, Any], wording: Wording) -> dict[int, str]:
    """What the side of each seat is called."""
    called = dict(enumerate(wording.seat(seat) for seat in view["seats"]))
    for side, seats in view.get("sides", {}).items():
        called |= {view["seats"].index(seat): wording.say(f"side.{side}") for seat in seats}
    return called


def _tell_turns(
    steps: Sequence[Step], found: Sequence[TurningPoint], wording: Wording, names: Mapping[int, str]
) -> Iterator[str]:
    if not found:
        yield wording.say("graph.no_turns")
        return
    yield wording.say("graph.turns")
    for turn in found:
        moved = change(wording, turn.change)
        sentence = wording.say("graph.turn", seq=turn.seq, side=names[turn.seat], change=moved)
        by_luck = abs(turn.luck) >= MOSTLY * abs(turn.change) and turn.luck * turn.change > 0
        what = _what(steps[turn.seq], wording)
        yield f"  {sentence}  {wording.say('graph.by_luck' if by_luck else 'graph.by_play', what=what)}"


def _what(step: Step, wording: Wording) -> str:
    """The weightiest event of an entry: the last that has a rule to look up, else the first."""
    events = [event.seen_by(None) for event in step.events]
    weighty = [event for event in events if wording.event_section(event)]
    return wording.event((weighty[-1:] or events[:1])[0]) if events else ""


def _tell_leads(rows: Sequence[Evaluation], wording: Wording) -> str:
    changes = len(leads(rows)) - 1
    return wording.say("graph.leads", number=changes) if changes > 0 else wording.say("graph.leads.none")


def _tell_breakdown(name: str, found: Breakdown, wording: Wording) -> str:
    """What luck and play made of a side's chance; rounded so that it adds up."""
    start, luck, own, end = (round(100 * each) for each in (found.start, found.luck, found.own, found.end))
    return wording.say(
        "graph.breakdown.of",
        side=name,
        start=percent(wording, found.start),
        luck=change(wording, luck / 100),
        own=change(wording, own / 100),
        others=change(wording, (end - start - luck - own) / 100),
        end=percent(wording, found.end),
    )
