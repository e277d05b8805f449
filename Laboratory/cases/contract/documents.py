"""The OpenAPI documents of the service, its events and the emulator's control calls, and the examples in them."""

import copy
import pathlib
import re

import yaml

from harness.programs import ROOT

FOLDER = ROOT / "Documentation"
SERVICE, EVENTS, CONTROL = NAMES = ("openapi.yaml", "webhooks.yaml", "emulator-control.yaml")
METHODS = ("get", "post", "put", "patch", "delete")
# Texts of the same form are alike. What has none of these forms is a text, and alike to every other.
FORMS = {
    "a time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",
    "an identifier": r"[0-9a-f]{32}",
    "a signed token": r"eyJ.+",
    "a refresh token": r"v1\.[0-9a-f]{32}\.\d+\.[\w-]{43}",
    "a secret": r"[\w-]{43}",
    "a URL": r"https?://.+",
    "milliseconds": r"\d{13}",
}


def path(name) -> pathlib.Path:
    return FOLDER / name


def read(name) -> dict:
    return yaml.safe_load(path(name).read_text(encoding="utf-8"))


def operations(document):
    """Every operation by its name, with method and path, also of webhooks."""
    return {
        operation["operationId"]: (method.upper(), place, operation)
        for kind in ("paths", "webhooks")
        for place, item in document.get(kind, {}).items()
        for method, operation in item.items()
        if method in METHODS
    }


def resolved(document, node):
    while "$ref" in node:
        found = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        node = found
    return node


def content(document, node):
    """The media type of a request or an answer in JSON, or nothing."""
    return resolved(document, node).get("content", {}).get("application/json", {})


def examples(node, place=""):
    """Every media type and parameter with an example, with its place in the document."""
    if isinstance(node, dict):
        if "schema" in node and "example" in node:
            yield place, node
        for name, inner in node.items():
            if name != "example":
                yield from examples(inner, f"{place}/{name}")
    elif isinstance(node, list):
        for number, inner in enumerate(node):
            yield from examples(inner, f"{place}/{number}")


def closed(document, schema):
    """The schema with everything that it refers to, which lets no member through that it does not declare."""
    found = copy.deepcopy({"components": document["components"]} | schema)

    def close(node):
        if isinstance(node, dict):
            if "properties" in node:
                node.setdefault("additionalProperties", False)
            for inner in node.values():
                close(inner)
        elif isinstance(node, list):
            for inner in node:
                close(inner)

    close(found)
    return found


def form(value):
    """What must be alike in an example and a real value: members, types, and the form of texts."""
    if isinstance(value, dict):
        return {name: form(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [form(inner) for inner in value[:1]]
    if isinstance(value, bool) or value is None:
        return type(value).__name__
    text = str(value)
    return type(value).__name__, next((name for name, shape in FORMS.items() if re.fullmatch(shape, text)), "a text")
