import AccountStorage
import SignInWithApple

/// Why a flow failed: an error of the catalogue, and who caused it.
#if compiler(>=6.3)
    @nonexhaustive
#endif
package enum SignInError: Error, Sendable, Hashable {
    /// Caused by the caller, or by an attacker. If `retryAfter` is set, the same request may succeed after that many
    /// seconds.
    case refused(ErrorCode, retryAfter: Int? = nil)
    /// The person is proven, and their new account waits for a decision.
    case held(HeldPerson)
    /// A dependency does not respond. The caller may try again after that many seconds.
    case unavailable(ErrorCode, retryAfter: Int)
    /// A fault that only the operator can fix.
    case misconfigured(ErrorCode)
}

extension SignInError {
    /// The error of the catalogue.
    package var errorCode: ErrorCode {
        switch self {
        case .refused(let code, _), .unavailable(let code, _), .misconfigured(let code): code
        case .held(let person): person.code
        }
    }

    /// The stable code that callers see.
    package var code: String { errorCode.name }

    /// The proven person whose account waits for a decision; nil for every other error.
    package var heldPerson: HeldPerson? {
        guard case .held(let person) = self else { return nil }
        return person
    }

    /// Seconds after which the same request may be sent again.
    package var retryAfter: Int? {
        switch self {
        case .refused(_, let seconds): seconds
        case .unavailable(_, let seconds): seconds
        case .held, .misconfigured: nil
        }
    }

    /// The error for a token that could not be verified because of Apple's keys. An unknown key does not mean an outage
    /// at Apple, since anybody can send a token with a made-up one.
    init(_ failure: AppleCallFailure?, retryAfter: Int) {
        self = .unavailable(
            failure?.isAboutOneKey == true ? .appleKeyUnavailable : .appleUnavailable,
            retryAfter: failure?.retryAfter ?? retryAfter)
    }

    /// Whether the database failed. What was asked of it may have been stored anyway.
    var isAboutDatabase: Bool {
        switch self {
        case .unavailable(.databaseUnavailable, _), .unavailable(.databaseFull, _): true
        default: false
        }
    }

    /// The error for a storage failure.
    init(_ failure: StorageFailure, retryAfter: Int) {
        self =
            switch failure {
            case .unavailable, .conflict: .unavailable(.databaseUnavailable, retryAfter: retryAfter)
            case .full: .unavailable(.databaseFull, retryAfter: retryAfter)
            case .corrupt: .misconfigured(.databaseCorrupt)
            }
    }
}

extension AppleCallFailure {
    /// Whether the token names an unknown key, and it is too early to fetch Apple's keys again.
    var isAboutOneKey: Bool {
        [AppleFailureCode.keyNotDecided, .keyDisputed].contains { $0.rawValue == code }
    }
}

extension TokenVerificationFailure {
    /// The failed call to Apple that prevented the verification; nil if the token was rejected.
    var callFailure: AppleCallFailure? {
        guard case .unavailable(let failure) = self else { return nil }
        return failure
    }
}
