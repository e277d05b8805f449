import Settings

/// A text in JSON that can only be one of a few. A refusal lists them.
protocol ListedValue: RawRepresentable, CaseIterable, Decodable where RawValue == String {}

extension ListedValue {
    init(from decoder: any Decoder) throws {
        let sent = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(rawValue: sent) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "There is no such value.",
                    underlyingError: UnknownValue(sent: sent, known: Self.allCases.map(\.rawValue))))
        }
        self = value
    }
}

/// A text that is none of the known ones.
struct UnknownValue: Error {
    let sent: String
    let known: [String]

    /// The nearest known text, if one is near, and all of them.
    var sentence: String {
        let nearest = NearestName.find(sent, among: known).map { " Did you mean \($0)?" } ?? ""
        return "There is no \(sent.prefix(64)).\(nearest) Known: \(known.joined(separator: ", "))."
    }
}

extension DecodingError {
    /// The known values, if the decoded text is none of them.
    var unknownValue: UnknownValue? {
        guard case .dataCorrupted(let context) = self else { return nil }
        return context.underlyingError as? UnknownValue
    }
}
