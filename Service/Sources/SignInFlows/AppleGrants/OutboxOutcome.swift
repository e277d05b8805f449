import SignInWithApple

/// What Apple's answers to a revocation and to the refresh that follows it mean.
enum OutboxOutcome: Equatable, Sendable {
    /// Apple refuses the token, which it took before: it is dead.
    case confirmed
    /// Apple refuses the token, and nobody saw it alive for this client, or it is another's: nothing was revoked, for this reason.
    case unproven(code: String)
    /// Apple takes the token.
    case stillAlive
    /// Not settled: try again. `isAsked` says whether Apple took a request to revoke before the failure.
    case later(AppleCallFailure, isAsked: Bool)

    /// Reads what a revocation and the refresh that proves it came to.
    init(_ outcome: RevocationOutcome) {
        switch outcome {
        case .confirmed: self = .confirmed
        case .alreadyDead, .otherClient: self = .unproven(code: outcome.code)
        case .unknown(let failure): self = .later(failure, isAsked: true)
        // `stillAlive`; whatever a later release of the library adds proves no revocation either.
        default: self = .stillAlive
        }
    }

    /// Judges a "revoke" that Apple did not take.
    static func ofRevoking(_ failure: AppleCallFailure) -> OutboxOutcome {
        .later(failure, isAsked: false)
    }

    /// Judges the answer to a question whether a token still stands; `nil` is an answer with new tokens.
    static func ofAsking(_ failure: AppleCallFailure?) -> OutboxOutcome {
        switch failure {
        case nil: .stillAlive
        case .refused(let error) where error.code == TokenEndpointError.invalidGrant: .confirmed
        case .some(let failure): .later(failure, isAsked: true)
        }
    }
}

/// Why an item of the outbox is given up.
enum OutboxFailure: Equatable, Sendable {
    /// Its client is no longer configured.
    case clientUnknown
    /// Its token cannot be opened.
    case sealedValueUnreadable
    /// Nothing was revoked, for this reason.
    case unproven(code: String)
    /// It was tried for as long as it may be; the last try came to this.
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
