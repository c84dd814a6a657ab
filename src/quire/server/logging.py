"""Structured logs: one JSON object per line, or coloured text in a terminal.

Everything that is logged goes this way: what libraries log, warnings, and uncaught exceptions.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import MutableMapping
from typing import Any

import structlog

TRACKER_FILTER = "ignore:resource_tracker:UserWarning"
"""multiprocessing's own process, which inherits this, removes what killed workers have left behind;
it would warn about that in plain text."""


def configure(level: str) -> None:
    """Log to standard error, from that level on; libraries log warnings and errors only."""
    threshold = getattr(logging, level.upper())
    renderer: Any = structlog.processors.JSONRenderer()
    if sys.stderr.isatty():
        renderer = structlog.dev.ConsoleRenderer()
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[_add_source, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=max(threshold, logging.WARNING), force=True)
    logging.getLogger("quire").setLevel(threshold)
    logging.captureWarnings(True)
    if TRACKER_FILTER not in sys.warnoptions:
        sys.warnoptions.append(TRACKER_FILTER)
    sys.excepthook = _log_uncaught
    threading.excepthook = lambda it: _log_uncaught(it.exc_type, it.exc_value, it.exc_traceback)
    sys.unraisablehook = lambda it: _log_uncaught(it.exc_type, it.exc_value, it.exc_traceback)


def logger(name: str) -> Any:
    """Return a logger that adds its name to every line."""
    return structlog.get_logger(name, source=name)


def _add_source(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the name of a library's logger."""
    line["source"] = line["_record"].name
    return line


def _log_uncaught(kind: type[BaseException], error: BaseException | None, trace: Any) -> None:
    if error is None or issubclass(kind, (KeyboardInterrupt, SystemExit)):
        return
    logger("quire.server").critical("uncaught_exception", exc_info=(kind, error, trace))
