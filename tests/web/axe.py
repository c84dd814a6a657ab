"""Accessibility violations of a page, found by axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.needs import missing

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def axe(page: Page) -> list[str]:
    """Return each serious or critical violation on the page, with its elements.

    For example `assert axe(ann.page) == []`.
    """
    if not AXE.is_file():
        missing("axe-core", "make page")
    if not page.evaluate("() => 'axe' in window"):
        # Run, not loaded: the page's policy lets no other scripts in.
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    grave = [
        violation
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    return [_describe(violation) for violation in grave]


def _describe(violation: Any) -> str:
    lines = [f"{violation['impact']}: {violation['help']} ({violation['id']})"]
    for node in violation["nodes"]:
        lines.append(f"  at {' '.join(map(str, node['target']))}: {node['html']}")
        lines += [f"    {line}" for line in node["failureSummary"].splitlines()]
    return "\n".join(lines)
