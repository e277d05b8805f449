# frozen_string_literal: true

require "securerandom"
require_relative "connection"

module AppleIDEmulator
  # A team that was added, with the private key for its client secrets (PEM).
  Team = Struct.new(:team_id, :key_id, :private_key, :apps, keyword_init: true) do
    # The first of its apps.
    def app
      apps.first
    end
  end

  # What Apple gives an app when a person signs in. Name and address come with the first sign-in only.
  Credential = Struct.new(:user, :identity_token, :authorization_code, :name, :email, :real_user_status, keyword_init: true)

  # Calls to a running emulator. Whatever has no method here can be reached with `call`.
  class Client
    FILTERS = %i[client_id team_id person].freeze
    private_constant :FILTERS

    attr_reader :base_url, :issuer, :team_id, :key_id, :key_file, :app, :service

    def initialize(facts)
      @base_url, @issuer, @team_id, @key_id, @key_file, @app, @service =
        facts.values_at("base_url", "issuer", "team_id", "key_id", "key_file", "app", "service")
      @connection = Connection.new(facts["control_url"] || facts["loopback_url"] || @base_url)
      @position = 0
    end

    # Adds a team with a key and apps of its own, for tests that run in parallel. What is not given is drawn.
    def create_team(team_id: SecureRandom.alphanumeric(10).upcase, apps: ["com.example.#{team_id.downcase}"])
      answer = call("/teams", { team_id: team_id, apps: apps })
      Team.new(team_id: answer["team_id"], key_id: answer["key_id"], private_key: answer["private_key"], apps: apps)
    end

    # Adds a person, and returns the key that names the person in other calls.
    def create_person(key, email: "#{key}@example.com", first: nil, last: nil, **more)
      name = { first: first, last: last }.compact
      call("/people", { key: key, email: email, **(name.empty? ? {} : { name: name }), **more })
      key
    end

    # Signs a person in to an app, as on a device. The nonce is sent as it is: hash it first if your app does. Further
    # members are those of the control call: with `confirmation: "canceled"`, it raises SignInCanceled.
    def sign_in(person, app: @app, nonce: nil, scopes: %w[name email], share_email: true, **more)
      body = { person: person, bundle_id: app, scopes: scopes, share_email: share_email, nonce: nonce }.compact
      answer = call("/device/credentials", body.merge(more))
      return Credential.new(**answer.slice(*Credential.members.map(&:to_s)).transform_keys(&:to_sym)) unless answer["error"]

      raise answer["error"] == "canceled" ? SignInCanceled : SignInFailed, "#{answer["domain"]} #{answer["code"]}"
    end

    # Answers Apple's pages for a person. Send "fields" to "action" with "method", or open "location".
    def approve(authorize_url, person, share_email: true, cancel: false, **more)
      body = { authorize_url: authorize_url, person: person, share_email: share_email, **more }
      call("/approvals", cancel ? body.merge(cancel: true) : body)
    end

    # Adds return URLs to a service, by default the example's. `app` is the app whose consent the service shares.
    def register_return_url(*urls, service: @service, app: @app)
      call("/services", { id: service, primary_app: app, return_urls: urls })
      nil
    end

    # The person stops using the app. The emulator revokes the tokens and sends the notification `consent-revoked`.
    def stop_using(person, client: @app)
      call("/account/stop-using", { person: person, client: client })
    end

    # Makes an endpoint misbehave, for instance `set_fault("token", "status", status: 503, times: 2)`.
    def set_fault(endpoint, kind, **members)
      call("/faults", { endpoint: endpoint, fault: { kind: kind, **members } })
    end

    # Removes every fault.
    def clear_faults
      call("/faults", method: "DELETE")
      nil
    end

    # Moves the emulator's clock forward.
    def advance_clock(seconds)
      call("/clock", { advance: seconds })
      nil
    end

    # The requests so far, each with the reason if it was refused. Filters: client_id, path, cause.
    def log(**filters)
      call(filters.empty? ? "/log" : "/log?#{URI.encode_www_form(filters)}")["entries"]
    end

    # Forgets sign-ins, people that were added and everything else that was changed. Waits begin here.
    def reset
      call("/reset", {})
      mark
    end

    # Waits, without polling, for an event whose members are equal, such as `wait_for("code_redeemed", person: "ada")`.
    # Events count from the last one that a wait returned, or from `mark` or `reset`, so that none is lost between two waits.
    def wait_for(type, seconds: 30, **members)
      limit = now + seconds
      while (left = limit - now).positive?
        events, ended = read_events({ types: type, count: 1, **members.slice(*FILTERS) }, left)
        break unless ended && events.any?

        @position = events.first["id"]
        return events.first if matches?(events.first, members)
      end
      told = members.empty? ? "" : " #{JSON.generate(members)}"
      raise TimedOut, "no event #{type}#{told} within #{seconds} seconds"
    end

    # The events since the last wait, of these types or of all.
    def events(*types, **members)
      found, ended = read_events({ wait: false, **(types.empty? ? {} : { types: types.join(",") }) }, 30)
      raise TimedOut, "no answer within 30 seconds" unless ended

      found.select { |event| matches?(event, members) }
    end

    # Lets the next wait begin here, whatever happened before.
    def mark
      ended = @connection.each_line("/events?wait=false", 30) { |line| @position = Integer(line[4..]) if line.start_with?("id: ") }
      raise TimedOut, "no answer within 30 seconds" unless ended
    end

    # Makes any control call, such as `call("/switches", { flags_as_text: true })`, and returns the answer's JSON.
    def call(path, body = nil, method: body ? "POST" : "GET")
      @connection.call(path, body, method)
    end

    private

    # The events after the position, and whether the stream ended in time.
    def read_events(query, seconds)
      kind = nil
      events = []
      ended = @connection.each_line("/events?#{URI.encode_www_form({ since: @position, **query })}", seconds) do |line|
        kind = line.delete_prefix("event: ") if line.start_with?("event: ")
        next unless line.start_with?("data: ")

        data = JSON.parse(line.delete_prefix("data: "))
        raise EventsMissed, "#{data["missed"]} events are no longer kept" if kind == "missed"

        events << data
      end
      [events, ended]
    end

    def matches?(event, members)
      members.all? { |name, value| event[name.to_s] == value }
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
