"""Players and what is stored about them: accounts, ratings, statistics, blocks, puzzle answers."""
