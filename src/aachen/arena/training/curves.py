"""The page of a training: curves of loss, accuracy, calibration and strength, and a table of the weights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from aachen.arena.training.dataset import FitReport
from aachen.arena.training.generations import Generation, History, Proof
from aachen.report.plots import Localizer, Series, Words, curves, page, table_of


def training_page(localizer: Localizer, trained: list[History], entries: dict[str, dict[str, object]]) -> str:
    """All weight sets that were trained, on one page."""
    say = localizer.say
    has_climbed = any(history.is_climb() for history in trained)
    intro = say("train.page.climbed" if has_climbed else "train.page.intro")
    body = [f"<h1>{escape(say('train.page.title'))}</h1><p>{escape(intro)}</p>"]
    for history in trained:
        for name in history.generations[-1].weight_sets:
            body.append(_weight_set(localizer, name, history, entries[name]))
    return page(localizer.language, say("train.page.title"), "\n".join(body))


def _weight_set(localizer: Localizer, name: str, history: History, entry: dict[str, object]) -> str:
    training, generations = entry["training"], history.generations
    assert isinstance(training, dict)
    learned = [generation.weight_sets[name] for generation in generations]
    proofs = [generation.proof for generation in generations if generation.proof is not None]
    if history.is_climb():
        figures = [
            _climb(localizer, proofs),
            _by_fifth(localizer, learned[-1]),
            _calibration(localizer, learned[-1]),
        ]
    else:
        figures = [_loss(localizer, learned), _favourites(localizer, learned)]
        figures += [_by_fifth(localizer, learned[-1]), _calibration(localizer, learned[-1])]
        if history.plan["blocks"]:
            figures.append(_strength(localizer, generations))
    data = "".join(f"<p>{escape(proof_text(localizer.say, name, proof))}</p>" for proof in proofs)
    return (
        f"<h2>{escape(localizer.say('train.page.weight_set', name=name))}</h2><p><code>{escape(str(training['command']))}</code></p>"
        f'{data}<div class="figures">{"".join(figures)}</div>{_by_players(localizer, learned[-1])}{_weights(localizer, entry)}'
    )


def proof_text(say: Callable[..., str], weight_set: str, proof: Proof) -> str:
    """Whether a training is kept, and why."""
    return say(
        "train.proof_kept" if proof.is_won() else "train.proof_refused",
        weight_set=weight_set,
        games=2 * proof.blocks,
        won=f"{100 * proof.won:.1f}",
        low=f"{100 * proof.low:.1f}",
        high=f"{100 * proof.high:.1f}",
    )


def _climb(localizer: Localizer, proofs: list[Proof]) -> str:
    """Strength by step, against the weights that a generation began with; the last point is the match that decides."""
    labels: list[str] = []
    line = Series(localizer.say("train.strength.line"), [], [])
    for number, proof in enumerate(proofs, 1):
        prefix = f"{number}: " if len(proofs) > 1 else ""
        points = [(str(mark.step), mark.won, mark.error) for mark in proof.marks]
        points.append((localizer.say("train.climb.end"), proof.won, (proof.high - proof.low) / 2))
        for label, won, error in points:
            labels.append(prefix + label)
            line.values.append(won)
            line.errors.append(error)
    heads = [localizer.say("train.climb.step"), line.name]
    return curves(
        _words(localizer, "climb", heads), labels, [line], lambda share: localizer.percent(share, 0)
    )


def _words(localizer: Localizer, key: str, heads: list[str]) -> Words:
    say = localizer.say
    return Words(say(f"train.{key}.title"), say(f"train.{key}.about"), heads, say("plot.numbers"))


def _numbers(generations: Sequence[object]) -> list[str]:
    return [str(number) for number in range(1, len(generations) + 1)]


def _loss(localizer: Localizer, generations: list[FitReport]) -> str:
    lines = [
        Series(localizer.say("train.loss.held_out"), [each.loss for each in generations]),
        Series(localizer.say("train.loss.learned"), [each.loss_learned for each in generations]),
        Series(localizer.say("train.loss.guessed"), [each.loss_guessed for each in generations]),
    ]
    heads = [localizer.say("train.generation"), *[line.name for line in lines]]
    return curves(
        _words(localizer, "loss", heads), _numbers(generations), lines, lambda loss: localizer.number(loss, 3)
    )


def _favourites(localizer: Localizer, generations: list[FitReport]) -> str:
    lines = [Series(localizer.say("train.favourites.line"), [each.favourites for each in generations])]
    heads = [localizer.say("train.generation"), lines[0].name]
    return curves(_words(localizer, "favourites", heads), _numbers(generations), lines, localizer.percent)


def _by_fifth(localizer: Localizer, last: FitReport) -> str:
    """The loss on games kept out, by fifths of a game, beside that of a guess."""
    lines = [
        Series(localizer.say("train.loss.held_out"), [loss for _, loss, _ in last.fifths]),
        Series(localizer.say("train.loss.guessed"), [guess for _, _, guess in last.fifths]),
    ]
    heads = [localizer.say("train.fifths.fifth"), *[line.name for line in lines]]
    return curves(
        _words(localizer, "fifths", heads),
        _numbers(last.fifths),
        lines,
        lambda loss: localizer.number(loss, 3),
    )


def _by_players(localizer: Localizer, last: FitReport) -> str:
    """The same for each number of players, as a table, with that of a guess in brackets."""
    heads = [localizer.say("train.players"), *_numbers(last.fifths)]
    rows = [
        [players, *[f"{localizer.number(loss, 3)} ({localizer.number(guess, 3)})" for _, loss, guess in each]]
        for players, each in sorted(last.tables.items())
    ]
    return f"<h3>{escape(localizer.say('train.by_players'))}</h3>{table_of(heads, rows)}" if rows else ""


def _calibration(localizer: Localizer, last: FitReport) -> str:
    """What was promised and what came of it, by tenths."""
    bins = [each for each in last.bins if each[0]]
    labels = [localizer.percent(chance, 0) for _, chance, _ in bins]
    lines = [
        Series(
            localizer.say("train.calibration.won"),
            [won for _, _, won in bins],
            [1.96 * (won * (1 - won) / count) ** 0.5 for count, _, won in bins],
        ),
        Series(localizer.say("train.calibration.promised"), [chance for _, chance, _ in bins]),
    ]
    heads = [localizer.say("train.calibration.chance"), *[line.name for line in lines]]
    return curves(
        _words(localizer, "calibration", heads), labels, lines, lambda share: localizer.percent(share, 0), 0.0
    )


def _strength(localizer: Localizer, generations: list[Generation]) -> str:
    errors = [each.strength_error for each in generations]
    lines = [Series(localizer.say("train.strength.line"), [each.strength for each in generations], errors)]
    heads = [localizer.say("train.generation"), lines[0].name]
    words = _words(localizer, "strength", heads)
    return curves(words, _numbers(generations), lines, lambda share: localizer.percent(share, 0))


def _weights(localizer: Localizer, entry: dict[str, object]) -> str:
    """All weights as a table, the heaviest first."""
    features, weights = entry["features"], entry["weights"]
    assert isinstance(features, list)
    assert isinstance(weights, list)
    pairs = sorted(zip(features, weights, strict=True), key=lambda pair: (-abs(pair[1]), pair[0]))
    rows = [[feature, localizer.number(weight, 4)] for feature, weight in pairs]
    heads = [localizer.say("train.feature"), localizer.say("train.weight")]
    title = escape(localizer.say("train.weights"))
    return f"<details><summary>{title}</summary>{table_of(heads, rows)}</details>"
