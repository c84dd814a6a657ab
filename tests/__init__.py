"""Tests of Quire."""
