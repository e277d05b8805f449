/// Why a form that claims to come from Apple's authorization page is not one. The raw value is a stable code.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum AuthorizationCallbackError: String, Error, CaseIterable, Sendable {
    /// The body is longer than 64 KiB, or has more than 32 parameters.
    case bodyTooLarge = "callback_too_large"
    /// An escape is malformed, or the octets are not UTF-8.
    case bodyMalformed = "callback_malformed"
    /// A parameter occurs twice: two readers would choose different ones.
    case parameterRepeated = "callback_parameter_repeated"
    /// A parameter is longer than its limit: code 2 KiB, identity token 16 KiB, user 4 KiB, state and error 2 KiB.
    case parameterTooLarge = "callback_parameter_too_large"
    /// A parameter that must be visible ASCII is not.
    case parameterMalformed = "callback_parameter_malformed"
    /// There is no `state`, so the answer belongs to nobody.
    case stateMissing = "callback_state_missing"
    /// There is neither `code` nor `error`.
    case codeMissing = "callback_code_missing"
    /// There are both `code` and `error`.
    case codeAndError = "callback_code_and_error"

    /// The stable code.
    public var code: String { rawValue }
}
