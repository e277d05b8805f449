# frozen_string_literal: true

require_relative "errors"

module AppleIDEmulator
  NAME = "apple-id-emulator"
  private_constant :NAME

  # The path of the program: the one that APPLE_ID_EMULATOR names, that of a gem for this platform, or one on PATH.
  def self.program
    named = ENV.fetch("APPLE_ID_EMULATOR", "")
    packaged = File.expand_path("../../libexec/#{NAME}", __dir__)
    return File.exist?(packaged) ? packaged : program_on_path if named.empty?
    return named if program?(named)

    raise DidNotStart, "APPLE_ID_EMULATOR names #{named}, which is not a program."
  end

  def self.program?(file)
    File.file?(file) && File.executable?(file)
  end
  private_class_method :program?

  # A program, and not the command of a gem such as this one, which would look for the program, too.
  def self.program_on_path
    files = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR).map { |folder| File.join(folder, NAME) }
    found = files.find { |file| program?(file) && File.binread(file, 2) != "#!" }
    found || raise(DidNotStart, "This package has no #{NAME} for #{RUBY_PLATFORM}. Install one of its packages or build it from source, " \
                                "and put it on PATH or name it in APPLE_ID_EMULATOR.")
  end
  private_class_method :program_on_path
end
