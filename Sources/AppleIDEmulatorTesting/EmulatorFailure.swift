/// Why the emulator could not do what a test asked for.
public struct EmulatorFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// A code that does not change: `no_trait`, `no_emulator`, `not_started`, `unreachable`, or the code of the control
    /// call's refusal, such as `person_unknown`. A sign-in that Apple refuses has Apple's code, such as `invalid_client`.
    public let code: String
    /// What happened and what to do, in a sentence.
    public let explanation: String
    /// Why Apple's answer would be a refusal, such as `redirect_unregistered`. Only for a refused sign-in.
    public let cause: String?

    init(_ code: String, _ explanation: String, cause: String? = nil) {
        self.code = code
        self.explanation = explanation
        self.cause = cause
    }

    /// Code, cause and explanation.
    public var description: String { code + (cause.map { " (\($0))" } ?? "") + ": " + explanation }
}
