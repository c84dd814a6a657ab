"""The core in the browser plays, solves and draws as the native one does."""
