"""The types of everything that goes over the wire, for the page: web/src/net/protocol.gen.ts."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from quire.wire import protocol
from quire.wire.endpoint import ENDPOINTS

HEAD = "// Written by `make docs` from the server's own types; do not edit.\n"

Noun = inspect.StructType | inspect.DataclassType | inspect.EnumType


def types() -> str:
    """Return every message, request and response as a TypeScript declaration, sorted by name."""
    found: dict[str, Noun] = {}
    for root in _roots():
        _collect(inspect.type_info(root), found)
    unions = {
        "FromClient": typing.get_args(protocol.FromClient),
        "FromServer": typing.get_args(protocol.FromServer),
    }
    parts = [_declaration(found[name]) for name in sorted(found)]
    parts += [
        f"export type {name} = {' | '.join(it.__name__ for it in members)};\n"
        for name, members in unions.items()
    ]
    return "\n".join([HEAD, *parts])


def _roots() -> Iterator[Any]:
    yield protocol.FromClient
    yield protocol.FromServer
    for endpoint in ENDPOINTS:
        for it in (endpoint.response, endpoint.request, endpoint.query):
            if it is not None:
                yield it


def _collect(it: Any, found: dict[str, Noun]) -> None:
    if isinstance(it, Noun):
        if it.cls.__name__ in found:
            return
        found[it.cls.__name__] = it
    for field in getattr(it, "fields", ()):
        _collect(field.type, found)
    for name in ("type", "item_type", "key_type", "value_type"):
        if (inner := getattr(it, name, None)) is not None:
            _collect(inner, found)
    for inner in (*getattr(it, "types", ()), *getattr(it, "item_types", ())):
        _collect(inner, found)


def _declaration(it: Noun) -> str:
    name = it.cls.__name__
    if isinstance(it, inspect.EnumType):
        values = "".join(f"  {value.name}: {_literal(value)},\n" for value in it.cls)
        type_ = f"export type {name} = (typeof {name})[keyof typeof {name}];\n"
        return f"export const {name} = {{\n{values}}} as const;\n\n{type_}"
    lines = [f"export interface {name} {{"]
    if isinstance(it, inspect.StructType) and it.tag is not None:
        lines.append(f"  {it.tag_field}: {_literal(it.tag)};")
    for field in it.fields:
        optional = "?" if not field.required and _may_be_left_out(it) else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)};")
    return "\n".join([*lines, "}\n"])


def _may_be_left_out(it: Noun) -> bool:
    """Return whether fields with a default may be missing from messages."""
    config = getattr(it.cls, "__struct_config__", None)
    return config is not None and (config.omit_defaults or config.forbid_unknown_fields)


def _literal(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _type(it: Any) -> str:  # noqa: PLR0911, PLR0912  # one per kind of type
    match it:
        case inspect.StructType() | inspect.DataclassType() | inspect.EnumType():
            return str(it.cls.__name__)
        case inspect.UnionType():
            kinds = [kind for kind in it.types if not isinstance(kind, inspect.CustomType)]
            return " | ".join(dict.fromkeys(map(_type, kinds)))
        case inspect.ListType() | inspect.VarTupleType():
            inner = _type(it.item_type)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(map(_type, it.item_types))}]"
        case inspect.DictType(key_type=inspect.LiteralType() as keys):
            return f"{{ [key in {_type(keys)}]: {_type(it.value_type)} }}"
        case inspect.DictType():
            return f"{{ [key: {_type(it.key_type)}]: {_type(it.value_type)} }}"
        case inspect.LiteralType():
            return " | ".join(map(_literal, it.values))
        case inspect.Metadata():
            return _type(it.type)
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case _:
            return "unknown"
