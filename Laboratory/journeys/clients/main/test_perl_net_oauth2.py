"""Debian's Net::OAuth2 with Crypt::JWT, through `net_oauth2_client.pl`."""

from journey import Journey
from line_program import LineProgram


class TestPerlNetOAuth2(LineProgram, Journey):
    software = "libnet-oauth2-perl, libcrypt-jwt-perl"
    finds_apple_by = "URLs"
    verified_by = "Crypt::JWT"
    leaves_to_application = ("nonce",)
    interpreter, program = "perl", "net_oauth2_client.pl"
    requires = ("-MNet::OAuth2::Profile::WebServer", "-MCrypt::JWT", "-e", "1")
    debian_package = "libnet-oauth2-perl or libcrypt-jwt-perl"
