"""Files of results: one line of JSON for the plan, then one for each game, in the order in which they came in.

A run that was interrupted leaves a file that the same command goes on with.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from io import FileIO
from pathlib import Path
from typing import Any

from aachen.arena.contestant import read_contestants
from aachen.arena.plan import LEAGUE, MATCH, ArenaPlan, Unit, first_number, make_plan, units_of
from aachen.arena.playing import GameResult
from aachen.core.errors import BadInput, Fault, bad
from aachen.core.json_lines import read_object, write_object
from aachen.core.json_shapes import Kinds, Plain, check_keys

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = "arena/1"
PLAN_KEYS: dict[str, Kinds] = {
    "aachen": (str,),
    "game": (str,),
    "options": (dict,),
    "kind": (str,),
    "contestants": (list,),
    "seed": (int,),
    "rules": (str,),
    "version": (str,),
    "code": (str,),
}
RESULT_KEYS: dict[str, Kinds] = {
    "number": (int,),
    "block": (int,),
    "game": (str,),
    "options": (dict,),
    "seed": (int,),
    "seats": (list,),
    "players": (list,),
    "places": (list,),
    "points": (list,),
    "ending": (str,),
    "actions": (int,),
    "digest": (str,),
    "thoughts": (list,),
    "work": (list,),
    "rules": (str,),
    "version": (str,),
}
RESULT_EXTRAS: dict[str, Kinds] = {"facts": (dict,), "moves": (list,), "replaced": (dict,)}
BY_SEAT = {"seats": str, "players": str, "places": int, "points": int, "thoughts": int, "work": float}


@dataclass(slots=True)
class StoredResults:
    """What a file of results holds."""

    head: Plain
    plan: ArenaPlan
    results: dict[int, GameResult] = field(default_factory=dict)  # by number
    good: int = 0  # bytes up to the end of the last whole unit

    def has(self, unit: Unit) -> bool:
        """Whether the unit's games are there; a file never ends in the middle of a unit."""
        return first_number(self.plan, unit) in self.results


