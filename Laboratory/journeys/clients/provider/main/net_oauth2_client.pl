# Wraps Debian's Net::OAuth2 and Crypt::JWT: reads one JSON command per line and writes one JSON answer per line.
use strict;
use warnings;
use Crypt::JWT qw(decode_jwt);
use JSON::PP;
use LWP::UserAgent;
use Net::OAuth2::Profile::WebServer;

my $settings = decode_json($ARGV[0]);
my $siwa = $settings->{issuer};
my $client = Net::OAuth2::Profile::WebServer->new(
    client_id => $settings->{client_id}, client_secret => $settings->{client_secret},
    authorize_url => "$siwa/oauth/authorize", access_token_url => "$siwa/oauth/token",
    refresh_token_url => "$siwa/oauth/token", redirect_uri => $settings->{redirect_uri},
    scope => 'openid profile email', state => 'state-1');
my $tokens;

my %commands = (
    begin => sub { $client->authorize(nonce => 'nonce-1')->as_string },
    finish => sub {
        $tokens = $client->get_access_token($_[0]);
        my $keys = decode_json(LWP::UserAgent->new->get("$siwa/.well-known/jwks.json")->content);
        my $claims = decode_jwt(
            token => $tokens->attribute('id_token'), kid_keys => $keys, accepted_alg => ['RS256', 'ES256'],
            verify_iss => sub { $_[0] eq $siwa }, verify_aud => sub { $_[0] eq $settings->{client_id} },
            verify_exp => 1);
        die "nonce\n" unless $claims->{nonce} eq 'nonce-1';    # Crypt::JWT does not check the nonce
        my $person = decode_json($tokens->get("$siwa/oauth/userinfo")->content);
        die "another subject\n" unless $person->{sub} eq $claims->{sub};
        return {
            subject => $person->{sub}, email => $person->{email}, name => $person->{name},
            id_token => $tokens->attribute('id_token'), refresh_token => $tokens->refresh_token};
    },
    refresh => sub {
        $client->update_access_token($tokens);
        return $tokens->refresh_token;
    },
);

$| = 1;
while (my $line = <STDIN>) {
    my ($command, @arguments) = @{decode_json($line)};
    my $answer = eval { $commands{$command}->(@arguments) };
    print encode_json($@ ? {error => "$@"} : {answer => $answer}), "\n";
}
