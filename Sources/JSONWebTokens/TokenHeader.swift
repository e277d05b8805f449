/// The protected header of a token, read strictly. It is not trusted: it only says what the token claims to be.
public struct TokenHeader: Sendable {
    /// All members in the order of the text, for callers that refuse members they do not know (`crit`, `b64`, `zip`,
    /// `cty`, …; RFC 7515, section 4.1.11).
    public let members: JSONObject
    /// The algorithm, if `alg` is exactly the name of a supported one, octet by octet.
    public let algorithm: SignatureAlgorithm?

    /// The value of `alg`, whether it is supported or not.
    public var algorithmName: String { members.text("alg") ?? "" }
    /// The value of `kid`.
    public var keyID: String? { members.text("kid") }
    /// The value of `typ`.
    public var type: String? { members.text("typ") }

    /// Whether the header has a member of that name.
    public func contains(_ name: StaticString) -> Bool {
        members.contains(name)
    }

    /// Reads the header that ends before `end`.
    init(in bytes: [UInt8], to end: Int, limits: TokenLimits) throws(TokenFormatError) {
        let members: JSONObject
        do throws(TokenFormatError) {
            members = try StrictJSONReader.readObject(
                in: bytes, from: 0, to: end, limits: limits.narrowed(to: .header))
        } catch {
            throw error.found(in: "header")
        }
        self.members = members
        guard members.kind(of: "alg") == .string else { throw TokenFormatError(.headerAlgorithm) }
        algorithm = SignatureAlgorithm.allCases.first { members.text("alg", is: $0.rawValue) }
        guard members.kind(of: "kid") ?? .string == .string else { throw TokenFormatError(.headerKeyID) }
        guard members.kind(of: "typ") ?? .string == .string else { throw TokenFormatError(.headerType) }
    }
}
