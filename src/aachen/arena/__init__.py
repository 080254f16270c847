"""The arena: many games between bots, and what can be said of their strength afterwards."""
