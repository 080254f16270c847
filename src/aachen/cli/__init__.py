"""The command `aachen`: reads what is asked for, runs it, and says in plain words what went wrong.

Exit codes: 0 fine, 1 something was found or failed, 2 bad usage or input, 70 a bug of ours, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module

from aachen import __version__
from aachen.cli.arguments import Parser, Say, speaking
from aachen.cli.crash import save_report
from aachen.cli.errors import print_faults
from aachen.cli.program import program
from aachen.cli.title_texts import named_games
from aachen.core import luck
from aachen.core.errors import BadInput, bad
from aachen.core.registry import unusable
from aachen.locales import LANGUAGES, best_language, catalogue

# Each command and the module that knows it; only the one that is asked for is imported.
COMMANDS: dict[str, str] = {
    "serve": "aachen.cli.serve",
    "host": "aachen.cli.host",
    "play": "aachen.cli.play",
    "show": "aachen.cli.show",
    "replay": "aachen.cli.replay",
    "verify": "aachen.cli.verify",
    "engine": "aachen.cli.engine",
    "fuzz": "aachen.cli.fuzz",
    "arena": "aachen.cli.arena",
    "ladder": "aachen.cli.ladder",
    "dataset": "aachen.cli.dataset",
    "train": "aachen.cli.train",
    "report": "aachen.cli.report",
    "puzzles": "aachen.cli.puzzles",
    "backup": "aachen.cli.backup",
    "restore": "aachen.cli.restore",
    "check": "aachen.cli.check",
    "export": "aachen.cli.export",
    "delete": "aachen.cli.delete",
    "retention": "aachen.cli.retention",
    "admin": "aachen.cli.admin",
    "upgrade": "aachen.cli.upgrade",
    "install-shortcut": "aachen.cli.install_shortcut",
    "completion": "aachen.cli.completion",
    "manual": "aachen.cli.manual",
}

BAD_INPUT = 2
BUG = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: list[str] | None = None) -> int:
    """Run a command; whatever happens, no traceback reaches the user."""
    arguments = sys.argv[1:] if argv is None else argv
    _soften_streams()
    language = "en"
    try:
        language = language_of(arguments, os.environ)
        print_faults(language, unusable())
        code = run(arguments, language)
        sys.stdout.flush()
        return code
    except BadInput as wrong:
        print_faults(language, wrong.faults)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _leave_pipe()
        return PIPE_CLOSED
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0
    except Exception as bug:
        where = save_report(bug, arguments)
        print(catalogue(language).say("cli.crashed", path=where), file=sys.stderr)
        return BUG


def run(arguments: list[str], language: str) -> int:
    """Read the arguments and run the command they name."""
    say = catalogue(language).say
    with speaking(say):
        parser = build_parser(arguments, say)
        chosen = parser.parse_args(arguments)
        if chosen.command is None:
            parser.print_help(sys.stderr)
            return BAD_INPUT
    chosen.language = language
    code: int = import_module(COMMANDS[chosen.command]).run(chosen)
    return code


def build_parser(arguments: list[str], say: Say, every: bool = False) -> Parser:
    """The parser; only the command that the arguments name has its own arguments, unless every one is wanted."""
    parser = Parser(prog=program(), description=say("cli.about", games=named_games(say)), allow_abbrev=False)
    parser.add_argument(
        "--version",
        action="version",
        version=say(f"cli.version.{engine_kind()}", version=__version__),
        help=say("cli.version"),
    )
    languages, about_lang = "|".join(LANGUAGES), say("cli.lang", languages=", ".join(LANGUAGES))
    parser.add_argument("--lang", metavar=languages, help=about_lang)
    commands = parser.add_subparsers(dest="command", title=say("cli.commands"), metavar=say("cli.command"))
    for name, module in COMMANDS.items():
        about = say(f"cli.{name}")
        command = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        # Without a default: it must not undo what was said before the command.
        command.add_argument("--lang", metavar=languages, help=about_lang, default=SUPPRESS)
        if every or name == _first_word(arguments):
            import_module(module).add_arguments(command, say)
    return parser


def engine_kind() -> str:
    """Whether the rules run compiled or as plain Python."""
    return "plain" if str(luck.__file__).endswith(".py") else "compiled"


def _first_word(arguments: list[str]) -> str | None:
    """The command: the first argument that is neither an option nor the language."""
    for at, word in enumerate(arguments):
        if not word.startswith("-") and (at == 0 or arguments[at - 1] != "--lang"):
            return word
    return None


def language_of(arguments: list[str], environment: Mapping[str, str]) -> str:
    """The language asked for; what the system speaks, if nothing is asked; English, if it is none of ours."""
    wish = _lang_argument(arguments)
    if wish is not None:
        return _spoken(wish, "--lang")
    if environment.get("AACHEN_LANG"):
        return _spoken(environment["AACHEN_LANG"], "AACHEN_LANG")
    system = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    if system.split(".")[0] in ("C", "POSIX"):
        return "en"
    return best_language(*environment.get("LANGUAGE", "").split(":"), system)


def _lang_argument(arguments: list[str]) -> str | None:
    for at, word in enumerate(arguments):
        if word == "--":
            return None
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None


def _spoken(wish: str, where: str) -> str:
    if wish[:2].lower() not in LANGUAGES or wish[2:3] not in ("", "_", "-", "."):
        raise bad("unknown_language", where, given=wish, known=list(LANGUAGES))
    return wish[:2].lower()


def _soften_streams() -> None:
    """A terminal that lacks a letter shows another sign instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _leave_pipe() -> None:
    """The reader of our output is gone: keep Python from failing on it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
