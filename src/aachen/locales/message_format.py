"""ICU MessageFormat: the part of it that our sentences use.

A message is text with arguments in braces:

- `{name}`: a value as it is;
- `{name, number}`: a number as the language writes it (1,234.5 or 1.234,5);
- `{name, plural, =0 {…} one {…} other {…}}`: a sentence by CLDR's plural rules, `#` is the number in it;
- `{name, selectordinal, one {…} other {…}}`: the same by the rules for 1st, 2nd, 3rd;
- `{name, select, red {…} other {…}}`: a sentence by a word.

An apostrophe before a brace (or `#` in a plural) makes it literal text up to the next apostrophe;
two apostrophes are one; any other apostrophe is itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

KINDS: Final = frozenset({"plural", "selectordinal", "select"})
NAME: Final = re.compile(r"\s*(\w+)\s*")
SELECTOR: Final = re.compile(r"\s*(=\d+|\w+)\s*\{")


class LanguageRules(Protocol):
    """What CLDR says of one language."""

    def plural(self, number: float) -> str: ...
    def ordinal(self, number: float) -> str: ...
    def number(self, number: float) -> str: ...


@dataclass(frozen=True, slots=True)
class Argument:
    """A place for a value: as it is, or as a number of the language."""

    name: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several messages, by the value of an argument."""

    name: str
    kind: str
    messages: Mapping[str, Message]


Part = str | Argument | Choice
Message = tuple[Part, ...]


class MessageSyntaxError(ValueError):
    """A message that does not follow the format: what is wrong, and where."""


@cache
def parse(text: str) -> Message:
    """A message in its parts."""
    parser = _Parser(text)
    message = parser.message("")
    if parser.at < len(text):
        raise parser.error("a closing brace without an opening one")
    return message


def render(message: Message, facts: Mapping[str, object], rules: LanguageRules) -> str:
    """A message with its arguments filled in."""
    return "".join(
        part
        if isinstance(part, str)
        else _argument(part, facts, rules)
        if isinstance(part, Argument)
        else render(_chosen(part, facts, rules), facts, rules)
        for part in message
    )


def arguments_of(message: Message) -> set[str]:
    """The names of all arguments of a message."""
    names: set[str] = set()
    for part in message:
        if isinstance(part, Argument):
            names.add(part.name)
        elif isinstance(part, Choice):
            names |= {part.name}.union(*(arguments_of(each) for each in part.messages.values()))
    return names


def plural_categories(
    message: Message, kinds: frozenset[str] = frozenset({"plural", "selectordinal"})
) -> set[str]:
    """The plural categories that a message distinguishes, its nested messages included."""
    found: set[str] = set()
    for part in message:
        if isinstance(part, Choice):
            found |= set(part.messages) if part.kind in kinds else set()
            found = found.union(*(plural_categories(each, kinds) for each in part.messages.values()))
    return found


def map_text(message: Message, change: Callable[[str], str]) -> Message:
    """The same message with its literal text changed; what a pseudo-locale is made by."""
    return tuple(
        change(part)
        if isinstance(part, str)
        else part
        if isinstance(part, Argument)
        else Choice(
            part.name, part.kind, {key: map_text(each, change) for key, each in part.messages.items()}
        )
        for part in message
    )


def _argument(part: Argument, facts: Mapping[str, object], rules: LanguageRules) -> str:
    value = facts[part.name]
    return rules.number(value) if part.is_number and isinstance(value, int | float) else str(value)


def _chosen(part: Choice, facts: Mapping[str, object], rules: LanguageRules) -> Message:
    value = facts[part.name]
    messages = part.messages
    if part.kind == "select":
        return messages.get(str(value), messages["other"])
    if not isinstance(value, int | float):
        return messages["other"]
    exact = messages.get(f"={value}")
    if exact is not None:
        return exact
    category = rules.plural(value) if part.kind == "plural" else rules.ordinal(value)
    return messages.get(category, messages["other"])


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self, what: str) -> MessageSyntaxError:
        return MessageSyntaxError(f"{what} at {self.at}: {self.text}")

    def message(self, number: str) -> Message:
        """Parts up to the end or an unmatched closing brace; `number` is the argument that `#` stands for."""
        parts: list[Part] = []
        text = ""
        while self.at < len(self.text) and self.text[self.at] != "}":
            sign = self.text[self.at]
            if sign == "{" or (sign == "#" and number):
                parts += [text] if text else []
                parts.append(self.argument() if sign == "{" else self.sharp(number))
                text = ""
            else:
                text += self.literal(number)
        return tuple([*parts, text] if text else parts)

    def sharp(self, number: str) -> Argument:
        self.at += 1
        return Argument(number, is_number=True)

    def literal(self, number: str) -> str:
        """One character of text, or a quoted stretch of it."""
        sign = self.text[self.at]
        self.at += 1
        following = self.text[self.at : self.at + 1]
        if sign != "'" or following not in ("'", "{", "}", *(["#"] if number else [])) or not following:
            return sign
        if following == "'":
            self.at += 1
            return "'"
        end = self.text.find("'", self.at)
        quoted = self.text[self.at : end if end >= 0 else len(self.text)]
        self.at += len(quoted) + 1
        return quoted

    def argument(self) -> Argument | Choice:
        """An argument, from its opening brace to its closing one."""
        self.at += 1
        name = self.word("the name of an argument")
        if self.take("}"):
            return Argument(name)
        self.expect(",")
        kind = self.word("number, plural, selectordinal or select")
        if kind == "number":
            self.expect("}")
            return Argument(name, is_number=True)
        if kind not in KINDS:
            raise self.error(f"{kind} instead of number, plural, selectordinal or select")
        self.expect(",")
        return Choice(name, kind, self.messages(name if kind != "select" else ""))

    def messages(self, number: str) -> dict[str, Message]:
        """The messages of a choice, up to its closing brace."""
        messages: dict[str, Message] = {}
        while found := SELECTOR.match(self.text, self.at):
            self.at = found.end()
            messages[found[1]] = self.message(number)
            self.expect("}")
        self.word_space()
        self.expect("}")
        if "other" not in messages:
            raise self.error("a choice without other")
        return messages

    def word(self, what: str) -> str:
        found = NAME.match(self.text, self.at)
        if not found:
            raise self.error(f"{what} is missing")
        self.at = found.end()
        return found[1]

    def word_space(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def take(self, sign: str) -> bool:
        if self.text[self.at : self.at + 1] != sign:
            return False
        self.at += 1
        return True

    def expect(self, sign: str) -> None:
        if not self.take(sign):
            raise self.error(f"{sign} is missing")
