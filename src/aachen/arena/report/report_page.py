"""The whole report as one page: what stands out, then game by game, then how the games were played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from aachen import __version__
from aachen.arena import plots
from aachen.arena.plots import Tongue
from aachen.arena.report import carolingi, carolus
from aachen.arena.report.sample import Sample
from aachen.arena.report.shares import mean
from aachen.arena.report.writer import Writer

Overview = Callable[[Writer, list[Sample]], list[str]]
Figures = Callable[[Writer, Sample], list[str]]
CHAPTERS: dict[str, tuple[Overview, Figures]] = {
    "carolingi": (carolingi.overview, carolingi.figures),
    "carolus": (carolus.overview, carolus.figures),
}


@dataclass
class Played:
    """How the games were played, for the end of the page."""

    commands: list[str]
    levels: list[str]
    seeds: str
    code: list[str]  # fingerprints of rules and bots


def report_page(tongue: Tongue, samples: list[Sample], played: Played) -> str:
    """The page."""
    writer = Writer(tongue)
    games = [game for game in CHAPTERS if any(sample.game == game for sample in samples)]
    chapters = [_chapter(writer, game, [each for each in samples if each.game == game]) for game in games]
    say = writer.say
    body = [
        f"<header><h1>{escape(say('report.title'))}</h1>",
        f"<p>{escape(_intro(writer, samples, played))}</p>{_contents(writer, games)}</header><main>",
        f'<section id="findings"><h2>{escape(say("report.findings"))}</h2>{_findings(writer)}',
        f"<h3>{escape(say('report.in_short'))}</h3>{_in_short(writer, samples)}</section>",
        *chapters,
        f'<section id="played"><h2>{escape(say("report.played"))}</h2>{_played(writer, samples, played)}</section></main>',
    ]
    return plots.page(tongue.language, say("report.title"), "\n".join(body))


def _intro(writer: Writer, samples: list[Sample], played: Played) -> str:
    games = sum(len(sample) for sample in samples)
    return writer.say("report.intro", games=games, level=", ".join(played.levels))


def _contents(writer: Writer, games: list[str]) -> str:
    say = writer.say
    links = [("findings", say("report.findings"))]
    links += [(game, say(f"report.game.{game}")) for game in games]
    links.append(("played", say("report.played")))
    items = "".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in links)
    return f'<nav aria-label="{escape(say("report.contents"))}"><ul>{items}</ul></nav>'


def _findings(writer: Writer) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in writer.told_findings())
    return f'<ul class="found">{items}</ul><p class="about">{escape(writer.say("report.findings.about"))}</p>'


def _in_short(writer: Writer, samples: list[Sample]) -> str:
    """The most important numbers of every sample in a table."""
    say, tongue = writer.say, writer.tongue
    keys = (
        "sample",
        "games",
        "length",
        "actions",
        "ending",
        "undecided",
        "margin",
        "lead_changes",
        "decided",
    )
    rows = []
    for sample in samples:
        ending, share = next(iter(sample.endings().items()))
        rows.append(
            [
                writer.where(sample),
                str(len(sample)),
                tongue.number(sample.mean("seasons" if sample.game == "carolingi" else "rounds").value, 1),
                tongue.number(sample.mean_actions().value, 0),
                f"{say(f'report.ending.{ending}')} ({tongue.percent(share.value, 0)})",
                tongue.percent(sample.undecided().value),
                tongue.number(mean(sample.margins()).value, 1),
                tongue.number(sample.mean("lead_changes").value, 1),
                tongue.percent(sample.mean("lead_since").value, 0),
            ]
        )
    return plots.table_of([say(f"report.short.{key}") for key in keys], rows)


def _chapter(writer: Writer, game: str, samples: list[Sample]) -> str:
    """One game: all its samples side by side, then one after the other."""
    overview, figures = CHAPTERS[game]
    parts = [f'<section id="{game}"><h2>{escape(writer.say(f"report.game.{game}"))}</h2>']
    parts.append(_grid([_endings(writer, samples), *overview(writer, samples)]))
    for sample in samples:
        title = writer.say("report.sample", where=writer.where(sample), games=len(sample))
        parts.append(f"<h3>{escape(title)}</h3>{_grid(figures(writer, sample))}")
    return "".join(parts) + "</section>"


def _grid(figures: list[str]) -> str:
    return f'<div class="figures">{"".join(figures)}</div>'


def _endings(writer: Writer, samples: list[Sample]) -> str:
    """How games end, by number of players and rules."""
    known = list(dict.fromkeys(ending for sample in samples for ending in sample.endings()))
    layers = []
    for ending in known:
        shares = [sample.endings().get(ending) for sample in samples]
        name = writer.say(f"report.ending.{ending}")
        layers.append((name, [0.0 if share is None else share.value for share in shares]))
    return writer.layers("endings", [carolingi.label_of(writer, sample) for sample in samples], layers)


def _played(writer: Writer, samples: list[Sample], played: Played) -> str:
    say = writer.say
    rules = sorted({f"{sample.game} {result.rules}" for sample in samples for result in sample.results})
    versions = sorted({result.version for sample in samples for result in sample.results} | {__version__})
    lines = [
        say("report.played.level", level=", ".join(played.levels)),
        say("report.played.versions", version=", ".join(versions), rules=", ".join(rules)),
        say("report.played.seeds", seeds=played.seeds, code=", ".join(played.code)),
        say("report.played.intervals"),
    ]
    told = "".join(f"<li>{escape(line)}</li>" for line in lines)
    commands = "".join(f"<li><code>{escape(command)}</code></li>" for command in played.commands)
    return f"<ul>{told}{commands}</ul>"