def read_results(path: Path) -> StoredResults:
    """All whole units of a file. A last line that is torn does not count; any other damage is bad input."""
    lines = _bytes(path).splitlines(keepends=True)
    if not lines or not lines[0].endswith(b"\n"):
        raise bad("arena_no_results", str(path))
    head = _read_head(lines[0], path)
    found = StoredResults(head, _plan_of(head), good=len(lines[0]))
    whole = found.good
    for at, line in enumerate(lines[1:], 2):
        if line.endswith(b"\n"):
            whole += len(line)
            _add(found, _read_result(line, f"{path}:{at}"), f"{path}:{at}")
            if _has_whole_units(found):
                found.good = whole
        elif at < len(lines):
            raise bad("arena_bad_line", f"{path}:{at}")
    _drop_torn_unit(found)
    return found


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise bad("file_is_folder", path=str(path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise bad("file_missing", path=str(path)) from None
    except OSError:
        raise bad("file_unreadable", path=str(path)) from None


def _read_object(line: bytes, where: str) -> Plain:
    try:
        return read_object(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise bad("arena_bad_line", where) from None
    except BadInput as wrong:
        raise BadInput([_moved(fault, where) for fault in wrong.faults]) from None


def _moved(fault: Fault, where: str) -> Fault:
    return Fault(fault.code, f"{where} {fault.where}".strip(), fault.facts)


def _read_head(line: bytes, path: Path) -> Plain:
    data = _read_object(line, f"{path}:1")
    if data.get("aachen") != FORMAT:
        raise bad("arena_no_results", str(path))
    _check(data, PLAN_KEYS, {}, f"{path}:1")
    if data["kind"] not in (MATCH, LEAGUE):
        raise bad("arena_bad_line", f"{path}:1")
    return data


def _check(data: Plain, wanted: dict[str, Kinds], optional: dict[str, Kinds], where: str) -> None:
    faults = check_keys(data, wanted, optional)
    if faults:
        raise BadInput([_moved(fault, where) for fault in faults])


def _plan_of(head: Plain) -> ArenaPlan:
    """The plan that such a file begins with; it was played by the rules and bots that are named there."""
    parts: dict[str, Any] = head
    contestants = read_contestants([str(name) for name in parts["contestants"]], "contestants")
    plan = make_plan(parts["game"], parts["options"], parts["kind"], contestants, parts["seed"])
    return replace(plan, rules=parts["rules"], code=parts["code"], version=parts["version"])


def _read_result(line: bytes, where: str) -> GameResult:
    data = _read_object(line, where)
    _check(data, RESULT_KEYS, RESULT_EXTRAS, where)
    known = {each.name for each in fields(GameResult)}
    parts: dict[str, Any] = {key: value for key, value in data.items() if key in known}
    seats = len(parts["seats"])
    for key, kind in BY_SEAT.items():
        if len(parts[key]) != seats or not all(type(each) is kind for each in parts[key]):
            raise bad("arena_bad_line", f"{where} {key}")
    return GameResult(**parts)


def _add(found: StoredResults, result: GameResult, where: str) -> None:
    """No game twice, and none that the plan does not know."""
    plan = found.plan
    names = set(plan.names)
    fits = result.game == plan.game and len(result.seats) == len(plan.sides) and names >= set(result.players)
    if not fits or result.number < 1 or result.number in found.results:
        raise bad("arena_bad_line", where)
    if result.block != (result.number - 1) // plan.games_of_block:
        raise bad("arena_bad_line", f"{where} block")
    if "board" in plan.options:
        result.options = {**result.options, "board": plan.options["board"]}
    found.results[result.number] = result


def _has_whole_units(found: StoredResults) -> bool:
    return len(found.results) % found.plan.games_of_unit == 0


def _drop_torn_unit(found: StoredResults) -> None:
    """The games of a unit are written together: only the last one can be torn."""
    for _ in range(len(found.results) % found.plan.games_of_unit):
        found.results.popitem()


class ResultsFile:
    """A file of results that is written on, or none."""

    def __init__(self, plan: ArenaPlan, path: Path | None) -> None:
        """Goes on with a file that is there already; raises BadInput if it is about something else."""
        self.plan = plan
        self.found = StoredResults(_head(plan), plan)
        self._file: FileIO | None = None
        if path is not None:
            self._file = self._open(path)

    def _open(self, path: Path) -> FileIO:
        file = _taken(path)
        try:
            if _is_torn_head(_bytes(path), self.plan):
                file.truncate(0)
                _write(file, _line(self.found.head))
            else:
                self.found = read_results(path)
                _check_same(self.found.head, _head(self.plan), str(path))
                file.truncate(self.found.good)
        except BaseException:
            file.close()
            raise
        return file

    def missing(self, blocks: int) -> list[Unit]:
        """What is still to be played, in the order of the plan."""
        return [unit for unit in units_of(self.plan, blocks) if not self.found.has(unit)]

    def add(self, results: list[GameResult]) -> None:
        """Write down a unit: its lines go out together."""
        for result in results:
            self.found.results[result.number] = result
        if self._file is not None:
            _write(self._file, b"".join(_line(_brief(result)) for result in results))

    def results(self) -> list[GameResult]:
        """All results so far, in the order of the plan."""
        return [self.found.results[number] for number in sorted(self.found.results)]

    def close(self) -> None:
        """Nothing more will come."""
        if self._file is not None:
            self._file.close()


def _brief(result: GameResult) -> Plain:
    """A result without its board, which is as long as a hundred results and stands in the first line."""
    data = result.as_dict()
    return data | {"options": {key: value for key, value in result.options.items() if key != "board"}}


def _head(plan: ArenaPlan) -> Plain:
    return {"aachen": FORMAT} | plan.as_dict()


def _line(data: Plain) -> bytes:
    return write_object(data).encode("utf-8") + b"\n"


def _is_torn_head(text: bytes, plan: ArenaPlan) -> bool:
    """Whether a run was interrupted while it wrote this very first line, or before it did."""
    return b"\n" not in text and _line(_head(plan)).startswith(text)


def _write(file: FileIO, lines: bytes) -> None:
    """All of it at once, or bad input: nothing is ever written behind a torn line."""
    try:
        if file.write(lines) == len(lines):
            return
    except OSError:
        pass
    raise bad("file_unwritable", path=str(file.name))


def _taken(path: Path) -> FileIO:
    """The file, to be written on at its end by nobody else until it is closed: two runs would tear each other's lines."""
    if path.is_dir():
        raise bad("file_is_folder", path=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b", buffering=0)
    except OSError:
        raise bad("file_unwritable", path=str(path)) from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise bad("arena_file_in_use", str(path)) from None
        except OSError:
            pass  # some network drives know no locks
    return file


def _check_same(there: Plain, wanted: Plain, where: str) -> None:
    """A file is only ever gone on with by the plan it was begun with."""
    faults = [
        Fault("arena_other_plan", where, {"key": key, "there": _short(there[key]), "wanted": _short(value)})
        for key, value in wanted.items()
        if there[key] != value
    ]
    if faults:
        raise BadInput(faults)


def _short(value: object) -> str:
    if isinstance(value, dict):
        return write_object(value)
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
