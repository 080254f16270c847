"""Mails: an address is asked first, mails come together, and one click ends them. The mail server is a real one."""

import asyncio
import contextlib
import re

import pytest
from aiosmtpd.smtp import AuthResult
from tests.server.kit import until
from tests.server.notifications.kit import (
    SENDER,
    advance,
    config,
    mail_server,
    notified,
    sent_all,
    server_context,
    sit_down,
    trusting,
)

from aachen.core.errors import BadInput
from aachen.server.notifications.mail import Mailer, MailServer, is_address, read_mail_server
from aachen.server.notifications.subscriptions import SubscriptionBody
from aachen.server.notifications.web_client import SendingError
from aachen.storage.notifications import StoredSubscription


@contextlib.asynccontextmanager
async def mailed(folder, **more):
    """A server of tables that sends mails, and the box they come to."""
    with mail_server() as (box, port):
        server = MailServer("127.0.0.1", port, "none", SENDER)
        async with notified(folder, notifications=config(mail=server), **more) as (house, _):
            yield house, box


def wish(address="anna@example.org", link=True, **settings):
    return {"channel": "mail", "address": address, "link": link, "settings": settings}


def code_in(mail):
    (code,) = re.findall(r"^\d{6}$", text_of(mail), re.MULTILINE)
    return code


def text_of(mail):
    return mail[2].get_content().replace("\r\n", "\n")


async def confirmed(table, box, seat, **more):
    mine = await table.subscribe(seat, wish(**more))
    await table.change(seat, mine["subscription"]["id"], "confirm", code=code_in(box.mails[-1]))
    return mine["subscription"]


def test_nothing_is_mailed_before_the_code_came_back_and_then_the_turn_with_its_link(tmp_path):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            table = await sit_down(house)
            first = table.waits
            mine = await table.subscribe(first, wish(language="fr"))
            await table.pass_on()
            await table.pass_on()
            before = len(box.mails)
            name = mine["subscription"]["id"]
            wrong = await house.post(table.path(name), {"do": "confirm", "code": "x"}, table.tokens[first])
            await table.change(first, name, "confirm", code=code_in(box.mails[0]))
            await table.pass_on()
            await until(lambda: len(box.mails) > 1)
            return mine, before, wrong, box.mails, table.tokens[first], house.address, table.table

    mine, before, wrong, mails, token, address, name = asyncio.run(scene())
    sender, receivers, turn = mails[1]

    assert mine["subscription"]["state"] == "unconfirmed"
    assert mine["subscription"]["label"] == "a…@example.org"
    assert before == 1
    assert wrong.json()["error"]["code"] == "code_wrong"
    assert (sender, receivers) == (SENDER, ["anna@example.org"])
    assert "C’est à vous de jouer" in turn["Subject"]
    assert f"http://{address}/t/{name}#seat={token}" in text_of(mails[1])
    assert turn["Auto-Submitted"] == "auto-generated"
    assert token not in text_of(mails[0])


def test_a_mail_to_somebody_who_did_not_ask_has_no_words_of_a_stranger(tmp_path):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            table = await sit_down(house, title="You won, see evil.example")
            seat = table.waits
            await house.change(table.table, seat, "name", table.tokens[seat], name="evil.example")
            await table.subscribe(seat, wish(language="en"))
            return box.mails

    (mail,) = asyncio.run(scene())

    assert "about a game of Carolus Magnus" in text_of(mail)
    assert "evil" not in mail[2].as_string()


def test_a_mail_without_the_link_of_the_seat_has_no_token(tmp_path):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            table = await sit_down(house)
            await confirmed(table, box, table.waits, link=False)
            await table.pass_on()
            await until(lambda: len(box.mails) > 1)
            stored = await house.tables.store.notifications.of_table(table.table)
            return text_of(box.mails[1]), list(table.tokens.values()), table.table, stored[0].body

    text, tokens, name, stored = asyncio.run(scene())

    assert f"/t/{name}\n" in text
    assert not [token for token in tokens if token in text or token.encode() in stored]


def test_several_tables_come_in_one_mail_and_not_too_often(tmp_path):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            tables = [await sit_down(house) for _ in range(3)]
            for table in tables:
                await confirmed(table, box, table.waits, every=7_200)
            codes = len(box.mails)
            await tables[0].pass_on()
            await until(lambda: len(box.mails) == codes + 1)
            first = box.mails[-1]
            for table in tables[1:]:
                await table.pass_on()
            await advance(house, 7_000, 500)
            early = len(box.mails)
            await advance(house, 300)
            await until(lambda: len(box.mails) == early + 1)
            return early - codes, text_of(first), box.mails[-1], [table.table for table in tables]

    early, first, digest, names = asyncio.run(scene())

    assert early == 1
    assert [name for name in names if name in first] == names[:1]
    assert [name for name in names if name in text_of(digest)] == names[1:]
    assert digest[2]["Subject"] == "2 messages from your tables"


