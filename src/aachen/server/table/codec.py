"""Messages as text for the socket, and chat as it is stored."""

from __future__ import annotations

import msgspec

from aachen.server.messages import FromServer, Said
from aachen.storage.store import StoredChat

encoder = msgspec.json.Encoder()
said_decoder = msgspec.json.Decoder(Said)


def write(message: FromServer) -> str:
    """A message as it goes over the socket."""
    return encoder.encode(message).decode()


def write_said(said: Said) -> StoredChat:
    """A chat message for the store."""
    return StoredChat(said.number, encoder.encode(said), said.at)


def read_said(chat: StoredChat) -> Said:
    """A chat message from the store; of one that was erased only the number is left."""
    return said_decoder.decode(chat.body) if chat.body else Said(chat.number, None, None, chat.at)


def is_erased(said: Said) -> bool:
    """Whether nothing is left of a chat message."""
    return said.text is None and said.phrase is None
