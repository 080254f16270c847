"""The protocol on the wire: routes, sockets, and the handlers of their messages (docs/server-protocol.md)."""
