"""The settings of a lab run as a TOML file: read before the run, and written beside its results."""

from __future__ import annotations

import json
import tomllib
from enum import Enum
from importlib.metadata import version
from pathlib import Path
from typing import Any

import typer

from quire.errors import NotationError

_NOT_SETTINGS = ("settings", "help", "json", "out", "format", "plot")
"""Options that say where results go, not how they come about."""

_ANY_PROCESSES = {"workers": None}
"""Settings that don't change the rows of a dataset."""


def read_settings(context: typer.Context, path: Path | None) -> Path | None:
    """Make the settings in a file the defaults of the command's options.

    Raises NotationError for a file that isn't TOML or has other keys than the options.
    """
    if path is None or context.resilient_parsing:
        return path
    try:
        with open(path, "rb") as file:
            settings = tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NotationError(f"{path} is not valid TOML: {error}") from None
    options = {option: parameter for parameter, option in _options(context)}
    for key in settings:
        if key not in options:
            raise NotationError(f"{path}: unknown setting {key!r}; settings: {', '.join(options)}")
    # What is given on the command line replaces these.
    context.default_map = {
        options[key].name: _given(path, key, value, options[key].multiple)
        for key, value in settings.items()
    }
    return path


def _given(path: Path, key: str, value: Any, multiple: bool) -> str | list[str]:
    """Return a value as it would be typed on the command line."""
    if isinstance(value, list) != multiple or isinstance(value, dict):
        raise NotationError(f"{path}: {key} must be {'a list' if multiple else 'one value'}")
    if multiple:
        return [str(it) for it in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_settings(context: typer.Context, results: Path) -> None:
    """Write all settings of this run beside its results: `x.json` gets `x.settings.toml`."""
    lines = [f"# quire {version('quire')}: {context.command_path} --settings THIS-FILE"]
    lines += _lines(context)
    text = "".join(f"{line}\n" for line in lines)
    settings_file(results).write_text(text, encoding="utf-8")


def settings_file(results: Path) -> Path:
    """Return the file with the settings of these results."""
    return results.with_name(f"{results.stem}.settings.toml")


def same_settings(context: typer.Context, results: Path) -> bool:
    """Return whether these results were made with the settings of this run."""
    try:
        with open(settings_file(results), "rb") as file:
            before = tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        return False
    now = tomllib.loads("\n".join(_lines(context)))
    return {**before, **_ANY_PROCESSES} == {**now, **_ANY_PROCESSES}


def command_line(context: typer.Context) -> str:
    """Return the command with its settings, without where its results go."""
    words = [context.command_path]
    for parameter, option in _options(context):
        value = context.params.get(parameter.name)
        if value is not None and option not in _ANY_PROCESSES:
            is_argument = parameter.param_type_name == "argument"
            words += [str(value)] if is_argument else [f"--{option} {value}"]
    return " ".join(words)


def _options(context: typer.Context) -> list[tuple[Any, str]]:
    """Return the parameters of the command that are settings, each with its option."""
    found = [
        (parameter, max(parameter.opts, key=len).lstrip("-"))
        for parameter in context.command.params
    ]
    return [(parameter, option) for parameter, option in found if option not in _NOT_SETTINGS]


def _lines(context: typer.Context) -> list[str]:
    values = [(option, context.params.get(it.name)) for it, option in _options(context)]
    return [f"{option} = {_toml(value)}" for option, value in values if value is not None]


def _toml(value: Any) -> str:
    """Return a value as TOML has it; texts are written as in JSON, which TOML can read."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
