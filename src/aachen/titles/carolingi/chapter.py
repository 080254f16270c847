"""What is asked of games of Carolingi."""

from __future__ import annotations

from aachen.games.carolingi import board
from aachen.report.chapter import Chapter
from aachen.report.sample import FinishedGame, Sample, listed, winnings
from aachen.report.shares import Share, mean
from aachen.report.writer import Writer, enough, in_order

CONDITIONS = ("expansion", "development", "following", "glory", "palace")
UNION = "union"  # a region of its own, however many


def _label(land: str) -> str:
    """A land or region as the board writes it."""
    known = board.standard()
    labels = {each.id: each.label for each in known.lands} | {each.id: each.label for each in known.regions}
    return labels.get(land, land)


def _homes(writer: Writer, sample: Sample, fair: float) -> list[str]:
    """Homelands that were drawn, or claimed in the course of the game."""
    drawn = in_order(enough(sample.won_by(lambda result: _seats_at(result, "homelands"))))
    if drawn:
        return [writer.wins("homeland", sample, drawn, _label, fair)]
    claimed = in_order(enough(sample.won_by(lambda result: _seats_at(result, "palaces"))))
    return [writer.shares("palace_at", claimed, _label)] if claimed else []


def _seats_at(result: FinishedGame, fact: str) -> list[tuple[str, int]]:
    return [(land, seat) for seat, land in enumerate(listed(result, fact)) if land]


def _first_tile(sample: Sample) -> dict[str, Share]:
    """Whoever's tile was drawn first of all, against the others."""
    return sample.won_by(
        lambda result: [
            ("first" if seat == result.facts["first"] else "others", seat)
            for seat in range(len(result.seats))
        ]
    )


def holders(result: FinishedGame, condition: str) -> list[bool]:
    """Who holds a condition of victory at the end."""
    return [bool(held) for held in listed(result, "united" if condition == UNION else condition)]


def conditions_of(sample: Sample, alone: bool = False) -> dict[str, Share]:
    """How often the winner of a game holds each condition at its end, perhaps as the only one.

    Those that nobody ever holds are left out.
    """
    found = {}
    for condition in (*CONDITIONS, UNION):
        held = winners = 0.0
        for result in sample.results:
            holding = holders(result, condition)
            is_decisive = not alone or holding.count(True) == 1
            for has, won in zip(holding, winnings(result), strict=True):
                winners += won
                held += won * (has and is_decisive)
        if held:
            found[condition] = Share(held, round(winners))
    return dict(sorted(found.items(), key=lambda pair: -pair[1].value))


def _conditions(writer: Writer, sample: Sample) -> list[str]:
    """What winners hold, and what they alone hold: that is what decides."""
    return [
        writer.shares(key, conditions_of(sample, alone), lambda name: writer.say(f"report.condition.{name}"))
        for key, alone in (("conditions", False), ("decisive", True))
    ]


def _regions(writer: Writer, sample: Sample) -> list[str]:
    """How often a region is united at the end, and how often whoever united it wins."""
    united = sample.counted(lambda result: [region for region, _ in _unions(result)])
    winners = enough(sample.won_by(_unions))
    found = [writer.shares("regions", united, _label)] if united else []
    return found + ([writer.shares("region_wins", winners, _label)] if winners else [])


def _unions(result: FinishedGame) -> list[tuple[str, int]]:
    """The regions that are united at the end, with the seats that did it."""
    return [(region, seat) for seat, regions in enumerate(listed(result, "united")) for region in regions]


def _tiles(writer: Writer, sample: Sample) -> str:
    """How many tiles of each kind a seat carries out in a game: winners, and all others."""
    kinds = sorted({kind for result in sample.results for seat in listed(result, "tiles") for kind in seat})
    kinds = [kind for kind in kinds if kind != "no_action"]
    lines = []
    for name, is_winner in (("winners", True), ("others", False)):
        means = [mean(_numbers(sample, kind, is_winner)) for kind in kinds]
        lines.append((writer.say(f"report.{name}"), means))
    return writer.means("tiles", [writer.say(f"tile_short.{kind}") for kind in kinds], lines)


def _numbers(sample: Sample, kind: str, is_winner: bool) -> list[float]:
    return [
        float(tiles.get(kind, 0))
        for result in sample.results
        for tiles, won in zip(listed(result, "tiles"), winnings(result), strict=True)
        if (won > 0) == is_winner
    ]


def _of_winners(sample: Sample, fact: str) -> list[float]:
    return [
        float(value)
        for result in sample.results
        for value, won in zip(listed(result, fact), winnings(result), strict=True)
        if won > 0
    ]


class CarolingiChapter(Chapter):
    """Homelands, conditions of victory, Peace, tiles and pieces."""

    length = "seasons"
    varying = ("variant", "anarchy", "hourglass", "last_year")
    in_file_names = ("anarchy", "hourglass")

    def rules(self, writer: Writer, sample: Sample) -> str:
        """The variant and the modules."""
        variant = str(sample.rule("variant", "base"))
        words = [] if variant == "base" else [writer.say(f"report.variant.{variant}")]
        words += [
            writer.say(f"report.rule.{name}") for name in ("anarchy", "hourglass") if sample.rule(name, False)
        ]
        return ", ".join(words)

    def label(self, writer: Writer, sample: Sample) -> str:
        """The number of players, and the variant."""
        variant = str(sample.rule("variant", "base"))
        return str(sample.players) + (
            "" if variant == "base" else f" {writer.say(f'report.short.{variant}')}"
        )

    def figures(self, writer: Writer, sample: Sample) -> list[str]:
        """One sample."""
        say, fair = writer.say, sample.fair()
        found = [
            writer.wins("seat", sample, sample.by_seat(), lambda seat: say(f"colour.{seat}"), fair),
            *_homes(writer, sample, fair),
            writer.wins(
                "first_tile", sample, _first_tile(sample), lambda key: say(f"report.first_tile.{key}"), fair
            ),
            *_conditions(writer, sample),
            *_regions(writer, sample),
            writer.counts("seasons", sample.fact("seasons")),
            writer.counts("margin", sample.margins()),
            _tiles(writer, sample),
            writer.counts("lead_changes", sample.fact("lead_changes")),
        ]
        return found

    def overview(self, writer: Writer, samples: list[Sample]) -> list[str]:
        """All samples side by side."""
        say = writer.say
        labels = [self.label(writer, sample) for sample in samples]
        peace = [
            (say("report.peace.tried"), [sample.mean("peace_tried") for sample in samples]),
            (say("report.peace.failed"), [sample.mean("peace_failed") for sample in samples]),
            (say("report.peace.contests"), [sample.mean("contests") for sample in samples]),
        ]
        events = [
            (say(f"report.events.{fact}"), [sample.mean(fact) for sample in samples])
            for fact in ("battles", "hungers", "overflows")
        ]
        pieces = [
            (say(f"report.pieces.{fact}"), [mean(_of_winners(sample, fact)) for sample in samples])
            for fact in ("lands", "counters", "followers", "trophies")
        ]
        return [
            writer.means(
                "length", labels, [(say("report.length.seasons"), [s.mean("seasons") for s in samples])]
            ),
            writer.means("peace", labels, peace, 2),
            writer.means("pieces", labels, pieces),
            writer.means("events", labels, events),
        ]
