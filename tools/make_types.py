"""Writes what the page shares with Python as TypeScript types.

The server's messages (`aachen.server.messages`) become `web/src/lib/messages.ts`.
The keys of the sentences that the page may say become `message_keys.ts`, in `lib` and in the folder of each game.

`make_types.py` writes the files; `make_types.py --check` says whether the committed ones are up to date.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from aachen.server import messages
from aachen.server.messages import client, puzzles, server, tables

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
        return " | ".join(literal(each) for each in schema["enum"])
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
