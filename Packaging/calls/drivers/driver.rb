# frozen_string_literal: true

# Makes the calls of cases.json with the gem, and prints what each returned or raised.
require "apple_id_emulator"
require "json"

def symbols(hash)
  hash.transform_keys(&:to_sym)
end

def make(emulator, call, given)
  more = %i[members more filters].flat_map { |name| symbols(given.delete(name) || {}).to_a }.to_h
  positional = {
    "create_person" => %i[key], "sign_in" => %i[person], "wait_for" => %i[event], "set_fault" => %i[endpoint kind],
    "approve" => %i[authorize_url person], "register_return_url" => %i[url], "stop_using" => %i[person],
    "advance_clock" => %i[seconds], "call" => %i[path body], "events" => %i[types]
  }.fetch(call, [])
  values = positional.filter_map { |name| given.delete(name) }.flatten(1)
  emulator.public_send(call, *values, **given, **more)
end

def plain(value)
  case value
  when AppleIDEmulator::Team then value.to_h.merge(app: value.app)
  when Struct then value.to_h
  else value
  end
end

def attempt
  { returned: plain(yield) }
rescue AppleIDEmulator::CallRefused => error
  { raised: error.class.name, message: error.message, status: error.status, code: error.code }
rescue StandardError => error
  { raised: error.class.name, message: error.message }
end

def print_line(value)
  puts JSON.generate(value)
  $stdout.flush
end

what, file = ARGV
options = [ENV["DRIVER_OPTIONS"]].compact
more = ENV["DRIVER_SECONDS"] ? { seconds: Integer(ENV["DRIVER_SECONDS"]) } : {}
if what == "start"
  print_line(attempt { AppleIDEmulator.start(*options, **more) { "started" } })
else
  AppleIDEmulator.start(*options, **more) do |emulator|
    print_line(%i[base_url issuer team_id key_id key_file app service].to_h { |name| [name, emulator.public_send(name)] })
    sleep if what == "hold"
    JSON.parse(File.read(file)).each do |given|
      print_line(attempt { make(emulator, given["call"], symbols(given["arguments"] || {})) })
    end
  end
end
