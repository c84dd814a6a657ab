"""Adapters to other libraries; each needs its library, which is an extra."""
