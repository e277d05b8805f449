import JSONWebTokens

/// The keys behind `/auth/keys`: which are published, and which one signs.
struct SigningKeyRing: Sendable {
    struct Entry: Sendable {
        let keyID: String
        let key: SigningKey
        var isPublished: Bool
    }

    private(set) var entries: [Entry] = []
    private(set) var signingKeyID: String?

    var signingKey: SigningKey? { entries.first { $0.keyID == signingKeyID }?.key }

    /// The first key added signs until another is chosen.
    mutating func add(_ key: SigningKey, keyID: String, isPublished: Bool = true) {
        entries.append(Entry(keyID: keyID, key: key, isPublished: isPublished))
        signingKeyID = signingKeyID ?? keyID
    }

    mutating func sign(with keyID: String) -> Bool {
        guard entries.contains(where: { $0.keyID == keyID }) else { return false }
        signingKeyID = keyID
        return true
    }

    /// Takes a key out of `/auth/keys`, or puts it back; it signs on, as Apple's did in April 2022.
    mutating func publish(_ keyID: String, _ isPublished: Bool) -> Bool {
        guard let position = entries.firstIndex(where: { $0.keyID == keyID }) else { return false }
        entries[position].isPublished = isPublished
        return true
    }

    /// The published keys; an edge that is behind does not have the newest, and each answer may begin with another.
    func published(withoutNewest: Bool = false, startingAt turn: Int = 0) -> JSONWebKeySet {
        var published = entries.filter(\.isPublished)
        if withoutNewest && published.count > 1 { published.removeLast() }
        let start = published.isEmpty ? 0 : turn % published.count
        return JSONWebKeySet(keys: (published[start...] + published[..<start]).map(\.key.publicJSONWebKey))
    }

    /// Ten characters, as Apple's since 2022.
    static func makeKeyID(_ randomBytes: (Int) -> [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        return String(randomBytes(10).map { alphabet[Int($0) % alphabet.count] })
    }
}
