"""Addresses that people give lead to public places over https, or nowhere."""

import asyncio
import socket

import pytest
from tests.server.notifications.kit import config, notified, service, sit_down, to_loopback, trusting

from aachen.core.errors import BadInput
from aachen.server.notifications.web_client import (
    MOST_ANSWER,
    SendingError,
    WebClient,
    is_public,
    parse_url,
    resolve,
)

PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "240.0.0.1",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
    "2001:db8::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe",
    "::7f00:1",
    "fec0::1",
    "192.88.99.1",
    "3fff::1",
    "5f00::1",
    "nonsense",
    "",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_none(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "64:ff9b::808:808"])
def test_an_address_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "https:///path",
        "https://user:word@example.org/",
        "https://example.org@evil.example/",
        "https://exa mple.org/",
        "https://example.org/a\r\nHost: other",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://bücher.example/",
        "//example.org",
        "javascript:alert(1)",
    ],
)
def test_an_odd_address_is_refused(url):
    with pytest.raises(BadInput) as caught:
        parse_url(url)

    assert caught.value.faults[0].code == "url_not_allowed"


def sent(client, url):
    """What becomes of a request: the status, or why there is none."""

    async def scene():
        try:
            return (await client.send(url, b"{}", {}))[0]
        except SendingError as failed:
            return failed.reason

    return scene()


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "127.1", "0", "2130706433",
     "0x7f000001", "017700000001"],
)  # fmt: skip
def test_a_real_server_never_reaches_its_own_machine(host):
    async def scene():
        async with service() as other:
            client = WebClient(context=trusting())
            return await sent(client, other.url(name=host)), other.requests

    assert asyncio.run(scene()) == ("not_allowed", [])


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::ffff:127.0.0.1"], []])
def test_a_name_is_refused_if_one_of_its_addresses_is_private(addresses):
    async def found(host, port):
        return addresses

    async def scene():
        async with service() as other:
            return await sent(WebClient(found, context=trusting()), other.url()), other.requests

    assert asyncio.run(scene()) == ("not_allowed", [])


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch):
    """A name that means something else at the second look leads nowhere: there is no second look."""
    looks = []

    async def rebinding(host, port):
        looks.append(host)
        return ["127.0.0.1"] if len(looks) == 1 else ["192.0.2.7"]

    async def scene():
        async with service() as other:
            opened = []
            open_connection = asyncio.open_connection

            async def opening(host, *rest, **more):
                opened.append((host, more["server_hostname"]))
                return await open_connection(host, *rest, **more)

            monkeypatch.setattr(asyncio, "open_connection", opening)
            client = WebClient(rebinding, lambda address: address == "127.0.0.1", trusting())
            return await sent(client, other.url()), opened

    assert asyncio.run(scene()) == (201, [("127.0.0.1", "push.example.org")])
    assert looks == ["push.example.org"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirection_is_not_followed(status):
    async def scene():
        async with service() as other:
            other.answer(status, f"Location: {other.url('/inside')}")
            return await sent(config().client, other.url()), [each.path for each in other.requests]

    assert asyncio.run(scene()) == ("refused", ["/hook"])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * (20 * MOST_ANSWER), 200),
        (b"HTTP/1.1 200 OK\r\nX: " + b"x" * (20 * MOST_ANSWER), "unreachable"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\nx", "unreachable"),
        (b"nonsense\r\n\r\n", "unreachable"),
        (b"", "unreachable"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204),
    ],
)
def test_an_answer_is_read_only_so_far(answer, reason):
    async def scene():
        async with service() as other:
            other.answers.append(answer)
            return await sent(config().client, other.url())

    assert asyncio.run(scene()) == reason


def test_a_service_that_says_nothing_is_not_waited_for():
    async def scene():
        with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections, and says nothing
            client = WebClient(to_loopback, lambda address: True, trusting(), seconds=0.2)
            return await sent(client, f"https://push.example.org:{silent.getsockname()[1]}/")

    assert asyncio.run(scene()) == "too_slow"


@pytest.mark.parametrize("name", ["other.example.org"])
def test_a_certificate_of_another_name_is_not_believed(name):
    async def scene():
        async with service() as other:
            return await sent(config().client, other.url(name=name)), other.requests

    assert asyncio.run(scene()) == ("unreachable", [])


def test_names_are_looked_up_by_the_system():
    assert asyncio.run(resolve("localhost", 443))[0] in ("127.0.0.1", "::1")


def test_a_webhook_into_a_private_network_is_refused_when_it_is_set_up(tmp_path):
    """With the server as it is delivered: nothing here overrides the check."""
    from tests.server.kit import serving

    async def scene():
        async with serving(tmp_path) as house:
            table = await sit_down(house)
            answers = []
            urls = ["https://127.0.0.1:9/", "https://localhost:9/", "http://example.org/"]
            urls += ["https://a..example/", "https://.example/", f"https://{'a' * 64}.example/"]
            for url in urls:
                wish = {"channel": "webhook", "kind": "json", "url": url}
                answers.append((await house.post(table.path(), wish, table.host)).json()["error"])
            assert "aachen_crashes_total 0" in house.tables.metrics.text()
            return [(each["code"], each["facts"].get("reason")) for each in answers]

    assert asyncio.run(scene()) == [
        ("notification_failed", "not_allowed"),
        ("notification_failed", "not_allowed"),
        ("url_not_allowed", None),
        *[("notification_failed", "unreachable")] * 3,
    ]


def test_what_a_service_answers_is_told_to_nobody(tmp_path):
    async def scene():
        async with notified(tmp_path) as (house, other):
            table = await sit_down(house)
            other.answers.append(b"HTTP/1.1 500 X\r\nContent-Length: 6\r\n\r\nsecret")
            wish = {"channel": "webhook", "kind": "json", "url": other.url()}
            return (await house.post(table.path(), wish, table.host)).text

    text = asyncio.run(scene())

    assert '"status":500' in text
    assert "secret" not in text
