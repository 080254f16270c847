"""Writes the server's messages as TypeScript types: `web/src/lib/messages.ts`, from `aachen.server.messages`.

`make_types.py` writes the file; `make_types.py --check` says whether the committed one is up to date.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from aachen.server import messages
from aachen.server.messages import client, puzzles, server, tables

TARGET = Path(__file__).resolve().parent.parent / "web" / "src" / "lib" / "messages.ts"

HEAD = """\
/** Every message between the browser and the server. Written by tools/make_types.py: change the server's types instead. */

/** Data of a game or a rule, whose shape its game knows. */
export type Plain = { readonly [key: string]: unknown }
"""

Schema = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Write the types, or check that they are as they would be written."""
    text = typescript()
    if "--check" not in arguments:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    return 0 if TARGET.read_text(encoding="utf-8") == text else 1


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
