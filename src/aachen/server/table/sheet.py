"""The sheet of a table as it is stored, with the server's secrets in it, and as everybody may know it.

The public message is built by adding: hashes, secrets and seeds have no field there.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Collection
from typing import Any, Literal

import msgspec
from msgspec import Struct, field, structs

from aachen.core.errors import BadInput, Fault, bad
from aachen.core.fair_luck import SCHEME, Fair, commitment_to
from aachen.core.log import AnyGame
from aachen.core.log_lines import Renewal
from aachen.games.versions import find_rules
from aachen.server.messages import FairSheet, FormerCommitment, Plain, Result, SeatSheet, Sheet, State
from aachen.server.table.policy import FIELDS, TablePolicy
from aachen.server.tokens import is_token
from aachen.storage.store import StoredSheet

SEED_DOMAIN = b"aachen bot seed 1"
HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2})*")
GONE: tuple[State, ...] = ("finished", "closed")


class UnknownRulesError(BadInput):
    """The table's game is played by rules that this program does not have: it cannot go on here (409)."""

    def __init__(self, game: str, rules: str) -> None:
        super().__init__([Fault("rules_not_known", "", {"game": game, "given": rules})])


class SeatBody(Struct):
    """One seat: who sits there, and how they prove it."""

    seat: str
    kind: Literal["person", "open", "bot"] = "open"
    name: str | None = None
    level: str | None = None
    token: str | None = None  # the hash of it
    code: str | None = None  # the hash of the code that gets it back
    lent: bool = False
    entropy: str | None = None  # in hexadecimal
    freed: int | None = None  # when the host freed it in a running game though its person was there
    relinked: int | None = None  # when the host last made a new link for it in a running game
    muted: bool = False  # an operator has taken away the chat from whoever sits here

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot chooses here now."""
        return self.kind == "bot" or self.lent

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person chooses here now."""
        return self.kind == "person" and not self.lent

    def leave(self) -> None:
        """Whoever sat here is gone, and their token is void."""
        self.kind, self.name, self.level, self.token, self.lent = "open", None, None, None, False
        self.muted = False
        self.code = None


class LuckRenewal(Struct):
    """The secret was replaced, because the database had fallen back: what was drawn since then may have been seen."""

    at: int
    after: int | None  # the last entry before it; None: the game had not begun
    secret: str  # the former one


