"""Debian's ruby-openid-connect, through `openid_connect_client.rb`."""

from journey import Journey
from line_program import LineProgram


class TestRubyOpenidConnect(LineProgram, Journey):
    software = "ruby-openid-connect"
    finds_apple_by = "URLs"
    interpreter, program = "ruby", "openid_connect_client.rb"
    requires = ("-e", "require 'openid_connect'")
    debian_package = "ruby-openid-connect"

    def revoke(self, refresh_token):
        self.tell("revoke", refresh_token)
