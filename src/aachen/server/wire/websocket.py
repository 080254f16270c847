"""WebSockets by uvicorn, with messages that are sent together in one write.

A write costs more than everything else about a short message, and whoever acts gets two: the answer and the frame.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class JoiningProtocol(WebSocketsSansIOProtocol):
    """A text message with `more` set waits for the next one of its socket; other servers send it at once."""

    async def send(self, message: Any) -> None:
        """Send a message, or keep it for the one that follows."""
        if message.get("more") and self.is_open():
            self.conn.send_text(message["text"].encode())  # written with the next one
        else:
            await super().send(message)

    def is_open(self) -> bool:
        """Whether messages can be sent."""
        is_over = self.close_sent or self.disconnected or self.transport.is_closing()
        return self.handshake_complete and self.initial_response is None and not is_over
