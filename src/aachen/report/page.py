"""The whole report as one page: what stands out, then game by game, then how the games were played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from aachen import __version__
from aachen.locales.languages import language
from aachen.report import plots
from aachen.report.chapter import Chapter
from aachen.report.plots import Localizer
from aachen.report.sample import Sample
from aachen.report.shares import mean
from aachen.report.writer import Finding, Writer, finding_sentences

Chapters = Mapping[str, tuple[Chapter, Callable[..., str]]]  # by game: what is asked of it, and its words


@dataclass
class Played:
    """How the games were played, for the end of the page."""

    commands: list[str]
    levels: list[str]
    seeds: str
    code: list[str]  # fingerprints of rules and bots


def report_page(localizer: Localizer, samples: list[Sample], played: Played, chapters: Chapters) -> str:
    """The page."""
    return _Page(localizer, samples, chapters).html(played)


class _Page:
    """One report on some games, in the order of the chapters."""

    def __init__(self, localizer: Localizer, samples: list[Sample], chapters: Chapters) -> None:
        self.localizer = localizer
        self.say = localizer.say
        self.samples = samples
        self.findings: list[Finding] = []
        self.games = [game for game in chapters if any(sample.game == game for sample in samples)]
        self.chapters = {game: chapters[game][0] for game in self.games}
        self.writers = {
            game: Writer(Localizer(localizer.language, chapters[game][1]), self.chapters[game], self.findings)
            for game in self.games
        }

    def html(self, played: Played) -> str:
        """The whole page; chapters come first to be written, for they note what stands out."""
        say = self.say
        chapters = [self._chapter(game) for game in self.games]
        intro = say("report.intro", games=sum(map(len, self.samples)), level=", ".join(played.levels))
        body = [
            f"<header><h1>{escape(self._title())}</h1>",
            f"<p>{escape(intro)}</p>{self._contents()}</header><main>",
            f'<section id="findings"><h2>{escape(say("report.findings"))}</h2>{self._findings()}',
            f"<h3>{escape(say('report.in_short'))}</h3>{self._in_short()}</section>",
            *chapters,
            f'<section id="played"><h2>{escape(say("report.played"))}</h2>'
            f"{_played(self.localizer, self.samples, played)}</section></main>",
        ]
        return plots.page(self.localizer.language, self._title(), "\n".join(body))

    def _title(self) -> str:
        names = [self._name(game) for game in self.games]
        return self.say(
            "report.title", number=len(names), games=language(self.localizer.language).list(names)
        )

    def _name(self, game: str) -> str:
        return self.writers[game].say("game.name")

    def _contents(self) -> str:
        say = self.say
        links = [("findings", say("report.findings"))]
        links += [(game, self._name(game)) for game in self.games]
        links.append(("played", say("report.played")))
        items = "".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in links)
        return f'<nav aria-label="{escape(say("report.contents"))}"><ul>{items}</ul></nav>'

    def _findings(self) -> str:
        sentences = finding_sentences(self.localizer, self.findings)
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
        about = escape(self.say("report.findings.about"))
        return f'<ul class="found">{items}</ul><p class="about">{about}</p>'

    def _in_short(self) -> str:
        """The most important numbers of every sample in a table."""
        keys = "sample games length actions ending undecided margin lead_changes decided".split()
        rows = [self._row(sample) for sample in self.samples]
        return plots.table_of([self.say(f"report.short.{key}") for key in keys], rows)

    def _row(self, sample: Sample) -> list[str]:
        writer, localizer = self.writers[sample.game], self.localizer
        length = self.chapters[sample.game].length
        ending, share = next(iter(sample.endings().items()))
        return [
            writer.where(sample),
            str(len(sample)),
            localizer.number(sample.mean(length).value, 1) if length else "–",
            localizer.number(sample.mean_actions().value, 0),
            f"{writer.say(f'report.ending.{ending}')} ({localizer.percent(share.value, 0)})",
            localizer.percent(sample.undecided().value),
            localizer.number(mean(sample.margins()).value, 1),
            localizer.number(sample.mean("lead_changes").value, 1),
            localizer.percent(sample.mean("lead_since").value, 0),
        ]

    def _chapter(self, game: str) -> str:
        """One game: all its samples side by side, then one after the other."""
        writer, chapter = self.writers[game], self.chapters[game]
        samples = [sample for sample in self.samples if sample.game == game]
        parts = [f'<section id="{game}"><h2>{escape(self._name(game))}</h2>']
        parts.append(_grid([self._endings(game, samples), *chapter.overview(writer, samples)]))
        for sample in samples:
            title = writer.say("report.sample", where=writer.where(sample), games=len(sample))
            parts.append(f"<h3>{escape(title)}</h3>{_grid(chapter.figures(writer, sample))}")
        return "".join(parts) + "</section>"

    def _endings(self, game: str, samples: list[Sample]) -> str:
        """How games end, by number of players and rules."""
        writer, chapter = self.writers[game], self.chapters[game]
        known = list(dict.fromkeys(ending for sample in samples for ending in sample.endings()))
        layers = []
        for ending in known:
            shares = [sample.endings().get(ending) for sample in samples]
            name = writer.say(f"report.ending.{ending}")
            layers.append((name, [0.0 if share is None else share.value for share in shares]))
        return writer.layers("endings", [chapter.label(writer, sample) for sample in samples], layers)


def _grid(figures: list[str]) -> str:
    return f'<div class="figures">{"".join(figures)}</div>'


def _played(localizer: Localizer, samples: list[Sample], played: Played) -> str:
    say = localizer.say
    rules = sorted({f"{sample.game} {result.rules}" for sample in samples for result in sample.results})
    versions = sorted({result.version for sample in samples for result in sample.results} | {__version__})
    lines = [
        say("report.played.level", level=", ".join(played.levels)),
        say("report.played.versions", version=", ".join(versions), rules=", ".join(rules)),
        say("report.played.seeds", seeds=played.seeds, code=", ".join(played.code)),
        say("report.played.intervals"),
    ]
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    commands = "".join(f"<li><code>{escape(command)}</code></li>" for command in played.commands)
    return f"<ul>{items}{commands}</ul>"
