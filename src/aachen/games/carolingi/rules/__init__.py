"""One module per section of the Carolingi rulebook, in the book's order and words."""
