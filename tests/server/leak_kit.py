"""Two worlds that one seat cannot tell apart, and everything that seat can get out of a server in each.

The server of every world has the same chance and the same clock, so that only what is hidden differs.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from dataclasses import dataclass
from pathlib import Path

from tests.server.kit import Dice, FakeTime, House, Plain, Player, serving
from tests.server.notifications.kit import (
    SENDER,
    Browser,
    Mailbox,
    Service,
    advance,
    config,
    mail_server,
    sent_all,
    service,
)

from aachen.core.contract import Position
from aachen.core.log import Record
from aachen.core.luck import SeededLuck
from aachen.games import GAMES
from aachen.server.journal import JsonLines
from aachen.server.notifications.mail import MailServer

MOST_WHY = 60  # actions that are asked about
MOST_PREVIEWS = 24


@dataclass
class Secret:
    """A moment of a game, and the seat that must learn nothing of what is hidden from it."""

    game: str
    options: Plain
    moves: int
    seat: int | None
    seed: int

    def position(self) -> Position:
        """The true position."""
        game = GAMES[self.game]
        luck, chance = SeededLuck(self.seed), random.Random(self.seed)
        position = game.new(game.options(self.options), luck)
        for _ in range(self.moves):
            if not position.to_act():
                break
            seat = chance.choice(position.to_act())
            before = position.copy()
            position.play(seat, chance.choice(position.offers(seat)), luck)
            if not position.to_act():
                return before
        return position

    def worlds(self, number: int) -> list[Position]:
        """The true position, and others that fit what the seat knows."""
        true = self.position()
        return [true, *(true.imagine(self.seat, SeededLuck(at)) for at in range(1, number))]


async def transcript(folder: Path, secret: Secret, world: Position, world_number: int) -> str:
    """All that the seat hears, over every channel, while others choose in secret; and what the journal says."""
    folder.mkdir()
    journal = _Journal()
    logger = logging.getLogger("aachen.server")
    logger.addHandler(journal)
    level = logger.level
    logger.setLevel(logging.INFO)
    try:
        with mail_server() as (box, port):
            channels = config(mail=MailServer("127.0.0.1", port, "none", SENDER))
            async with (
                service() as other,
                serving(
                    folder, chance=Dice(7), time=FakeTime(), most_bad=1_000_000, notifications=channels
                ) as house,
            ):
                listener = _Listener(house, secret, random.Random(world_number), other, box)
                heard = [text.replace(house.address, "HERE") for text in await listener.listen(world)]
    finally:
        logger.removeHandler(journal)
        logger.setLevel(level)
    return "\n".join([*heard, *journal.lines])


class _Journal(logging.Handler):
    """Keeps what an operator could read, without the time of day."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        data = json.loads(JsonLines().format(record))
        data.pop("at")
        data.pop("seconds", None)
        data.pop("path", None)
        self.lines.append(json.dumps(data))


