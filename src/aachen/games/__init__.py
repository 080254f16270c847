"""The games. Each keeps the contract of `aachen.core.contract`; nothing else of a game is public."""
