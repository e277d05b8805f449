/// A published key set (RFC 7517, section 5): the usable keys, and the reasons why the others were skipped.
public struct JSONWebKeySet: Sendable {
    /// A key that was skipped.
    public struct SkippedKey: Sendable, Equatable {
        /// Its position in the list, from 0.
        public let position: Int
        /// Its `kid`, if it has one.
        public let keyID: String?
        /// The reason why it was skipped.
        public let reason: TokenFormatError.Code
    }

    /// The usable keys, in the order of the list.
    public let keys: [VerificationKey]
    /// The keys that were skipped.
    public let skipped: [SkippedKey]
    /// The usable keys as they were published.
    public let publicKeys: [JSONWebKey]
    /// The headers that Apple's tokens have with these keys.
    package let knownHeaders: KnownHeaders

    /// Reads a key set. Skips keys that are broken, unknown or private, and different keys that share an id. Keeps all
    /// others.
    ///
    /// Throws `json_…` codes, or `key_set_shape` if there is no list `keys`. A list without a usable key is not an
    /// error.
    public init(json: [UInt8], limits: TokenLimits = .standard) throws(TokenFormatError) {
        let document = try StrictJSONReader.readObject(json, limits: limits)
        guard let list = document["keys"]?.array else { throw TokenFormatError(.keySetShape) }
        self.init(
            list.map { entry in
                guard let object = entry.object else { return (nil, .failure(TokenFormatError(.keyMember))) }
                do throws(TokenFormatError) {
                    return (object.text("kid"), .success(try JSONWebKey(object)))
                } catch {
                    return (object.text("kid"), .failure(error))
                }
            })
    }

    /// Creates a set of these keys. Skips those that cannot be used.
    public init(keys: [JSONWebKey]) {
        self.init(keys.map { ($0.kid, .success($0)) })
    }

    private typealias Usable = (position: Int, publicKey: JSONWebKey, key: VerificationKey)

    private init(_ entries: [(keyID: String?, key: Result<JSONWebKey, TokenFormatError>)]) {
        var usable: [Usable] = []
        var skipped: [SkippedKey] = []
        for (position, entry) in entries.enumerated() {
            do throws(TokenFormatError) {
                let publicKey = try entry.key.get()
                usable.append((position, publicKey, try publicKey.verificationKey()))
            } catch {
                skipped.append(SkippedKey(position: position, keyID: entry.keyID, reason: error.code))
            }
        }
        skipped += Self.ambiguous(usable)
        let left = Set(skipped.map(\.position))
        usable.removeAll { left.contains($0.position) }
        keys = usable.map(\.key)
        knownHeaders = KnownHeaders(of: keys)
        publicKeys = usable.map(\.publicKey)
        self.skipped = skipped.sorted { $0.position < $1.position }
    }

    /// If the same key occurs twice, one is kept. If different keys share an id, it is unclear which one signs, and
    /// none is kept.
    private static func ambiguous(_ usable: [Usable]) -> [SkippedKey] {
        let groups = Dictionary(grouping: usable) {
            Name(keyID: Array(($0.key.keyID ?? "").utf8), algorithm: $0.key.algorithm)
        }
        return groups.values.filter { $0.count > 1 && $0[0].key.keyID != nil }.flatMap { group in
            let areEqual = group.dropFirst().allSatisfy { $0.publicKey.hasSameNumbers(as: group[0].publicKey) }
            return (areEqual ? group.dropFirst() : group[...]).map {
                SkippedKey(position: $0.position, keyID: $0.key.keyID, reason: .keyDuplicateID)
            }
        }
    }

    /// The name by which a token finds its key. The id is compared as bytes, because `==` treats canonically equivalent
    /// strings as equal.
    private struct Name: Hashable {
        let keyID: [UInt8]
        let algorithm: SignatureAlgorithm
    }

    /// Finds the key with exactly this id, octet by octet, and this algorithm. Another key is never returned instead.
    public func key(withID keyID: String, algorithm: SignatureAlgorithm) -> VerificationKey? {
        keys.first { $0.algorithm == algorithm && $0.keyID?.hasSameBytes(as: keyID) == true }
    }

    /// The usable keys as a key set.
    public func json() -> [UInt8] {
        JSONObject([(name: "keys", value: .array(publicKeys.map { .object($0.members) }))]).json
    }
}

extension String {
    /// Whether both have the same bytes. `==` would treat canonically equivalent strings as equal.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        var (one, other) = (self, other)
        return one.withUTF8 { one in other.withUTF8 { other in one.elementsEqual(other) } }
    }
}
