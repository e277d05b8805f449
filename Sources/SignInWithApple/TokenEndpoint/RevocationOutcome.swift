/// The result of requesting a revocation and then trying the token.
///
/// Apple answers 200 to every revocation. It refuses the refresh of a revoked token, of another client's token and of a
/// text that it never issued in the same way (`invalid_grant`). So a refusal is a proof only for a token that was seen
/// alive for the same client before.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum RevocationOutcome: Sendable, Equatable {
    /// Apple accepted this token from this client before, and refuses it now (`invalid_grant`). The revocation is
    /// proven.
    case confirmed
    /// Apple still accepts the token, although it answered the revocation with 200. Try again later.
    case stillAlive
    /// Apple refused the token before anything was revoked, and it was not seen alive for this client: it became
    /// invalid earlier, it is another client's, or Apple never issued it. Nothing was revoked, and an authorization may
    /// still exist.
    case alreadyDead
    /// Apple says that the token belongs to another client. Nothing was revoked.
    case otherClient
    /// The token was alive for this client and Apple accepted the request, but the proof failed for this reason. Try
    /// the proof again later: `AppleClient.confirmRevocation(of:for:seenAliveAt:)`.
    case unknown(AppleCallFailure)

    /// A stable code. For a failed proof it is the code of the failure.
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
    /// Interprets the answer to a refresh of a token that was alive for the client before. `nil` is an answer with new
    /// tokens.
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
    /// Whether Apple refused the token for this client.
    var refusesGrant: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == TokenEndpointError.invalidGrant
    }

    /// Whether Apple's description says so. The text was observed with codes and is not documented, so its absence
    /// proves nothing.
    var namesOtherClient: Bool {
        guard case .refused(let error) = self else { return false }
        return error.cause == .clientMismatch
    }
}
