"""What a person types: numbers of offers, actions in words, or commands, in English and in the chosen language.

Actions are read by their parts, which a title names; a title with a grammar of its own overrides `parse`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from aachen.locales.wording import Wording

COMMANDS: Final = (
    *("help", "board", "courts", "victory", "offers", "why"),
    *("hint", "undo", "save", "log", "lang", "quit"),
)
PARTS_OF_TABLE: Final = ("courts", "victory")  # what some tables can show by itself
MOST_WORDS: Final = 5  # of a name

# Numbers are whole and without a sign: "-1", "1.5" and "4-5" are none, nor are digits of other scripts.
NO_NUMBER: Final = re.compile(r"[-+.]\s*[0-9]|(?![0-9])\d")

Action = dict[str, Any]
Parts = Mapping[str, tuple[tuple[str, str], ...]]  # of each action: key and what it names
Names = dict[str, list[tuple[str, ...]]]  # an id and all that it is called, in folded words


class Unclear(Exception):
    """What was typed is not understood: a sentence of the catalogue and its facts say why."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


@dataclass(frozen=True)
class Command:
    """A word to the table rather than to the game, and what follows it."""

    name: str
    rest: str


def fold(text: str) -> list[str]:
    """The words of a text, small and without accents."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.findall(r"[a-z]+|\d+", plain.lower())


class Reader:
    """Understands what is typed at one table, in one language."""

    commands: tuple[str, ...] = tuple(name for name in COMMANDS if name not in PARTS_OF_TABLE)

    def __init__(self, wording: Wording, parts: Parts, names: Mapping[str, Names]) -> None:
        """`parts` of each action, and what things of each kind are called."""
        self.wording = wording
        self._parts = parts
        self._names = names
        self._says = [wording.in_language("en").say, wording.say]
        self._verbs = {
            do: {word for say in self._says for word in fold(say(wording.key(f"verb.{do}")))} for do in parts
        }
        self._fillers = {word for say in self._says for word in fold(say("filler"))}
        self._commands = {name: self._command_words(name) for name in self.commands}

    def number(self, offers: Sequence[Action]) -> dict[int, Action]:
        """Offers by their numbers, counted from 1."""
        return dict(enumerate(offers, 1))

    def _command_words(self, name: str) -> set[str]:
        return {name, *[word for say in self._says for word in fold(say(f"command.{name}"))]}

    # Reading

    def read(self, text: str, offers: Sequence[Action]) -> Command | list[Action]:
        """A command, or the actions that are meant; raises Unclear."""
        words = fold(text)
        if text.strip() == "?":
            return Command("help", "")
        if not words:
            raise Unclear("play.not_understood", text=text.strip())
        command = self._command(text, words, is_exact=True)
        if command is not None:
            return command
        if NO_NUMBER.search(text):
            raise Unclear("play.not_understood", text=text.strip())
        if all(word.isdigit() for word in words):
            return self.read_numbers(words, offers)
        try:
            return self.read_action(words, offers)
        except Unclear:
            command = self._command(text, words, is_exact=False)
            if command is not None:
                return command
            raise

    def _command(self, text: str, words: list[str], is_exact: bool) -> Command | None:
        first = words[0]
        found = [
            name
            for name, called in self._commands.items()
            if first in called
            or (not is_exact and len(first) > 1 and any(word.startswith(first) for word in called))
        ]
        if len(found) != 1:
            return None
        return Command(found[0], text.strip().partition(" ")[2].strip())

    def read_numbers(self, words: list[str], offers: Sequence[Action]) -> list[Action]:
        """The offers of those numbers, in that order."""
        numbered = self.number(offers)
        for word in words:
            if len(word) > 6 or int(word) not in numbered:
                raise Unclear("play.no_such_number", number=word, least=min(numbered), most=max(numbered))
        return [numbered[int(word)] for word in words]

    def read_action(self, words: list[str], offers: Sequence[Action]) -> list[Action]:
        """The action said in words, whether it is offered or not."""
        offered = {offer["do"]: None for offer in offers}
        spoken = [do for do in self._parts if any(word.startswith(words[0]) for word in self._verbs[do])]
        tries = [(do, words[1:]) for do in spoken if do in offered]
        tries += [(do, words) for do in offered]
        tries += [(do, words[1:]) for do in spoken if do not in offered]
        problems: list[Unclear] = []
        for do, rest in tries:
            try:
                return self.parse(do, rest)
            except Unclear as unclear:
                problems.append(unclear)
        telling = [unclear for unclear in problems if unclear.key != "play.not_understood"] if spoken else []
        raise (telling or [Unclear("play.not_understood", text=" ".join(words))])[0]

    # One action

    def parse(self, do: str, words: list[str]) -> list[Action]:
        """The action with its parts from the words after the verb, one part after the other; raises Unclear."""
        action: Action = {"do": do}
        rest = words
        for key, what in self._parts[do]:
            rest = [word for word in rest if word not in self._fillers or len(word) == 1]
            action[key], rest = self.part(do, what, rest)
        if rest:
            raise Unclear("play.too_much", usage=self.usage(do))
        return [action]

    def part(self, do: str, what: str, words: list[str]) -> tuple[object, list[str]]:
        """The next part of an action and the words after it: a number, or something that has a name."""
        if not words:
            raise Unclear("play.too_little", usage=self.usage(do))
        if what not in self._names:
            if not words[0].isdigit():
                raise Unclear("play.not_understood", text=words[0])
            return int(words[0][:6]), words[1:]
        found, length = match(self._names[what], words)
        if found is None:
            raise Unclear("play.not_understood", text=words[0])
        return found, words[length:]

    # Examples

    def verb(self, do: str) -> str:
        """The word that begins an action in the reader's language."""
        return self.wording.say(self.wording.key(f"verb.{do}")).split()[0]

    def usage(self, do: str) -> str:
        """How an action is typed."""
        parts = [
            self.wording.say(self.wording.key(f"usage.{what if what == 'place' else key}"))
            for key, what in self._parts[do]
        ]
        return " ".join([self.verb(do), *parts])

    def typed(self, action: Mapping[str, Any]) -> str:
        """An action as it could be typed."""
        words = [self.verb(str(action["do"]))]
        for key, what in self._parts[str(action["do"])]:
            words.append(self.word(what, action[key]))
        return " ".join(words).lower()

    def word(self, what: str, value: object) -> str:
        """A part of an action as it could be typed."""
        return self.wording.name(str(value)) if what in self._names else str(value)


