"""Push: the vectors of the RFCs, and a player who is called though no page is open."""

import asyncio
import itertools

import pytest
from tests.server.kit import until
from tests.server.notifications.kit import Browser, advance, check_vapid, notified, sent_all, sit_down

from aachen.server.notifications import push


def test_the_example_of_rfc_8291_is_encrypted_byte_for_byte():
    """Section 5 and appendix A: keys, salt and plaintext, and the message that comes of them."""
    text = b"When I grow up, I want to be a watermelon"
    body = push.encrypt(
        text,
        p256dh=push.decode(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        auth=push.decode("BTBZMqHH6r4Tts7J_aSIgg"),
        private=push.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=push.decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )

    assert push.encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_key_pair_of_rfc_8291_is_a_pair():
    private = push.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")

    assert push.encode(push.public_of(private)) == (
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    )


def test_a_signature_of_rfc_8292_is_valid_and_says_what_it_should():
    private = push.make_key()

    header = push.sign(private, "https://push.example.net", "mailto:host@example.org", 1_453_523_768)
    claims = check_vapid(header, push.encode(push.public_of(private)))

    assert claims == {
        "aud": "https://push.example.net",
        "exp": 1_453_523_768,
        "sub": "mailto:host@example.org",
    }


def test_a_player_is_called_once_when_it_is_their_turn(tmp_path):
    browser = Browser()

    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            offered = (await house.get("/api/notifications")).json()
            mine = await table.subscribe(table.waits, browser.subscription(service.url("/me"), language="de"))
            await table.pass_on()
            await until(lambda: len(service.requests) >= 2)
            await advance(house, 3_600, 600)
            after = await table.listed(table.asked)
            return table, offered, mine, service.requests, after

    table, offered, mine, requests, after = asyncio.run(scene())
    test, turn = (browser.read(request.body) for request in requests)
    claims = check_vapid(requests[1].headers["authorization"], offered["push_key"])

    assert "push" in offered["channels"]
    assert mine["subscription"]["state"] == "on"
    assert (test["event"], turn["event"]) == ("test", "turn")
    assert turn["text"] == "Du bist am Zug."
    assert (turn["table"], turn["seat"], turn["url"]) == (table.table, table.asked, f"/t/{table.table}")
    assert claims["aud"].startswith("https://push.example.org:")
    assert {request.path for request in requests} == {"/me"}
    assert requests[1].headers["content-encoding"] == "aes128gcm"
    assert int(requests[1].headers["ttl"]) > 0
    assert after["subscriptions"][0]["sent"] is not None


def test_nobody_is_called_while_a_page_of_theirs_is_open(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            await table.subscribe(table.waits, Browser().subscription(service.url()))
            async with house.player(table.table, table.tokens[table.waits]):
                async with house.player(table.table, table.tokens[table.asked]) as player:
                    while table.asked in player.view["to_act"]:
                        answer = await player.act(player.offers()[0])
                        await player.seen(answer["seq"])
                outbox = house.tables.store.notifications
                assert not await outbox.is_due(house.time.now())
                await advance(house, 60)
                assert not await outbox.is_due(house.time.now())
            await advance(house, 120)
            return len(service.requests)

    assert asyncio.run(scene()) == 1


def test_a_push_service_that_fails_is_asked_again_with_growing_pauses(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            await table.subscribe(table.waits, Browser().subscription(service.url()))
            service.answer(500, times=3)
            await table.pass_on()
            await sent_all(house)
            times = []
            for number in range(2, 6):
                while len(service.requests) < number:
                    await advance(house, 15)
                times.append(house.time.passed())
            await advance(house, 10_000, 1_000)
            return times, len(service.requests), await table.listed(table.asked)

    times, number, listed = asyncio.run(scene())
    pauses = [after - before for before, after in itertools.pairwise(times)]

    assert number == 5
    assert pauses[0] >= 60
    assert pauses[1] >= 300
    assert pauses[2] >= 1_800
    assert listed["subscriptions"][0]["fault"] is None


def test_a_browser_that_is_gone_is_switched_off_and_its_owner_told(tmp_path):
    browser, other = Browser(), Browser(b"\x08" * 32)

    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            await table.subscribe(table.waits, browser.subscription(service.url("/gone")))
            await table.subscribe(table.waits, other.subscription(service.url("/other"), events=["end"]))
            service.answer(410)
            await table.pass_on()
            await until(lambda: len(service.requests) == 4)
            return service.requests[-1], await table.listed(table.asked)

    message, listed = asyncio.run(scene())
    gone, left = sorted(listed["subscriptions"], key=lambda each: each["state"])

    assert (gone["state"], gone["fault"]["reason"], gone["fault"]["status"]) == ("off", "gone", 410)
    assert left["state"] == "on"
    assert (message.path, other.read(message.body)["event"]) == ("/other", "off")


def test_a_channel_that_fails_for_three_days_is_switched_off_and_can_be_resumed(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            mine = await table.subscribe(table.waits, Browser().subscription(service.url()))
            service.answer(503, times=50)
            await table.pass_on()
            while (listed := await table.listed(table.asked))["subscriptions"][0]["state"] == "on":
                await advance(house, 3_600, 3_600)
            passed, tries = house.time.passed(), len(service.requests)
            await advance(house, 400_000, 20_000)
            service.answers.clear()
            later = len(service.requests)
            resumed = await table.change(table.asked, mine["subscription"]["id"], "resume")
            return passed, tries, later, listed["subscriptions"][0], resumed["subscriptions"][0]

    passed, tries, later, off, on = asyncio.run(scene())

    assert passed >= 3 * 86_400
    assert tries == later
    assert off["fault"]["status"] == 503
    assert (on["state"], on["fault"]) == ("on", None)


def test_a_subscription_that_cannot_be_reached_is_not_kept(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            service.answer(404)
            wish = Browser().subscription(service.url())
            answer = await house.post(table.path(), wish, table.tokens[table.waits])
            return answer, await table.listed(table.waits)

    answer, listed = asyncio.run(scene())
    error = answer.json()["error"]

    assert answer.status_code == 422
    assert (error["code"], error["facts"]) == ("notification_failed", {"reason": "gone", "status": 404})
    assert listed["subscriptions"] == []


def test_keys_that_are_none_are_refused(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            wish = Browser().subscription(service.url()) | {"p256dh": "A" * 87}
            return await house.post(table.path(), wish, table.tokens[table.waits])

    assert asyncio.run(scene()).json()["error"]["code"] == "bad_push_keys"


def test_push_is_not_offered_without_its_package(tmp_path, monkeypatch):
    monkeypatch.setattr(push, "is_offered", lambda: False)

    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            wish = Browser().subscription(service.url())
            offered = (await house.get("/api/notifications")).json()
            return offered, await house.post(table.path(), wish, table.tokens[table.waits])

    offered, answer = asyncio.run(scene())

    assert offered["channels"] == ["webhook", "feed"]
    assert offered["push_key"] is None
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "channel_not_offered")


@pytest.mark.parametrize("module", ["push", "sender", "service"])
def test_the_server_starts_without_the_package_of_push(module):
    """Nothing of it is imported before somebody wants to be pushed to: `./play` does not wait for it."""
    import subprocess
    import sys

    program = (
        "import sys; sys.modules['cryptography'] = None; "
        f"import aachen.server.app, aachen.server.notifications.{module}; print('fine')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.stdout == "fine\n", done.stderr
