import AccountStorage
import Foundation
package import JSONWebTokens
import Synchronization

/// Signs ID tokens and logout tokens, and recognises them when they come back as a hint.
///
/// RS256 with keys of their own, because every client must support it (OpenID Connect Core section 15.1) and many
/// support nothing else. A client that is configured for ES256 gets tokens under the access token key; their type
/// differs from that of access tokens.
package struct IDTokens: Sendable {
    /// The `typ` of ID tokens.
    static let type = AccessTokenKeys.plainType

    private struct Held: Sendable {
        let signing: SigningKey
        let publicKeys: PublicKeyList
        let verification: [String: VerificationKey]

        init?(signing: SigningKey, others: [SigningKey], former: [JSONWebKey]) {
            let keys = [signing] + others
            guard keys.allSatisfy({ $0.algorithm == .rs256 && $0.keyID?.isEmpty == false }),
                Set(keys.map(\.keyID)).count == keys.count
            else { return nil }
            self.signing = signing.signing(type: IDTokens.type)
            publicKeys = PublicKeyList(keys)
            let old = former.compactMap { try? $0.verificationKey() }
            verification = Dictionary((keys.map(\.verificationKey) + old).map { ($0.keyID ?? "", $0) }) { first, _ in
                first
            }
        }
    }

    private final class Ring: Sendable {
        let held: Mutex<Held>
        /// The last joined list, and what it was made of. The keys of both kinds are replaced independently.
        let joined = Mutex<(parts: [PublicKeyList], list: PublicKeyList)?>(nil)

        init(_ held: Held) { self.held = Mutex(held) }
    }

    private let ring: Ring
    private let accessTokens: AccessTokens
    /// The lifetime of an ID token.
    package let lifetime: Duration

    private var held: Held { ring.held.withLock { $0 } }

    /// Nil if a key is not RS256 or has no id, or two ids are equal.
    ///
    /// - Parameters:
    ///   - signingKey: signs new tokens.
    ///   - otherKeys: keys that are published but do not sign.
    ///   - formerKeys: public halves of deleted keys, of either kind. A token under one of them may come back as a hint
    ///     (OpenID Connect RP-Initiated Logout section 2).
    package init?(
        signingKey: SigningKey, otherKeys: [SigningKey] = [], formerKeys: [JSONWebKey] = [],
        accessTokens: AccessTokens, lifetime: Duration = .seconds(3_600)
    ) {
        guard let held = Held(signing: signingKey, others: otherKeys, former: formerKeys) else { return nil }
        ring = Ring(held)
        self.accessTokens = accessTokens
        self.lifetime = lifetime
    }

    /// Replaces the keys in this value and in every copy of it. Returns `false`, and changes nothing, if the keys do
    /// not meet the requirements of the initialiser.
    package func replaceKeys(signingKey: SigningKey, otherKeys: [SigningKey], formerKeys: [JSONWebKey]) -> Bool {
        guard let held = Held(signing: signingKey, others: otherKeys, former: formerKeys) else { return false }
        ring.held.withLock { $0 = held }
        return true
    }

    /// The id of the RS256 key that signs.
    package var signingKeyID: String { held.signing.keyID ?? "" }

    /// How long a token with an algorithm is valid. Access token keys are published for as long as an access token
    /// lives, so an ID token under one must not live longer.
    func lifetime(with algorithm: SignatureAlgorithm) -> Duration {
        switch algorithm {
        case .rs256: lifetime
        case .es256: min(lifetime, AccessTokens.maximumLifetime)
        }
    }

    /// The public keys of access tokens and these.
    var publicKeys: PublicKeyList {
        let (access, own) = (accessTokens.publicKeys, held.publicKeys)
        return ring.joined.withLock { joined in
            if let joined, joined.parts[0] == access, joined.parts[1] == own { return joined.list }
            let list = access.joined(with: own)
            joined = ([access, own], list)
            return list
        }
    }

    /// The issuer: the public URL of the service.
    var issuer: String { accessTokens.issuer }

    /// Signs claims; nil if the cryptographic library fails.
    func sign(
        _ claims: [(name: String, value: JSONValue)], type: String = IDTokens.type, with algorithm: SignatureAlgorithm
    ) -> String? {
        switch algorithm {
        // The header of the usual type is prepared.
        case .rs256: try? (type == Self.type ? held.signing : held.signing.signing(type: type)).sign(claims: claims)
        case .es256: accessTokens.sign(claims, type: type)
        }
    }

    /// A key that may have signed one of our tokens.
    func verificationKey(_ keyID: String) -> VerificationKey? {
        held.verification[keyID] ?? accessTokens.verificationKey(keyID)
    }
}
