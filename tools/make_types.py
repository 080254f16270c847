"""Writes what the page shares with Python as TypeScript types.

The server's messages (`aachen.server.messages`) become `web/src/lib/messages.ts`.
The keys of the sentences that the page may say become `message_keys.ts`, in `lib` and in the folder of each game.
The view of each game (`aachen.titles.GAME.view_types`), its actions and the kinds of its events become `contract.ts`.

`make_types.py` writes the files; `make_types.py --check` says whether the committed ones are up to date.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args, get_origin, is_typeddict

import msgspec

from aachen.server import messages
from aachen.server.messages import client, puzzles, server, tables
from aachen.titles import TITLES

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "aachen"
PAGE = ROOT / "web" / "src"
NOT_FOR_BROWSERS = frozenset(json.loads((ROOT / "web" / "terminal_keys.json").read_text("utf-8")))

HEAD = """\
/** Every message between the browser and the server. Written by tools/make_types.py: change the server's types instead. */

/** Data of a game or a rule, whose shape its game knows. */
export type Plain = { readonly [key: string]: unknown }
"""

KEYS_HEAD = """\
/** The keys of all sentences that the page may say. Written by tools/make_types.py from the English catalogues. */

/** By where they stand; the folder of a game adds its own. */
export interface MessageKeys {{
  common:
{keys}
}}

export type MessageKey = MessageKeys[keyof MessageKeys]
"""

KEYS_OF_GAME = """\
/** The keys of the sentences of one game. Written by tools/make_types.py from its English catalogues. */

declare module '$lib/message_keys' {{
  interface MessageKeys {{
    {game}:
{keys}
  }}
}}

export {{}}
"""

CONTRACT_HEAD = """\
/** The view, the actions and the events of one game. Written by tools/make_types.py from its Python types. */

import type {{ View }} from '$lib/game'
import type {{ Outcome }} from '$lib/wording'
{aliases}"""
OF_EVERY_VIEW = frozenset({"viewer", "to_act"})  # which the page types for all games
NUMBERS = frozenset({"disc", "steps", "number"})  # parts of actions that are numbers; all others are names

Schema = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Write the types, or check that they are as they would be written."""
    if "--check" in arguments:
        return 1 if stale() else 0
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
    return 0


