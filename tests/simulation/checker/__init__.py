"""Checks what a run of the simulation has led to against the rules."""
