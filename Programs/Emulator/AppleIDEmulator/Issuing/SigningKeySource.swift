import JSONWebTokens
import Synchronization

/// Where signing keys come from: they are generated or, with a seed, taken from the public list in a fixed order.
final class SigningKeySource: Sendable {
    /// The place of the next key in the list. Nil if keys are generated.
    private let place: Mutex<Int?>

    init(_ configuration: EmulatorConfiguration) {
        let first = Int(SeededBytes.digest("signing-keys", configuration.seed)[0])
        place = Mutex(configuration.drawsFromSeed ? first : nil)
    }

    /// The next key. A list that is used up starts again, under another key id.
    func next(keyID: String) throws -> SigningKey {
        let place = place.withLock { place in
            defer { place = place.map { $0 + 1 } }
            return place
        }
        guard let place else { return try SigningKey.makeRS256(keyID: keyID) }
        return try PublicSigningKeys.key(place, keyID: keyID)
    }

    /// A key that is never published, for tokens that nobody may accept.
    func unpublished(keyID: String) throws -> SigningKey {
        guard place.withLock({ $0 }) != nil else { return try SigningKey.makeRS256(keyID: keyID) }
        return try SigningKey(pem: PublicSigningKeys.unpublished, keyID: keyID, requiring: .rs256)
    }
}
