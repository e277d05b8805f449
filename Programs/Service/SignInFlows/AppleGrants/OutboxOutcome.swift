import SignInWithApple

/// The outcome of a queued request to Apple: a revocation with the refresh that confirms it, or a validation.
enum OutboxOutcome: Equatable, Sendable {
    /// Apple refuses the token, which it accepted before. It is no longer valid.
    case confirmed
    /// Apple refuses the token, but never accepted it for this client, or the token belongs to another client. So
    /// nothing was revoked; `code` is the reason.
    case unproven(code: String)
    /// Apple still accepts the token.
    case stillAlive
    /// Not settled: try again. `isAsked` says whether Apple accepted a request to revoke before the failure.
    case later(AppleCallFailure, isAsked: Bool)

    /// Judges a revocation and the refresh that confirms it.
    init(_ outcome: RevocationOutcome) {
        switch outcome {
        case .confirmed: self = .confirmed
        case .alreadyDead, .otherClient: self = .unproven(code: outcome.code)
        case .unknown(let failure): self = .later(failure, isAsked: true)
        // `stillAlive`. A case that a later release of the library adds would not prove a revocation either.
        default: self = .stillAlive
        }
    }

    /// Judges a request to revoke that Apple did not accept.
    static func ofRevoking(_ failure: AppleCallFailure) -> OutboxOutcome {
        .later(failure, isAsked: false)
    }

    /// Judges the validation of a token. `nil` means that Apple refreshed it.
    static func ofAsking(_ failure: AppleCallFailure?) -> OutboxOutcome {
        switch failure {
        case nil: .stillAlive
        case .refused(let error) where error.code == TokenEndpointError.invalidGrant: .confirmed
        case .some(let failure): .later(failure, isAsked: true)
        }
    }
}

extension AppleCallFailure {
    /// Whether the request may still take effect at Apple: it was sent, and Apple did not answer in time.
    var mayArrive: Bool {
        switch self {
        case .unavailable(.timedOut, _), .unavailable(.cancelled, _): true
        default: false
        }
    }
}

/// Why an outbox item is given up.
enum OutboxFailure: Equatable, Sendable {
    /// Its client is no longer configured.
    case clientUnknown
    /// Its token cannot be opened.
    case sealedValueUnreadable
    /// Nothing was revoked; `code` is the reason.
    case unproven(code: String)
    /// The time limit for retries is over; `code` is the result of the last attempt.
    case tooOld(code: String)

    /// The stable code, for the audit and the operator.
    var code: String {
        switch self {
        case .clientUnknown: ErrorCode.clientUnknown.name
        case .sealedValueUnreadable: SignInIncident.sealedValueUnreadable.code
        case .unproven(let code), .tooOld(let code): code
        }
    }
}
