"""Each sample in Packaging/deploy, run by its program, in front of the service and of an application that knows nothing about sign-in."""

import contextlib
import http.client
import json
import subprocess
import urllib.parse

import pytest

from application import HANGS, HANGS_UP, Application, values
from conftest import OPERATOR
from harness.emulator import PEOPLE
from harness.people import Person, Visitor, path_of
from harness.waiting import PATIENCE, until
from proxies import HOST, Client, program

PAGE = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
FORGED = {
    "X-Auth-Request-User": "forged",
    "x-auth-request-email": "forged@example.com",
    "X-Auth-Request-Preferred-Username": "forged",
    "X-Auth-Request-Groups": "forged",
    "X-Auth-Request-Access-Token": "forged",
    "X_Auth_Request_User": "forged",
    "X-Auth_Request-Email": "forged",
    "Forwarded": "for=192.0.2.1;host=forged",
    "X-Forwarded-For": "192.0.2.1",
    "X-Forwarded-Proto": "forged",
    "X-Forwarded-Host": "forged",
    "X-Real-IP": "192.0.2.1",
}
LARGEST = 65_536  # bytes in a body that the service accepts


def browser(client, key=None):
    return Visitor(client, key)


def signed_in(client, key=None):
    """A browser with a session."""
    visitor = browser(client, key)
    visitor.walk()
    assert visitor.account(), "nobody is signed in"
    return visitor


def page(visitor, path, headers=()):
    """Opens a page of the application."""
    return visitor.keep(visitor.system.send("GET", path, headers=visitor.headers() | PAGE | dict(headers)))


def query(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query, strict_parsing=True))


def test_the_program_accepts_the_sample(proxy):
    checked = subprocess.run([str(word) for word in proxy.check()], capture_output=True, text=True, env=proxy.environment())
    said = checked.stdout + checked.stderr
    assert checked.returncode == 0, said
    # The test's certificate names no server for OCSP.
    said = [line for line in said.lower().splitlines() if "stapling ocsp" not in line]
    assert not any(word in line for line in said for word in ("[warn", '"level":"warn"')), said


def test_somebody_signs_in_and_returns_to_the_page_that_was_asked_for(client, application):
    wanted = "/reports/d%C3%A9but+1&2?year=2026&name=a%20b%26c&plus=1+1&list%5B%5D=%C3%A9"
    visitor, heard = browser(client, "ada"), len(application.heard)
    refused = page(visitor, wanted)
    assert refused.status in (302, 303)
    assert "no-store" in refused.headers["Cache-Control"]
    assert len(application.heard) == heard
    assert path_of(refused.headers["Location"]) == "/web/sign-in"
    assert query(refused.headers["Location"]) == {"client": "web", "return_to": wanted}

    begun = visitor.get(refused.headers["Location"])
    assert begun.status == 303, begun
    form = visitor.approve(begun.headers["Location"])
    assert form["action"] == f"https://{HOST}/web/callback"
    # Apple's page posts from another site, and browsers send no cookies with that.
    posted = client.send("POST", "/web/callback", form=form["fields"], headers={"Sec-Fetch-Site": "cross-site"})
    assert posted.status == 200 and b'name="reposted"' in posted.body
    done = visitor.post(form)
    assert (done.status, done.headers["Location"]) == (303, wanted)

    shown = page(visitor, done.headers["Location"]).json
    assert shown["path"] == wanted
    assert values(shown, "x-auth-request-user") == [visitor.account()]
    assert values(shown, "x-auth-request-email") == [PEOPLE["ada"]["email"]]
    assert values(shown, "x-auth-request-preferred-username") == []


def test_an_app_uses_the_application_with_its_access_token(client, system):
    app = Person(client)
    assert app.sign_in().status == 200
    assert values(client.send("GET", "/data", token=app.access).json, "x-auth-request-user") == [app.account]


