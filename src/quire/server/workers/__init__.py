"""Worker processes for computer players and analysis."""
