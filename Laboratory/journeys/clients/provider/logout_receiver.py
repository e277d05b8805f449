"""Receives logout tokens for clients that have no HTTP server of their own."""

import urllib.parse

from harness.keys import part
from harness.receiver import Receiver
from harness.waiting import PATIENCE


class LogoutReceiver(Receiver):
    def next_for(self, session):
        """The next posted form whose logout token is about this session (`sid`), as a dictionary."""
        while True:
            _, body = self.got.get(timeout=PATIENCE)
            form = dict(urllib.parse.parse_qsl(body.decode()))
            if part(form["logout_token"], 1)["sid"] == session:
                return form
