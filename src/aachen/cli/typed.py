"""What a person types: numbers of offers, actions in words, or commands, in English and in the chosen language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from aachen.games.carolingi.actions import COURT_PLACES, PARTS
from aachen.games.carolingi.terms import CO_REGENT, PEACE, SEASON_NAMES, TILE_NAMES
from aachen.games.carolingi.variant import SCENARIO
from aachen.locales import catalogue
from aachen.locales.wording import Wording

COMMANDS: Final = (
    "help",
    "board",
    "courts",
    "victory",
    "offers",
    "why",
    "hint",
    "undo",
    "save",
    "log",
    "lang",
    "quit",
)
PASSES: Final = ("done", "keep")  # what number 0 stands for
REPEATED: Final = ("send", "build", "banish")  # a number after them means: so often
LISTED: Final = ("lay",)  # one thing at a time, but several may be named at once
MOST_WORDS: Final = 5  # of a name
MOST_REPEATS: Final = 24

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


def number_offers(offers: Sequence[Action]) -> dict[int, Action]:
    """Offers by number: done or keep is 0, the others count from 1."""
    numbered: dict[int, Action] = {}
    following = 1
    for offer in offers:
        if offer["do"] in PASSES:
            numbered[0] = offer
        else:
            numbered[following] = offer
            following += 1
    return numbered


class Reader:
    """Understands what is typed at one table, in one language."""

    def __init__(
        self, wording: Wording, lands: Iterable[str], colours: Iterable[str], parts: Parts = PARTS
    ) -> None:
        self.wording = wording
        self._parts = parts
        self._says = [catalogue("en").say, wording.say]
        tiles = list(TILE_NAMES)
        if wording.variant == SCENARIO:
            tiles[PEACE] = CO_REGENT
        self._names: dict[str, Names] = {
            "land": {land: names_of([land, wording.land(land)]) for land in lands},
            "tile": {tile: self._called(tile, f"tile.{tile}", f"tile_short.{tile}") for tile in tiles},
            "seat": {colour: names_of([colour, wording.seat(colour)]) for colour in colours},
            "season": {season: self._called(season, f"season.{season}") for season in SEASON_NAMES},
            "place": {place: self._called(place, f"place.{place}") for place in COURT_PLACES},
        }
        self._verbs = {
            do: {word for say in self._says for word in fold(say(wording.key(f"verb.{do}")))} for do in parts
        }
        self._fillers = {word for say in self._says for word in fold(say("filler"))}
        self._commands = {name: self._command_words(name) for name in COMMANDS}

    def _called(self, name: str, *keys: str) -> list[tuple[str, ...]]:
        return names_of([name, *[say(key) for say in self._says for key in keys]])

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
        numbered = number_offers(offers)
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
                return self._parse(do, rest)
            except Unclear as unclear:
                problems.append(unclear)
        telling = [unclear for unclear in problems if unclear.key != "play.not_understood"] if spoken else []
        raise (telling or [Unclear("play.not_understood", text=" ".join(words))])[0]

    # One action

    def _parse(self, do: str, words: list[str]) -> list[Action]:
        found = self._classify(do, words)
        action: Action = {"do": do}
        for key, what in PARTS[do]:
            action[key] = self._take(do, what, found)
        times = found["number"].pop() if do in REPEATED and len(found["number"]) == 1 else 1
        more = self._listed(do, found) if do in LISTED else []
        if any(found.values()) or not 1 <= times <= MOST_REPEATS:
            raise Unclear("play.too_much", usage=self.usage(do))
        return [action.copy() for _ in range(times)] + more

    def _listed(self, do: str, found: dict[str, list[Any]]) -> list[Action]:
        """The same with everything else that was named: "battle develop" lays both."""
        ((key, what),) = PARTS[do]
        more: list[Action] = [{"do": do, key: name} for name in found[what]]
        found[what].clear()
        return more

    def _take(self, do: str, what: str, found: dict[str, list[Any]]) -> object:
        """The next thing of a kind among those that were said."""
        kind = {"steps": "number", "tiles": "tile"}.get(what, what)
        wanted = 2 if what == "tiles" else 1
        if what == "steps" and not found[kind] and len(PARTS[do]) > 1:
            return 0  # "equip 3": no nobiles are called
        if len(found[kind]) < wanted:
            raise Unclear("play.too_little", usage=self.usage(do))
        taken = found[kind][:wanted]
        del found[kind][:wanted]
        return taken if what == "tiles" else taken[0]

    def _classify(self, do: str, words: list[str]) -> dict[str, list[Any]]:
        """Sort the words into lands, tiles, seats, numbers and so on; only kinds that the action has."""
        kinds = {{"steps": "number", "tiles": "tile"}.get(what, what) for _, what in PARTS[do]}
        found: dict[str, list[Any]] = {"number": [], **{kind: [] for kind in self._names}}
        at = 0
        while at < len(words):
            if words[at].isdigit():
                found["number"].append(int(words[at][:6]))
                at += 1
                continue
            if not kinds & {"tile", "place"} and words[at] in self._fillers:  # "to" is not Toulouse
                at += 1
                continue
            for kind, names in self._names.items():
                name, length = match(names, words[at:]) if kind in kinds else (None, 0)
                if name is not None:
                    found[kind].append(name)
                    at += length
                    break
            else:
                if words[at] not in self._fillers:
                    raise Unclear("play.not_understood", text=words[at])
                at += 1
        return found

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
        for key, what in PARTS[str(action["do"])]:
            value = action[key]
            if what == "land":
                words.append(self.wording.land(value))
            elif what in ("season", "place"):
                words.append(self.wording.say(f"{what}.{value}"))
            elif what in ("tile", "tiles"):
                words += [
                    self.wording.short_tile(tile) for tile in ([value] if isinstance(value, str) else value)
                ]
            else:
                words.append(self.wording.seat(value) if what == "seat" else str(value))
        return " ".join(words).lower()


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
