"""Learning by playing: games of bots against themselves, and the weights that explain who won them."""
