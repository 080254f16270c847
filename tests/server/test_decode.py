"""Messages from outside: what is not exactly as described is refused, with what is wrong and where."""

from __future__ import annotations

import pytest

from aachen.core.errors import BadInput
from aachen.server.messages import ClientMessage, NewTable, Ping
from aachen.server.wire.decode import read_message

TWO = '"seats":[{"kind":"me"},{"kind":"open"}]'


def fault(text: str | bytes, kind: object = NewTable) -> tuple[str, str, dict[str, object]]:
    """What is wrong with a body."""
    with pytest.raises(BadInput) as wrong:
        read_message(text, kind)
    first = wrong.value.faults[0]
    return first.code, first.where, first.facts


def test_a_message_as_described_is_read() -> None:
    assert read_message('{"say":"ping","id":3}', ClientMessage) == Ping(3)


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("", "body_not_json", ""),
        ("{", "body_not_json", ""),
        (b"\xff", "body_not_json", ""),
        ("[]", "wrong_type", ""),
        ("{}", "missing_key", "game"),
        ('{"game":"chess"}', "not_a_choice", "game"),
        ('{"game":"carolus","seats":[]}', "too_short", "seats"),
        ('{"game":"carolus","seats":[{"kind":"me","age":3},{"kind":"me"}]}', "unknown_key", "seats[0].age"),
        ('{"game":"carolus","seats":[{"kind":"me","name":3},{"kind":"me"}]}', "wrong_type", "seats[0].name"),
        (f'{{"game":"carolus",{TWO},"pace":-1}}', "too_small", "pace"),
        (f'{{"game":"carolus",{TWO},"pace":10001}}', "too_large", "pace"),
        (f'{{"game":"carolus",{TWO},"pace":1.5}}', "wrong_type", "pace"),
        (f'{{"game":"carolus",{TWO},"pace":true}}', "wrong_type", "pace"),
        (f'{{"game":"carolus",{TWO},"title":"{"x" * 61}"}}', "too_long", "title"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str | bytes, code: str, where: str) -> None:
    assert fault(text)[:2] == (code, where)


def test_a_wrong_kind_is_told_in_words_of_json() -> None:
    assert fault('{"say":"hello","token":3}', ClientMessage)[2] == {
        "expected": "string, null",
        "found": "integer",
    }


def test_a_token_of_another_shape_is_refused() -> None:
    assert fault('{"say":"hello","token":"' + "*" * 43 + '"}', ClientMessage)[:2] == ("bad_value", "token")
    assert fault('{"say":"hello","token":"short"}', ClientMessage)[:2] == ("too_short", "token")


def test_an_unknown_message_is_refused() -> None:
    assert fault('{"say":"dance"}', ClientMessage)[:2] == ("not_a_choice", "say")
