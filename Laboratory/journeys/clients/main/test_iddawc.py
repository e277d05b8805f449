"""Debian's iddawc, a C library called through ctypes, configured by discovery."""

import ctypes
import enum
import json
import os
import urllib.parse

import pytest

from journey import Journey, NotSignedIn, SignedIn

LIBRARY = "libiddawc.so.1.1"

# From iddawc.h.
RESPONSE_TYPE_CODE, RESPONSE_TYPE_REFRESH_TOKEN = 0x1, 0x100000
TOKEN_AUTH_METHOD_SECRET_POST = 0x10
REVOKE_AUTH_CLIENT_TARGET = 2
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
    TOKEN_METHOD = 29
    NONCE_GENERATE = 37
    STATE_GENERATE = 38
    TOKEN_TARGET = 51
    TOKEN_TARGET_TYPE_HINT = 52
    REMOTE_CERT_FLAG = 79


class Session:
    """A `struct _i_session`. Errors of the library raise."""

    def __init__(self, library):
        self.library = library
        self.memory = ctypes.create_string_buffer(SESSION_SIZE)
        self.call("i_init_session")

    def call(self, function, *arguments):
        if (result := getattr(self.library, function)(self.memory, *arguments)) != 0:
            raise NotSignedIn(function, result, self[Option.ERROR])

    def __getitem__(self, option):
        self.library.i_get_str_parameter.restype = ctypes.c_char_p
        value = self.library.i_get_str_parameter(self.memory, option)
        return value.decode() if value else None

    def __setitem__(self, option, value):
        if isinstance(value, int):
            self.call("i_set_int_parameter", option, value)
        else:
            self.call("i_set_str_parameter", option, value and value.encode())


class TestIddawc(Journey):
    software = "libiddawc1.1"
    leaves_to_application = ("audience",)
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
        if self.apple.authority_file:
            self.session[Option.REMOTE_CERT_FLAG] = REMOTE_VERIFY_NONE  # it trusts the system's authorities only
        self.session[Option.OPENID_CONFIG_ENDPOINT] = f"{self.base_url}/.well-known/openid-configuration"
        self.session.call("i_get_openid_config")
        self.session[Option.CLIENT_ID] = self.client_id
        self.session[Option.CLIENT_SECRET] = self.apple.client_secret()
        self.session[Option.TOKEN_METHOD] = TOKEN_AUTH_METHOD_SECRET_POST
        self.session[Option.REDIRECT_URI] = self.return_url
        self.session[Option.SCOPE] = "openid name email"

    def begin(self):
        self.session.call("i_set_response_type", RESPONSE_TYPE_CODE)
        self.session[Option.STATE_GENERATE] = self.session[Option.NONCE_GENERATE] = 32
        self.session.call("i_set_additional_parameter", b"response_mode", b"form_post")
        self.session.call("i_build_auth_url_get")
        return self.session[Option.REDIRECT_TO]

    def finish(self, answer):
        self.session[Option.REDIRECT_TO] = f"{self.return_url}?{urllib.parse.urlencode(answer['fields'])}"
        self.session.call("i_parse_redirect_to")
        self.session.call("i_run_token_request")
        self.session.call("i_verify_id_token")
        claims = json.loads(self.exported())["id_token_payload"]
        if claims["aud"] != self.client_id:
            raise NotSignedIn("audience")
        return SignedIn(claims["sub"], claims["email"], self.session[Option.REFRESH_TOKEN])

    def exported(self):
        export = self.session.library.i_export_session_str
        export.restype = ctypes.c_char_p
        return export(self.session.memory)

    def refresh(self, refresh_token):
        self.session.call("i_set_response_type", RESPONSE_TYPE_REFRESH_TOKEN)
        self.session[Option.NONCE] = None  # the identity token from a refresh has none
        self.session[Option.REFRESH_TOKEN] = refresh_token
        self.session.call("i_run_token_request")

    def revoke(self, refresh_token):
        self.session[Option.TOKEN_TARGET] = refresh_token
        self.session[Option.TOKEN_TARGET_TYPE_HINT] = "refresh_token"
        self.session.call("i_revoke_token", REVOKE_AUTH_CLIENT_TARGET)
