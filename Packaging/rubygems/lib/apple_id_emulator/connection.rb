# frozen_string_literal: true

require "json"
require "net/http"
require "uri"
require_relative "errors"

module AppleIDEmulator
  # Control calls over HTTP.
  class Connection
    METHODS = { "GET" => Net::HTTP::Get, "POST" => Net::HTTP::Post, "DELETE" => Net::HTTP::Delete, "PATCH" => Net::HTTP::Patch }.freeze

    def initialize(base)
      @base = base
    end

    # The answer's JSON, or nil.
    def call(path, body, method)
      text = +""
      send_request(path, method, body, 30) { |part| text << part }
      text.empty? ? nil : JSON.parse(text)
    end

    # The lines of a stream as they come, for at most so many seconds. Says whether the stream ended.
    def each_line(path, seconds)
      rest = +""
      send_request(path, "GET", nil, seconds) do |part|
        rest << part
        while (line = rest.slice!(/\A.*\n/))
          yield line.chomp
        end
      end
      true
    rescue Net::ReadTimeout
      false
    end

    private

    def send_request(path, method, body, seconds)
      limit = now + seconds
      uri = URI("#{@base}/_emulator#{path}")
      request = METHODS.fetch(method).new(uri)
      request["Content-Type"] = "application/json" if body
      request.body = JSON.generate(body) if body
      open_http(uri, seconds) do |http|
        http.request(request) do |answer|
          raise CallRefused.new(path, answer.code.to_i, json_or_text(answer.read_body)) if answer.code.to_i >= 300

          answer.read_body do |part|
            yield part.force_encoding(Encoding::UTF_8)
            http.read_timeout = [limit - now, 0.001].max
          end
        end
      end
    end

    # A proxy of the environment is for other machines.
    def open_http(uri, seconds, &work)
      http = Net::HTTP.new(uri.host, uri.port, nil)
      http.read_timeout = seconds
      http.max_retries = 0
      http.start(&work)
    end

    def json_or_text(text)
      JSON.parse(text)
    rescue JSON::ParserError
      text
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
  private_constant :Connection
end
