"""Fuzzing of the native module."""
