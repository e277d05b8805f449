"""The requests that a client itself sent to siwa, read from what the TLS front heard."""

import typing
import urllib.parse


class Request(typing.NamedTuple):
    method: str
    path: str
    headers: dict
    form: dict


def read(heard):
    """The requests on all connections. They have no chunked bodies, or the last ones of a connection are missed."""
    return [request for octets in heard for request in _of_one_connection(bytes(octets))]


def _of_one_connection(octets):
    while b"\r\n\r\n" in octets:
        head, _, octets = octets.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        method, target, _ = first.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", 0))
        body, octets = octets[:length], octets[length:]
        form = dict(urllib.parse.parse_qsl(body.decode())) if "urlencoded" in headers.get("content-type", "") else {}
        yield Request(method, urllib.parse.urlsplit(target).path, headers, form)


def client_authentication(request):
    """The method of OpenID Connect Core 1.0, section 9, that a request to the token endpoint used."""
    if request.headers.get("authorization", "").lower().startswith("basic "):
        return "client_secret_basic"
    return "client_secret_post" if "client_secret" in request.form else "none"
