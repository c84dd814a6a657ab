"""Experiments: the paper's table, the strength of agents, who wins Obstruction."""
