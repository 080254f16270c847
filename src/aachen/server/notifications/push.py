"""Web push: the message is encrypted for the browser (RFC 8291), and the server identifies itself (RFC 8292).

The package `cryptography` does the arithmetic; where it is missing, push is not offered.
"""

from __future__ import annotations

import base64
import binascii
import importlib.util
import json
import os
from urllib.parse import urlsplit

from aachen.core.errors import bad
from aachen.server.notifications.web_client import WebClient

RECORD = 4096  # bytes: every push service takes that much
MOST_TEXT = RECORD - 16 - 1 - 86  # of the message itself: less the tag, the padding's end and the header
VALID = 12 * 3600  # seconds that a signature is good for
KEY = "vapid"


def is_offered() -> bool:
    """Whether the package that encrypts is installed."""
    return importlib.util.find_spec("cryptography") is not None


def encode(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """The bytes of such base64."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make_key() -> bytes:
    """A new private key of a server."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")


def public_of(private: bytes) -> bytes:
    """The public key of a private one, as a point of 65 bytes."""
    from cryptography.hazmat.primitives import serialization

    form = serialization.PublicFormat.UncompressedPoint
    return _private(private).public_key().public_bytes(serialization.Encoding.X962, form)  # type: ignore[no-any-return]


def _private(private: bytes):  # type: ignore[no-untyped-def]
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())


def check_keys(p256dh: str, auth: str) -> None:
    """BadInput unless these are the keys of a browser."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
        is_right = len(decode(auth)) == 16
    except (ValueError, binascii.Error):
        is_right = False
    if not is_right:
        raise bad("bad_push_keys", "p256dh")


def encrypt(
    text: bytes, p256dh: bytes, auth: bytes, private: bytes | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a push message, RFC 8291; tests give the private key and the salt."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt = salt or os.urandom(16)
    ours = _private(private or make_key())
    point = public_of(ours.private_numbers().private_value.to_bytes(32, "big"))
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    shared = ours.exchange(ec.ECDH(), theirs)
    secret = _derive(auth, shared, b"WebPush: info\0" + p256dh + point, 32)
    key = _derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return header + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def sign(private: bytes, audience: str, contact: str, expires: int) -> str:
    """The value of the header `Authorization`, RFC 8292."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = {"typ": "JWT", "alg": "ES256"}, {"aud": audience, "exp": expires, "sub": contact}
    unsigned = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    r, s = decode_dss_signature(_private(private).sign(unsigned.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{unsigned}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={encode(public_of(private))}"


class Pusher:
    """Sends push messages with the key that all servers of a database share."""

    def __init__(self, client: WebClient, private: bytes) -> None:
        self._client = client
        self._private = private
        self.public = encode(public_of(private))

    async def send(
        self,
        endpoint: str,
        keys: tuple[str, str],
        message: dict[str, object],
        *,
        contact: str,
        topic: str,
        now: int,
        seconds: int,
    ) -> None:
        """Hand a message to a push service, which keeps it for so long; a newer one of a topic replaces it."""
        parts = urlsplit(endpoint)
        expires = now // 1000 + VALID
        headers = {
            "Authorization": sign(self._private, f"{parts.scheme}://{parts.netloc}", contact, expires),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(seconds),
            "Urgency": "high",
            "Topic": topic,
        }
        text = json.dumps(message, ensure_ascii=False).encode()[:MOST_TEXT]
        p256dh, auth = map(decode, keys)
        await self._client.send(endpoint, encrypt(text, p256dh, auth), headers)