class TableSheet(Struct):
    """Everything the server stores of a table besides its log and its chat."""

    table: str
    game: str
    rules: str
    options: Plain
    seats: list[SeatBody]
    made: int
    state: State = "gathering"
    results: dict[str, Result] | None = None  # of a game that ended here since servers store it: by seat
    host: str | None = None  # the hash of the host token
    host_code: str | None = None  # the hash of the code that gets it back
    secret: str | None = None  # of the luck, in hexadecimal
    title: str = ""
    policy: TablePolicy = TablePolicy()
    position: str | None = None  # the game begins here, and not with its set-up
    record: bool = False
    is_story: bool = False  # the lines are frames that one viewer saw, not a log
    eyes: list[str | None] | None = None
    from_table: str | None = None
    from_seq: int | None = None
    rematch: str | None = None
    redactions: int = 0  # how often names or chat were removed here: what is in memory has to be loaded again
    restore: str | None = None  # the last restore of the database that this secret is newer than
    renewals: list[LuckRenewal] = field(default_factory=list)
    version: int = field(default=1)

    # ---- Seats and tokens

    def names(self) -> list[str]:
        """The seats, in seat order."""
        return [body.seat for body in self.seats]

    def number(self, seat: str) -> int:
        """The number of the seat of that name."""
        if seat not in self.names():
            raise bad("no_such_seat", "seat", given=seat, known=self.names())
        return self.names().index(seat)

    def seat_of(self, token: str | None) -> SeatBody | None:
        """The seat that this token proves."""
        if token is None:
            return None
        found = [body for body in self.seats if is_token(token, body.token)]
        return found[0] if found else None

    def is_host(self, token: str | None) -> bool:
        """Whether this token made the table."""
        return is_token(token, self.host)

    def is_full(self) -> bool:
        """Whether no seat is open."""
        return all(body.kind != "open" for body in self.seats)

    def has_hints(self) -> bool:
        """Whether a bot gives advice: as was chosen, or else where no two people play against each other."""
        if self.is_over() or self.policy.hints is not None:
            return self.is_over() or bool(self.policy.hints)
        return sum(body.kind != "bot" for body in self.seats) < 2

    def is_over(self) -> bool:
        """Whether nobody can act here any more."""
        return self.record or self.state in GONE

    def goes_on(self, asked: list[str]) -> bool:
        """Whether something moves here though nobody looks, while these seats are asked: bots, clocks, sand."""
        has_clocks = self.policy.clock is not None or self.sand() > 0
        return self.state == "running" and (self.has_bot_among(asked) or has_clocks)

    def has_bot_among(self, asked: list[str]) -> bool:
        """Whether one of these seats is played by a bot."""
        return any(body.is_played_by_bot for body in self.seats if body.seat in asked)

    def sand(self) -> int:
        """Seconds of sand in the hourglass of the rules; 0 is none."""
        seconds = self.options.get("hourglass", 0)
        return seconds if isinstance(seconds, int) else 0

    # ---- The game and its luck

    def rulebook(self) -> AnyGame:
        """The game that is played, by the rules it began with."""
        rules = find_rules(self.game, self.rules)
        if rules is None:
            raise UnknownRulesError(self.game, self.rules)
        return rules

    def lacks_rules(self) -> bool:
        """Whether this program does not have the rules of this table."""
        return find_rules(self.game, self.rules) is None

    def is_read_only(self) -> bool:
        """Whether nothing can be played or shown for lack of the rules; a story is shown without them."""
        return not self.is_story and self.lacks_rules()

    def fault(self) -> Plain | None:
        """Why nobody can act or look back here, though the table is sound; None if all is well."""
        if not self.is_read_only():
            return None
        return UnknownRulesError(self.game, self.rules).faults[0].as_dict()

    def fair(self) -> Fair | None:
        """What was promised, and added by the players."""
        if self.secret is None:
            return None
        *former, commitment = self.commitments()
        added = {body.seat: bytes.fromhex(body.entropy) for body in self.seats if body.entropy}
        unused = [each for each, renewal in zip(former, self.renewals, strict=True) if renewal.after is None]
        return Fair(self.table, commitment, added, unused)

    def commitments(self) -> list[bytes]:
        """All that were published for this table, the one in force last."""
        secrets = [*(renewal.secret for renewal in self.renewals), self.secret or ""]
        return [commitment_to(bytes.fromhex(secret), self.table) for secret in secrets]

    def renewals_after(self, seq: int) -> list[Renewal]:
        """The lines of the log that report renewals after this entry; they stand before the next one."""
        pairs = zip(self.renewals, self.commitments()[1:], strict=True)
        return [Renewal(new.hex(), each.secret) for each, new in pairs if each.after == seq]

    def bot_seed(self, seat: str) -> int:
        """The seed of a seat's bot: it follows from the secret, so that a game can be followed at its end."""
        secret = bytes.fromhex(self.secret or "")
        message = SEED_DOMAIN + self.table.encode() + b" " + seat.encode()
        return int.from_bytes(hmac.digest(secret, message, "sha256")[:8], "big")

    # ---- Storing and publishing

    def copy(self) -> TableSheet:
        """A sheet of its own."""
        return structs.replace(self, seats=[structs.replace(body) for body in self.seats])

    def stored(self, now: int) -> StoredSheet:
        """The sheet for the store."""
        flat = structs.asdict(self)
        flat |= flat.pop("policy").fields()  # side by side, as it always was stored
        body, listed = encoder.encode(flat), self.policy.listed
        return StoredSheet(self.table, self.version, self.state, listed, self.game, body, self.made, now)

    def as_message(
        self, present: Collection[str] = (), watchers: int = 0, shows_secret: bool = False
    ) -> Sheet:
        """The sheet as everybody may know it; members are who has a seat here, and the host."""
        return Sheet(
            table=self.table,
            game=self.game,
            rules=self.rules,
            options={key: value for key, value in self.options.items() if key != "board"},
            state=self.state,
            title=self.title,
            seats=[_seat_message(body, body.seat in present) for body in self.seats],
            **self.policy.fields() | {"hints": self.has_hints()},
            fair=self._fair_message(shows_secret),
            made=self.made,
            record=self.record or self.state == "finished",
            eyes=self.eyes,
            from_table=self.from_table,
            from_seq=self.from_seq,
            rematch=self.rematch,
            watchers=watchers,
            fault=self.fault(),
        )

    def _fair_message(self, shows_secret: bool) -> FairSheet | None:
        """The commitment, and its secret."""
        fair = self.fair()
        if fair is None:
            return None
        former = [
            FormerCommitment(commitment.hex(), each.after, each.at)
            for commitment, each in zip(self.commitments(), self.renewals, strict=False)
        ]
        return FairSheet(SCHEME, fair.commitment.hex(), self.secret if shows_secret else None, former)


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(dict[str, Any])


def read_sheet(stored: StoredSheet) -> TableSheet:
    """The sheet that was stored; msgspec.MsgspecError if it is damaged."""
    flat = decoder.decode(stored.body)
    flat["policy"] = {name: flat.pop(name) for name in FIELDS if name in flat}
    sheet = msgspec.convert(flat, TableSheet)
    _check_hexadecimal(sheet)
    return sheet


def _check_hexadecimal(sheet: TableSheet) -> None:
    """Hashes, secrets and entropy are read whenever anybody looks, also in lists: a damaged one must be found before."""
    texts = [sheet.host, sheet.host_code, sheet.secret, *(each.secret for each in sheet.renewals)]
    for body in sheet.seats:
        texts += [body.token, body.code, body.entropy]
    if any(text is not None and not HEXADECIMAL.fullmatch(text) for text in texts):
        raise msgspec.ValidationError("a hash, a secret or entropy is not hexadecimal")


def _seat_message(body: SeatBody, present: bool) -> SeatSheet:
    level = body.level if body.is_played_by_bot else None
    return SeatSheet(
        seat=body.seat,
        kind=body.kind,
        name=body.name,
        level=level,
        present=present,
        lent=body.lent,
        entropy=body.entropy is not None,
        relinked=body.relinked,
    )
