"""The types that modules of the harness share."""

import os
from collections.abc import Mapping
from typing import Any, NotRequired, TypeAlias, TypedDict

# What is read from JSON or written as JSON. Whoever reads a member knows its type, and the test fails if it has another.
JSON: TypeAlias = Any
JSONObject: TypeAlias = dict[str, JSON]

StrPath: TypeAlias = str | os.PathLike[str]


class AppleAccount(TypedDict):
    """Somebody whom the emulator knows."""

    email: str
    password: str
    name: NotRequired[dict[str, str]]


class Choices(TypedDict, total=False):
    """What a person chooses on Apple's consent page."""

    first: str | None
    last: str | None
    hide_email: bool


class Request(TypedDict, total=False):
    """What a request can have besides its method and its path."""

    body: JSON
    form: Mapping[str, str] | None
    token: str | None
    headers: Mapping[str, str] | None


class LimitedRequest(Request, total=False):
    """A request with a limit of its own, in seconds."""

    timeout: float
