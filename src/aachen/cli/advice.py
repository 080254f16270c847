"""Hints at the terminal: a bot's explanation in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from aachen.bots.thought import Candidate, DecisiveReply, Rationale, Recommendation
from aachen.locales.wording import Wording

View = Mapping[str, Any]
LEAST_SHOWN: Final = 0.005  # a chance below it is what rounding leaves


def percent(wording: Wording, chance: float) -> str:
    """A chance as people say it."""
    return wording.say("advice.percent", number=of_hundred(chance))


def of_hundred(share: float) -> int:
    """In how many of a hundred cases; what is not certain is never 0 or 100."""
    number = round(100 * share)
    return min(99, max(1, number)) if 0 < share < 1 else number


def change(wording: Wording, difference: float) -> str:
    """A change of a chance, with its sign."""
    number = round(100 * difference)
    return wording.say("advice.percent", number=f"{number:+d}" if number else 0)


def advice(thought: Recommendation, view: View, wording: Wording) -> Iterator[str]:
    """The plan, what speaks for it, what else was looked at, and everybody's chances."""
    say = wording.say
    yield say("advice.plan")
    for number, step in enumerate(_steps(thought.best, view, wording), 1):
        yield f"  {number}. {step}"
    yield "  " + say("advice.promise", chance=percent(wording, thought.best.chance))
    if thought.is_mixed:
        yield "  " + say("advice.mixed", number=of_hundred(thought.best.share or 0.0))
    reasons = sentences(thought.reasons, view, wording)
    if reasons:
        yield say("advice.why")
        yield from (f"  {reason}" for reason in reasons)
    if thought.others:
        yield say("advice.others")
        for course in thought.others:
            facts = _promise(course, thought.is_mixed, wording)
            yield f"  {_in_one(course, view, wording)} ({facts})"
    if thought.reply is not None:
        yield from _objection(thought.reply, view, wording)
    yield say("advice.chances")
    yield "  " + ", ".join(standing(wording, view, thought.chances))


def sentences(reasons: list[Rationale], view: View, wording: Wording) -> list[str]:
    """Reasons in words."""
    return [
        sentence
        for reason in reasons
        if (sentence := wording.motive(str(view["game"]), reason.code, reason.facts)) is not None
    ]


def _objection(reply: DecisiveReply, view: View, wording: Wording) -> Iterator[str]:
    """The reply that speaks against the first of the other courses, and what it changes."""
    actions = joined([wording.action(action) for action in reply.actions], wording)
    yield "  " + wording.say("advice.reply", seat=wording.seat(reply.seat), actions=actions)
    yield from (f"    {reason}" for reason in sentences(reply.reasons, view, wording))


def _steps(course: Candidate, view: View, wording: Wording) -> list[str]:
    """Each action as the menu has it."""
    first, *rest = course.actions
    return [wording.offer(first, view), *(wording.action(action) for action in rest)]


def _in_one(course: Candidate, view: View, wording: Wording) -> str:
    return joined(_steps(course, view, wording), wording)


def joined(steps: list[str], wording: Wording) -> str:
    """Steps one after the other, as one sentence."""
    sentence, *rest = steps
    for step in rest:
        sentence = wording.say("advice.then", first=sentence, next=step)
    return sentence


def _promise(course: Candidate, is_mixed: bool, wording: Wording) -> str:
    """The chance it brings, and how often it is chosen if that is left to chance."""
    chance = percent(wording, course.chance)
    if not is_mixed:
        return chance
    if not course.share:
        return f"{chance}, {wording.say('advice.share.none')}"
    return f"{chance}, {wording.say('advice.share', number=of_hundred(course.share))}"


def sides(view: View, wording: Wording) -> list[tuple[str, int]]:
    """What each side is called, and one of its seats; partners are one side."""
    if "sides" not in view:
        return [(wording.seat(seat), number) for number, seat in enumerate(view["seats"])]
    return [
        (wording.say(f"side.{side}"), view["seats"].index(seats[0])) for side, seats in view["sides"].items()
    ]


def all_fail(view: View, chances: list[float], wording: Wording) -> float:
    """The chance that nobody wins: what the sides leave over, in games where all can fail together."""
    left = 1.0 - sum(chances[seat] for _, seat in sides(view, wording))
    return left if left >= LEAST_SHOWN else 0.0


def standing(wording: Wording, view: View, chances: list[float]) -> list[str]:
    """Each side's chance, and that of nobody if all may fail."""
    parts = [f"{name} {percent(wording, chances[seat])}" for name, seat in sides(view, wording)]
    nobody = all_fail(view, chances, wording)
    if nobody:
        parts.append(f"{wording.say('advice.all_fail')} {percent(wording, nobody)}")
    return parts
