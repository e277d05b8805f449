/// Published keys (RFC 7517, section 5): those that can be used, and why the others cannot.
public struct JSONWebKeySet: Sendable {
    /// A key that was left out.
    public struct SkippedKey: Sendable, Equatable {
        /// Where it stood in the list, from 0.
        public let position: Int
        /// Its `kid`, where it has one.
        public let keyID: String?
        /// Why it was left out.
        public let reason: TokenFormatError.Code
    }

    /// The keys that can be used, in the order of the list.
    public let keys: [VerificationKey]
    /// The keys that were left out.
    public let skipped: [SkippedKey]
    /// The usable keys as they were published.
    public let publicKeys: [JSONWebKey]
    /// The headers that Apple writes for these keys.
    package let knownHeaders: KnownHeaders

    /// Reads a key set. A key that is broken, unknown or private is left out, and so are different keys of one id; the others stay.
    ///
    /// Throws `json_…` codes, or `key_set_shape` where there is no list `keys`. A list without a usable key is not an error.
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

    /// A set of these keys; those that cannot be used are left out.
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

    /// The same key twice is harmless, and one of it stays; two keys under one id leave open which one signs, and neither stays.
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

    /// What a token finds a key by; bytes, since `==` on strings takes canonically equivalent ids for equal.
    private struct Name: Hashable {
        let keyID: [UInt8]
        let algorithm: SignatureAlgorithm
    }

    /// The key of that id, octet by octet, for that algorithm. No other key is ever offered in its place.
    public func key(withID keyID: String, algorithm: SignatureAlgorithm) -> VerificationKey? {
        keys.first { $0.algorithm == algorithm && $0.keyID?.hasSameBytes(as: keyID) == true }
    }

    /// The usable keys as a key set.
    public func json() -> [UInt8] {
        JSONObject([(name: "keys", value: .array(publicKeys.map { .object($0.members) }))]).json
    }
}

extension String {
    /// Whether both are the same bytes; `==` would take canonically equivalent texts for equal.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        var (one, other) = (self, other)
        return one.withUTF8 { one in other.withUTF8 { other in one.elementsEqual(other) } }
    }
}
