"""Structured logs: one JSON object per line, or coloured text in a terminal."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def configure(level: str) -> None:
    """Log to standard error, from that level on."""
    renderer: Any = structlog.processors.JSONRenderer()
    if sys.stderr.isatty():
        renderer = structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def logger(name: str) -> Any:
    """Return a logger that adds its name to every line."""
    return structlog.get_logger(name, source=name)
