"""The rules of every game: worked out by hand, and the native core against the oracles."""
