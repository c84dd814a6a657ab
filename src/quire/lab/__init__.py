"""Experiments as commands: the paper's table, strength, who wins."""
