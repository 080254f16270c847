"""The browser says what Python says: both read the same catalogues, and neither may stray."""

from pathlib import Path

import pytest
from tests.web import wording_corpus
from tests.web.kit import run_node

pytestmark = pytest.mark.usefixtures("node_modules")


def test_the_browser_says_every_sentence_as_python_does(tmp_path: Path):
    """Random games of both games and all variants: events, prompts, offers, refusals and ends, in three languages."""
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("\n".join(wording_corpus.corpus()), encoding="utf-8")
    code, text = run_node(
        "vitest/vitest.mjs", "run", "src/lib/wording.corpus.test.ts", AACHEN_CORPUS=str(corpus)
    )

    assert code == 0, text
    assert "1 passed" in text
