"""Debian's iddawc, a C library called through ctypes, configured by discovery."""

import ctypes
import enum
import json
import os

import pytest

from relying_party import HearsOfLogouts, NotSignedIn, RelyingParty, SignedIn

LIBRARY = "libiddawc.so.1.1"

# From iddawc.h.
RESPONSE_TYPE_CODE, RESPONSE_TYPE_REFRESH_TOKEN = 0x1, 0x100000
TOKEN_AUTH_METHOD_SECRET_BASIC = 0x1
PKCE_METHOD_S256 = 2
REMOTE_VERIFY_NONE = 0
SESSION_SIZE = 16_384  # more than the size of `struct _i_session`


class Option(enum.IntEnum):
    """The values of `i_option`, without the prefix `I_OPT_`."""

    SCOPE = 2
    NONCE = 5
    REDIRECT_URI = 6
    REDIRECT_TO = 7
    CLIENT_ID = 8
    CLIENT_SECRET = 9
    OPENID_CONFIG_ENDPOINT = 14
    ERROR = 19
    REFRESH_TOKEN = 23
    ID_TOKEN = 25
    TOKEN_METHOD = 29
    USERINFO = 36
    NONCE_GENERATE = 37
    STATE_GENERATE = 38
    X5U_FLAGS = 39
    REMOTE_CERT_FLAG = 79
    PKCE_CODE_VERIFIER_GENERATE = 81
    PKCE_METHOD = 82
    POST_LOGOUT_REDIRECT_URI = 125


class Session:
    """A `struct _i_session`. Errors of the library raise."""

    def __init__(self, library):
        self.library = library
        self.memory = ctypes.create_string_buffer(SESSION_SIZE)
        self.call("i_init_session")

    def call(self, function, *arguments):
        if (result := getattr(self.library, function)(self.memory, *arguments)) != 0:
            raise NotSignedIn(function, result, self[Option.ERROR])

    def text(self, function, *arguments):
        made = getattr(self.library, function)
        made.restype = ctypes.c_char_p
        value = made(self.memory, *arguments)
        return value.decode() if value else None

    def __getitem__(self, option):
        return self.text("i_get_str_parameter", option)

    def __setitem__(self, option, value):
        if isinstance(value, int):
            self.call("i_set_int_parameter", option, value)
        else:
            self.call("i_set_str_parameter", option, value and value.encode())


class TestIddawc(HearsOfLogouts, RelyingParty):
    software = "libiddawc1.1"
    settings = "`I_OPT_PKCE_METHOD` and a code verifier; `I_OPT_TOKEN_METHOD` for the secret; no nonce at a refresh"
    refusal = NotSignedIn

    def set_up(self):
        try:
            library = ctypes.CDLL(LIBRARY)
        except OSError:
            missing = "libiddawc1.1 is missing: Scripts/bootstrap test installs it"
            assert not os.environ.get("CI"), missing
            pytest.skip(missing)
        library.i_global_init()
        self.session = Session(library)
        self.session[Option.REMOTE_CERT_FLAG] = REMOTE_VERIFY_NONE  # it trusts the system's authorities only
        self.session[Option.OPENID_CONFIG_ENDPOINT] = f"{self.issuer}/.well-known/openid-configuration"
        self.session.call("i_get_openid_config")
        self.session[Option.CLIENT_ID] = self.client_id
        self.session[Option.CLIENT_SECRET] = self.client_secret
        self.session[Option.TOKEN_METHOD] = TOKEN_AUTH_METHOD_SECRET_BASIC
        self.session[Option.REDIRECT_URI] = self.redirect_uri
        self.session[Option.POST_LOGOUT_REDIRECT_URI] = self.goodbye
        self.session[Option.SCOPE] = "openid profile email"

    def begin(self):
        self.session.call("i_set_response_type", RESPONSE_TYPE_CODE)
        self.session[Option.STATE_GENERATE] = self.session[Option.NONCE_GENERATE] = 32
        self.session[Option.PKCE_CODE_VERIFIER_GENERATE] = 43
        self.session[Option.PKCE_METHOD] = PKCE_METHOD_S256
        self.session.call("i_build_auth_url_get")
        return self.session[Option.REDIRECT_TO]

    def finish(self, arrival):
        self.session[Option.REDIRECT_TO] = arrival.url
        self.session.call("i_parse_redirect_to")
        self.session.call("i_run_token_request")
        self.session.call("i_verify_id_token")
        claims = json.loads(self.session.text("i_export_session_str"))["id_token_payload"]
        assert claims["aud"] == self.client_id  # iddawc leaves this to the application
        self.session.call("i_get_userinfo", 0)
        person = json.loads(self.session[Option.USERINFO])
        assert person["sub"] == claims["sub"]
        return SignedIn(person["sub"], person["email"], person["name"], self.session[Option.ID_TOKEN], self.session[Option.REFRESH_TOKEN])

    def refresh(self, refresh_token):
        self.session.call("i_set_response_type", RESPONSE_TYPE_REFRESH_TOKEN)
        self.session[Option.NONCE] = None  # the ID token from a refresh has none
        self.session[Option.REFRESH_TOKEN] = refresh_token
        self.session.call("i_run_token_request")
        return self.session[Option.REFRESH_TOKEN]

    def log_out(self, person):
        return self.session.text("i_build_end_session_url")

    def hear(self, form, person):
        self.session.call("i_verify_end_session_backchannel_token", form["logout_token"].encode())
