"""Structured logs: one JSON object a line, or words in colour where a person looks."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def set_up(level: str) -> None:
    """Logs from now on go to standard error, from that level on."""
    shown: Any = structlog.processors.JSONRenderer()
    if sys.stderr.isatty():
        shown = structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def logger(name: str) -> Any:
    """A logger; what is bound to it stands in every line."""
    return structlog.get_logger(name, source=name)
