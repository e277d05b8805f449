# frozen_string_literal: true

require "json"
require "net/http"
require "openssl"

# Checks the identity tokens that Apple gave an app.
class AppleIdentity
  class Refused < StandardError; end
  class Unavailable < StandardError; end

  def initialize(app:, issuer: "https://appleid.apple.com", keys: "https://appleid.apple.com/auth/keys")
    @app = app
    @issuer = issuer
    @keys = URI(keys)
  end

  # The claims of a token of this sign-in.
  def verify(token, nonce:)
    header, payload, signature = token.split(".").map { |part| part.tr("-_", "+/").unpack1("m") }
    key = keys[JSON.parse(header)["kid"]]
    signed = token.rpartition(".").first
    raise Refused, "not signed by Apple" unless key&.verify("SHA256", signature, signed)

    claims = JSON.parse(payload)
    raise Refused, "for somebody else" unless claims["iss"] == @issuer && claims["aud"] == @app
    raise Refused, "too old" unless claims["exp"] > Time.now.to_i
    raise Refused, "of another sign-in" unless claims["nonce"] == nonce

    claims
  end

  private

  def keys
    answer = Net::HTTP.get_response(@keys)
    raise Unavailable, "Apple's keys: #{answer.code}" unless answer.is_a?(Net::HTTPOK)

    JSON.parse(answer.body)["keys"].to_h { |key| [key["kid"], public_key(key)] }
  end

  def public_key(key)
    numbers = key.values_at("n", "e").map { |text| OpenSSL::ASN1::Integer(OpenSSL::BN.new(text.tr("-_", "+/").unpack1("m"), 2)) }
    OpenSSL::PKey::RSA.new(OpenSSL::ASN1::Sequence(numbers).to_der)
  end
end
