"""The generated parts of the server's documents: messages, endpoints, settings."""

from __future__ import annotations

import typing
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

from quire.online.event import BY_PLAYERS, DESCRIPTIONS
from quire.server.settings import Settings
from quire.wire import close_code, protocol
from quire.wire.endpoint import ENDPOINTS, STATUS, Access

BEGIN, END = "<!-- {}: written by `make docs` -->\n", "<!-- end of {} -->\n"


def page(path: Path) -> str:
    """Return the page with its generated parts written again."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for name, made in PARTS.items():
        begin, end = BEGIN.format(name), END.format(name)
        if begin in text and end in text:
            head, _, rest = text.partition(begin)
            _, _, tail = rest.partition(end)
            text = f"{head}{begin}\n{made()}\n{end}{tail}"
    return text


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all socket messages."""
    (client, server), definitions = msgspec.json.schema_components(
        [protocol.FromClient, protocol.FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of Quire's socket",
        "$defs": definitions | {"FromClient": client, "FromServer": server},
    }


def _messages(union: Any) -> str:
    parts = []
    for it in typing.get_args(union):
        info = msgspec.inspect.type_info(it)
        assert isinstance(info, msgspec.inspect.StructType)
        parts.append(f"### `{info.tag}`\n\n{_prose(it)}\n")
        if info.fields:
            parts.append("| field | type | |\n|---|---|---|")
            parts += [
                f"| `{field.name}` | {_type(field.type)} | {_need(field)} |"
                for field in info.fields
            ]
            parts.append("")
    return "\n".join(parts)


def _prose(it: Any) -> str:
    lines = (it.__doc__ or "").strip().splitlines()
    return "\n".join(line.strip() for line in lines)


def _need(field: msgspec.inspect.Field) -> str:
    if field.required:
        return "required"
    default = field.default
    return (
        "" if default is msgspec.NODEFAULT else f"default: {msgspec.json.encode(default).decode()}"
    )


def _type(it: Any) -> str:  # noqa: PLR0911  # one per kind of type
    kinds = msgspec.inspect
    match it:
        case kinds.UnionType():
            return " or ".join(_type(part) for part in it.types)
        case kinds.StructType() | kinds.DataclassType() | kinds.EnumType():
            return f"`{it.cls.__name__}`"
        case kinds.ListType() | kinds.VarTupleType():
            return f"list of {_type(it.item_type)}"
        case kinds.DictType():
            return "object"
        case kinds.LiteralType():
            return ", ".join(f"`{value}`" for value in it.values)
        case kinds.Metadata():
            return _type(it.type)
        case _:
            return type(it).__name__.removesuffix("Type").lower().replace("none", "null")


def _kinds() -> str:
    rows = ["| kind | what happened | sent by |", "|---|---|---|"]
    for kind, words in DESCRIPTIONS.items():
        who = "players" if kind in BY_PLAYERS else "the server"
        rows.append(f"| `{kind.value}` | {words} | {who} |")
    return "\n".join(rows) + "\n"


def _endpoints() -> str:
    rows = ["| | | who |", "|---|---|---|"]
    for it in ENDPOINTS:
        who = "with a token" if it.access is Access.PLAYER else ""
        rows.append(f"| `{it.method} {it.path}` | {it.summary} | {who} |")
    return "\n".join(rows) + "\n"


def _errors() -> str:
    rows = ["| code | HTTP |", "|---|---|"]
    rows += [f"| `{code}` | {status} |" for code, status in sorted(STATUS.items())]
    return "\n".join(rows) + "\n"


def _close_codes() -> str:
    rows = ["| code | |", "|---|---|"]
    rows += [f"| {code.value} | {words} |" for code, words in close_code.DESCRIPTIONS.items()]
    return "\n".join(rows) + "\n"


def _settings() -> str:
    rows = ["| variable | default | |", "|---|---|---|"]
    for it in fields(Settings):
        default = "a file in the user's data directory" if it.name == "db" else it.default
        if it.name == "tournaments":
            default = "a directory in the user's data directory"
        if it.name == "agent_workers":
            default = "number of cores minus one, at least 2"
        rows.append(f"| `QUIRE_{it.name.upper()}` | {default} | {it.metadata['help']} |")
    return "\n".join(rows) + "\n"


PARTS = {
    "messages of clients": lambda: _messages(protocol.FromClient),
    "messages of the server": lambda: _messages(protocol.FromServer),
    "kinds of events": _kinds,
    "endpoints": _endpoints,
    "errors": _errors,
    "close codes": _close_codes,
    "settings": _settings,
}
"""Generated parts, by their name in the page."""
