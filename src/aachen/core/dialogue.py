"""The engine protocol: one request in, one answer out, both plain data.

`docs/engine-protocol.md` explains it, with a dialogue to follow.
A request that cannot be understood, or that the rules forbid, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from aachen.core.agreement import check_agreement
from aachen.core.contract import Position
from aachen.core.errors import BadInput, Fault, Refusal, bad
from aachen.core.events import Event
from aachen.core.json_lines import read_object
from aachen.core.json_shapes import Kinds, Plain, check_keys, json_name
from aachen.core.log import AnyGame, Move, Record
from aachen.core.luck import Luck, ScriptedLuck, SeededLuck
from aachen.core.replay import check_used_up, read_actor, read_script, read_seat

MOST_SIGNS = 1_000_000  # in one request

EVERY: dict[str, Kinds] = {"ask": (str,)}
ANY: dict[str, Kinds] = {"id": (str, int, None), "language": (str,)}


class Voice(Protocol):
    """Whoever turns codes and facts into sentences."""

    languages: tuple[str, ...]

    def fault(self, language: str, fault: Fault, position: Position | None) -> str:
        """What is wrong, in a sentence."""

    def refusal(self, language: str, refusal: Refusal, position: Position) -> str:
        """Why the rules forbid it, in a sentence."""


class Forbidden(Exception):
    """A move that the rules forbid."""

    def __init__(self, refusal: Refusal, position: Position) -> None:
        super().__init__(repr(refusal))
        self.refusal = refusal
        self.position = position


class Dialogue:
    """One program's talk with the engine, and the game they talk about."""

    def __init__(self, games: Mapping[str, AnyGame], voice: Voice, language: str = "en") -> None:
        self.games = games
        self.voice = voice
        self.language = language
        self.is_over = False
        self._game: AnyGame | None = None
        self._record: Record | None = None
        self._luck: Luck = ScriptedLuck([])

    def answer_line(self, line: str) -> Plain:
        """The answer to a request as a line of JSON."""
        try:
            if len(line) > MOST_SIGNS:
                raise bad("line_too_long", most=MOST_SIGNS)
            request = read_object(line)
        except BadInput as wrong:
            return {"id": None} | self._errors(self.language, wrong.faults)
        return self.answer(request)

    def answer(self, request: Plain) -> Plain:
        """The answer to a request; its id comes back if it is a name or a number."""
        name = request.get("id")
        echo: Plain = {"id": name if isinstance(name, (str, int)) and not isinstance(name, bool) else None}
        language = self.language
        try:
            language = self._language(request)
            return echo | {"ok": True} | self._dispatch(request)
        except Forbidden as no:
            sentence = self.voice.refusal(language, no.refusal, no.position)
            return echo | {"ok": False, "refusal": no.refusal.as_dict() | {"sentence": sentence}}
        except BadInput as wrong:
            return echo | self._errors(language, wrong.faults)

    def _language(self, request: Plain) -> str:
        wanted = request.get("language", self.language)
        if wanted not in self.voice.languages:
            raise bad("unknown_language", "language", given=str(wanted), known=list(self.voice.languages))
        return str(wanted)

    def _errors(self, language: str, faults: list[Fault]) -> Plain:
        position = None if self._record is None else self._record.position
        data = [
            fault.as_dict() | {"sentence": self.voice.fault(language, fault, position)} for fault in faults
        ]
        answer: Plain = {"ok": False, "error": data[0]}
        return answer | {"more": data[1:]} if data[1:] else answer

    def _dispatch(self, request: Plain) -> Plain:
        ask = request.get("ask")
        if not isinstance(ask, str):
            raise bad("missing_key" if ask is None else "wrong_type", "ask", **_about_ask(ask))
        if ask not in ASKS:
            raise bad("unknown_ask", "ask", given=ask, known=list(ASKS))
        answer, wanted, optional = ASKS[ask]
        faults = check_keys(request, EVERY | wanted, ANY | optional)
        if faults:
            raise BadInput(faults)
        return answer(self, request)

    # ---- Beginning

    def _games(self, request: Plain) -> Plain:
        return {"games": [{"name": game.name, "rules": game.rules_version} for game in self.games.values()]}

    def _new(self, request: Plain) -> Plain:
        game = self._find_game(request)
        options = game.options(_object(request.get("options", {})))
        luck = self._read_luck(request["luck"], game.empty(options))
        record = Record.begin(game, options, luck)
        self._adopt(game, record, luck)
        return {"seats": record.position.seats(), "luck": record.header.luck} | self._now(record.events)

    def _set(self, request: Plain) -> Plain:
        game = self._find_game(request)
        options = game.options(_object(request["options"])) if "options" in request else None
        position = game.read(str(request["position"]), options)
        check_agreement(_object(request.get("options", {})), position)
        luck = self._read_luck(request.get("luck", {"script": []}), position)
        record = Record.begin_at(game, position, options)
        self._adopt(game, record, luck)
        return {"seats": position.seats()} | self._now([])

    def _find_game(self, request: Plain) -> AnyGame:
        """The game asked for; without a name the one that is being played, or the first there is."""
        if "game" not in request:
            return self._game or next(iter(self.games.values()))
        name = str(request["game"])
        if name not in self.games:
            raise bad("unknown_game", "game", given=name, known=list(self.games))
        return self.games[name]

    def _adopt(self, game: AnyGame, record: Record, luck: Luck) -> None:
        self._game = game
        self._record = record
        self._luck = _what_is_left(luck)

    def _give_luck(self, request: Plain) -> Plain:
        self._luck = self._read_luck(request["luck"], self._position())
        return {}

    def _read_luck(self, data: object, position: Position) -> Luck:
        """{"seed": 7}, or {"script": [["tile", …], …]}."""
        luck = _object(data)
        faults = check_keys(luck, {}, {"seed": (int,), "script": (list,)})
        if not faults and len(luck) != 1:
            faults = [Fault("luck_seed_or_script")]
        if faults:
            raise BadInput(
                [Fault(each.code, f"luck.{each.where}".rstrip("."), each.facts) for each in faults]
            )
        seed = luck.get("seed")
        return SeededLuck(seed) if isinstance(seed, int) else read_script(position, _list(luck["script"]))

    # ---- Asking

    def _running(self) -> Record:
        if self._record is None:
            raise bad("no_game_yet")
        return self._record

    def _position(self) -> Position:
        return self._running().position

    def _seat(self, request: Plain) -> int:
        return read_seat(self._position(), request["seat"])

    def _actor(self, request: Plain) -> int:
        return read_actor(self._position(), request["seat"])

    def _tell_position(self, request: Plain) -> Plain:
        position = self._position()
        form = request.get("form", "line")
        if form not in ("line", "block"):
            raise bad("unknown_form", "form", given=str(form), known=["line", "block"])
        text = position.write() if form == "line" else position.write_block()
        return {"position": text, "digest": position.digest()}

    def _to_act(self, request: Plain) -> Plain:
        position = self._position()
        return {"to_act": _names(position, position.to_act())}

    def _offers(self, request: Plain) -> Plain:
        position = self._position()
        return {"offers": [position.name_action(code) for code in position.offers(self._actor(request))]}

    def _refusal(self, request: Plain) -> Plain:
        position = self._position()
        refusal = position.refusal(self._actor(request), position.read_action(_object(request["action"])))
        if refusal is None:
            return {"refusal": None}
        sentence = self.voice.refusal(self._language(request), refusal, position)
        return {"refusal": refusal.as_dict() | {"sentence": sentence}}

    def _view(self, request: Plain) -> Plain:
        seat = None if request["seat"] is None else self._seat(request)
        return {"view": self._position().view(seat)}

    def _imagine(self, request: Plain) -> Plain:
        seat = None if request["seat"] is None else self._seat(request)
        seed = request["seed"]
        assert isinstance(seed, int)
        return {"position": self._position().imagine(seat, SeededLuck(seed)).write()}

    def _score(self, request: Plain) -> Plain:
        return {"score": self._position().view(None)["victory"]}

    def _outcome(self, request: Plain) -> Plain:
        return {"outcome": _outcome(self._position())}

    def _log(self, request: Plain) -> Plain:
        return {"log": self._running().lines[:]}

    # ---- Playing

    def _play(self, request: Plain) -> Plain:
        record = self._running()
        seat = self._actor(request)
        action = record.position.read_action(_object(request["action"]))
        refusal = record.position.refusal(seat, action)
        if refusal is not None:
            raise Forbidden(refusal, record.position)
        move = self._move(record, seat, action, request.get("luck"))
        return {"seq": record.seq, "luck": move.luck} | self._now(move.events)

    def _move(self, record: Record, seat: int, action: int, answers: object) -> Move:
        """By the answers given with the move, all of which must be needed, or else by the game's luck."""
        if answers is not None:
            trial = record.position.copy()
            trial.play(seat, action, script := read_script(trial, _list(answers)))
            check_used_up(script)
            return record.play(seat, action, ScriptedLuck(script.script))
        luck = _what_is_left(self._luck)
        move = record.play(seat, action, luck)
        self._luck = luck
        return move

    def _now(self, events: list[Event]) -> Plain:
        """What has happened, with all secrets, and who is asked next."""
        position = self._position()
        return {
            "events": [event.seen_by(event.seat) for event in events],
            "to_act": _names(position, position.to_act()),
            "digest": position.digest(),
            "outcome": _outcome(position),
        }

    def _quit(self, request: Plain) -> Plain:
        self.is_over = True
        return {}


