import SignInAPI

/// Why something that was asked of the kit did not happen. A closed sheet is not among them: that is no failure.
public enum SignInFailure: Error, Sendable, Hashable {
    /// Apple's sheet gave no credential.
    case sheet(SheetFailure)
    /// The credential carries another state than the request did.
    case stateMismatch
    /// The credential lacks its identity token or its code.
    case credentialIncomplete
    /// The credential belongs to somebody else than the person who is signed in.
    case otherPerson
    /// The service signed in another account than the one it should.
    case otherAccount
    /// The service refuses, by its stable code; the request's name finds it in the service's log.
    case refused(code: String, requestID: String)
    /// The service was not reached, or could not serve; seconds after which it may be asked again, where it said so.
    case unreachable(retryAfter: Int?)
    /// The attempt ended before the service could be reached: sign in again, nothing is lost.
    case attemptExpired
    /// The session is over: sign in again.
    case sessionEnded
    /// Nobody is signed in.
    case notSignedIn
    /// The address of the service is not https, nor one of this machine.
    case addressRefused
}

extension SignInFailure {
    /// A stable code for logs and counters; without anything that a person typed.
    public var code: String {
        switch self {
        case .sheet(.other(let number)): "sheet_\(number)"
        case .sheet(let failure): "sheet_" + failure.word
        case .stateMismatch: "state_mismatch"
        case .credentialIncomplete: "credential_incomplete"
        case .otherPerson: "other_person"
        case .otherAccount: "other_account"
        case .refused(let code, _): code
        case .unreachable: "service_unreachable"
        case .attemptExpired: APIError.Code.attemptExpired.rawValue
        case .sessionEnded: APIError.Code.sessionEnded.rawValue
        case .notSignedIn: "not_signed_in"
        case .addressRefused: "address_refused"
        }
    }
}

extension SignInFailure {
    /// Whether the service refused with this code.
    func isRefusal(_ decisive: APIError.Code) -> Bool {
        guard case .refused(let code, _) = self else { return false }
        return code == decisive.rawValue
    }
}

extension SheetFailure {
    fileprivate var word: String {
        switch self {
        case .unknown: "unknown"
        case .canceled: "canceled"
        case .invalidResponse: "invalid_response"
        case .notHandled: "not_handled"
        case .failed: "failed"
        case .notInteractive: "not_interactive"
        case .preferSignInWithApple: "prefer_sign_in_with_apple"
        case .noWindow: "no_window"
        case .unexpectedCredential: "unexpected_credential"
        case .other(let code): String(code)
        }
    }
}
