"""The rules of Carolus Magnus, one module per section of the book: CM2 to CM5, with CM6 and CM7 inside them."""
