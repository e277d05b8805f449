import SignInAPI

/// The reason why a call to the kit failed. A closed sheet does not count as a failure.
public enum SignInFailure: Error, Sendable, Hashable {
    /// Apple's sheet returned no credential.
    case sheet(SheetFailure)
    /// The state of the credential differs from that of the request.
    case stateMismatch
    /// The credential has no identity token or no code.
    case credentialIncomplete
    /// The credential does not belong to the person who is signed in.
    case otherPerson
    /// The service returned a different account from the one that is signed in.
    case otherAccount
    /// The service refused the request, with its stable code. The request id identifies the request in the service's
    /// log.
    case refused(code: String, requestID: String)
    /// The person is new and waits for a decision of the app's backend: `proof_required` or `account_held`. Pass the handle
    /// to the backend. Once it has accepted the person, ``SignInClient/signIn()`` completes this sign-in without a sheet. After
    /// the answer to a question, it shows the sheet again.
    case held(code: String, handle: Secret, requestID: String)
    /// The service could not be reached or not serve the request, with the seconds after which to try again if it named
    /// them.
    case unreachable(retryAfter: Int?)
    /// The attempt expired before the service could be reached. Sign in again. Nothing is lost.
    case attemptExpired
    /// The session has ended. Sign in again.
    case sessionEnded
    /// Nobody is signed in.
    case notSignedIn
    /// The storage cannot be read, for instance a keychain before the device's first unlock. So it is not known whether
    /// somebody is signed in.
    case storageLocked
    /// The service's address is neither https nor an address of this machine.
    case addressRefused
    /// The app's backend cannot do this (``AccountBackend``).
    case notSupported
}

extension SignInFailure {
    /// A stable code for logs and counters, without anything that a person typed.
    public var code: String {
        switch self {
        case .sheet(.other(let number)): "sheet_\(number)"
        case .sheet(let failure): "sheet_" + failure.word
        case .stateMismatch: "state_mismatch"
        case .credentialIncomplete: "credential_incomplete"
        case .otherPerson: "other_person"
        case .otherAccount: "other_account"
        case .refused(let code, _), .held(let code, _, _): code
        case .unreachable: "service_unreachable"
        case .attemptExpired: APIError.Code.attemptExpired.rawValue
        case .sessionEnded: APIError.Code.sessionEnded.rawValue
        case .notSignedIn: "not_signed_in"
        case .storageLocked: "storage_locked"
        case .addressRefused: "address_refused"
        case .notSupported: "not_supported"
        }
    }
}

extension SignInFailure {
    /// What the service says to a ticket that it did not issue. A text that cannot be a ticket is not even sent.
    static let linkTicketInvalid = SignInFailure.refused(
        code: APIError.Code.linkTicketInvalid.rawValue, requestID: "")

    /// Whether a question cannot be answered any longer after this refusal of its answer.
    var endsQuestion: Bool {
        switch self {
        case .refused(let code, _): APIError.Code(rawValue: code).endsQuestion
        case .held: true
        default: false
        }
    }

    /// Whether the service refused the request with this code.
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
        case .unanswered: "unanswered"
        case .other(let code): String(code)
        }
    }
}
