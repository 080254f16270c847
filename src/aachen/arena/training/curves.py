"""The page of a training: how loss, favourites, calibration and strength went, and what weighs how much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from aachen.arena.training.dataset import FitReport
from aachen.arena.training.generations import Generation, History, Proof
from aachen.report.plots import Series, Tongue, Words, curves, page, table_of


def training_page(tongue: Tongue, trained: list[History], entries: dict[str, dict[str, object]]) -> str:
    """All weight sets that were trained, on one page."""
    say = tongue.say
    has_climbed = any(history.is_climb() for history in trained)
    intro = say("train.page.climbed" if has_climbed else "train.page.intro")
    body = [f"<h1>{escape(say('train.page.title'))}</h1><p>{escape(intro)}</p>"]
    for history in trained:
        for name in history.generations[-1].weight_sets:
            body.append(_weight_set(tongue, name, history, entries[name]))
    return page(tongue.language, say("train.page.title"), "\n".join(body))


def _weight_set(tongue: Tongue, name: str, history: History, entry: dict[str, object]) -> str:
    training, generations = entry["training"], history.generations
    assert isinstance(training, dict)
    learned = [generation.weight_sets[name] for generation in generations]
    proofs = [generation.proof for generation in generations if generation.proof is not None]
    if history.is_climb():
        figures = [_climb(tongue, proofs), _by_fifth(tongue, learned[-1]), _calibration(tongue, learned[-1])]
    else:
        figures = [_loss(tongue, learned), _favourites(tongue, learned)]
        figures += [_by_fifth(tongue, learned[-1]), _calibration(tongue, learned[-1])]
        if history.plan["blocks"]:
            figures.append(_strength(tongue, generations))
    data = "".join(f"<p>{escape(proof_text(tongue.say, name, proof))}</p>" for proof in proofs)
    return (
        f"<h2>{escape(tongue.say('train.page.weight_set', name=name))}</h2><p><code>{escape(str(training['command']))}</code></p>"
        f'{data}<div class="figures">{"".join(figures)}</div>{_weights(tongue, entry)}'
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


def _climb(tongue: Tongue, proofs: list[Proof]) -> str:
    """Strength by step, against the weights that a generation began with; the last point is the match that decides."""
    labels: list[str] = []
    line = Series(tongue.say("train.strength.line"), [], [])
    for number, proof in enumerate(proofs, 1):
        prefix = f"{number}: " if len(proofs) > 1 else ""
        points = [(str(mark.step), mark.won, mark.error) for mark in proof.marks]
        points.append((tongue.say("train.climb.end"), proof.won, (proof.high - proof.low) / 2))
        for label, won, error in points:
            labels.append(prefix + label)
            line.values.append(won)
            line.errors.append(error)
    heads = [tongue.say("train.climb.step"), line.name]
    return curves(_words(tongue, "climb", heads), labels, [line], lambda share: tongue.percent(share, 0))


def _words(tongue: Tongue, key: str, heads: list[str]) -> Words:
    say = tongue.say
    return Words(say(f"train.{key}.title"), say(f"train.{key}.about"), heads, say("plot.numbers"))


def _numbers(generations: Sequence[object]) -> list[str]:
    return [str(number) for number in range(1, len(generations) + 1)]


def _loss(tongue: Tongue, generations: list[FitReport]) -> str:
    lines = [
        Series(tongue.say("train.loss.held_out"), [each.loss for each in generations]),
        Series(tongue.say("train.loss.learned"), [each.loss_learned for each in generations]),
        Series(tongue.say("train.loss.guessed"), [each.loss_guessed for each in generations]),
    ]
    heads = [tongue.say("train.generation"), *[line.name for line in lines]]
    return curves(
        _words(tongue, "loss", heads), _numbers(generations), lines, lambda loss: tongue.number(loss, 3)
    )


def _favourites(tongue: Tongue, generations: list[FitReport]) -> str:
    lines = [Series(tongue.say("train.favourites.line"), [each.favourites for each in generations])]
    heads = [tongue.say("train.generation"), lines[0].name]
    return curves(_words(tongue, "favourites", heads), _numbers(generations), lines, tongue.percent)


def _by_fifth(tongue: Tongue, last: FitReport) -> str:
    """The loss on games kept out, by fifths of a game, beside that of a guess."""
    lines = [
        Series(tongue.say("train.loss.held_out"), [loss for _, loss, _ in last.fifths]),
        Series(tongue.say("train.loss.guessed"), [guess for _, _, guess in last.fifths]),
    ]
    heads = [tongue.say("train.fifths.fifth"), *[line.name for line in lines]]
    return curves(
        _words(tongue, "fifths", heads),
        _numbers(last.fifths),
        lines,
        lambda loss: tongue.number(loss, 3),
    )


def _calibration(tongue: Tongue, last: FitReport) -> str:
    """What was promised and what came of it, by tenths."""
    bins = [each for each in last.bins if each[0]]
    labels = [tongue.percent(chance, 0) for _, chance, _ in bins]
    lines = [
        Series(
            tongue.say("train.calibration.won"),
            [won for _, _, won in bins],
            [1.96 * (won * (1 - won) / count) ** 0.5 for count, _, won in bins],
        ),
        Series(tongue.say("train.calibration.promised"), [chance for _, chance, _ in bins]),
    ]
    heads = [tongue.say("train.calibration.chance"), *[line.name for line in lines]]
    return curves(
        _words(tongue, "calibration", heads), labels, lines, lambda share: tongue.percent(share, 0), 0.0
    )


def _strength(tongue: Tongue, generations: list[Generation]) -> str:
    errors = [each.strength_error for each in generations]
    lines = [Series(tongue.say("train.strength.line"), [each.strength for each in generations], errors)]
    heads = [tongue.say("train.generation"), lines[0].name]
    words = _words(tongue, "strength", heads)
    return curves(words, _numbers(generations), lines, lambda share: tongue.percent(share, 0))


def _weights(tongue: Tongue, entry: dict[str, object]) -> str:
    """All weights as a table, the heaviest first."""
    features, weights = entry["features"], entry["weights"]
    assert isinstance(features, list)
    assert isinstance(weights, list)
    pairs = sorted(zip(features, weights, strict=True), key=lambda pair: (-abs(pair[1]), pair[0]))
    rows = [[feature, tongue.number(weight, 4)] for feature, weight in pairs]
    heads = [tongue.say("train.feature"), tongue.say("train.weight")]
    title = escape(tongue.say("train.weights"))
    return f"<details><summary>{title}</summary>{table_of(heads, rows)}</details>"
