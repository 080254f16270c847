"""What is asked of games of Carolingi."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aachen.games.carolingi import board
from aachen.report.chapter import Chapter, wins_from
from aachen.report.compare import Question
from aachen.report.sample import FinishedGame, Sample, listed, winnings
from aachen.report.shares import Share, mean
from aachen.report.writer import Name, Writer, enough, in_order

CONDITIONS = ("expansion", "development", "following", "glory", "palace")
UNION = "union"  # a region of its own, however many


def labels_on(results: Iterable[FinishedGame]) -> Name:
    """Lands and regions as the boards of these games write them; the shipped board's where they do not say."""
    found = _labels_of(board.standard())
    for own in _own_boards(results):
        found |= _labels_of(board.parse(own))
    return lambda land: found.get(land, land)


def _own_boards(results: Iterable[FinishedGame]) -> list[object]:
    """The boards other than the shipped one that these games were played on."""
    by_digest = {game.options.get("board_digest"): game.options.get("board") for game in results}
    return [own for own in by_digest.values() if own is not None]


def _labels_of(known: board.Board) -> dict[str, str]:
    labels = {land.id: land.label for land in known.lands}
    return labels | {region.id: region.label for region in known.regions}


def _homes(writer: Writer, sample: Sample, fair: float) -> list[str]:
    """Homelands that were drawn, or claimed in the course of the game."""
    label = labels_on(sample.results)
    drawn = in_order(enough(sample.won_by(lambda result: _seats_at(result, "homelands"))))
    if drawn:
        return [writer.wins("homeland", sample, drawn, label, fair)]
    claimed = in_order(enough(sample.won_by(lambda result: _seats_at(result, "palaces"))))
    return [writer.shares("palace_at", claimed, label)] if claimed else []


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
    label = labels_on(sample.results)
    united = sample.counted(lambda result: [region for region, _ in _unions(result)])
    winners = enough(sample.won_by(_unions))
    found = [writer.shares("regions", united, label)] if united else []
    return found + ([writer.shares("region_wins", winners, label)] if winners else [])


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
    varying = ("variant", "anarchy", "hourglass", "last_year", "board_digest")
    in_file_names = ("anarchy", "hourglass")

    def rules(self, writer: Writer, sample: Sample) -> str:
        """The variant and the modules."""
        variant = str(sample.rule("variant", "base"))
        words = [] if variant == "base" else [writer.say(f"report.variant.{variant}")]
        words += [
            writer.say(f"report.rule.{name}") for name in ("anarchy", "hourglass") if sample.rule(name, False)
        ]
        words += sorted({board.parse(own).name for own in _own_boards(sample.results)})
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

    def caution(self, writer: Writer, label: str) -> str:
        """The border of a land of the shipped board that is least sure, if none of us has seen it."""
        unsure = [
            (float(border["confidence"]), border["b"] if border["a"] == label else border["a"])
            for border in board.standard().source["borders"]
            if label in (border["a"], border["b"]) and border.get("confidence", 1.0) < 1.0
        ]
        if not unsure:
            return ""
        confidence, other = min(unsure)
        name = labels_on([])
        sure = writer.localizer.percent(confidence, 0)
        return writer.say("report.caution.border", land=name(label), other=name(str(other)), sure=sure)

    def questions(self, writer: Writer, results: Sequence[FinishedGame]) -> list[Question]:
        """Homelands first, then what every game is asked, and which regions are united."""
        label = labels_on(results)
        return [
            Question("homeland", lambda result: wins_from(result, "homelands"), label),
            *super().questions(writer, results),
            Question("regions", _united, label, missing=0.0),
        ]


def _united(result: FinishedGame) -> dict[str, float]:
    return {region: 1.0 for region, _ in _unions(result)}
