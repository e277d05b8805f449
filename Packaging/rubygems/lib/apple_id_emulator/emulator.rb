# frozen_string_literal: true

require "fileutils"
require "json"
require "tmpdir"
require_relative "client"
require_relative "program"

module AppleIDEmulator
  # A running emulator. Without `--config` among the options it has an example: `app`, `service`, `team_id`, `key_id`,
  # `key_file` and the people maya, tomas and aiko. Every emulator also has test people, such as declined and no-email,
  # whose name decides what happens when they sign in.
  class Emulator < Client
    # Becomes the program, beside a child that ends it, and removes its folder ($0), when standard input ends: when the test
    # that started it does, even by SIGKILL.
    WATCHER = 'exec 3<&0; (while read -r line <&3; do :; done; kill -0 "$$" && rm -rf "$0"; kill "$$") >/dev/null 2>&1 & ' \
              'exec "$@" </dev/null 3<&-'
    GRACE = 10
    private_constant :WATCHER, :GRACE

    def initialize(options, seconds)
      program = AppleIDEmulator.program
      @folder = Dir.mktmpdir("apple-id-emulator-")
      words = ["/bin/sh", "-c", WATCHER, @folder, program, *options]
      words.push("--listen", "127.0.0.1:0") unless options.include?("--listen")
      words.push("--keys-in", @folder) unless options.include?("--config") || options.include?("--keys-in")
      start(words)
      super(JSON.parse(first_line(seconds)))
    rescue StandardError
      stop if @folder
      raise
    end

    # What the program has written to standard error: its log.
    def errors
      File.exist?(error_file) ? File.read(error_file) : ""
    end

    # Ends the program. A second call does nothing.
    def stop
      end_program if @ended&.alive?
      [@input, @output].compact.each(&:close)
      FileUtils.rm_rf(@folder)
      nil
    end

    private

    def start(words)
      input, @input = IO.pipe
      @output, output = IO.pipe
      @ended = Process.detach(Process.spawn(*words, in: input, out: output, err: error_file))
    ensure
      [input, output].compact.each(&:close)
    end

    # The line of JSON that the program prints once it listens.
    def first_line(seconds)
      limit = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
      line = +""
      until line.end_with?("\n")
        left = limit - Process.clock_gettime(Process::CLOCK_MONOTONIC)
        unless left.positive? && @output.wait_readable(left)
          raise DidNotStart, "apple-id-emulator said nothing within #{seconds} seconds\n#{errors}"
        end

        line << @output.readpartial(65_536)
      end
      line
    rescue EOFError
      raise DidNotStart, "apple-id-emulator ended with #{@ended.value.exitstatus}\n#{errors}"
    end

    def end_program
      Process.kill("TERM", @ended.pid)
      return if @ended.join(GRACE)

      Process.kill("KILL", @ended.pid)
      @ended.join
    rescue Errno::ESRCH
      # It has ended meanwhile.
    end

    def error_file
      File.join(@folder, "standard-error")
    end
  end
end
