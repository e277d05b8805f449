import JSONWebTokens
import Synchronization

/// The client secrets whose signatures were verified. A client may send one secret for months, and to verify it again costs
/// more than the rest of its checks together. Everything else about a secret is checked each time.
final class VerifiedSecrets: Sendable {
    static let capacity = 1_000

    private struct Signed: Hashable {
        let secret: String
        let publicKeyPEM: String
    }

    private let known = Mutex<Set<Signed>>([])

    /// The number of secrets that are known.
    var count: Int { known.withLock { $0.count } }

    /// Whether the key made the secret's signature.
    func isSigned(_ secret: String, _ token: CompactJWS, by key: TeamKey) -> Bool {
        let signed = Signed(secret: secret, publicKeyPEM: key.publicKeyPEM)
        if known.withLock({ $0.contains(signed) }) { return true }
        guard token.isSigned(by: key.verificationKey) else { return false }
        known.withLock { known in
            // clients that sign a new secret for each request would fill it
            if known.count >= Self.capacity { known = [] }
            known.insert(signed)
        }
        return true
    }
}
