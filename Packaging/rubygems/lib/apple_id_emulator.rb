# frozen_string_literal: true

require_relative "apple_id_emulator/emulator"
require_relative "apple_id_emulator/errors"
require_relative "apple_id_emulator/program"

# Runs apple-id-emulator, which takes Apple's place in tests of Sign in with Apple. Not Apple's, and not for production.
module AppleIDEmulator
  # Starts an emulator on a free port of this machine. With a block, it ends with the block.
  #
  #   AppleIDEmulator.start { |emulator| emulator.sign_in("maya") }
  def self.start(*options, seconds: 30)
    emulator = Emulator.new(options, seconds)
    return emulator unless block_given?

    begin
      yield emulator
    ensure
      emulator.stop
    end
  end
end
