#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Foundation
#endif

/// The headers that Apple's tokens have with each key of a set, read in advance.
///
/// If a token begins with exactly the characters of one of them, it has that header, and reading it again would give
/// the same result. The header of any other token, for instance with its members in another order, is read as usual.
package struct KnownHeaders: Sendable {
    private struct Known: Sendable {
        /// The header as a token contains it, in base64url.
        let text: [UInt8]
        let header: TokenHeader
    }

    private let known: [Known]

    /// No known headers: every header is read.
    package static let none = KnownHeaders([])

    private init(_ known: [Known]) {
        self.known = known
    }

    init(of keys: [VerificationKey]) {
        self.init(
            keys.compactMap { key in
                guard let keyID = key.keyID else { return nil }
                // The order of Apple's own headers.
                let json = JSONObject([
                    (name: "kid", value: .string(keyID)), (name: "alg", value: .string(key.algorithm.rawValue)),
                ]).json
                guard let header = try? TokenHeader(in: json, to: json.count, limits: .standard) else { return nil }
                return Known(text: Array(Base64URL.encode(json).utf8), header: header)
            })
    }

    /// Finds the known header with this text, the first part of a token.
    func find(_ text: UnsafeRawBufferPointer) -> TokenHeader? {
        guard let start = text.baseAddress else { return nil }
        for known in known where known.text.count == text.count && memcmp(known.text, start, text.count) == 0 {
            return known.header
        }
        return nil
    }
}
