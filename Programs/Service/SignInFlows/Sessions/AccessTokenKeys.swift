import JSONWebTokens
import Synchronization

/// The keys that sign and verify access tokens. They can be replaced while the service runs.
final class AccessTokenKeys: Sendable {
    /// The `typ` of the tokens (RFC 9068 section 2.1).
    static let tokenType = "at+jwt"
    /// The `typ` of ID tokens and of most logout tokens, which these keys sign for some clients (RFC 7519 section 5.1).
    static let plainType = "JWT"

    /// The signing key, and all published keys.
    struct Held: Sendable {
        let signing: SigningKey
        let verification: [String: VerificationKey]
        let publicKeys: PublicKeyList
        private let plain: SigningKey

        /// Nil if a key is not ES256 or has no id, or two ids are equal.
        init?(signing: SigningKey, others: [SigningKey]) {
            let keys = [signing] + others
            guard keys.allSatisfy({ $0.algorithm == .es256 && $0.keyID?.isEmpty == false }),
                Set(keys.map(\.keyID)).count == keys.count
            else { return nil }
            self.signing = signing.signing(type: AccessTokenKeys.tokenType)
            plain = signing.signing(type: AccessTokenKeys.plainType)
            verification = Dictionary(keys.map { ($0.keyID ?? "", $0.verificationKey) }) { first, _ in first }
            publicKeys = PublicKeyList(keys)
        }

        /// The signing key for tokens of another type. The header of the usual type is prepared.
        func signing(type: String) -> SigningKey {
            type == AccessTokenKeys.plainType ? plain : signing.signing(type: type)
        }
    }

    private let current: Mutex<Held>

    init(_ held: Held) {
        current = Mutex(held)
    }

    var held: Held {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
