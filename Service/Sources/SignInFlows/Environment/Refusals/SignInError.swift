import AccountStorage
import SignInWithApple

/// Why a flow did not give what was asked: a row of the catalogue, and who caused it.
#if compiler(>=6.3)
    @nonexhaustive
#endif
package enum SignInError: Error, Sendable, Hashable {
    /// The caller's doing, or an attacker's. With seconds, the same request may succeed after them.
    case refused(ErrorCode, retryAfter: Int? = nil)
    /// Somebody we depend on does not answer; the caller may try again after that many seconds.
    case unavailable(ErrorCode, retryAfter: Int)
    /// The operator's doing; nothing the caller can mend.
    case misconfigured(ErrorCode)
}

extension SignInError {
    /// The row of the catalogue.
    package var errorCode: ErrorCode {
        switch self {
        case .refused(let code, _), .unavailable(let code, _), .misconfigured(let code): code
        }
    }

    /// The stable code that callers see.
    package var code: String { errorCode.name }

    /// Seconds after which the same may be sent again.
    package var retryAfter: Int? {
        switch self {
        case .refused(_, let seconds): seconds
        case .unavailable(_, let seconds): seconds
        case .misconfigured: nil
        }
    }

    /// Names why Apple's keys could not vouch for a token. That a key is not known is no outage of Apple's: anybody can send one.
    init(_ failure: AppleCallFailure?, retryAfter: Int) {
        self = .unavailable(
            failure?.isAboutOneKey == true ? .appleKeyUnavailable : .appleUnavailable,
            retryAfter: failure?.retryAfter ?? retryAfter)
    }

    /// Names what the storage could not do.
    init(_ failure: StorageFailure, retryAfter: Int) {
        self =
            switch failure {
            case .unavailable, .conflict: .unavailable(.databaseUnavailable, retryAfter: retryAfter)
            case .corrupt: .misconfigured(.databaseCorrupt)
            }
    }
}

extension AppleCallFailure {
    /// A key that a token names is not known here, and Apple may not be asked again yet.
    var isAboutOneKey: Bool {
        [AppleFailureCode.keyNotDecided, .keyDisputed].contains { $0.rawValue == code }
    }
}

extension TokenVerificationFailure {
    /// Why nobody could tell; nil where it was judged.
    var callFailure: AppleCallFailure? {
        guard case .unavailable(let failure) = self else { return nil }
        return failure
    }
}