def test_the_application_gets_the_external_id(client, system):
    visitor = signed_in(client)
    named = {"account": visitor.account(), "external_id": f"{visitor.key}+1@example.com"}
    system.backend(system.key("accounts:write"), "/v1/accounts/name", named)
    assert values(page(visitor, "/").json, "x-auth-request-preferred-username") == [f"{visitor.key}%2B1%40example.com"]


def test_a_forged_header_never_reaches_the_application(client, application):
    visitor = signed_in(client)
    headers = visitor.headers() | FORGED
    shown = client.send("GET", "/forged", headers=headers).json
    assert values(shown, "x-auth-request-user") == [visitor.account()]
    assert values(shown, "x-forwarded-for") == [client.address]
    assert values(shown, "x-forwarded-proto") == ["https"]
    assert values(shown, "host") == [HOST]
    assert "forged" not in json.dumps(shown["headers"]) and "192.0.2.1" not in json.dumps(shown["headers"])

    heard = len(application.heard)
    assert client.send("GET", "/forged", headers=FORGED).status == 401
    assert len(application.heard) == heard


@pytest.mark.parametrize("listed", ["close, X-Auth-Request-User", "x-auth-request-user,X-Forwarded-For", "keep-alive, Host"])
def test_a_connection_header_removes_nothing_that_the_application_needs(client, listed):
    visitor = signed_in(client)
    shown = client.send("GET", "/", headers=visitor.headers() | {"Connection": listed}).json
    assert values(shown, "x-auth-request-user") == [visitor.account()]
    assert values(shown, "x-forwarded-for") == [client.address]


