"""What many games say about a game: who wins, how it ends, how long it takes, and what stands out."""
