"""Aachen: the table for the games about Charlemagne's heirs."""

__version__ = "0.1.0"
