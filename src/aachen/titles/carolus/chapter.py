"""What is asked of games of Carolus Magnus."""

from __future__ import annotations

from aachen.games.carolus.terms import DISCS
from aachen.report.chapter import Chapter
from aachen.report.sample import FinishedGame, Sample, listed, winnings
from aachen.report.shares import Mean, Share, mean
from aachen.report.writer import Name, Writer


def _ordinal(writer: Writer) -> Name:
    return lambda place: writer.say("report.place", place=int(place) + 1)


def _laying(sample: Sample) -> dict[str, Share]:
    """By who laid a disc first of all, and who followed clockwise."""
    return _sorted(
        sample.won_by(
            lambda result: [
                (str((seat - _number(result, "first")) % sample.players), seat)
                for seat in range(sample.players)
            ]
        )
    )


def _order(sample: Sample, fact: str) -> dict[str, Share]:
    """By the order of play in a round."""
    return _sorted(
        sample.won_by(lambda result: [(str(place), seat) for place, seat in enumerate(listed(result, fact))])
    )


def _sorted(shares: dict[str, Share]) -> dict[str, Share]:
    return dict(sorted(shares.items()))


def _last_turn(sample: Sample) -> dict[str, Share]:
    """Who wins in whose turn: often one's own, sometimes another's."""
    won = sum(winnings(result)[_number(result, "last")] for result in sample.results)
    return {"own": Share(won, len(sample)), "other": Share(len(sample) - won, len(sample))}


def _number(result: FinishedGame, fact: str) -> int:
    value = result.facts[fact]
    assert isinstance(value, int)
    return value


def _discs(writer: Writer, sample: Sample) -> str:
    """How often in a game each disc is laid, by winners and by others."""
    lines: list[tuple[str, list[Mean]]] = []
    for name, is_winner in (("winners", True), ("others", False)):
        means = [mean(_laid(sample, disc, is_winner)) for disc in range(DISCS)]
        lines.append((writer.say(f"report.{name}"), means))
    return writer.means("discs", [str(disc + 1) for disc in range(DISCS)], lines, 2)


def _laid(sample: Sample, disc: int, is_winner: bool) -> list[float]:
    return [
        float(discs[disc])
        for result in sample.results
        for discs, won in zip(listed(result, "discs"), winnings(result), strict=True)
        if (won > 0) == is_winner
    ]


class CarolusChapter(Chapter):
    """The order of play, discs, castles and regions."""

    length = "rounds"

    def figures(self, writer: Writer, sample: Sample) -> list[str]:
        """One sample."""
        say, fair = writer.say, sample.fair()
        return [
            writer.wins("seat", sample, sample.by_seat(), lambda seat: say(f"colour.{seat}"), fair),
            writer.wins("laying", sample, _laying(sample), _ordinal(writer), fair),
            writer.wins("first_order", sample, _order(sample, "first_order"), _ordinal(writer), fair),
            writer.shares("last_order", _order(sample, "last_order"), _ordinal(writer)),
            writer.shares("last_turn", _last_turn(sample), lambda key: say(f"report.last_turn.{key}")),
            _discs(writer, sample),
            writer.counts("rounds", sample.fact("rounds")),
            writer.counts("castle_margin", sample.margins()),
            writer.counts("regions_left", sample.fact("regions")),
            writer.counts("lead_changes", sample.fact("lead_changes")),
        ]

    def overview(self, writer: Writer, samples: list[Sample]) -> list[str]:
        """All samples side by side."""
        say = writer.say
        labels = [str(sample.players) for sample in samples]
        castles = [
            (say(f"report.castles.{fact}"), [sample.mean(fact) for sample in samples])
            for fact in ("built", "conquered", "joined", "emblems_won")
        ]
        return [
            writer.means(
                "length_rounds", labels, [(say("report.length.rounds"), [s.mean("rounds") for s in samples])]
            ),
            writer.means("castles", labels, castles),
        ]
