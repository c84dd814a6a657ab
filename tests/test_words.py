"""No coined or archaic words in what people read, nor in names, docstrings and comments.

`words.json` lists patterns with what to say instead. A rule's scope is the texts that it is for:
`user` texts, `code` (docstrings and comments), `all` of both, or `name`s in the code.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
HERE = Path(__file__).relative_to(ROOT)


class Rule(NamedTuple):
    """Words to avoid, and what to say instead."""

    scope: str
    pattern: re.Pattern[str]
    better: str


def files(*globs: str) -> set[Path]:
    return {path.relative_to(ROOT) for glob in globs for path in ROOT.glob(glob)}


USER_TEXTS = files(
    "*.md",
    "docs/**/*.md",
    "web/src/texts/en.ts",
    "src/quire/cli/**/*.py",
    "src/quire/games/**/*.py",
    "src/quire/server/settings.py",
    "src/quire/wire/endpoint.py",
    "src/quire/arena/report/*.py",
) - files("docs/decisions/*.md", "docs/games/*.md")
"""What users read. Decisions quote the past, and the games' pages hold mathematical proofs."""

CODE = files(
    "src/quire/**/*.py",
    "tests/**/*.py",
    "benchmarks/**/*.py",
    "docs/*.py",
    "examples/**/*.py",
    "native/**/*.hpp",
    "native/**/*.cpp",
    "web/src/**/*.ts",
    "web/src/**/*.tsx",
    "web/src/**/*.css",
    "web/tests/**/*.ts",
    "web/tests/**/*.tsx",
    "Makefile",
    "CMakeLists.txt",
    "pyproject.toml",
) - files(
    "native/third_party/**/*",
    "src/quire/server/docs/**/*",
    "src/quire/server/static/**/*",
    "src/quire/store/migrations/versions/*.py",
    "web/src/texts/tr*.ts",
    "web/src/**/*.gen.ts",
    str(HERE),
)

SCOPES = {"user": USER_TEXTS, "code": CODE, "name": CODE, "all": USER_TEXTS | CODE}


@cache
def rules() -> tuple[Rule, ...]:
    table = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
    return tuple(
        Rule(scope, re.compile(pattern, 0 if scope == "name" else re.IGNORECASE), better)
        for scope, pattern, better in table
    )


def found(path: Path, text: str) -> list[str]:
    joined = re.sub(r"\s+", " ", text)
    return [
        f"{match[0]!r}: say {rule.better}"
        for rule in rules()
        if path in SCOPES[rule.scope]
        for match in rule.pattern.finditer(joined)
    ]


@pytest.mark.parametrize("path", sorted(SCOPES["all"]), ids=str)
def test_no_forbidden_words(path: Path) -> None:
    assert found(path, (ROOT / path).read_text("utf-8")) == []


def test_forbidden_words_are_found_across_lines() -> None:
    assert found(Path("README.md"), "Share it with\nwhoever\nyou like.") == [
        "'whoever': say the player who, anyone, the caller"
    ]
    assert found(Path("README.md"), "Share it with a friend.") == []
