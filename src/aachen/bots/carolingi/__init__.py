"""How bots think about Carolingi."""
