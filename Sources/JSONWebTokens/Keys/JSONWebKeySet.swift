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

    /// Reads a key set. A key that is broken, unknown, private or there twice is left out; the others stay.
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

    private init(_ entries: [(keyID: String?, key: Result<JSONWebKey, TokenFormatError>)]) {
        var keys: [VerificationKey] = []
        var publicKeys: [JSONWebKey] = []
        var skipped: [SkippedKey] = []
        for (position, entry) in entries.enumerated() {
            do throws(TokenFormatError) {
                let publicKey = try entry.key.get()
                let key = try publicKey.verificationKey()
                guard !keys.contains(where: { $0.algorithm == key.algorithm && Self.areSame($0.keyID, key.keyID) })
                else {
                    throw TokenFormatError(.keyDuplicateID)
                }
                keys.append(key)
                publicKeys.append(publicKey)
            } catch {
                skipped.append(SkippedKey(position: position, keyID: entry.keyID, reason: error.code))
            }
        }
        (self.keys, self.publicKeys, self.skipped) = (keys, publicKeys, skipped)
    }

    /// The key of that id, octet by octet, for that algorithm. No other key is ever offered in its place.
    public func key(withID keyID: String, algorithm: SignatureAlgorithm) -> VerificationKey? {
        keys.first { $0.algorithm == algorithm && Self.areSame($0.keyID, keyID) }
    }

    /// The usable keys as a key set.
    public func json() -> [UInt8] {
        JSONObject([(name: "keys", value: .array(publicKeys.map { .object($0.members) }))]).json
    }

    /// `==` on strings would take canonically equivalent ids for equal.
    private static func areSame(_ one: String?, _ other: String?) -> Bool {
        switch (one, other) {
        case (let one?, let other?): one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
        case (nil, nil): true
        default: false
        }
    }
}
