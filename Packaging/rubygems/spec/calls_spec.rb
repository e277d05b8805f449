# frozen_string_literal: true

require "apple_id_emulator/rspec"
require "net/http"

RSpec.describe AppleIDEmulator, :apple_id_emulator do
  it "gives a team its own people and clients" do
    team = apple_id_emulator.create_team
    first = apple_id_emulator.sign_in("maya", app: team.app)
    other = apple_id_emulator.sign_in("maya")
    expect(first.name).to eq(other.name)
    expect(first.user).not_to eq(other.user)
    expect(team.private_key).to start_with("-----BEGIN")
  end

  it "gives a name with the first sign-in only" do
    expect([1, 2].map { apple_id_emulator.sign_in("maya").name&.fetch("first") }).to eq(["Maya", nil])
  end

  it "does not sign in a person who does not confirm" do
    expect { apple_id_emulator.sign_in("maya", confirmation: "canceled") }.to raise_error(AppleIDEmulator::SignInCanceled, /1001/)
    expect { apple_id_emulator.sign_in("locked") }.to raise_error(AppleIDEmulator::SignInFailed, /1000/)
  end

  it "waits for an event while something else happens" do
    app = Thread.new { %w[tomas maya].each { |person| apple_id_emulator.sign_in(person) } }
    expect(apple_id_emulator.wait_for("code_issued", person: "maya")).to include("client_id" => apple_id_emulator.app)
    app.join
  end

  it "loses no event between two waits" do
    %w[tomas maya].each { |person| apple_id_emulator.sign_in(person) }
    expect([1, 2].map { apple_id_emulator.wait_for("consent_given")["person"] }).to eq(%w[tomas maya])
    expect(apple_id_emulator.events("consent_given")).to be_empty
  end

  it "does not wait for ever" do
    expect { apple_id_emulator.wait_for("consent_given", person: "maya", seconds: 0.1) }.to raise_error(AppleIDEmulator::TimedOut)
  end

  it "says if events were lost" do
    people = Array.new(1_100) { |number| { key: "p#{number}", email: "p#{number}@example.com" } }
    apple_id_emulator.call("/people", { people: people })
    expect { apple_id_emulator.wait_for("person_added", person: "p0") }.to raise_error(AppleIDEmulator::EventsMissed)
  end

  it "refuses a misspelt event at once" do
    expect { apple_id_emulator.wait_for("tokens_isued") }.to raise_error(AppleIDEmulator::CallRefused) do |refusal|
      expect(refusal.code).to eq("event_type_unknown")
    end
  end

  it "misbehaves as long as it should" do
    keys = URI("#{apple_id_emulator.base_url}/auth/keys")
    apple_id_emulator.set_fault("keys", "status", status: 503, times: 1)
    expect([1, 2].map { Net::HTTP.get_response(keys).code }).to eq(%w[503 200])
  end

  it "answers Apple's pages for a person" do
    apple_id_emulator.register_return_url("http://localhost:5000/back")
    query = { client_id: apple_id_emulator.service, redirect_uri: "http://localhost:5000/back", response_type: "code", state: "s-1" }
    page = "#{apple_id_emulator.base_url}/auth/authorize?#{URI.encode_www_form(query)}"
    expect(apple_id_emulator.approve(page, "maya")["location"]).to include("state=s-1")
  end

  it "reports a wrong option with the program's words" do
    expect { AppleIDEmulator.start("--nonsense") }.to raise_error(AppleIDEmulator::DidNotStart, /ended with 2.*--nonsense/m)
  end

  it "ends with the block" do
    address = AppleIDEmulator.start { |emulator| URI(emulator.base_url) }
    expect { Net::HTTP.get(address) }.to raise_error(Errno::ECONNREFUSED)
  end
end
