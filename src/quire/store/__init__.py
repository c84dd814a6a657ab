"""What the server keeps: games, players, statistics and the archive, in SQLite or PostgreSQL."""
