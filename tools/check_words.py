"""Infrastructure has standard names: identifiers that only this project would understand are refused.

Reads the Python sources of src, tools and bench, and the TypeScript and Svelte sources of the page.
Comments and sentences are not looked at: only names. `make check`, or: `python3 tools/check_words.py`.
"""

import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

# Each banned word, alone or as a part of a name, and the standard term for what it was used for.
BANNED: dict[str, str] = {
    "bout": "match",
    "crew": "pool",
    "glance": "listed table or summary",
    "glances": "summaries",
    "habits": "rollout cache",
    "hall": "tables",
    "herald": "banner",
    "judge": "check, evaluate or count",
    "judged": "checked, evaluated or counted",
    "lecture": "task",
    "lesson": "weight set",
    "manners": "policy",
    "outlook": "forecast",
    "prospect": "forecast",
    "pupil": "player",
    "reels": "replay cache",
    "retell": "replay",
    "retold": "replayed",
    "school": "training plan",
    "tally": "count",
    "teller": "reporter",
    "told": "data, payload, text or events",
    "tongue": "language",
    "turnstile": "lock",
    "unroll": "expand",
}

PYTHON = ("src/aachen/**/*.py", "tools/**/*.py", "bench/**/*.py")
PAGE = ("web/src/**/*.ts", "web/src/**/*.svelte")
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\w])//[^\n]*", re.DOTALL)

Found = tuple[str, str]  # where, and which name


def main() -> int:
    """Print every name that should not be there."""
    root = Path(__file__).resolve().parent.parent
    found = violations([*python_names(root, PYTHON), *page_names(root, PAGE)])
    for violation in found:
        print(violation)
    return 1 if found else 0


def violations(names: Iterable[Found]) -> list[str]:
    """All violations among these names, as sentences."""
    banned = [(where, name, word) for where, name in names if (word := banned_word(name))]
    return [
        f"{where}: {name} is no standard name; say {BANNED[word]} instead of {word}"
        for where, name, word in banned
    ]


def banned_word(name: str) -> str | None:
    """The first banned word in a name such as keepTold, told_once or TOLD."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return next((part.lower() for part in parts if part.lower() in BANNED), None)


def python_names(root: Path, patterns: Iterable[str]) -> Iterator[Found]:
    """Every name in Python sources, and the name of every file."""
    for path in _files(root, patterns):
        where = path.relative_to(root).as_posix()
        yield where, path.stem
        with tokenize.open(path) as source:
            for token in tokenize.generate_tokens(source.readline):
                if token.type == tokenize.NAME:
                    yield f"{where}:{token.start[0]}", token.string


def page_names(root: Path, patterns: Iterable[str]) -> Iterator[Found]:
    """Every word outside comments in sources of the page, tests apart, and the name of every file."""
    for path in _files(root, patterns):
        if path.name.endswith(".test.ts"):
            continue
        where = path.relative_to(root).as_posix()
        yield where, path.name.split(".")[0]
        text = COMMENTS.sub(_same_lines, path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), 1):
            yield from ((f"{where}:{number}", name) for name in re.findall(r"[A-Za-z_]\w*", line))


def _same_lines(comment: re.Match[str]) -> str:
    """As many line ends as the comment had."""
    return "\n" * comment.group().count("\n")


def _files(root: Path, patterns: Iterable[str]) -> list[Path]:
    own = Path(__file__).resolve()
    found = {path for pattern in patterns for path in root.glob(pattern) if path.resolve() != own}
    return sorted(path for path in found if not is_hidden(path.relative_to(root)))


def is_hidden(path: Path) -> bool:
    """Whether it lies in a folder with a dot: engines of others that `make bench` installs."""
    return any(part.startswith(".") for part in path.parts[:-1])


if __name__ == "__main__":
    sys.exit(main())
