"""What every game shares: the contract, luck, refusals, events and the log. Knows no game."""
