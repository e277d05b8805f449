# frozen_string_literal: true

module AppleIDEmulator
  class Error < StandardError; end

  # The program could not be found, ended, or said nothing in time. The message holds what it wrote.
  class DidNotStart < Error; end

  # The emulator refused a call: the answer's status, the stable code of the refusal, and the answer itself.
  class CallRefused < Error
    attr_reader :status, :code, :answer

    def initialize(path, status, answer)
      @status = status
      @answer = answer
      @code = answer["error"] if answer.is_a?(Hash)
      said = answer.is_a?(Hash) ? answer["message"] || answer["error"] : answer
      super("#{path}: #{status}: #{said}")
    end
  end

  # The sheet gave the app no credential. The message has the domain and the code of the error that the app gets.
  class SignInFailed < Error; end

  # The person did not confirm on the sheet. An app gets `ASAuthorizationError.canceled`.
  class SignInCanceled < SignInFailed; end

  # More than a thousand events came since the last wait, so the one that was waited for may be among the lost.
  class EventsMissed < Error; end

  # No such event came in time.
  class TimedOut < Error; end
end
