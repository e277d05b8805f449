"""Debian's ruby-openid-connect, through `openid_connect_client.rb`."""

from line_program import LineProgram
from relying_party import RelyingParty


class TestRubyOpenidConnect(LineProgram, RelyingParty):
    software = "ruby-openid-connect"
    settings = "the application makes `code_challenge` and `code_verifier`"
    interpreter, program = "ruby", "openid_connect_client.rb"
    requires = ("-e", "require 'openid_connect'")
    debian_package = "ruby-openid-connect"
