"""The dashboard in deploy/grafana shows metrics that exist, in the way their kind wants."""

import json
import re
from pathlib import Path

from aachen.server.metrics import ABOUT

ROOT = Path(__file__).resolve().parents[2]
BOARD = json.loads((ROOT / "deploy" / "grafana" / "aachen.json").read_text(encoding="utf-8"))
QUESTIONS = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


def used(text):
    return re.findall(r"aachen_[a-z_]+", text)


def test_every_metric_of_the_dashboard_exists():
    names = [name for question in QUESTIONS for name in used(question)]
    names += [name for each in BOARD["templating"]["list"] for name in used(json.dumps(each["query"]))]

    assert names
    assert [name for name in names if name.removesuffix("_bucket") not in ABOUT] == []


def test_counters_are_rates_and_histograms_are_quantiles():
    for question in QUESTIONS:
        for name in used(question):
            kind = ABOUT[name.removesuffix("_bucket")][0]
            assert ("rate(" in question) == (kind != "gauge"), question
            assert ("histogram_quantile(" in question) == (kind == "histogram"), question


def test_every_metric_is_on_the_dashboard():
    shown = {name.removesuffix("_bucket") for question in QUESTIONS for name in used(question)}

    assert set(ABOUT) - shown == set()
