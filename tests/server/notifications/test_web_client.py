"""Addresses that people give lead to public places over https, or nowhere."""

import asyncio
import contextlib
import socket
import threading

import pytest
from tests.server.notifications.kit import (
    anywhere,
    config,
    notified,
    service,
    sit_down,
    to_loopback,
    trusting,
)

from aachen.core.errors import BadInput
from aachen.server.notifications import web_client
from aachen.server.notifications.web_client import (
    MOST_ANSWER,
    SendingError,
    WebClient,
    is_allowed,
    is_own,
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
            client = WebClient(rebinding, lambda address, port: address == "127.0.0.1", trusting())
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
            client = WebClient(to_loopback, anywhere, trusting(), seconds=0.2)
            return await sent(client, f"https://push.example.org:{silent.getsockname()[1]}/")

    assert asyncio.run(scene()) == "too_slow"


@pytest.mark.parametrize("name", ["other.example.org"])
def test_a_certificate_of_another_name_is_not_believed(name):
    async def scene():
        async with service() as other:
            return await sent(config().client, other.url(name=name)), other.requests

    assert asyncio.run(scene()) == ("unreachable", [])


@pytest.mark.parametrize("port", [1, 22, 25, 80, 465, 993, 1023])
def test_a_port_of_another_service_is_refused(port):
    with pytest.raises(BadInput) as caught:
        parse_url(f"https://example.org:{port}/")

    assert [(fault.code, fault.facts) for fault in caught.value.faults] == [
        ("url_port_not_allowed", {"given": port})
    ]


@pytest.mark.parametrize("port", [443, 1024, 8448, 65535])
def test_a_port_that_anybody_may_listen_on_is_taken(port):
    assert parse_url(f"https://example.org:{port}/").port == port


def own_addresses():
    """The addresses by which this machine speaks to itself and to others."""
    found = ["127.0.0.1"]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(("192.0.2.77", 9))
        found.append(asking.getsockname()[0])
    return found


def test_a_machine_knows_its_own_addresses():
    assert all(is_own(address) for address in own_addresses())
    assert not any(is_own(address) for address in ("8.8.8.8", "1.1.1.1", "203.0.113.9"))


@pytest.mark.parametrize(("port", "can"), [(443, True), (6443, False), (9200, False)])
def test_a_public_address_of_this_machine_is_reached_only_as_by_everybody(monkeypatch, port, can):
    """A firewall that keeps others from its further ports would not keep the server itself from them."""
    monkeypatch.setattr(web_client, "is_own", lambda address: address == "8.8.8.8")

    assert is_allowed("8.8.8.8", port) is can
    assert is_allowed("1.1.1.1", port)


def test_the_next_address_of_a_name_is_tried():
    async def found(host, port):
        return ["127.0.0.9", "127.0.0.1"]  # nobody listens at the first

    async def scene():
        async with service() as other:
            return await sent(WebClient(found, anywhere, trusting()), other.url())

    assert asyncio.run(scene()) == 201


def test_lookups_that_hang_keep_no_mail_waiting(monkeypatch):
    """They have threads of their own, and whoever waits for one gives up."""
    hangs = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *rest, **more: hangs.wait(10) and [])

    async def scene():
        client = WebClient(seconds=0.05)
        answers = await asyncio.gather(*[sent(client, "https://slow.example/") for _ in range(60)])
        async with asyncio.timeout(5):
            free = await asyncio.to_thread(lambda: True)
        hangs.set()
        return set(answers), free

    assert asyncio.run(scene()) == ({"too_slow"}, True)


def test_names_are_looked_up_by_the_system():
    assert asyncio.run(resolve("localhost", 443))[0] in ("127.0.0.1", "::1")


def test_a_webhook_into_a_private_network_is_refused_when_it_is_set_up(tmp_path):
    """With the server as it is delivered: nothing here overrides the check."""
    from tests.server.kit import serving

    async def scene():
        async with serving(tmp_path) as house:
            table = await sit_down(house)
            answers = []
            urls = ["https://127.0.0.1:9443/", "https://localhost:9443/", "http://example.org/"]
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
