import JSONWebTokens
import Synchronization

/// Unpublished keys with the `kid` of published ones. They are kept, since generating a key takes some time.
final class WrongKeys: Sendable {
    private let keys = Mutex<[String: SigningKey]>([:])
    private let source: SigningKeySource

    init(_ source: SigningKeySource) { self.source = source }

    func key(named keyID: String) throws -> SigningKey {
        if let known = keys.withLock({ $0[keyID] }) { return known }
        let made = try source.unpublished(keyID: keyID)
        return keys.withLock { keys in
            keys = [keyID: keys[keyID] ?? made]
            return keys[keyID] ?? made
        }
    }
}
