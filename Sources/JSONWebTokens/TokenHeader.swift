/// The protected header of a token, read strictly. Nothing in it is trusted: it only says what the token claims to be.
public struct TokenHeader: Sendable {
    /// All members in the order in which they stand, for callers that refuse the ones they do not know
    /// (`crit`, `b64`, `zip`, `cty`, …; RFC 7515, section 4.1.11).
    public let members: JSONObject
    /// The value of `alg`, whatever it is.
    public let algorithmName: String
    /// The algorithm, where `alg` names one of ours octet by octet.
    public let algorithm: SignatureAlgorithm?
    /// The value of `kid`.
    public let keyID: String?
    /// The value of `typ`.
    public let type: String?

    /// Whether the header has a member of that name.
    public func contains(_ name: String) -> Bool {
        members.contains(name)
    }

    init(json: [UInt8], limits: TokenLimits) throws(TokenFormatError) {
        let members: JSONObject
        do throws(TokenFormatError) {
            members = try StrictJSONReader.readObject(json, limits: limits)
        } catch {
            throw error.found(in: "header")
        }
        self.members = members
        guard let algorithmName = members.text("alg") else { throw TokenFormatError(.headerAlgorithm) }
        self.algorithmName = algorithmName
        algorithm = SignatureAlgorithm.allCases.first { members.text("alg", is: $0.rawValue) }
        keyID = members.text("kid")
        guard keyID != nil || !members.contains("kid") else { throw TokenFormatError(.headerKeyID) }
        type = members.text("typ")
        guard type != nil || !members.contains("typ") else { throw TokenFormatError(.headerType) }
    }
}
