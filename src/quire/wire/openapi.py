"""The OpenAPI document, generated from the table of endpoints and their types."""

from __future__ import annotations

import re
from typing import Any

import msgspec

import quire
from quire.wire.endpoint import ENDPOINTS, STATUS, Access, Endpoint
from quire.wire.http_types import ErrorResponse

REFERENCE = "#/components/schemas/{name}"


def document() -> dict[str, Any]:
    """Return the document."""
    types = [ErrorResponse]
    for endpoint in ENDPOINTS:
        types += [kind for kind in (endpoint.response, endpoint.request) if kind is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    by_type = {_key(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        operation = _operation(endpoint, by_type)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quire",
            "version": quire.__version__,
            "description": "Games are played over the socket at /socket: "
            "see docs/reference/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": _responses(endpoint, by_type),
        "security": [{"token": []}] if endpoint.access is Access.PLAYER else [{}, {"token": []}],
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    if endpoint.query is not None:
        parameters += _query(endpoint.query)
    if parameters:
        operation["parameters"] = parameters
    if endpoint.request is not None:
        content = {"application/json": {"schema": by_type[_key(endpoint.request)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _query(of: Any) -> list[dict[str, Any]]:
    (_,), components = msgspec.json.schema_components([of], ref_template=REFERENCE)
    schema = components[of.__name__]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _not_null(one)}
        for name, one in schema["properties"].items()
    ]


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema without null: an omitted query parameter is simply absent."""
    choices = [choice for choice in schema.get("anyOf", []) if choice != {"type": "null"}]
    return choices[0] if len(choices) == 1 else schema


def _responses(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": endpoint.summary}
    if endpoint.response is not None:
        good["content"] = {endpoint.media: {"schema": by_type[_key(endpoint.response)]}}
    responses: dict[str, Any] = {str(endpoint.status): good}
    problem = {"application/json": {"schema": by_type[_key(ErrorResponse)]}}
    for error in endpoint.errors:
        status = str(STATUS[error.code])
        words = (error.__doc__ or "").splitlines()[0]
        if status in responses:
            words = f"{responses[status]['description']} {words}"
        responses[status] = {"description": words, "content": problem}
    return responses
