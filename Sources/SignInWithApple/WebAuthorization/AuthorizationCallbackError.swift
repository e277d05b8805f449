/// The reason why a form cannot come from Apple's authorization page. The list may grow: end a `switch` with `default`.
public struct AuthorizationCallbackError: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String

    /// The body is longer than 64 KiB, or has more than 32 parameters.
    public static let bodyTooLarge = Self("callback_too_large", "Refuse; Apple posts a few kilobytes.")
    /// An escape is malformed, or the octets are not UTF-8.
    public static let bodyMalformed = Self("callback_malformed", "Refuse; Apple posts well-formed forms.")
    /// A parameter occurs twice. Two readers could choose different values.
    public static let parameterRepeated = Self(
        "callback_parameter_repeated",
        "Refuse; Apple posts each parameter once.")
    /// A parameter is longer than its limit: code 2 KiB, identity token 16 KiB, user 4 KiB, state and error 2 KiB.
    public static let parameterTooLarge = Self(
        "callback_parameter_too_large",
        "Refuse; Apple stays far below the limits.")
    /// A parameter that must be visible ASCII is not.
    public static let parameterMalformed = Self(
        "callback_parameter_malformed",
        "Refuse; Apple posts visible ASCII here.")
    /// There is no `state`, so the answer belongs to no request.
    public static let stateMissing = Self("callback_state_missing", "Send a `state` with every authorization request.")
    /// There is neither `code` nor `error`.
    public static let codeMissing = Self("callback_code_missing", "Start a new sign-in.")
    /// There are both `code` and `error`.
    public static let codeAndError = Self("callback_code_and_error", "Refuse; Apple posts one or the other.")

    /// All codes.
    public static let allCases: [Self] = [
        .bodyTooLarge, .bodyMalformed, .parameterRepeated, .parameterTooLarge, .parameterMalformed, .stateMissing,
        .codeMissing, .codeAndError,
    ]

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }
}
