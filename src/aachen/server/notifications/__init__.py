"""Tells players that it is their turn while no page of theirs is open: by push, mail, webhook and feed."""
