"""The ring in sentences, one a line: for screen readers, and for whoever prefers words to boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from aachen.titles.carolus.wording import CarolusWording

View = Mapping[str, Any]


def round_in_words(view: View, words: CarolusWording) -> str:
    if view["round"] == 0:
        return words.say("ring.set_up")
    return words.say("ring.round", round=view["round"], last=view["last_round"])


def stop_in_words(stop: View, words: CarolusWording) -> str:
    """What would happen at a stop: who builds or conquers, what is joined, whether it is the end."""
    facts: dict[str, object] = {"castles": stop["castles"], "regions": stop["regions"]}
    facts["side"] = words.side(stop["side"]) if stop["side"] else ""
    parts = [words.say(f"ring.{stop['result']}", **facts)]
    if stop["joins"]:
        joined = words.join(words.region(region) for region in stop["joins"])
        parts.append(words.say("ring.joins", joined=joined, **facts))
    if stop["ends"]:
        parts.append(words.say(f"ring.ends_by_{stop['ends']}", **facts))
    return "; ".join(parts)


def partners(sides: Mapping[str, Sequence[str]], words: CarolusWording) -> list[str]:
    """Who plays with whom, if anybody does: a sentence for each side."""
    return [
        words.say(
            "ring.partners", seats=words.join(words.seat(seat) for seat in seats), side=words.side(side)
        )
        for side, seats in sides.items()
        if len(seats) > 1
    ]


def _counts(counts: Mapping[str, int], words: CarolusWording) -> str:
    named = [f"{words.clan(clan)} {number}" for clan, number in counts.items()]
    return ", ".join(named) if named else words.say("ring.none")


def plain_board(view: View, words: CarolusWording) -> list[str]:
    """The ring in sentences, clockwise."""
    lines = [round_in_words(view, words), *partners(view["sides"], words)]
    order = view["playing"] or view["placing"]
    if order:
        seats = words.join(_with_disc(view, seat, words) for seat in order)
        lines.append(f"{words.say('ring.order' if view['playing'] else 'ring.laying')} {seats}.")
    return lines + [_plain_region(each, words) for each in view["ring"]]


def _with_disc(view: View, seat: str, words: CarolusWording) -> str:
    """A seat with the disc that it laid in this round, if it did."""
    disc = view["courts"][seat]["disc"]
    name = words.seat(seat)
    return words.say("ring.with_disc", seat=name, disc=disc) if disc else name


def _plain_region(region: View, words: CarolusWording) -> str:
    facts: dict[str, object] = {"region": "".join(region["territories"]).upper()}
    facts["paladins"] = _counts(region["paladins"], words)
    facts["forces"] = words.forces(region["forces"])
    sentence = words.say("ring.plain_region", **facts)
    if region["owner"]:
        owner = words.side(region["owner"])
        sentence += " " + words.say("ring.plain_castles", side=owner, number=region["castles"])
    return f"{sentence} {words.say('ring.plain_emperor')}" if region["emperor"] else sentence


def plain_courts(view: View, words: CarolusWording) -> list[str]:
    """Courts, reserves, discs and the centre in sentences."""
    lines = []
    for seat in view["seats"]:
        court = view["courts"][seat]
        emblems = ", ".join(words.clan(clan) for clan in court["emblems"]) or words.say("ring.none")
        facts = {
            "court_of": words.say(f"court_of.{seat}"),
            "court": _counts(court["paladins"], words),
            "reserve": _counts(court["reserve"], words),
            "emblems": emblems,
            "discs": ", ".join(str(disc) for disc in court["discs"]) or words.say("ring.none"),
        }
        lines.append(words.say("ring.plain_court", **facts))
    return [*lines, words.say("ring.plain_centre", paladins=_counts(view["centre"], words))]


def plain_victory(view: View, words: CarolusWording) -> list[str]:
    """Castles and clans in sentences."""
    lines = []
    for side, standing in view["victory"].items():
        facts = {"side": words.side(side), **{key: standing[key] for key in ("castles", "goal", "clans")}}
        if len(standing["seats"]) > 1:
            seats = words.join(words.seat(seat) for seat in standing["seats"])
            facts["side"] = words.say("ring.side_of", side=facts["side"], seats=seats)
        lines.append(words.say("ring.plain_standing", **facts))
    return lines
