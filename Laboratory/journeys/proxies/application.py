"""Servers behind the proxy: an application that knows nothing about sign-in, and a stand-in for the service."""

import base64
import hashlib
import http.server
import json
import threading

HANGS, HANGS_UP = "hangs", "hangs up"


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A proxy may close an idle connection at any time."""


class Application:
    """Answers every request with what it received, as JSON. `heard` holds all of it, in order; `begun` holds the paths of the
    requests whose head has come.

    `instead` maps a path to the status and headers of another answer. Without one, the status is HANGS or HANGS_UP.
    """

    def __init__(self):
        self.heard, self.begun, self.instead = [], [], {}
        self.is_over = threading.Event()
        application = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                application.begun.append(self.path)
                body = self.read_body()
                said = {
                    "method": self.command,
                    "path": self.path,
                    "body": body.decode(),
                    "headers": [[name.lower(), value] for name, value in self.headers.items()],
                }
                application.heard.append(said)
                if self.headers["upgrade"] == "websocket":
                    return self.echo()
                status, headers = application.instead.get(self.path, (200, {"content-type": "application/json"}))
                if status == HANGS:
                    application.is_over.wait()
                if status in (HANGS, HANGS_UP):
                    self.close_connection = True
                    return
                content = json.dumps(said).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def read_body(self):
                if self.headers["transfer-encoding"] != "chunked":
                    return self.rfile.read(int(self.headers["content-length"] or 0))
                body = b""
                while size := int(self.rfile.readline() or b"0", 16):
                    body += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return body

            def echo(self):
                """Switches to another protocol, and sends back the first line."""
                self.send_response(101)
                self.send_header("upgrade", "websocket")
                self.send_header("connection", "upgrade")
                digest = hashlib.sha1((self.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode())
                self.send_header("sec-websocket-accept", base64.b64encode(digest.digest()).decode())
                self.end_headers()
                self.wfile.write(self.rfile.readline())
                self.close_connection = True

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.server.shutdown()
        self.server.server_close()


def values(said, name):
    """The values of a header, as the application shows them."""
    return [value for header, value in said["headers"] if header == name]
