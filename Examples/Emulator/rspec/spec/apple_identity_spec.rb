# frozen_string_literal: true

require_relative "../lib/apple_identity"

RSpec.describe AppleIdentity, :apple_id_emulator do
  subject(:identity) do
    described_class.new(app: apple_id_emulator.app, issuer: apple_id_emulator.issuer, keys: "#{apple_id_emulator.base_url}/auth/keys")
  end

  it "accepts a person's token" do
    apple_id_emulator.create_person("ada", first: "Ada")
    credential = apple_id_emulator.sign_in("ada", nonce: "n-1")
    claims = identity.verify(credential.identity_token, nonce: "n-1")
    expect(claims).to include("sub" => credential.user, "email" => "ada@example.com")
  end

  it "refuses a token of another sign-in" do
    credential = apple_id_emulator.sign_in("maya", nonce: "n-1")
    expect { identity.verify(credential.identity_token, nonce: "n-2") }.to raise_error(AppleIdentity::Refused, "of another sign-in")
  end

  it "refuses a token for another team's app" do
    team = apple_id_emulator.create_team
    credential = apple_id_emulator.sign_in("maya", app: team.app, nonce: "n-1")
    expect { identity.verify(credential.identity_token, nonce: "n-1") }.to raise_error(AppleIdentity::Refused, "for somebody else")
  end

  it "signs nobody in while Apple is down" do
    credential = apple_id_emulator.sign_in("maya", nonce: "n-1")
    apple_id_emulator.set_fault("keys", "status", status: 503)
    expect { identity.verify(credential.identity_token, nonce: "n-1") }.to raise_error(AppleIdentity::Unavailable)
    apple_id_emulator.wait_for("fault_fired", endpoint: "keys")
  end
end
