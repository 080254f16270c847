"""The notation of positions: for each part of the table, how it is written and beside it how it is read."""
