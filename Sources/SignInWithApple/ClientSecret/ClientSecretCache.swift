import Foundation
import JSONWebTokens

/// One secret per client, used until a minute before its end: signing costs more than the rest of a request.
final class ClientSecretCache: Sendable {
    private static let lifetime = 300
    private static let reserve: TimeInterval = 60

    private let factory: ClientSecretFactory
    private let issued = Guarded<[ClientID: Issued]>([:])

    private struct Issued {
        let secret: ClientSecret
        let at: Date
    }

    init(factory: ClientSecretFactory) {
        self.factory = factory
    }

    func secret(for client: ClientID, at now: Date) throws(SigningKeyError) -> ClientSecret {
        if let kept = issued.access({ $0[client] }), kept.at <= now,
            now < kept.at.addingTimeInterval(Double(Self.lifetime) - Self.reserve)
        {
            return kept.secret
        }
        // Signed outside the lock: two at once make two good secrets.
        let secret = try factory.issue(for: client, at: now, lifetime: Self.lifetime)
        issued.access { $0[client] = Issued(secret: secret, at: now) }
        return secret
    }
}