def upgrade(client, protocol, visitor=None):
    """Asks for another protocol on a line, and returns the line and the head of the answer."""
    cookie = visitor.headers()["Cookie"] if visitor else "a=1"
    line = client.line()
    line.sendall(
        (
            f"GET /socket HTTP/1.1\r\nHost: {HOST}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: {protocol}\r\n"
            "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
    )
    return line, read(line)


def test_a_web_socket_reaches_the_application_with_a_session_only(client):
    line, answer = upgrade(client, "websocket", signed_in(client))
    assert answer.status == 101
    line.sendall(b"over the socket\r\n")
    assert line.recv(100) == b"over the socket\r\n"
    line.close()
    line, answer = upgrade(client, "websocket")
    assert answer.status == 401
    line.close()


@pytest.mark.parametrize("protocols", [["h2c"], ["websocket, h2c"], ["h2c, websocket"], ["h2c", "websocket"], ["websocket", "h2c"]])
def test_no_other_protocol_is_offered_to_the_application(client, application, protocols):
    visitor, heard = signed_in(client), len(application.heard)
    line, answer = upgrade(client, "\r\nUpgrade: ".join(protocols), visitor)
    line.close()
    assert answer.status == 200 or "websocket" in protocols
    shown = application.heard[heard]
    assert values(shown, "upgrade") in ([], ["websocket"])
    assert values(shown, "x-auth-request-user") == [visitor.account()]


def test_the_application_does_not_get_the_session_cookie(client):
    visitor = signed_in(client)
    session = f"__Host-siwa-session={visitor.cookies['__Host-siwa-session']}"
    for sent, left in (
        (session, ""),
        (f"a=1; {session}", "a=1"),
        (f"{session}; b=2", "b=2"),
        (f"a=1; {session}; b=2", "a=1; b=2"),
        (f"a=1; b=2; {session}", "a=1; b=2"),
    ):
        shown = client.send("GET", "/", headers={"Cookie": sent}).json
        assert ";".join(values(shown, "cookie")).strip("; ") == left, sent
        assert values(shown, "x-auth-request-user") == [visitor.account()]


def test_without_a_session_only_a_page_view_is_led_to_sign_in(client, application):
    heard = len(application.heard)
    for method, headers in (("GET", {"Accept": "application/json"}), ("GET", {}), ("POST", PAGE), ("DELETE", PAGE)):
        refused = client.send(method, "/data", headers=headers)
        assert refused.status == 401, (method, headers)
        assert refused.headers["WWW-Authenticate"] == "Bearer"
        assert refused.headers.get("Location") is None
    wrong = client.send("GET", "/data", token="x.y.z")
    assert wrong.status == 401
    over = client.send("GET", "/data", headers=PAGE | {"Cookie": "__Host-siwa-session=s1.00.x"})
    assert over.status in (302, 303)
    assert len(application.heard) == heard


def test_a_malformed_authorization_is_refused(client, application):
    heard = len(application.heard)
    assert client.send("GET", "/data", headers={"Authorization": "Basic YWRhOnRlYQ=="}).status == 400
    assert len(application.heard) == heard


def test_a_signed_in_request_reaches_the_application_with_its_body(client):
    visitor = signed_in(client)
    content = {"text": "x" * 200_000}
    shown = client.send("POST", "/upload?to=here", body=content, headers=visitor.headers()).json
    assert (shown["method"], shown["path"], json.loads(shown["body"])) == ("POST", "/upload?to=here", content)


def test_after_sign_out_the_application_is_refused(client):
    visitor = signed_in(client)
    before = dict(visitor.cookies)
    assert page(visitor, "/").status == 200
    out = visitor.keep(client.send("POST", "/web/sign-out", headers=visitor.headers()))
    assert out.status == 303 and "__Host-siwa-session" not in visitor.cookies
    visitor.cookies = before
    assert page(visitor, "/").status in (302, 303)
    assert client.send("GET", "/", headers=visitor.headers()).status == 401


def test_a_disabled_account_is_refused(client, system, application):
    visitor = signed_in(client)
    system.backend(system.key("accounts:write"), "/v1/accounts/disable", {"account": visitor.account()})
    heard = len(application.heard)
    # Its sessions have ended.
    assert path_of(page(visitor, "/").headers["Location"]) == "/web/sign-in"
    assert client.send("GET", "/", headers=visitor.headers()).status == 401
    assert len(application.heard) == heard


def test_while_the_service_is_stopped_the_application_is_refused(client, system, application, proxy):
    visitor = signed_in(client)
    heard = len(application.heard)
    system.service.stop()
    try:
        for headers in (visitor.headers() | PAGE, visitor.headers(), PAGE, {}):
            assert client.send("GET", "/", headers=headers).status == 503
        assert client.send("POST", "/", body={}, headers=visitor.headers()).status == 503
        assert client.send("GET", "/v1/account", headers=visitor.headers()).status in (502, 503)
    finally:
        system.start()
    assert len(application.heard) == heard
    until(lambda: page(visitor, "/").status == 200, "the application works again")
    until(lambda: visitor.get("/v1/account").status == 200, "the service works again")


@pytest.mark.parametrize("silence", [HANGS, HANGS_UP])
def test_a_check_without_an_answer_lets_nobody_through(kind, certificate, application, tmp_path, system, silence):
    with Application() as stand_in, kind(tmp_path, certificate, stand_in.port, application.port) as proxy:
        stand_in.instead["/v1/sessions/check"] = (silence, {})
        heard = len(application.heard)
        assert Client(proxy, system, "127.0.0.2").send("GET", "/", headers=PAGE | {"Cookie": "a=1"}).status == 503
        assert "/v1/sessions/check" in stand_in.begun
        assert len(application.heard) == heard


def test_every_other_answer_to_the_check_is_a_refusal(kind, certificate, application, tmp_path, system):
    with Application() as stand_in, kind(tmp_path, certificate, stand_in.port, application.port) as proxy:
        heard = len(application.heard)
        for status, expected in ((400, 400), (403, 403), (429, 429), (302, 503), (404, 503), (500, 503), (502, 503), (503, 503)):
            stand_in.instead["/v1/sessions/check"] = (status, {"retry-after": "7", "location": "/", "x-auth-request-user": "a"})
            for headers in (PAGE, {}):
                refused = Client(proxy, system, "127.0.0.2").send("GET", "/", headers=headers)
                assert refused.status == expected, status
            assert status != 429 or refused.headers["Retry-After"] == "7"
        assert len(application.heard) == heard


def test_the_check_has_the_cookie_and_the_address_but_no_body(kind, certificate, application, tmp_path, system):
    with Application() as stand_in, kind(tmp_path, certificate, stand_in.port, application.port) as proxy:
        client = Client(proxy, system, "127.0.0.2")
        sent = FORGED | {"Cookie": "__Host-siwa-session=x; other=1", "Content-Type": "text/plain", "Upgrade": "websocket"}
        for chunked in (False, True):
            with client.connect() as connection:
                connection.inner.request(
                    "POST", "/upload", iter([b"some", b"thing"]) if chunked else b"something", sent, encode_chunked=chunked
                )
                connection.inner.getresponse().read()
        checks = [said for said in stand_in.heard if said["path"] == "/v1/sessions/check"]
        assert len(checks) == 2
        for said in checks:
            assert (said["method"], said["body"], values(said, "transfer-encoding")) == ("GET", "", [])
            assert values(said, "content-length") in ([], ["0"])
            assert values(said, "cookie") == [sent["Cookie"]]
            assert values(said, "x-forwarded-for") == [client.address]
            assert values(said, "upgrade") == []


def test_the_service_gets_the_address_and_the_host_of_the_proxy_only(kind, certificate, application, tmp_path, system):
    with Application() as stand_in, kind(tmp_path, certificate, stand_in.port, application.port) as proxy:
        client = Client(proxy, system, "127.0.0.2")
        asked = FORGED | {"Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        for listed in ("close", "X-Forwarded-For", "upgrade"):
            shown = client.send("GET", "/v1/account?a=%2F..%2f", headers=asked | {"Connection": listed}).json
            assert shown["path"] == "/v1/account?a=%2F..%2f"
            assert values(shown, "x-forwarded-for") == [client.address]
            assert values(shown, "host") == [HOST]
            assert values(shown, "upgrade") == []


def test_only_the_address_that_the_proxy_sees_counts(client, proxy, system):
    operator = Client(proxy, system, OPERATOR)
    assert operator.send("GET", "/v1/ended-sessions").status == 200
    for forged in (OPERATOR, f"{OPERATOR}, 127.0.0.1", f"192.0.2.1, {OPERATOR}", "127.0.0.1", ""):
        for name in ("X-Forwarded-For", "x-forwarded-for", "X_Forwarded_For", "Forwarded", "X-Real-IP"):
            assert client.send("GET", "/v1/ended-sessions", headers={name: forged}).status in (401, 403), (name, forged)
    with client.line() as line:
        line.sendall(
            (
                f"GET /v1/ended-sessions HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-For: 192.0.2.1\r\n"
                f"X-Forwarded-For: {OPERATOR}\r\nConnection: close, X-Forwarded-For\r\n\r\n"
            ).encode()
        )
        assert read(line).status in (401, 403)


def read(line):
    reply = http.client.HTTPResponse(line)
    reply.begin()
    reply.body = reply.read()
    return reply


def test_another_forged_address_for_each_request_does_not_evade_the_rate_limit(client, new_client):
    def begin(connection, number):
        headers = {"X-Forwarded-For": f"192.0.2.{number % 250}"}
        return connection.send("POST", "/v1/native/attempts", body={"client": "app"}, headers=headers).status

    with client.connect() as connection:
        assert 429 in (begin(connection, number) for number in range(2_000))
    with new_client().connect() as connection:
        assert begin(connection, 1) == 200


def test_plain_http_is_redirected(proxy, client):
    connection = http.client.HTTPConnection("127.0.0.1", proxy.http, timeout=PATIENCE)
    connection.request("GET", "/reports?year=2026", headers={"Host": HOST})
    reply = connection.getresponse()
    assert (reply.status, reply.headers["Location"]) == (308, f"https://{HOST}/reports?year=2026")
    connection.close()


@pytest.mark.parametrize(
    "path", ["/metrics", "/metrics?x=1", "/%6detrics", "//metrics", "/v1/../metrics", "/v1/%2e%2e/metrics", "/health/../metrics"]
)
def test_metrics_cannot_be_reached(proxy, system, path):
    # Not even by the operator.
    answer = Client(proxy, system, OPERATOR).send("GET", path)
    # Another path than /metrics is the application's, if the service does not have it.
    assert answer.status in ((404,) if path.startswith("/metrics") else (400, 401, 404)), path
    assert b"siwa_" not in answer.body


FORM_HEAD = f"POST /web/callback HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\n"


def post(client, octets, chunked):
    """Posts a form of this size, and returns the answer."""
    body = b"a=" + b"x" * (octets - 2)
    if chunked:
        parts = [body[place : place + 1_000] for place in range(0, octets, 1_000)] + [b""]
        sent = b"Transfer-Encoding: chunked\r\n\r\n" + b"".join(f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in parts)
    else:
        sent = f"Content-Length: {len(body)}\r\n\r\n".encode() + body
    with client.line() as line:
        line.sendall(FORM_HEAD.encode() + sent)
        return read(line)


def test_a_body_above_the_limit_is_refused_and_one_below_it_is_not(client):
    for chunked in (False, True):
        assert post(client, LARGEST, chunked).status not in (408, 413, 502, 503), chunked
        # The service itself refuses what is a little larger.
        assert b"body_too_large" in post(client, LARGEST + 1, chunked).body, chunked
    assert post(client, 82_000, chunked=True).status == 413
    # The proxy refuses by the announced length, before any of the body has come.
    with client.line() as line:
        line.sendall(f"{FORM_HEAD}Content-Length: {2 * LARGEST}\r\n\r\n".encode())
        refused = read(line)
    assert refused.status == 413 and b"body_too_large" not in refused.body


def test_of_an_endless_body_the_service_gets_the_beginning_at_most(kind, certificate, application, tmp_path, system):
    with Application() as stand_in, kind(tmp_path, certificate, stand_in.port, application.port) as proxy:
        client = Client(proxy, system, "127.0.0.2")
        # A client that goes on sending may find the connection closed before it reads the answer.
        with contextlib.suppress(OSError, http.client.HTTPException):
            post(client, 100 * LARGEST, chunked=True)
        assert client.send("GET", "/v1/account").status == 200
        assert max(len(said["body"]) for said in stand_in.heard) <= 100_000


def test_what_the_service_answers_arrives_unchanged(client, system, proxy):
    def facts(answer):
        varying = {"date", "x-request-id", "server", "connection", "keep-alive", "via", "alt-svc", "transfer-encoding", "content-length"}
        headers = sorted((name.lower(), value) for name, value in answer.headers.items() if name.lower() not in varying)
        return answer.status, headers, len(answer.body)

    def both(method, path, **more):
        behind = client.send(method, path, **more)
        direct = system.send(method, path, **more)
        assert facts(behind) == facts(direct), path
        assert len(behind.headers["X-Request-Id"]) == 16
        return behind

    packed = {"Accept-Encoding": "gzip, br"}
    assert both("GET", "/v1/account").json["error"] == "authorization_missing"
    assert both("POST", "/v1/native/attempts", body={"client": "nobody"}).status == 400
    assert both("GET", "/v1/nowhere", headers=packed).json["error"] == "route_unknown"
    assert both("GET", "/web/nowhere", headers=packed).status == 404
    assert both("PUT", "/v1/account").headers["Allow"]
    assert both("GET", "/errors", headers=packed).status == 200
    assert both("GET", "/.well-known/jwks.json").json["keys"]
    assert both("GET", "/.well-known/apple-app-site-association").json["webcredentials"]["apps"]
    assert both("GET", "/.well-known/assetlinks.json").json[0]["target"]["package_name"] == "com.example.app"
    for document in ("openid-configuration", "oauth-authorization-server"):
        assert both("GET", f"/.well-known/{document}", headers=packed).json["issuer"] == f"https://{HOST}"
    assert both("POST", "/oauth/token", form={"grant_type": "refresh_token", "client_id": "shop"}).json["error"] == "invalid_request"
    assert both("GET", "/oauth/userinfo").status == 401
    asked = "/oauth/authorize?client_id=shop&redirect_uri=https%3A%2F%2Fshop.example.com%2Fcallback&response_type=code&state="
    told = both("GET", asked + "s" * 2_000)
    assert told.status == 303 and told.headers["Location"].startswith("https://shop.example.com/callback?error=")
    # The longest query that the service reads has 8 KiB.
    assert both("GET", asked + "s&padding=" + "x" * (8_180 - len(asked))).status == 303
    assert both("GET", "/oauth/logout").status == 200
    assert both("GET", "/web/sign-in?return_to=//evil.example").status == 400
    assert both("GET", "/health/live").json == {"status": "live"}
    assert both("POST", "/apple/notifications", body={}).status == 400

    begun = client.send("GET", "/web/sign-in", headers={"Sec-Fetch-Site": "same-origin"})
    (cookie,) = begun.headers.get_all("Set-Cookie")
    assert cookie.startswith("__Host-siwa-flow-")
    assert {part.strip().lower() for part in cookie.split(";")[1:]} >= {"path=/", "secure", "httponly", "samesite=lax"}


def test_a_session_works_over_http_2(client, proxy):
    visitor = signed_in(client)
    arguments = [
        "--silent",
        "--http2",
        "--interface",
        client.address,
        "--cacert",
        str(proxy.certificate.authority),
        "--connect-to",
        f"{HOST}:443:127.0.0.1:{proxy.https}",
        "--cookie",
        visitor.headers()["Cookie"] + "; other=1",
        "--write-out",
        "\n%{http_version}",
        "--max-time",
        str(PATIENCE),
        f"https://{HOST}/over-http-2",
    ]
    body, version = subprocess.run([program("curl"), *arguments], capture_output=True, text=True, check=True).stdout.rsplit("\n", 1)
    assert version == "2"
    assert values(json.loads(body), "x-auth-request-user") == [visitor.account()]


def test_old_tls_is_refused(proxy):
    for version, expected in (("-tls1_1", False), ("-tls1_2", True), ("-tls1_3", True)):
        result = subprocess.run(
            [
                program("openssl"),
                "s_client",
                "-connect",
                f"127.0.0.1:{proxy.https}",
                "-servername",
                HOST,
                version,
                "-cipher",
                "ALL:@SECLEVEL=0",
                "-CAfile",
                proxy.certificate.authority,
                "-verify_return_error",
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        assert (result.returncode == 0) == expected, (version, result.stdout, result.stderr)


def test_a_slow_body_does_not_occupy_the_service(kind, certificate, application, tmp_path, system):
    with Application() as stand_in, kind(tmp_path, certificate, stand_in.port, application.port) as proxy:
        client = Client(proxy, system, "127.0.0.2")
        until(lambda: client.send("GET", "/health/live").status == 200, "the proxy uses the stand-in")
        with client.line() as slow:
            slow.sendall(f"POST /v1/slow HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {LARGEST}\r\n\r\n{{".encode())
            # What a proxy passes on at once would arrive before these.
            for number in range(20):
                assert client.send("POST", f"/v1/{number}", body={}).status == 200
            assert "/v1/slow" not in stand_in.begun
            slow.sendall(b" " * (LARGEST - 1))
            assert read(slow).status == 200
        said = next(said for said in stand_in.heard if said["path"] == "/v1/slow")
        assert len(said["body"]) == LARGEST


def test_one_address_cannot_take_all_connections(kind, proxy, client, new_client):
    if kind.name == "caddy":
        return
    begun = f"POST /v1/native/attempts HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 9\r\n\r\n{{".encode()
    with contextlib.ExitStack() as lines:
        for _ in range(256):
            line = lines.enter_context(client.line())
            line.sendall(begun)

        def is_refused():
            try:
                return client.send("GET", "/health/live").status == 429
            except (OSError, http.client.HTTPException):
                return True

        until(is_refused, "one more is refused")
        assert new_client().send("GET", "/health/live").status == 200
    until(lambda: not is_refused(), "there is room again")
