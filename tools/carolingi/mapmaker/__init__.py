"""Draws the map of a board file: `make map`, or `.venv/bin/python -m tools.carolingi.mapmaker BOARDFILE -o DIR`.

Everything about lands comes from the board file; the coast comes from `data/coast.json`.
Only this package needs shapely and its like: what it makes is committed, and `check` reads it with plain Python.
How to use it is told in `docs/how-to/draw-a-map.md`, what it writes in `docs/map-format.md`.
"""