def test_every_table_has_its_own_pause_between_mails(tmp_path):
    """A table without one is told of at once; one with two hours neither delays it nor waits longer because of it."""

    async def scene():
        async with mailed(tmp_path) as (house, box):
            slow, quick = [await sit_down(house) for _ in range(2)]
            for table, every in ((slow, 7_200), (quick, 0)):
                await confirmed(table, box, table.waits, every=every)
            codes, numbers = len(box.mails), []
            for table, times, seconds in (
                (slow, 1, 0),
                (quick, 1, 3_000),
                (slow, 2, 3_000),
                (quick, 2, 1_000),
                (slow, 0, 500),
            ):
                for _ in range(times):
                    await table.pass_on()
                await sent_all(house)
                numbers.append(len(box.mails) - codes)
                await advance(house, seconds, 500)
            return (
                numbers,
                len(box.mails) - codes,
                [slow.table in text_of(each) for each in box.mails[codes:]],
            )

    assert asyncio.run(scene()) == ([1, 2, 2, 3, 3], 4, [True, False, False, True])


def test_one_click_of_the_mail_program_ends_the_mails(tmp_path):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            table = await sit_down(house)
            seat = table.waits
            await confirmed(table, box, seat, every=0)
            await table.pass_on()
            await until(lambda: len(box.mails) > 1)
            header = box.mails[1][2]["List-Unsubscribe"].strip("<>").split(house.address)[1]
            page = await house.http.get(header, headers={"Accept": "text/html", "Accept-Language": "de"})
            kept = await table.listed(seat)
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            done = await house.http.post(header, content="List-Unsubscribe=One-Click", headers=form)
            again = await house.http.post(header, headers=form | {"Accept": "text/html"})
            return page, kept, done, again, await table.listed(seat), box.mails[1][2]

    page, kept, done, again, listed, mail = asyncio.run(scene())

    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "<form" in page.text
    assert "abbestellen" in page.text
    assert len(kept["subscriptions"]) == 1
    assert done.json() == {"removed": True}
    assert again.status_code == 200
    assert listed["subscriptions"] == []


def test_guessing_the_code_makes_the_server_forget_the_address(tmp_path):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            table = await sit_down(house)
            seat = table.waits
            mine = await table.subscribe(seat, wish())
            path = table.path(mine["subscription"]["id"])
            for _ in range(10):
                answer = await house.post(path, {"do": "confirm", "code": "no"}, table.tokens[seat])
                assert answer.json()["error"]["code"] == "code_wrong"
            right = await house.post(
                path, {"do": "confirm", "code": code_in(box.mails[0])}, table.tokens[seat]
            )
            return right.status_code, await table.listed(seat)

    status, listed = asyncio.run(scene())

    assert status == 404
    assert listed["subscriptions"] == []


def test_an_address_that_its_server_refuses_is_not_kept(tmp_path):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            table = await sit_down(house)
            box.refusal = "550 no such person"
            answer = await house.post(table.path(), wish(), table.tokens[table.waits])
            return answer.json()["error"], await table.listed(table.waits)

    error, listed = asyncio.run(scene())

    assert (error["code"], error["facts"]) == ("notification_failed", {"reason": "refused", "status": 550})
    assert listed["subscriptions"] == []


def test_a_mail_server_that_is_away_costs_nobody_their_subscription(tmp_path, monkeypatch):
    async def scene():
        async with mailed(tmp_path) as (house, box):
            table = await sit_down(house)
            seat = table.waits
            await confirmed(table, box, seat)
            deliver, is_away = Mailer._deliver, [True]

            def away(mailer, mail):
                if is_away[0]:
                    raise SendingError("not_delivered", is_ours=True)
                deliver(mailer, mail)

            monkeypatch.setattr(Mailer, "_deliver", away)
            await table.pass_on()
            await advance(house, 360_000, 3_600)
            failing = await table.listed(seat)
            is_away[0] = False
            await advance(house, 90_000, 3_600)
            return house.time.passed(), failing["subscriptions"][0], len(box.mails)

    passed, failing, number = asyncio.run(scene())

    assert passed > 4 * 86_400
    assert (failing["state"], failing["fault"]["reason"]) == ("on", "not_delivered")
    assert number == 2


def test_mail_is_not_offered_where_no_server_is_named(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, _):
            table = await sit_down(house)
            answer = await house.post(table.path(), wish(), table.tokens[table.waits])
            return (await house.get("/api/notifications")).json(), answer.json()["error"]

    offered, error = asyncio.run(scene())

    assert "mail" not in offered["channels"]
    assert offered["sender"] is None
    assert error["code"] == "channel_not_offered"


