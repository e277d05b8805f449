# Wraps Debian's ruby-openid-connect: reads one JSON command per line and writes one JSON answer per line.
require "json"
require "openid_connect"

settings = JSON.parse(ARGV[0])
client = OpenIDConnect::Client.new(
  identifier: settings["client_id"], secret: settings["client_secret"], redirect_uri: settings["return_url"],
  authorization_endpoint: "#{settings["base_url"]}/auth/authorize", token_endpoint: "#{settings["base_url"]}/auth/token",
  revocation_endpoint: "#{settings["base_url"]}/auth/revoke")
keys = JSON::JWK::Set.new(JSON.parse(OpenIDConnect.http_client.get_content("#{settings["base_url"]}/auth/keys")))

$stdout.sync = true
$stdin.each_line do |line|
  command, value = JSON.parse(line)
  answer =
    case command
    when "begin"
      client.authorization_uri(scope: %w[name email], response_mode: :form_post, state: "state-1", nonce: "nonce-1")
    when "finish"
      client.authorization_code = value
      tokens = client.access_token!(:body)
      claims = OpenIDConnect::ResponseObject::IdToken.decode(tokens.id_token, keys)
      claims.verify!(issuer: settings["issuer"], client_id: settings["client_id"], nonce: "nonce-1")
      {subject: claims.sub, email: claims.raw_attributes[:email], refresh_token: tokens.refresh_token}
    when "refresh"
      client.refresh_token = value
      client.access_token!(:body).access_token
    when "revoke"
      client.revoke!(:body, refresh_token: value)
    end
  puts JSON.generate(answer: answer)
rescue StandardError => error
  puts JSON.generate(error: "#{error.class}: #{error.message}")
end
