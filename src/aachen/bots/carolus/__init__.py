"""How bots think about Carolus Magnus."""
