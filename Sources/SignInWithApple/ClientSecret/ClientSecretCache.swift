import JSONWebTokens

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps one secret per client until a minute before it expires, because signing costs more than the rest of a request.
///
/// During a key rotation there are two keys, and the first one signs. If Apple refuses its secrets for a client
/// (`invalid_client`: the key was revoked in the portal, or Apple does not know it yet), the other key signs for that
/// client, and so on in turn. No choice is permanent.
final class ClientSecretCache: Sendable {
    private static let lifetime = 300
    private static let reserve: TimeInterval = 60

    /// A secret, and the index of the key that signed it.
    struct Issued: Sendable {
        let secret: ClientSecret
        let key: Int
        let at: Date
    }

    private struct Choice: Sendable {
        var key = 0
        var issued: Issued?
    }

    private let factories: [ClientSecretFactory]
    private let choices = Guarded<[ClientID: Choice]>([:])

    init(factories: [ClientSecretFactory]) {
        self.factories = factories
    }

    func issued(for client: ClientID, at now: Date) throws(SigningKeyError) -> Issued? {
        let choice = choices.access { $0[client, default: Choice()] }
        if let kept = choice.issued, kept.at <= now,
            now < kept.at.addingTimeInterval(Double(Self.lifetime) - Self.reserve)
        {
            return kept
        }
        guard factories.indices.contains(choice.key) else { return nil }
        // Signing happens outside the lock. Two concurrent calls only create two valid secrets.
        let secret = try factories[choice.key].issue(for: client, at: now, lifetime: Self.lifetime)
        let issued = Issued(secret: secret, key: choice.key, at: now)
        choices.access { choices in
            guard choices[client, default: Choice()].key == issued.key else { return }
            choices[client, default: Choice()].issued = issued
        }
        return issued
    }

    /// Drops a secret that Apple refused, and lets the next key sign for this client.
    /// - Returns: whether there is another key to try.
    func discard(_ refused: Issued, for client: ClientID) -> Bool {
        choices.access { choices in
            // If several calls are refused at the same time, only the first one switches keys.
            guard choices[client, default: Choice()].key == refused.key else { return true }
            choices[client] = Choice(key: (refused.key + 1) % factories.count)
            return factories.count > 1
        }
    }

    /// The id of the key at this index.
    func keyID(_ key: Int) -> String? {
        factories[key].keyID
    }
}
