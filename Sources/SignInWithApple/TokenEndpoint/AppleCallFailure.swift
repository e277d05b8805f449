/// The reason why a call to Apple failed: Apple refused it, Apple could not be reached, or the answer is malformed.
///
/// There will be no other cases. Codes within them may be added.
public enum AppleCallFailure: CodedError, Equatable {
    /// Apple answered with one of its errors. Another call with the same values gets the same answer.
    case refused(TokenEndpointError)
    /// Apple could not be reached or asks to wait. This is temporary, and never a sign that access was withdrawn.
    case unavailable(reason: AppleFailureCode, retryAfter: Int?)
    /// Apple's answer does not have the documented form. The requested action may have happened nevertheless.
    case malformedReply(AppleFailureCode)
    /// Nothing was sent, because the call could only fail. This is an error of the developer.
    case notSent(AppleFailureCode)

    /// Seconds that Apple asks to wait, or after which another attempt makes sense, or `nil` if unknown.
    public var retryAfter: Int? {
        guard case .unavailable(_, let seconds) = self else { return nil }
        return seconds
    }

    /// The stable code: Apple's own error name, or the reason.
    public var code: String {
        switch self {
        case .refused(let error): error.code
        case .unavailable(let reason, _), .malformedReply(let reason), .notSent(let reason): reason.rawValue
        }
    }

    /// What to do about it.
    public var advice: String {
        switch self {
        case .refused(let error): error.advice
        case .unavailable(let reason, _), .malformedReply(let reason), .notSent(let reason): reason.advice
        }
    }
}

/// A stable code for a failure between the library and Apple. An open list.
public struct AppleFailureCode: RawRepresentable, Hashable, Sendable {
    /// The code as logs and replies show it.
    public let rawValue: String

    /// Creates a custom code.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AppleFailureCode {
    /// There is no connection to Apple.
    public static let notReachable = Self(rawValue: "apple_not_reachable")
    /// There was no complete answer in time.
    public static let timedOut = Self(rawValue: "apple_timed_out")
    /// Apple answered with a status of 500 or above.
    public static let serverError = Self(rawValue: "apple_server_error")
    /// Apple asks to wait (status 429).
    public static let throttled = Self(rawValue: "apple_throttled")
    /// Apple's keys could not be fetched, and there is no usable set.
    public static let keysUnavailable = Self(rawValue: "apple_keys_unavailable")
    /// A token names a key that Apple's last answer does not have, and Apple may not be asked again yet.
    public static let keyNotDecided = Self(rawValue: "apple_key_not_decided")
    /// A key that Apple published before is missing from its last answer. The next fetch decides.
    public static let keyDisputed = Self(rawValue: "apple_key_disputed")
    /// The call was cancelled on our side.
    public static let cancelled = Self(rawValue: "apple_call_cancelled")
    /// The answer is larger than any documented one.
    public static let replyTooLarge = Self(rawValue: "apple_reply_too_large")
    /// The answer is not HTTP, or it was cut off.
    public static let replyNotHTTP = Self(rawValue: "apple_reply_not_http")
    /// The answer is a redirect, which Apple's endpoints never send and the library never follows.
    public static let replyRedirected = Self(rawValue: "apple_reply_redirected")
    /// The answer has a status that Apple does not document, or an error without a name.
    public static let replyUndocumented = Self(rawValue: "apple_reply_undocumented")
    /// The answer's body is not one strict JSON object.
    public static let replyNotJSON = Self(rawValue: "apple_reply_not_json")
    /// A member of the answer is missing or has the wrong type.
    public static let replyIncomplete = Self(rawValue: "apple_reply_incomplete")
    /// The answer's key set has no key that could verify a token.
    public static let replyWithoutKeys = Self(rawValue: "apple_reply_without_keys")
    /// A client secret could not be signed with the configured key.
    public static let clientSecretNotSigned = Self(rawValue: "client_secret_not_signed")
    /// This client has already sent the code. A second use would invalidate it.
    public static let codeAlreadySent = Self(rawValue: "code_already_sent")
    /// The subject to transfer is not a valid subject.
    public static let transferSubjectInvalid = Self(rawValue: "transfer_subject_invalid")
    /// The receiving team is not a valid team id, or it is the own team.
    public static let transferTargetInvalid = Self(rawValue: "transfer_target_invalid")
}
