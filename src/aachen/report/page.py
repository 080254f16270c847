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
from aachen.report.writer import Finding, Writer, case_of, finding_sentences, grouped

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
            self._headline(),
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
        return findings_html(self.localizer, self.findings, {game: self._name(game) for game in self.games})

    def _headline(self) -> str:
        """What is farthest from fair, in large letters, and how sure the facts are that it rests on."""
        groups = grouped(self.findings)
        if not groups:
            return ""
        game, label = groups[0][0].game, groups[0][0].label
        caution = self.chapters[game].caution(self.writers[game], label) if game in self.chapters else ""
        return headline_html(self.localizer, groups[0], caution)

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


def headline_html(localizer: Localizer, group: list[Finding], caution: str) -> str:
    """The first of all findings with the others of its kind."""
    first = max(group, key=lambda each: each.size)
    lines = finding_sentences(localizer, [first])
    others = [case_of(localizer, each) for each in group if each is not first]
    if others:
        lines.append(localizer.say("report.headline.others", cases="; ".join(others)))
    if caution:
        lines.append(caution)
    return '<section class="headline">' + "".join(f"<p>{escape(line)}</p>" for line in lines) + "</section>"


def findings_html(localizer: Localizer, findings: list[Finding], names: Mapping[str, str]) -> str:
    """All findings, game by game and thing by thing."""
    about = f'<p class="about">{escape(localizer.say("report.findings.about"))}</p>'
    groups = grouped(findings)
    if not groups:
        return f"<p>{escape(localizer.say('report.finding.none'))}</p>{about}"
    parts = []
    for game, name in names.items():
        own = [group for group in groups if group[0].game == game]
        if own:
            items = "".join(_group_item(localizer, group) for group in own)
            parts.append(f'<h3>{escape(name)}</h3><ul class="found">{items}</ul>')
    return "".join(parts) + about


def _group_item(localizer: Localizer, group: list[Finding]) -> str:
    is_often = group[0].share.value > group[0].fair
    title = localizer.say(f"report.finding.group_{'often' if is_often else 'seldom'}", what=group[0].what)
    cases = "".join(f"<li>{escape(case_of(localizer, each))}</li>" for each in group)
    return f"<li><b>{escape(title)}</b><ul>{cases}</ul></li>"


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