def called(wordings: Iterable[Wording], name: str, *keys: str) -> list[tuple[str, ...]]:
    """All that something is called in these languages, under its keys."""
    return names_of([name, *[wording.say(key) for wording in wordings for key in keys]])


def names_of(called: Iterable[str]) -> list[tuple[str, ...]]:
    """All that something is called, in folded words."""
    return list(dict.fromkeys(tuple(fold(name.replace("_", " "))) for name in called))


def match(names: Names, words: list[str]) -> tuple[str | None, int]:
    """The thing that the next words name, and how many words it took; abbreviations are understood."""
    for length in range(min(MOST_WORDS, len(words)), 0, -1):
        said = tuple(words[:length])
        exact = [name for name, called in names.items() if said in called]
        begun = exact or [
            name for name, called in names.items() if any(_begins(each, said) for each in called)
        ]
        if not begun and length == 1 and len(said[0]) > 2:
            begun = [
                name for name, called in names.items() if any(_has_word(each, said[0]) for each in called)
            ]
        if len(begun) == 1:
            return begun[0], length
        if len(begun) > 1:
            raise Unclear("play.ambiguous", text=" ".join(said), names=begun)
    return None, 0


def _begins(name: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Whether each word said begins the word of the name at its place."""
    return len(said) <= len(name) and all(full.startswith(part) for full, part in zip(name, said))


def _has_word(name: tuple[str, ...], said: str) -> bool:
    return any(word.startswith(said) for word in name[1:])
