"""The table on a server: seats, tables, sockets, frames, clocks."""
