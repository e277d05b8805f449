/// A value as it is stored: its own members, and the number of the format.
///
/// A member that is added later must be optional, so that what an older version stored can still be read. A change that
/// cannot be made that way gets the next number and a conversion.
struct StoredFormat<Value: Codable>: Codable {
    let value: Value

    private enum CodingKeys: String, CodingKey { case format }
    private static var newest: Int { 1 }

    init(_ value: Value) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(Int.self, forKey: .format) == Self.newest else {
            throw DecodingError.dataCorruptedError(
                forKey: .format, in: container, debugDescription: "stored by another version")
        }
        value = try Value(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.newest, forKey: .format)
    }
}