def _about_ask(ask: object) -> dict[str, object]:
    return {"key": "ask"} if ask is None else {"expected": "string", "found": json_name(ask)}


def _what_is_left(luck: Luck) -> Luck:
    """A script without what has been said; a move that fails halfway must not use it up."""
    return ScriptedLuck(luck.script[luck.said :]) if isinstance(luck, ScriptedLuck) else luck


def _object(data: object) -> Plain:
    assert isinstance(data, dict)
    return data


def _list(data: object) -> list[object]:
    assert isinstance(data, list)
    return data


def _names(position: Position, seats: list[int]) -> list[str]:
    names = position.seats()
    return [names[seat] for seat in seats]


def _outcome(position: Position) -> Plain | None:
    outcome = position.outcome()
    return None if outcome is None else outcome.as_dict(position.seats())


Answer = Callable[[Dialogue, Plain], Plain]
LUCK: dict[str, Kinds] = {"luck": (dict,)}
SEAT: dict[str, Kinds] = {"seat": (str,)}
VIEWER: dict[str, Kinds] = {"seat": (str, None)}
ACTION: dict[str, Kinds] = {"seat": (str,), "action": (dict,)}
GAME: dict[str, Kinds] = {"game": (str,), "options": (dict,)}

# Each request: how it is answered, the keys it must have, the keys it may have.
ASKS: dict[str, tuple[Answer, dict[str, Kinds], dict[str, Kinds]]] = {
    "games": (Dialogue._games, {}, {}),
    "new": (Dialogue._new, LUCK, GAME),
    "set": (Dialogue._set, {"position": (str,)}, GAME | LUCK),
    "luck": (Dialogue._give_luck, LUCK, {}),
    "position": (Dialogue._tell_position, {}, {"form": (str,)}),
    "to_act": (Dialogue._to_act, {}, {}),
    "offers": (Dialogue._offers, SEAT, {}),
    "refusal": (Dialogue._refusal, ACTION, {}),
    "play": (Dialogue._play, ACTION, {"luck": (list,)}),
    "view": (Dialogue._view, VIEWER, {}),
    "imagine": (Dialogue._imagine, VIEWER | {"seed": (int,)}, {}),
    "score": (Dialogue._score, {}, {}),
    "outcome": (Dialogue._outcome, {}, {}),
    "log": (Dialogue._log, {}, {}),
    "quit": (Dialogue._quit, {}, {}),
}