def stale() -> list[Path]:
    """The files that are not as they would be written."""
    return [
        path
        for path, text in files().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def files() -> dict[Path, str]:
    """Every file with its text."""
    texts = {PAGE / "lib" / "messages.ts": typescript(), PAGE / "lib" / "message_keys.ts": common_keys()}
    for game in games():
        texts[PAGE / "games" / game / "message_keys.ts"] = keys_of(game)
        texts[PAGE / "games" / game / "contract.ts"] = contract_of(game)
    return texts


def games() -> list[str]:
    """The games that have a folder on the page."""
    return sorted(folder.name for folder in (PAGE / "games").iterdir() if folder.is_dir())


def common_keys() -> str:
    """The keys of the sentences that belong to no game."""
    return KEYS_HEAD.format(keys=members(keys_in(SOURCES), "    "))


def keys_of(game: str) -> str:
    """The keys of the sentences of one game."""
    return KEYS_OF_GAME.format(game=game, keys=members(keys_in(SOURCES / "titles" / game), "      "))


def members(keys: list[str], indent: str) -> str:
    """A union of keys, one a line."""
    return "\n".join(f"{indent}| {json.dumps(key, ensure_ascii=False)}" for key in keys)


def keys_in(folder: Path) -> list[str]:
    """The keys of the English catalogues of one folder, but for what only a terminal or the server says."""
    catalogues = sorted((folder / "locales" / "en").glob("*.json"))
    keys = {key for path in catalogues for key in json.loads(path.read_text("utf-8"))}
    return sorted(key for key in keys if key.split(".", 1)[0] not in NOT_FOR_BROWSERS)


def typescript() -> str:
    """All messages as TypeScript."""
    kinds = [kind for module in (tables, client, server, puzzles) for kind in defined_in(module)]
    _, components = msgspec.json.schema_components(kinds)
    parts = [HEAD]
    parts += [
        interface(kind.__name__, inspect.getdoc(kind) or "", components[kind.__name__]) for kind in kinds
    ]
    parts += [union("ClientMessage"), union("ServerMessage")]
    return "\n".join(parts)


def contract_of(game: str) -> str:
    """What the server sends and takes of one game."""
    types = importlib.import_module(f"aachen.titles.{game}.view_types")
    actions = importlib.import_module(f"aachen.games.{game}.actions")
    title = types.VIEW.__name__.removesuffix("View")
    literals = {name: value for name, value in vars(types).items() if get_origin(value) is Literal}
    aliases = "".join(f"\nexport type {name} = {one_of(get_args(value))}" for name, value in literals.items())
    kinds = [kind for kind in vars(types).values() if is_typeddict(kind)]
    _, components = msgspec.json.schema_components([types.VIEW])
    parts = [CONTRACT_HEAD.format(aliases=aliases + "\n" if aliases else "")]
    unions = {one_of(tuple(sorted(get_args(value)))): name for name, value in literals.items()}
    for kind in dict.fromkeys(kinds):
        text = shape(kind, components[kind.__name__], kind is types.VIEW, f"{title}Action")
        for union_text, name in unions.items():
            text = text.replace(f"({union_text})", name).replace(union_text, name)
        parts.append(text)
    parts.append(f"export type {title}Action =\n{action_types(actions.PARTS, set(literals))}\n")
    parts.append(f"export type {title}EventKind =\n{members(event_kinds(SOURCES / 'games' / game), '  ')}\n")
    return "\n".join(parts)


def shape(kind: type, schema: Schema, is_view: bool, action: str) -> str:
    """One part of a view, or the view itself; what is any object in it is an action, or the outcome."""
    needed = set(schema.get("required", ()))
    story = (inspect.getdoc(kind) or "").splitlines()
    lines = (
        ["/**", *(f" * {line}".rstrip() for line in story), " */"] if story[1:] else [f"/** {story[0]} */"]
    )
    lines.append(f"export interface {kind.__name__}{' extends View' if is_view else ''} {{")
    for key in kind.__annotations__:
        field = schema["properties"][key]
        if is_view and key in OF_EVERY_VIEW:
            continue
        kind_of_field = "Outcome" if key == "outcome" else typed(field).replace("Plain", action)
        lines.append(f"  readonly {key}{'' if key in needed else '?'}: {kind_of_field}")
    return "\n".join([*lines, "}", ""])


def action_types(actions: dict[str, tuple[tuple[str, str], ...]], named: set[str]) -> str:
    """Every action with its parts, told apart by `do`."""
    texts = []
    for do, parts in actions.items():
        fields = "".join(f"; readonly {key}: {part_type(what, named)}" for key, what in parts)
        texts.append(f"  | {{ readonly do: '{do}'{fields} }}")
    return "\n".join(texts)


def part_type(what: str, named: set[str]) -> str:
    """What the part of an action is."""
    if what.capitalize() in named:
        return what.capitalize()
    return "number" if what in NUMBERS else "readonly string[]" if what == "tiles" else "string"


def event_kinds(folder: Path) -> list[str]:
    """The kinds of all events that a game tells."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Event":
                found |= {
                    str(each.value) for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)
                }
    return sorted(found)


def one_of(values: tuple[object, ...]) -> str:
    """One of a few values."""
    return " | ".join(literal(value) for value in values)


def defined_in(module: ModuleType) -> list[type]:
    """The messages of one module, in the order of their definition."""
    return [kind for kind in vars(module).values() if is_message(kind) and kind.__module__ == module.__name__]


def is_message(kind: object) -> bool:
    """Whether this is a message of ours and not a mere base of others."""
    bases = (messages.Message, messages.FromClient, messages.FromServer)
    return isinstance(kind, type) and issubclass(kind, messages.Message) and kind not in bases


def interface(name: str, story: str, schema: Schema) -> str:
    """One message."""
    needed = set(schema.get("required", ()))
    sent_by_server = is_sent_by_server(name)
    lines = [f"/** {story.splitlines()[0]} */", f"export interface {name} {{"]
    for key, field in schema["properties"].items():
        # What the server leaves out it really leaves out; defaults are always written by it.
        optional = key not in needed and ("default" not in field or not sent_by_server)
        lines.append(f"  readonly {key}{'?' if optional else ''}: {typed(field)}")
    return "\n".join([*lines, "}", ""])


def is_sent_by_server(name: str) -> bool:
    """Whether a message has all its keys: what people send may leave out what has a default."""
    kind = getattr(messages, name)
    from_people = (
        messages.FromClient,
        messages.NewTable,
        messages.Sit,
        messages.SeatChange,
        messages.Continue,
        messages.PuzzleWish,
    )
    return not issubclass(kind, (*from_people, messages.SeatWish, messages.ClockWish, messages.Looked))


def union(name: str) -> str:
    """One of several messages, told apart by `say`."""
    members = " | ".join(kind.__name__ for kind in getattr(messages, name).__args__)
    return f"export type {name} = {members}\n"


def typed(schema: Schema) -> str:
    """A JSON schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "anyOf" in schema:
        return " | ".join(typed(each) for each in schema["anyOf"])
    if "enum" in schema:
        games = set(schema["enum"]) == set(TITLES)  # the page knows games by their folders
        return "string" if games else one_of(tuple(schema["enum"]))
    return plain(schema)


def plain(schema: Schema) -> str:
    """A schema that is neither a reference nor a choice."""
    kind = schema.get("type")
    if kind == "array":
        item = typed(schema.get("items", {}))
        return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return (
            f"{{ readonly [key: string]: {typed(values)} }}"
            if isinstance(values, dict) and values
            else "Plain"
        )
    names = {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "null": "null",
    }
    return names.get(str(kind), "unknown")


def literal(value: object) -> str:
    """One of a few values."""
    return "null" if value is None else f"'{value}'"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
