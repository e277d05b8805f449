/// Why nothing was recorded: a mistake in the script, the values or the options.
package struct RecordingFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable code, such as `value_missing`.
    package let code: String
    /// A sentence for the person at the command line. It never contains the value of a secret.
    package let sentence: String

    init(_ code: String, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// The sentence.
    package var description: String { sentence }
}

/// Why a recording ended early.
package struct RecordingInterruption: Error, Sendable, Equatable, CustomStringConvertible {
    /// `unreachable` or `throttled`.
    package let code: String
    /// The call that was not answered, or not willingly.
    package let call: String
    /// A sentence for the person at the command line.
    package let description: String

    static func unreachable(_ call: String, at baseURL: String, _ reason: String) -> RecordingInterruption {
        RecordingInterruption(
            code: "unreachable", call: call, description: "\(baseURL) could not be reached for \(call): \(reason).")
    }

    /// 429 means that the server wants fewer calls (RFC 6585, section 4), so no more are sent.
    static func throttled(_ call: String, at baseURL: String) -> RecordingInterruption {
        RecordingInterruption(
            code: "throttled", call: call,
            description: "\(baseURL) answered \(call) with 429, too many requests. No more calls were sent.")
    }
}
