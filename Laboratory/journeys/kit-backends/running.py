"""The emulator of Apple and the played servers, running together."""

import auth0
import firebase
import supabase
from harness.emulator import KEY, TEAM, Emulator, one_team
from harness.keys import new_key, pem
from own_server import OwnServer
from played import Apple

OTHER_APP = "com.example.other"


class Running:
    def __init__(self, folder):
        key = new_key()
        configuration = one_team(folder, {}, key=key)
        configuration["teams"]["example"]["apps"][OTHER_APP] = {"primary": True}
        self.emulator = Emulator(folder, configuration)
        apple = Apple(self.emulator.url, self.emulator.issuer, TEAM, KEY, pem(key))
        self.supabase = supabase.Supabase(apple)
        self.firebase = firebase.Firebase(apple)
        self.auth0 = auth0.Auth0(apple)
        self.own_server = OwnServer(apple)

    @property
    def environment(self):
        """What a program needs to reach them."""
        return {
            "EMULATOR": self.emulator.url,
            "SUPABASE": self.supabase.url,
            "SUPABASE_KEY": supabase.KEY,
            "FIREBASE": self.firebase.url,
            "FIREBASE_KEY": firebase.KEY,
            "AUTH0": self.auth0.url,
            "AUTH0_CLIENT": auth0.CLIENT,
            "AUTH0_AUDIENCE": auth0.AUDIENCE,
            "OWN_SERVER": self.own_server.url,
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in (self.supabase, self.firebase, self.auth0, self.own_server):
            server.stop()
        self.emulator.stop()
