"""Debian's Net::OAuth2 with Crypt::JWT, through `net_oauth2_client.pl`."""

from line_program import LineProgram
from relying_party import RelyingParty


class TestPerlNetOAuth2(LineProgram, RelyingParty):
    software = "libnet-oauth2-perl, libcrypt-jwt-perl"
    finds_siwa_by = "URLs"
    verified_by = "Crypt::JWT"
    pkce = False
    at_siwa = {"pkce": "optional"}
    authentication = "client_secret_post"
    interpreter, program = "perl", "net_oauth2_client.pl"
    requires = ("-MNet::OAuth2::Profile::WebServer", "-MCrypt::JWT", "-MLWP::Protocol::https", "-e", "1")
    debian_package = "libnet-oauth2-perl, libcrypt-jwt-perl or liblwp-protocol-https-perl"
