# Wraps Debian's ruby-openid-connect: reads one JSON command per line and writes one JSON answer per line.
require "base64"
require "digest"
require "json"
require "openid_connect"
require "securerandom"

settings = JSON.parse(ARGV[0])
siwa = OpenIDConnect::Discovery::Provider::Config.discover!(settings["issuer"])
client = OpenIDConnect::Client.new(
  identifier: settings["client_id"], secret: settings["client_secret"], redirect_uri: settings["redirect_uri"],
  authorization_endpoint: siwa.authorization_endpoint, token_endpoint: siwa.token_endpoint,
  userinfo_endpoint: siwa.userinfo_endpoint)
verifier = SecureRandom.urlsafe_base64(48)

$stdout.sync = true
$stdin.each_line do |line|
  command, value = JSON.parse(line)
  answer =
    case command
    when "begin"
      client.authorization_uri(
        scope: %w[profile email], state: "state-1", nonce: "nonce-1",
        code_challenge: Base64.urlsafe_encode64(Digest::SHA256.digest(verifier), padding: false),
        code_challenge_method: :S256)
    when "finish"
      client.authorization_code = value
      tokens = client.access_token!(code_verifier: verifier)
      claims = OpenIDConnect::ResponseObject::IdToken.decode(tokens.id_token, siwa.jwks)
      claims.verify!(issuer: settings["issuer"], client_id: settings["client_id"], nonce: "nonce-1")
      person = tokens.userinfo!
      raise "another subject" unless person.sub == claims.sub
      {subject: person.sub, email: person.email, name: person.name, id_token: tokens.id_token,
       refresh_token: tokens.refresh_token}
    when "refresh"
      client.refresh_token = value
      client.access_token!.refresh_token
    end
  puts JSON.generate(answer: answer)
rescue StandardError => error
  puts JSON.generate(error: "#{error.class}: #{error.message}")
end
