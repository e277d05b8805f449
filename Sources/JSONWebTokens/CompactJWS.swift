#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Foundation
#endif

/// A signed token in compact form (RFC 7515, section 3.1), parsed but not yet verified.
///
/// Do not use the payload before ``isSigned(by:)`` has returned true. The caller must refuse a header that names
/// extensions it does not understand.
public struct CompactJWS: Sendable {
    /// The protected header.
    public let header: TokenHeader
    /// The signed octets, in any format.
    public var payload: [UInt8] { Array(octets[headerEnd..<payloadEnd]) }
    /// The signature's octets.
    public var signature: [UInt8] { Array(octets[payloadEnd...]) }

    /// Header, payload and signature in one block. The header is left out if it was found among the known headers.
    private let octets: [UInt8]
    private let headerEnd: Int
    private let payloadEnd: Int
    private let token: String
    private let signedLength: Int

    /// Parses a token: three non-empty parts of strict base64url within the limits, of which the first is a JSON
    /// object.
    ///
    /// Throws `token_too_large`, `token_segments`, `base64url_invalid` or one of the `header_…` codes, in this order.
    public init(_ token: String, limits: TokenLimits = .standard) throws(TokenFormatError) {
        try self.init(token, limits: limits, known: .none)
    }

    /// Parses a token whose header may be one of the known headers.
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

    /// Whether the key made the signature over the octets received. False if the header names a different algorithm
    /// from the key's.
    public func isSigned(by key: VerificationKey) -> Bool {
        guard header.algorithm == key.algorithm else { return false }
        var token = token
        return token.withUTF8 { bytes in
            let signed = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<signedLength])
            return key.isValidSignature(octets[payloadEnd...], for: signed)
        }
    }

    /// Reads the payload as one strict JSON object. Throws `json_…` codes.
    public func claims(limits: TokenLimits = .standard) throws(TokenFormatError) -> JSONObject {
        try StrictJSONReader.readObject(in: octets, from: headerEnd, to: payloadEnd, limits: limits)
    }

    private struct Parts {
        /// The header, if it is one of the known headers.
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
