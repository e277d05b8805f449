/// Headers that were read in advance: what Apple writes for each key of a set.
///
/// A token that begins with the very characters of one of them has that header; reading it again would find the same. Any other
/// token, with its members in another order for instance, has its header read as ever.
package struct KnownHeaders: Sendable {
    private struct Known: Sendable {
        /// As it stands in a token, in base64url.
        let text: [UInt8]
        let header: TokenHeader
    }

    private let known: [Known]

    /// Of nobody: every header is read.
    package static let none = KnownHeaders([])

    private init(_ known: [Known]) {
        self.known = known
    }

    init(of keys: [VerificationKey]) {
        self.init(
            keys.compactMap { key in
                guard let keyID = key.keyID else { return nil }
                // The order in which Apple writes them.
                let json = JSONObject([
                    (name: "kid", value: .string(keyID)), (name: "alg", value: .string(key.algorithm.rawValue)),
                ]).json
                guard let header = try? TokenHeader(in: json, to: json.count, limits: .standard) else { return nil }
                return Known(text: Array(Base64URL.encode(json).utf8), header: header)
            })
    }

    /// The header that a token's first part is, if it is one of these.
    func find(_ text: UnsafeRawBufferPointer) -> TokenHeader? {
        known.first { $0.text.count == text.count && text.elementsEqual($0.text) }?.header
    }
}