class _Listener:
    """Whoever sits at the seat and tries everything."""

    def __init__(
        self, house: House, secret: Secret, others: random.Random, service: Service, box: Mailbox
    ) -> None:
        self.house = house
        self.service = service
        self.box = box
        self.secret = secret
        self.others = others  # how the other seats choose: in each world in another way
        self.heard: list[str] = []

    async def listen(self, world: Position) -> list[str]:
        """Everything, in order."""
        table, tokens, host = await self._sit_down(world)
        token = None if self.secret.seat is None else tokens[world.seats()[self.secret.seat]]
        feed = await self._subscribe(table, token, host)
        async with (
            self.house.player(table, token) as me,
            self.house.player(table, token, deltas=True) as beside,
        ):
            await self._try_everything(me, table, token)
            await self._let_others_choose(table, tokens, token)
            await self._try_everything(me, table, token)
            await beside.seen(me.seq)
            await self._ask(beside, "full", after=0)
            self.heard += me.texts + beside.texts
            await me.drop()
            await beside.drop()
        for after, deltas in ((None, False), (0, False), (0, True)):
            async with self.house.player(table, token, after, deltas) as again:
                self.heard += [json.dumps(message) for message in again.heard]
        await self._be_notified(table, host, feed, is_player=token is not None)
        return self.heard

    async def _subscribe(self, table: str, token: str | None, host: str) -> Plain | None:
        """Ask for every kind of notification that there is."""
        path = f"/api/tables/{table}/notifications"
        for kind in ("json", "discord", "slack", "ntfy"):
            hook = {"channel": "webhook", "kind": kind, "url": self.service.url(f"/{kind}")}
            assert (await self.house.post(path, hook, host)).status_code == 201
        if token is None:
            return None
        push = Browser().subscription(self.service.url("/push"))
        assert (await self.house.post(path, push, token)).status_code == 201
        mail = {"channel": "mail", "address": "me@example.org", "settings": {"every": 0}}
        name = (await self.house.post(path, mail, token)).json()["subscription"]["id"]
        (code,) = re.findall(r"^\d{6}", self.box.mails[0][2].get_content(), re.MULTILINE)
        confirmed = await self.house.post(f"{path}/{name}", {"do": "confirm", "code": code}, token)
        assert confirmed.status_code == 200, confirmed.text
        feed: Plain = (await self.house.post(path, {"channel": "feed"}, token)).json()["feed"]
        return feed

    async def _be_notified(self, table: str, host: str, feed: Plain | None, is_player: bool) -> None:
        """The game is given up, which everybody is told by every channel; what came before is there too."""
        if feed is not None:
            for path in feed.values():
                self.heard.append((await self.house.get(path)).text)
        await sent_all(self.house)
        closed = await self.house.post(f"/api/tables/{table}/close", None, host)
        assert closed.status_code == 200, closed.text
        await advance(self.house, 60)
        pushed, posted = [], []
        for request in self.service.requests:
            if request.path == "/push":
                pushed.append(json.dumps(Browser().read(request.body)))
            else:
                posted.append(f"{request.path} {request.body.decode()}")
        assert {line.split()[0] for line in posted} == {"/json", "/discord", "/slack", "/ntfy"}
        mails = [f"{mail['Subject']} {mail.get_content()}" for _, _, mail in self.box.mails]
        assert len(pushed) >= 2 * is_player
        assert len(mails) >= 2 * is_player
        self.heard += [*pushed, *sorted(posted), *mails]

    async def _sit_down(self, world: Position) -> tuple[str, Plain, str]:
        """A table that goes on from the position, by way of a record."""
        game = GAMES[self.secret.game]
        record = Record.begin_at(game, world, game.options(self.secret.options))
        answer = await self.house.http.post(
            "/api/records", content=record.lines[0] + "\n", headers={"Content-Type": "text/plain"}
        )
        assert answer.status_code == 201, answer.text
        wish = {"seq": 0, "seats": [{"kind": "me"}] * len(world.seats())}
        made = await self.house.post(f"/api/tables/{answer.json()['table']}/continue", wish)
        assert made.status_code == 201, made.text
        return made.json()["table"], made.json()["seats"], made.json()["host"]

    async def _try_everything(self, me: Player, table: str, token: str | None) -> None:
        position = self.secret.position()
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/log", "/api/tables", "/api/about"):
            self.heard.append((await self.house.get(path, token)).text)
        looked = {"tables": [{"table": table, "token": token, "seen": 0}]}
        self.heard.append((await self.house.post("/api/look", looked)).text)
        chance = random.Random(11)
        codes = chance.sample(range(position.action_count()), min(MOST_WHY, position.action_count()))
        for code in codes:
            await self._ask(me, "why", action=position.name_action(code))
        for code in codes[:20]:  # refused, every one of them or nearly so, but with which words?
            if token is None or position.refusal(self.secret.seat or 0, code) is not None:
                await self._ask(me, "act", after=me.seq, action=position.name_action(code))
        offers = me.offers()
        if offers:
            await self._ask(me, "preview", actions=offers[:MOST_PREVIEWS])
            await self._ask(me, "hint")
        await self._ask(me, "story", before=me.seq + 1, count=50)
        for eyes in (None, *position.seats()):
            await self._ask(me, "show", seq=0, eyes=eyes)
            await self._ask(me, "hint", seq=0, eyes=eyes)
        await self._go_on_elsewhere(me, table, token)
        await self._ask(me, "chances")
        await self._ask(me, "undo", after=me.seq, to=0)
        await self._ask(me, "chat", phrase="hello")
        await self._ask(me, "ping")

    async def _go_on_elsewhere(self, me: Player, table: str, token: str | None) -> None:
        """Continue the game at tables of one's own, where one sits in every seat and sees every hand."""
        own = None if token is None else me.view["viewer"]
        for seq in {0, me.seq}:
            wish = {"seq": seq, "eyes": own, "seats": [{"kind": "me"}] * len(me.view["seats"])}
            made = await self.house.post(f"/api/tables/{table}/continue", wish, token)
            assert made.status_code == 201, made.text
            self.heard.append(made.text)
            for seat in made.json()["seats"].values():
                async with self.house.player(made.json()["table"], seat) as hand:
                    self.heard += [json.dumps(message) for message in hand.heard]
                self.heard.append(
                    (await self.house.get(f"/api/tables/{made.json()['table']}/log", seat)).text
                )

    async def _ask(self, me: Player, say: str, **keys: object) -> None:
        self.heard.append(json.dumps(await me.ask(say, **keys)))

    async def _let_others_choose(self, table: str, tokens: Plain, mine: str | None) -> None:
        """Everybody else who may choose in secret does, thinks again, and chooses something else."""
        others = {seat: token for seat, token in tokens.items() if token != mine}
        for seat, token in others.items():
            async with self.house.player(table, token) as other:
                to_act = other.view["to_act"]
                if seat not in to_act or len(to_act) < 2:
                    continue  # what it does now is seen by all
                await self._choose(other)
                again = other.frames[-1]["undo"]
                if again:
                    await other.ask("undo", after=other.seq, to=again[-1])
                    await self._choose(other)

    async def _choose(self, other: Player) -> None:
        answer = await other.act(self.others.choice(other.offers()))
        assert answer["say"] == "done", answer


def transcripts(folder: Path, secret: Secret, number: int = 2) -> list[str]:
    """What the seat hears in so many worlds."""

    async def scene() -> list[str]:
        return [
            await transcript(folder / str(at), secret, world, at)
            for at, world in enumerate(secret.worlds(number))
        ]

    return asyncio.run(scene())
