"""Bots of the server: what they are asked, the processes they think in, and the driver that carries out their moves."""
