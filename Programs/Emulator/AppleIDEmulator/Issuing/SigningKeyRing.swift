import JSONWebTokens

/// The signing keys: which ones `/auth/keys` publishes, and which one signs.
struct SigningKeyRing: Sendable {
    struct Entry: Sendable {
        let keyID: String
        let key: SigningKey
        var isPublished: Bool
    }

    private(set) var entries: [Entry] = []
    private(set) var signingKeyID: String?

    var signingKey: SigningKey? { entries.first { $0.keyID == signingKeyID }?.key }

    /// Adds a key. The first one signs until another is chosen.
    mutating func add(_ key: SigningKey, keyID: String, isPublished: Bool = true) {
        entries.append(Entry(keyID: keyID, key: key, isPublished: isPublished))
        signingKeyID = signingKeyID ?? keyID
    }

    mutating func sign(with keyID: String) -> Bool {
        guard entries.contains(where: { $0.keyID == keyID }) else { return false }
        signingKeyID = keyID
        return true
    }

    /// Publishes a key or removes it from `/auth/keys`. A removed key can still sign, as Apple's did in April 2022.
    mutating func publish(_ keyID: String, _ isPublished: Bool) -> Bool {
        guard let position = entries.firstIndex(where: { $0.keyID == keyID }) else { return false }
        entries[position].isPublished = isPublished
        return true
    }

    /// The published keys, optionally without the newest one, as from an outdated edge server, and rotated by `turn`.
    ///
    /// The signing key is not the first of several, as often at Apple, so that a client that takes the first one fails.
    func published(
        withoutNewest: Bool = false, onlySigning: Bool = false, startingAt turn: Int = 0
    ) -> JSONWebKeySet {
        var published = entries.filter { $0.isPublished && (!onlySigning || $0.keyID == signingKeyID) }
        if withoutNewest && published.count > 1 { published.removeLast() }
        if published.count > 1, published[0].keyID == signingKeyID { published.swapAt(0, 1) }
        let start = published.isEmpty ? 0 : turn % published.count
        return JSONWebKeySet(keys: (published[start...] + published[..<start]).map(\.key.publicJSONWebKey))
    }

    /// Makes a key id of ten characters, like Apple's since 2022.
    static func makeKeyID(_ randomBytes: (Int) -> [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String(randomBytes(10).map { alphabet[Int($0) % alphabet.count] })
    }
}
