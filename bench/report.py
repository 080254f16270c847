"""Show the figures to a reader, and keep them for a program."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from figures import Figure, Score, Verdict, summarise
from roster import GAMES, OURS, Entry

LATEST = Path(__file__).resolve().parent / "results" / "latest.json"


def show_rates(console: Console, entries: list[Entry], scores: dict[str, Score]) -> None:
    if not scores:
        console.print("nothing could be measured")
        return
    table = Table(
        title="A second of CPU time: actions of random play, copies, rounds of search",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_column("name", style="bold", no_wrap=True)
    table.add_column("what", no_wrap=True)
    for heading in ("a second", "spread", "a game", "offers"):
        table.add_column(heading, justify="right", no_wrap=True)
    for entry in entries:
        if entry.name in scores:
            table.add_row(*rate_row(entry, scores[entry.name]))
    console.print(table)


def rate_row(entry: Entry, score: Score) -> list[str]:
    rate = summarise(score.rates.values())
    return [
        entry.name,
        entry.label,
        f"{rate.middle:,.0f}",
        f"{rate.spread:.0%}",
        decimal(score.per_game),
        decimal(score.per_listing),
    ]


def decimal(value: float | None) -> str:
    return "" if value is None else f"{value:,.1f}"


def show_verdicts(console: Console, verdicts: list[Verdict]) -> None:
    if not verdicts:
        return
    table = Table(title="Targets: ratios taken round by round", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("ours : theirs", no_wrap=True)
    for heading in ("median", "95 %", "quartiles", "must", "aim"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for verdict in verdicts:
        table.add_row(*verdict_row(verdict))
    console.print(table)


def verdict_row(verdict: Verdict) -> list[str]:
    target, figure = verdict.target, verdict.figure
    color = {True: "green", False: "red", None: "yellow"}[verdict.reached]
    return [
        f"{target.ours} : {target.theirs}" if target.theirs else target.ours,
        short(figure.middle) if figure else "",
        f"{short(figure.sure[0])}-{short(figure.sure[1])}" if figure else "",
        f"{short(figure.low)}-{short(figure.high)}" if figure else "",
        short(target.must),
        short(target.aim) if target.aim else "",
        f"[{color}]{verdict.words}[/]",
    ]


def short(value: float) -> str:
    """Three digits that matter."""
    if value >= 1_000_000:
        return f"{value / 1_000_000:.3g}M"
    return f"{value / 1000:.0f}k" if value >= 1000 else f"{value:.3g}"


def show_machine(console: Console, run: dict[str, Any]) -> None:
    about = run["machine"]
    place = "not pinned to a core" if about["pinned_to"] is None else f"pinned to core {about['pinned_to']}"
    console.print(f"{about['cpu']}, {about['python']}, {place}, load {about['load']}", highlight=False)
    if run["versions"]:
        console.print(", ".join(run["versions"].values()), highlight=False)


def show_checksums(console: Console, checksums: dict[str, int]) -> None:
    for build, checksum in checksums.items():
        console.print(f"checksum of the games played, {build}: {checksum:08x}", highlight=False)
    for game, (title, _) in GAMES.items():
        sums = [checksum for ours, checksum in checksums.items() if OURS.get(ours, ("", ""))[0] == game]
        if len(sums) == 2 and sums[0] == sums[1]:
            console.print(f"{title}: plain and compiled played the same games, action for action")


def show_notes(console: Console, notes: list[str]) -> None:
    for note in notes:
        console.print(f"[yellow]note[/] {escape(note)}", soft_wrap=True, highlight=False)


def show_errors(console: Console, errors: list[str]) -> None:
    for error in errors:
        console.print(f"[red]error[/] {escape(error)}", soft_wrap=True, highlight=False)


def escape(text: str) -> str:
    """Square brackets in other people's messages are no markup of ours."""
    return text.replace("[", r"\[")


def show_profile(console: Console, name: str, profile: dict[str, Any]) -> None:
    table = Table(
        title=f"{name}, {profile['actions']:,} actions of random play under cProfile",
        box=box.SIMPLE_HEAD,
    )
    for heading in ("own", "in all", "calls/action"):
        table.add_column(heading, justify="right")
    table.add_column("function", no_wrap=True)
    for row in profile["rows"]:
        shares = [f"{row[key] / profile['total']:.1%}" for key in ("own", "cumulative")]
        table.add_row(*shares, f"{row['calls'] / profile['actions']:.2f}", escape(row["function"]))
    console.print(table)


def write_latest(
    run: dict[str, Any], scores: dict[str, Score], verdicts: list[Verdict], path: Path = LATEST
) -> None:
    """Everything the tables show and every round behind them."""
    record = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        **run,
        "contestants": {name: score_record(score) for name, score in scores.items()},
        "targets": [verdict_record(verdict) for verdict in verdicts],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def score_record(score: Score) -> dict[str, Any]:
    return {
        "per_second": figure_record(summarise(score.rates.values())),
        "rounds": [round(rate, 1) for rate in score.rates.values()],
        "actions_per_game": score.per_game,
        "offers_per_action": score.per_listing,
    }


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    return {
        **asdict(verdict.target),
        "figure": figure_record(verdict.figure) if verdict.figure else None,
        "verdict": verdict.words,
        "reached": verdict.reached,
    }


def figure_record(figure: Figure) -> dict[str, Any]:
    return {
        "median": figure.middle,
        "low": figure.low,
        "high": figure.high,
        "spread": figure.spread,
        "sure": list(figure.sure),
    }
