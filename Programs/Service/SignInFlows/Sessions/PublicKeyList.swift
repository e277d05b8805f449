import JSONWebTokens

/// Public keys as JSON, prepared once, because every client of the service asks for them.
struct PublicKeyList: Sendable, Equatable {
    private let json: [UInt8]
    /// The list as a key set (RFC 7517 section 5).
    let keySet: [UInt8]

    init(_ keys: [SigningKey]) {
        self.init(json: Array(keys.map { $0.publicJSONWebKey.members.json }.joined(separator: [UInt8(ascii: ",")])))
    }

    private init(json: [UInt8]) {
        self.json = json
        keySet = Array("{\"keys\":[".utf8) + json + Array("]}".utf8)
    }

    /// These keys, and those of another list. Neither list is ever empty.
    func joined(with other: PublicKeyList) -> PublicKeyList {
        PublicKeyList(json: json + [UInt8(ascii: ",")] + other.json)
    }
}
