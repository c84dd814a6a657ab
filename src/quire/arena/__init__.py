"""Matches and tournaments between bots: the bots, the games, the statistics, the report."""
