"""Experiments as commands: each says what it measured, how, and how sure it is."""
