"""Webhooks of a table in the form of each service, and the private feeds of a seat."""

import asyncio
from xml.etree import ElementTree

from tests.server.notifications.kit import advance, notified, sent_all, sit_down

ATOM = "{http://www.w3.org/2005/Atom}"


def hook(service, kind, **more):
    return {"channel": "webhook", "kind": kind, "url": service.url(f"/{kind}"), **more}


async def posted(table, wish, token):
    answer = await table.house.post(table.path(), wish, token)
    assert answer.status_code == 201, answer.text
    return answer.json()["subscription"]


def test_every_service_gets_the_turn_in_its_own_form(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house, title="*Friends* <b>")
            await house.change(table.table, table.waits, "name", table.tokens[table.waits], name="@everyone")
            for kind in ("discord", "slack", "json", "ntfy"):
                await posted(
                    table, hook(service, kind, secret="word" if kind == "ntfy" else None), table.host
                )
            wish = hook(service, "matrix", secret="word", room="!room:example.org")
            await posted(table, wish, table.host)
            service.requests.clear()
            await table.pass_on()
            await sent_all(house)
            return table, house.address, {each.path.split("/")[1]: each for each in service.requests}

    table, address, found = asyncio.run(scene())
    link = f"http://{address}/t/{table.table}"
    discord = found["discord"].json()

    assert sorted(found) == ["discord", "json", "matrix", "ntfy", "slack"]
    assert discord["allowed_mentions"] == {"parse": []}
    assert "\\@everyone" in discord["content"]
    assert "\\*Friends\\*" in discord["content"]
    assert discord["content"].endswith(link)
    assert "&lt;b&gt;" in found["slack"].json()["text"]
    assert "It is @everyone’s turn." in found["ntfy"].body.decode()
    assert found["ntfy"].headers["authorization"] == "Bearer word"
    assert found["ntfy"].headers["click"] == link
    assert found["matrix"].method == "PUT"
    assert found["matrix"].path.startswith(
        "/matrix/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/"
    )
    assert found["matrix"].headers["authorization"] == "Bearer word"
    assert found["json"].json() == {
        "event": "turn",
        "table": table.table,
        "title": "Carolus Magnus – *Friends* <b>",
        "game": "carolus",
        "seats": [{"seat": table.asked, "name": "@everyone"}],
        "until": None,
        "text": "It is @everyone’s turn.",
        "url": link,
        "id": found["json"].json()["id"],
    }


def test_who_subscribes_on_the_machine_of_the_server_gets_links_that_open_elsewhere_too(tmp_path):
    public = "https://quiet-lake.example.org"

    async def scene():
        async with notified(tmp_path, addresses=(f"{public}/", "http://192.168.1.20:8814/")) as (
            house,
            service,
        ):
            table = await sit_down(house)
            await posted(table, hook(service, "json"), table.host)
            return service.requests[-1].json()["url"], f"{public}/t/{table.table}"

    found, wanted = asyncio.run(scene())

    assert found == wanted


def test_a_repeated_message_has_the_same_id(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            await posted(table, hook(service, "json"), table.host)
            service.answer(500)
            await table.pass_on()
            await sent_all(house)
            await advance(house, 90)
            return [each.json() for each in service.requests]

    test, first, again = asyncio.run(scene())

    assert first == again
    assert test["id"] != first["id"]


def test_a_webhook_is_set_by_the_host_and_seen_by_all_players_without_its_secrets(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            wish = hook(service, "ntfy", secret=" hidden word ")
            tries = [
                (await house.post(table.path(), wish, token)).status_code
                for token in (None, "x" * 43, table.tokens[table.asked], table.host)
            ]
            seen = await house.get(table.path(), table.tokens[table.asked])
            name = seen.json()["webhooks"][0]["id"]
            removals = [
                (await house.post(table.path(name), {"do": "remove"}, token)).status_code
                for token in (None, table.tokens[table.asked], table.host)
            ]
            return tries, seen, removals, await table.listed(table.asked)

    tries, seen, removals, after = asyncio.run(scene())

    assert tries == [401, 401, 403, 201]
    assert seen.json()["webhooks"][0]["label"] == "ntfy: push.example.org"
    assert "hidden" not in seen.text
    assert "/ntfy" not in seen.text
    assert removals == [401, 403, 200]
    assert after["webhooks"] == []


def test_a_matrix_webhook_needs_a_room_and_a_token(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, service):
            table = await sit_down(house)
            return (await house.post(table.path(), hook(service, "matrix"), table.host)).json()

    assert asyncio.run(scene())["error"]["code"] == "webhook_incomplete"


def test_a_feed_shows_turns_and_a_calendar_the_deadline_of_the_one_that_is_waited_for(tmp_path):
    clock = {"bank": 86_400, "add": 3_600}

    async def scene():
        async with notified(tmp_path) as (house, _):
            table = await sit_down(house, clock=clock)
            first = table.waits
            feed = (await table.subscribe(first, {"channel": "feed", "settings": {"language": "de"}}))["feed"]
            empty = await read(house, feed)
            await table.pass_on()
            mine = await read(house, feed)
            await table.pass_on()
            theirs = await read(house, feed)
            listed = await table.listed(first)
            await table.change(first, listed["subscriptions"][0]["id"], "remove")
            gone = [(await house.get(path)).status_code for path in feed.values()]
            return table, feed, (empty, mine, theirs), gone, listed

    table, feed, (empty, mine, theirs), gone, listed = asyncio.run(scene())
    entries = ElementTree.fromstring(mine[0]).findall(f"{ATOM}entry")

    assert ElementTree.fromstring(empty[0]).findall(f"{ATOM}entry") == []
    assert ["Du bist am Zug" in str(entry.findtext(f"{ATOM}title")) for entry in entries] == [True]
    assert len(ElementTree.fromstring(theirs[0]).findall(f"{ATOM}entry")) == 1
    assert [calendar.count("BEGIN:VEVENT") for _, calendar in (empty, mine, theirs)] == [0, 1, 0]
    assert "DTEND:20231115T221320Z" in mine[1]  # a day after the clock of the test began
    assert "TRIGGER;RELATED=END:-PT120M" in mine[1]
    assert max(map(len, mine[1].encode().split(b"\r\n"))) <= 75
    assert gone == [404, 404]
    key = feed["atom"].split("/")[3]
    assert key not in str(listed)
    assert key not in mine[0] + mine[1]
    assert not [token for token in table.tokens.values() if token in mine[0] + mine[1]]


def test_a_feed_that_is_made_in_ones_turn_shows_it(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, _):
            table = await sit_down(house, clock={"bank": 86_400, "add": 0})
            feed = (await table.subscribe(table.asked, {"channel": "feed"}))["feed"]
            return await read(house, feed)

    atom, calendar = asyncio.run(scene())

    assert atom.count("<entry>") == 1
    assert calendar.count("BEGIN:VEVENT") == 1


async def read(house, feed):
    return [(await house.get(feed[kind])).text for kind in ("atom", "calendar")]


def test_nobody_reads_a_feed_without_its_key_and_a_new_holder_not_the_former_ones(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, _):
            table = await sit_down(house)
            seat = table.waits
            feed = (await table.subscribe(seat, {"channel": "feed"}))["feed"]
            guess = await house.get("/api/feeds/" + "A" * 43 + "/turns.atom")
            await house.change(table.table, seat, "link", table.tokens[seat])
            return guess.status_code, (await house.get(feed["atom"])).status_code

    assert asyncio.run(scene()) == (404, 404)
