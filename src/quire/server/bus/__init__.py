"""The message bus between servers."""
