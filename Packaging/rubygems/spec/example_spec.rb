require "apple_id_emulator/rspec"
require "json"

RSpec.describe "signing in with Apple", :apple_id_emulator do
  it "gives a token for the app" do
    apple_id_emulator.create_person("ada", first: "Ada", last: "Lovelace")
    credential = apple_id_emulator.sign_in("ada", nonce: "n-1")
    claims = JSON.parse(credential.identity_token.split(".")[1].tr("-_", "+/").unpack1("m"))
    expect(claims).to include("iss" => apple_id_emulator.issuer, "aud" => apple_id_emulator.app, "nonce" => "n-1")
    expect(claims["sub"]).to eq(credential.user)
    expect(credential.email).to eq("ada@example.com")
  end
end
