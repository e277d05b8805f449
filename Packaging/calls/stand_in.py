#!/usr/bin/env python3
"""Takes the emulator's place: answers the requests of cases.json in their order, and writes down every request that differs.

The packages start it as they start the emulator. STAND_IN_RECORD names the file for what was wrong, and for how it was started.
"""

import http.server
import json
import os
import pathlib
import re
import signal
import sys
import threading
import urllib.parse

CASES = json.loads((pathlib.Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
FACTS = {"team_id": "EMUTEAM001", "key_id": "EMUKEY0001", "app": "com.example.app", "service": "com.example.web"}


class Record:
    """The file that the check reads."""

    def __init__(self, path):
        self.path, self.lock = pathlib.Path(path), threading.Lock()

    def add(self, **members):
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(members, ensure_ascii=False) + "\n")


def equal(expected, found):
    """Whether a value is the expected one. {"matches": …} is a regular expression."""
    if isinstance(expected, dict) and set(expected) == {"matches"}:
        return isinstance(found, str) and re.fullmatch(expected["matches"], found) is not None
    if isinstance(expected, dict) and isinstance(found, dict):
        return set(expected) == set(found) and all(equal(value, found[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(equal, expected, found))
    return type(expected) is type(found) and expected == found


def handler(record):
    exchanges = iter([(case["sentence"], exchange) for case in CASES for exchange in case["exchanges"]])
    lock = threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            length = int(self.headers["Content-Length"] or 0)
            body = self.rfile.read(length)
            if self.path == "/_emulator/events":
                return self.send(200, b"id: 0\n\n", "text/event-stream", stays_open=True)
            with lock:
                sentence, exchange = next(exchanges, ("no more requests", None))
            if exchange is None or not self.fits(exchange, body):
                record.add(sentence=sentence, expected=exchange, method=self.command, path=self.path, body=body.decode())
                return self.send(500, b'{"error":"not_expected","message":"not the expected request"}', "application/json")
            text = exchange["text"] if "text" in exchange else json.dumps(exchange["answer"]) if "answer" in exchange else ""
            self.send(
                exchange["status"],
                text.encode(),
                "application/json" if "answer" in exchange else "text/plain",
                stays_open=exchange.get("stays_open", False),
            )

        do_GET = do_POST = do_DELETE = answer

        def fits(self, exchange, body):
            parts = urllib.parse.urlsplit(self.path)
            query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
            if (self.command, parts.path, query) != (exchange["method"], "/_emulator" + exchange["path"], exchange.get("query", {})):
                return False
            if "body" not in exchange:
                return body == b""
            return self.headers["Content-Type"] == "application/json" and equal(exchange["body"], json.loads(body))

        def send(self, status, body, kind, stays_open=False):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            if not stays_open and status != 204:
                self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
            if stays_open:
                # Until the reader gives up.
                self.rfile.read(1)
            self.close_connection = True

        def log_message(self, *_):
            pass

    return Handler


def main():
    options = sys.argv[1:]
    record = Record(os.environ["STAND_IN_RECORD"])
    record.add(started=options, standard_input=os.readlink("/proc/self/fd/0") if os.path.isdir("/proc/self/fd") else "/dev/null")
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    if "--nonsense" in options:
        print("there is no option --nonsense", file=sys.stderr)
        return 2
    if "--silent" in options:
        print("about to start", file=sys.stderr, flush=True)
        threading.Event().wait()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(record))
    server.daemon_threads = True
    base = f"http://127.0.0.1:{server.server_port}"
    folder = options[options.index("--keys-in") + 1]
    # A name that no resolver knows: calls have to use the address.
    facts = {
        **FACTS,
        "base_url": base.replace("127.0.0.1", "idp.stand-in.invalid"),
        "loopback_url": base,
        "issuer": base,
        "key_file": f"{folder}/AuthKey_EMUKEY0001.p8",
    }
    print(json.dumps(facts), flush=True)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