def test_one_mailbox_is_asked_only_so_often(tmp_path):
    from aachen.server.limits import Limits

    async def scene():
        async with mailed(tmp_path, limits=Limits()) as (house, box):
            table = await sit_down(house)
            answers = []
            for address in ["Anna@example.org"] * 4 + ["bert@example.org"]:
                answers.append(await house.post(table.path(), wish(address), table.tokens[table.waits]))
            return [each.status_code for each in answers], answers[3].json()["error"]["facts"], len(box.mails)

    statuses, facts, mails = asyncio.run(scene())

    assert statuses == [201, 201, 201, 429, 201]
    assert facts["limit"] == "codes_of_mailbox"
    assert mails == 4


@pytest.mark.parametrize(
    "address",
    ["", "anna", "anna@", "@example.org", "a@b@c.org", "a b@example.org", "a@example.org\r\nBcc: x@y.org",
     "a,b@example.org", "<a@example.org>", "a@example.org, b@example.org", "x" * 250 + "@example.org",
     "=?utf-8?q?a=0d=0aBcc=3ax=40y.org?=@example.org", "=?utf-8?q?x=40evil.example=2C?=@example.org",
     "a@example..org", "a@-example.org", "a..b@example.org", ".a@example.org", "\u00fc@example.org"],
)  # fmt: skip
def test_what_is_not_one_mailbox_is_no_address(address):
    assert not is_address(address)


@pytest.mark.parametrize("address", ["anna@example.org", "a.b+c=d@mail.example.co.uk", "o'neil?@localhost"])
def test_a_mail_goes_to_the_address_that_was_given_and_no_other(address):
    with mail_server() as (box, port):
        send(MailServer("127.0.0.1", port, "none", SENDER), to=address)

    assert [(receivers, mail["To"]) for _, receivers, mail in box.mails] == [([address], address)]


def send(server, context=None, to="anna@example.org"):
    """Send a mail by this server."""
    body = SubscriptionBody(address=to, code="123456")
    stored = StoredSubscription("name", "table", "red", "mail", "target")
    asyncio.run(Mailer(server, context).send_code(stored, body, "Table"))


def test_a_mail_goes_encrypted_and_with_a_password(caplog):
    def authenticate(server, session, envelope, mechanism, data):
        is_right = (data.login, data.password) == (b"host", b"word")
        return AuthResult(success=is_right, handled=False, auth_data=data.login)

    with mail_server(
        tls_context=server_context(), require_starttls=True, authenticator=authenticate, auth_required=True
    ) as (box, port):
        server = MailServer("127.0.0.1", port, "starttls", SENDER, "host", "word")
        send(server, trusting())

        assert len(box.mails) == 1

        with pytest.raises(SendingError):
            send(MailServer("127.0.0.1", port, "starttls", SENDER, "host", "other"), trusting())
        with pytest.raises(SendingError):
            send(server)  # a certificate that nobody vouches for

        assert len(box.mails) == 1
        assert [record.facts for record in caplog.records if record.message == "mail_not_delivered"] == [
            {"reason": "SMTPAuthenticationError", "status": 535},
            {"reason": "SSLCertVerificationError", "status": None},
        ]


def test_a_server_that_cannot_encrypt_gets_no_mail():
    with mail_server() as (box, port):
        with pytest.raises(SendingError):
            send(MailServer("127.0.0.1", port, "starttls", SENDER, "host", "word"), trusting())

        assert box.mails == []


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("smtp://mail.example.org", ("mail.example.org", 587, "starttls", "", "")),
        ("smtp://host:p%40ss@mail.example.org:2525", ("mail.example.org", 2525, "starttls", "host", "p@ss")),
        ("smtps://host@mail.example.org", ("mail.example.org", 465, "tls", "host", "")),
        ("smtp://localhost", ("localhost", 25, "none", "", "")),
    ],
)
def test_a_mail_server_is_read_from_its_address(url, found):
    server = read_mail_server(url, SENDER, None)

    assert (server.host, server.port, server.security, server.user, server.password) == found


@pytest.mark.parametrize(
    ("url", "sender", "code"),
    [
        ("mail.example.org", SENDER, "bad_mail_server"),
        ("http://mail.example.org", SENDER, "bad_mail_server"),
        ("smtp://", SENDER, "bad_mail_server"),
        ("smtp://mail.example.org:x", SENDER, "bad_mail_server"),
        ("smtp://mail.example.org/path", SENDER, "bad_mail_server"),
        ("smtp://mail.example.org", None, "bad_mail_sender"),
        ("smtp://mail.example.org", "nobody", "bad_mail_sender"),
    ],
)
def test_a_mail_server_that_cannot_be_is_refused(url, sender, code):
    with pytest.raises(BadInput) as caught:
        read_mail_server(url, sender, None)

    assert caught.value.faults[0].code == code
