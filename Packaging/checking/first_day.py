"""The first day of an operator, step by step, inside namespaces that Packaging/first-day has made."""

import contextlib
import http.server
import json
import os
import subprocess
import threading
import time

from . import debian
from .certificates import Authority
from .first_person import Person
from .started import Failed, expect, give, inside, run, serving, write_private

NAME, APPLE = "id.example.test", "idp.localhost"
PROXY = """
server {
    listen 443 ssl;
    server_name %s;
    ssl_certificate /etc/ssl/first-day/fullchain.pem;
    ssl_certificate_key /etc/ssl/first-day/privkey.pem;
    location / {
        proxy_pass http://127.0.0.1:9080;
        proxy_set_header Host $host;
    }
}
"""
# Empty lines take what `siwa setup` proposes.
ANSWERS = [f"https://{NAME}", "", "", "", "", "/etc/siwa/AuthKey_EMUKEY0001.p8", "", "", "", "", ""]


def walk(root, work, *packages):
    """All steps. Raises Failed at the first that does not work."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    run("ip", "link", "set", "lo", "up")
    with contextlib.ExitStack() as running:
        step = Steps()
        debian.install(root, *packages)
        step("installed both packages")
        user, group = debian.siwa_user(root)
        authority = Authority(work / "tls", [NAME, APPLE])
        put_tls_in_front(root, authority)
        running.enter_context(proxy(root, work))
        step("started nginx with the sample configuration and a certificate")

        keys = root / "var/lib/emulator"
        keys.mkdir()
        running.enter_context(
            serving(
                inside(
                    root,
                    "0:0",
                    "/usr/bin/apple-id-emulator",
                    "--listen",
                    "127.0.0.1:9080",
                    "--public-url",
                    f"https://{APPLE}",
                    "--keys-in",
                    "/var/lib/emulator",
                    "--return-url",
                    f"https://{NAME}/web/callback",
                ),
                work / "emulator.log",
            )
        )
        key = root / "etc/siwa/AuthKey_EMUKEY0001.p8"
        write_private(key, (keys / key.name).read_bytes())
        give(key, user, group, 0o400)
        step("started the emulator behind TLS, and put its key in place")

        said = setup(root)
        expect(f"--return-url https://{NAME}/web/callback" in said, "siwa setup says what the emulator has to know")
        step("answered the questions of siwa setup")

        def siwa(*words):
            return inside(root, f"{user}:{group}", "/usr/bin/siwa", *words, "--config", "/etc/siwa/siwa.json")

        state = root / "var/lib/siwa"
        state.mkdir()
        give(state, user, group, 0o700)
        found = doctor(siwa)
        expect(
            set(found) == {"service_not_reached", "apple_is_an_emulator"},
            f"before the start, siwa doctor misses the service and real Apple only: {found}",
        )
        running.enter_context(serving(siwa("serve"), work / "siwa.log", {"PATH": os.environ["PATH"]}))
        expect(set(doctor(siwa)) == {"apple_is_an_emulator"}, "siwa doctor misses real Apple only")
        step("started the service, and asked the doctor")

        running.enter_context(application())
        sign_in(authority)
        step("signed in, and out again by Apple's notification")
    return 0


class Steps:
    """Prints what each step took."""

    def __init__(self):
        self.since = time.monotonic()

    def __call__(self, text):
        now = time.monotonic()
        print(f"{now - self.since:6.1f} s  {text}", flush=True)
        self.since = now


def put_tls_in_front(root, authority):
    """Names, the authority that the machine trusts, and nginx: the sample, and the emulator under its own name."""
    with open(root / "etc/hosts", "a") as hosts:
        hosts.write(f"\n127.0.0.1 localhost {NAME} {APPLE}\n")
    trusted = root / "usr/local/share/ca-certificates/first-day.crt"
    trusted.write_bytes(authority.certificate.read_bytes())
    run("chroot", root, "update-ca-certificates", env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    place = root / "etc/ssl/first-day"
    place.mkdir()
    for name in ("fullchain.pem", "privkey.pem"):
        (place / name).write_bytes((authority.folder / name).read_bytes())
    sample = (debian.ROOT / "Packaging/deploy/nginx/siwa.conf").read_text()
    sample = sample.replace("/etc/letsencrypt/live/id.example.com/", "/etc/ssl/first-day/").replace("id.example.com", NAME)
    (root / "etc/nginx/conf.d/siwa.conf").write_text(sample)
    (root / "etc/nginx/conf.d/emulator.conf").write_text(PROXY % APPLE)
    (root / "etc/nginx/sites-enabled/default").unlink(missing_ok=True)


@contextlib.contextmanager
def proxy(root, work):
    # nginx's processes need /dev/null.
    mounts = ['mount --rbind /dev "$root/dev"']
    run(*inside(root, "0:0", "/usr/sbin/nginx", "-t", mounts=mounts))
    with open(work / "nginx.log", "wb") as log:
        process = subprocess.Popen(
            [str(word) for word in inside(root, "0:0", "/usr/sbin/nginx", "-g", "daemon off;", mounts=mounts)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def setup(root):
    command = inside(
        root, "0:0", "/usr/bin/siwa", "setup", "--config", "/etc/siwa/siwa.json", "--replace", "--emulator", f"https://{APPLE}"
    )
    ended = subprocess.run([str(word) for word in command], input="\n".join(ANSWERS) + "\n", capture_output=True, text=True)
    if ended.returncode != 0:
        raise Failed(f"siwa setup ended with {ended.returncode}\n{ended.stderr}")
    return ended.stdout


def doctor(siwa):
    """What the doctor does not find in order, by code."""
    ended = subprocess.run([str(word) for word in siwa("doctor", "--json")], capture_output=True, text=True)
    if not ended.stdout:
        raise Failed(f"siwa doctor said nothing and ended with {ended.returncode}\n{ended.stderr}")
    findings = json.loads(ended.stdout)["findings"]
    wrong = {finding["code"]: finding["meaning"] for finding in findings if finding["level"] != "fine"}
    if (ended.returncode == 0) != all(finding["level"] in ("fine", "warning") for finding in findings):
        raise Failed(f"siwa doctor ended with {ended.returncode} and found {wrong}")
    return wrong


@contextlib.contextmanager
def application():
    """An application that knows nothing about sign-in: it greets whoever the proxy names."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            content = f"hello {self.headers['X-Auth-Request-User']}".encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 3000), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield
    server.shutdown()


def sign_in(authority):
    person = Person(authority, NAME, APPLE)
    refused = person.get("/orders", "application/json")
    expect(refused.status == 401, "the application is closed to strangers")
    landed = person.sign_in("/orders")
    expect(landed == "/orders", "the person returns to the page that they wanted")
    page = person.get("/orders", "text/html")
    expect(page.status == 200 and page.text.startswith("hello ") and len(page.text) == 38, "the application greets the account")
    expect("Maya" in person.get("/web/account", "text/html").text, "the account has the name that Apple gave once")
    person.control("notifications/url", {"team_id": "EMUTEAM001", "url": f"https://{NAME}/apple/notifications"})
    person.control("account/stop-using", {"person": "maya", "client": "com.example.web"})
    person.control("notifications?settled")
    expect(person.get("/orders", "application/json").status == 401, "Apple's notification ends the session")
