# frozen_string_literal: true

require "rspec/core"
require_relative "../apple_id_emulator"

module AppleIDEmulator
  # One emulator for the whole run. It is started by the first example that asks for it.
  module RSpec
    class << self
      # The program's options, such as `["--strict"]`. Set them in spec_helper.rb.
      attr_accessor :options

      def emulator
        @emulator ||= AppleIDEmulator.start(*options)
      end

      def stop
        @emulator&.stop
        @emulator = nil
      end
    end
  end
end

# Examples with the metadata `:apple_id_emulator` have the method of this name, and begin without the sign-ins of others.
RSpec.shared_context "with an emulated Apple" do
  def apple_id_emulator
    AppleIDEmulator::RSpec.emulator
  end

  before { apple_id_emulator.reset }
end

RSpec.configure do |config|
  config.include_context "with an emulated Apple", :apple_id_emulator
  config.after(:suite) { AppleIDEmulator::RSpec.stop }
end
