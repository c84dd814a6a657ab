"""What a check reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not happen."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"
