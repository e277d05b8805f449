# frozen_string_literal: true

require "apple_id_emulator/rspec"

RSpec.configure do |config|
  config.expect_with(:rspec) { |expectations| expectations.syntax = :expect }
end
