"""Training by self-play: weights are fitted to the outcomes of games that bots play against themselves."""
