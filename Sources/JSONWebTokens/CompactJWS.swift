#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Foundation
#endif

/// A signed token in compact form (RFC 7515, section 3.1), taken apart and not yet believed.
///
/// The payload is only worth reading once ``isSigned(by:)`` has said yes, and a header that names extensions must be refused by the
/// caller.
public struct CompactJWS: Sendable {
    /// The protected header.
    public let header: TokenHeader
    /// The octets that were signed, which may be anything.
    public var payload: [UInt8] { Array(octets[headerEnd..<payloadEnd]) }
    /// The signature's octets.
    public var signature: [UInt8] { Array(octets[payloadEnd...]) }

    /// Header, payload and signature, one behind the other: a token is decoded into one block. A header that was read before is
    /// left out.
    private let octets: [UInt8]
    private let headerEnd: Int
    private let payloadEnd: Int
    private let token: String
    private let signedLength: Int

    /// Takes a token apart: three non-empty parts of strict base64url within the limits, the first of them a JSON object.
    ///
    /// Throws `token_too_large`, `token_segments`, `base64url_invalid` or one of the `header_…` codes, in this order.
    public init(_ token: String, limits: TokenLimits = .standard) throws(TokenFormatError) {
        try self.init(token, limits: limits, known: .none)
    }

    /// The same, for a token whose header may be one that was read before.
    package init(
        _ token: String, limits: TokenLimits = .standard, known: KnownHeaders
    ) throws(TokenFormatError) {
        var token = token
        guard token.utf8.count <= limits.maximumBytes else { throw TokenFormatError(.tokenTooLarge) }
        let parts: Result<Parts, TokenFormatError> = token.withUTF8 { bytes in
            do throws(TokenFormatError) {
                return .success(try Parts(UnsafeRawBufferPointer(bytes), known: known))
            } catch {
                return .failure(error)
            }
        }
        let found = try parts.get()
        if let known = found.header {
            header = known
        } else {
            header = try TokenHeader(in: found.octets, to: found.headerEnd, limits: limits)
        }
        octets = found.octets
        headerEnd = found.headerEnd
        payloadEnd = found.payloadEnd
        signedLength = found.signedLength
        self.token = token
    }

    /// Whether the signature is that key's over the octets received; false where the header names another algorithm than the key's.
    public func isSigned(by key: VerificationKey) -> Bool {
        guard header.algorithm == key.algorithm else { return false }
        var token = token
        return token.withUTF8 { bytes in
            let signed = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<signedLength])
            return key.isValidSignature(octets[payloadEnd...], for: signed)
        }
    }

    /// The payload read as one strict JSON object; throws `json_…` codes.
    public func claims(limits: TokenLimits = .standard) throws(TokenFormatError) -> JSONObject {
        try StrictJSONReader.readObject(in: octets, from: headerEnd, to: payloadEnd, limits: limits)
    }

    private struct Parts {
        /// One that was read before.
        let header: TokenHeader?
        let octets: [UInt8]
        let headerEnd: Int
        let payloadEnd: Int
        let signedLength: Int

        init(_ token: UnsafeRawBufferPointer, known: KnownHeaders) throws(TokenFormatError) {
            guard let first = Self.dot(in: token, from: 0), first > 0,
                let second = Self.dot(in: token, from: first + 1), second > first + 1, second + 1 < token.count,
                Self.dot(in: token, from: second + 1) == nil
            else { throw TokenFormatError(.tokenSegments) }
            header = known.find(.init(rebasing: token[..<first]))
            guard
                let decoded = Base64URL.decode(
                    .init(rebasing: token[..<(header == nil ? first : 0)]),
                    .init(rebasing: token[(first + 1)..<second]),
                    .init(rebasing: token[(second + 1)...]))
            else { throw TokenFormatError(.base64URLInvalid) }
            octets = decoded.octets
            headerEnd = decoded.firstEnd
            payloadEnd = decoded.secondEnd
            signedLength = second
        }

        private static func dot(in token: UnsafeRawBufferPointer, from start: Int) -> Int? {
            guard start < token.count, let base = token.baseAddress,
                let found = memchr(base + start, Int32(UInt8(ascii: ".")), token.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
