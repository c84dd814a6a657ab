"""The check that the reference has every public name, each with a docstring."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Iterator
from importlib import import_module
from typing import Any

PUBLIC_MODULES = ("quire", "quire.batch", "quire.client")
"""Modules whose `__all__` the reference must cover."""


def warn_about_undocumented_names(_app: Any, env: Any) -> None:
    """Log a warning, which fails a strict build, for each public name without documentation."""
    from sphinx.util import logging as sphinx_logging

    logger: logging.LoggerAdapter[Any] = sphinx_logging.getLogger(__name__)
    documented = set(env.domains["py"].objects)
    for name in public_names():
        if name not in documented:
            logger.warning("%s is public and not in the reference", name)


def public_names() -> Iterator[str]:
    """Every name of `PUBLIC_MODULES`, and every public member of their classes."""
    for module_name in PUBLIC_MODULES:
        module = import_module(module_name)
        for name in module.__all__:
            value = getattr(module, name)
            yield f"{module_name}.{name}"
            if inspect.isclass(value) and value.__module__.startswith("quire."):
                yield from (f"{module_name}.{name}.{member}" for member in _members(value))


def _members(cls: type) -> Iterator[str]:
    for name, value in vars(cls).items():
        is_api = callable(value) or isinstance(value, property | classmethod | staticmethod)
        if not name.startswith("_") and is_api:
            yield name
