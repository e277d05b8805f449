/// What is known after a revocation was asked for and the token tried.
///
/// Apple answers a revocation with 200 whatever it is given, and refuses the refresh of a dead token, of another client's and
/// of a text that it never issued in the same way (`invalid_grant`). So a refusal proves something only about a token that was
/// seen alive for the same client before.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum RevocationOutcome: Sendable, Equatable {
    /// Apple took this token from this client before, and refuses it now (`invalid_grant`): the revocation is proven.
    case confirmed
    /// Apple still takes the token, although it answered the revocation with 200: ask again later.
    case stillAlive
    /// Apple refused the token before anything was revoked, and nobody saw it alive for this client: it died earlier, it is
    /// another client's, or Apple never issued it. Nothing was revoked, and an authorization may still stand.
    case alreadyDead
    /// Apple says that the token belongs to another client. Nothing was revoked.
    case otherClient
    /// The token was alive for this client and Apple took the request, but the proof failed for this reason. Try the proof
    /// again later: `AppleClient.confirmRevocation(of:for:seenAliveAt:)`.
    case unknown(AppleCallFailure)

    /// A stable code; of a proof that failed, the code of its failure.
    public var code: String {
        switch self {
        case .confirmed: "confirmed"
        case .stillAlive: "still_alive"
        case .alreadyDead: "already_dead"
        case .otherClient: "other_client"
        case .unknown(let failure): failure.code
        }
    }
}

extension RevocationOutcome {
    /// What the answer to a refresh says about a token that was alive for the client before; `nil` is an answer with new tokens.
    init(ofProof failure: AppleCallFailure?) {
        self =
            switch failure {
            case nil: .stillAlive
            case let failure? where failure.namesOtherClient: .otherClient
            case let failure? where failure.refusesGrant: .confirmed
            case let failure?: .unknown(failure)
            }
    }
}

extension AppleCallFailure {
    /// Apple does not take the token from this client.
    var refusesGrant: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == TokenEndpointError.invalidGrant
    }

    /// Apple's text says so. It was seen with codes and is documented nowhere: its absence says nothing.
    var namesOtherClient: Bool {
        guard case .refused(let error) = self else { return false }
        return error.cause == .clientMismatch
    }
}
