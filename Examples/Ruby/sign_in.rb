# Tests a server's sign-in with the emulator of Apple: `ruby sign_in.rb`.
#
# Needs Ruby 3, no gems, and apple-id-emulator in PATH. The emulator picks a free port, so all that the test knows of it is
# what the first line says. `loopback_url` is reached from every machine, whatever names that machine knows.
require "digest"
require "json"
require "net/http"
require "openssl"
require "tmpdir"

# What the emulator says of itself, as long as the block runs.
def with_emulator
  Dir.mktmpdir do |keys|
    IO.popen(["apple-id-emulator", "--listen", "idp.localhost:0", "--keys-in", keys]) do |emulator|
      yield JSON.parse(emulator.gets)
    ensure
      Process.kill("TERM", emulator.pid)
    end
  end
end

def expect(holds, what) = holds || raise("not so: #{what}")

def json(reply)
  expect(reply.is_a?(Net::HTTPSuccess), "#{reply.uri} was answered #{reply.code} #{reply.body}")
  JSON.parse(reply.body)
end

# A control call: it plays the person and their phone.
def control(apple, path, **body)
  address = URI("#{apple["loopback_url"]}/_emulator/#{path}")
  json(Net::HTTP.post(address, body.to_json, "Content-Type" => "application/json"))
end

def hashed(nonce) = Digest::SHA256.hexdigest(nonce)
def encoded(octets) = [octets].pack("m0").tr("+/", "-_").delete("=")
def decoded(text) = text.tr("-_", "+/").unpack1("m")

# What your server does. In your own test, send the phone's answer to your server instead.

# The claims of Apple's identity token.
def verified(apple, identity_token, nonce)
  header, payload, signature = identity_token.split(".")
  keys = json(Net::HTTP.get_response(URI(apple["loopback_url"] + "/auth/keys")))["keys"]
  key = keys.find { |one| one["kid"] == JSON.parse(decoded(header))["kid"] }
  numbers = key.values_at("n", "e").map { |text| OpenSSL::ASN1::Integer(OpenSSL::BN.new(decoded(text), 2)) }
  public_key = OpenSSL::PKey::RSA.new(OpenSSL::ASN1::Sequence(numbers).to_der)
  expect(public_key.verify("SHA256", decoded(signature), "#{header}.#{payload}"), "Apple signed the token")
  claims = JSON.parse(decoded(payload))
  expect(claims.values_at("iss", "aud", "nonce") == [*apple.values_at("issuer", "app"), hashed(nonce)], "it is for us")
  expect(claims["exp"] > Time.now.to_i, "it has not expired")
  claims
end

# Apple's tokens for the code, with a secret that the team's key has signed.
def exchanged(apple, code)
  now = Time.now.to_i
  header = { alg: "ES256", kid: apple["key_id"] }
  claims = { iss: apple["team_id"], sub: apple["app"], aud: apple["issuer"], iat: now, exp: now + 300 }
  signed = [header, claims].map { |part| encoded(part.to_json) }.join(".")
  signature = OpenSSL::PKey.read(File.read(apple["key_file"])).sign("SHA256", signed)
  # A token has the two numbers side by side, without ASN.1 (RFC 7518, section 3.4).
  numbers = OpenSSL::ASN1.decode(signature).value.map { |number| number.value.to_s(2).rjust(32, "\0") }
  json(Net::HTTP.post_form(URI(apple["loopback_url"] + "/auth/token"), {
    client_id: apple["app"], client_secret: "#{signed}.#{encoded(numbers.join)}", grant_type: "authorization_code", code:
  }))
end

with_emulator do |apple|
  control(apple, "people", key: "grace", email: "grace@example.com", name: { first: "Grace", last: "Hopper" })
  nonce = "a nonce of your server"
  phone = control(
    apple, "device/credentials", person: "grace", bundle_id: apple["app"], scopes: ["name", "email"], nonce: hashed(nonce))

  claims = verified(apple, phone["identity_token"], nonce)
  expect(claims.values_at("sub", "email") == [phone["user"], "grace@example.com"], "Grace signed in")
  expect(phone["name"] == { "first" => "Grace", "last" => "Hopper" }, "Apple gave her name to the app")
  expect(exchanged(apple, phone["authorization_code"])["refresh_token"], "the code was exchanged")
  puts "a person signs in"
end
