import JSONWebTokens

extension TokenReply {
    /// The lifetime of an access token in seconds if Apple's answer has no readable one (Apple: TokenResponse).
    private static let usualLife = 3_600

    /// Reads the answer of the token endpoint (Apple: TokenResponse). Only the access token is required. RFC 6749 §5.1
    /// also requires the type, of which Apple has only one. Unknown members are ignored, malformed ones left out.
    init(_ response: TransportResponse) throws(AppleCallFailure) {
        guard let object = try? StrictJSONReader.readObject(response.body) else {
            throw .malformedReply(.replyNotJSON)
        }
        guard let accessToken = Self.opaque("access_token", in: object) else { throw .malformedReply(.replyIncomplete) }
        self.init(
            accessToken: AccessToken(secretValue: accessToken),
            refreshToken: Self.opaque("refresh_token", in: object).map(RefreshToken.init(secretValue:)),
            expiresIn: Self.expiresIn(object) ?? Self.usualLife, identityToken: Self.opaque("id_token", in: object))
    }

    /// The members that do not have their documented form, in an answer with an access token.
    static func oddities(in response: TransportResponse) -> [TokenReplyOddity] {
        guard let object = try? StrictJSONReader.readObject(response.body), opaque("access_token", in: object) != nil
        else { return [] }
        // Apple's page says `bearer`. Its examples and its servers say `Bearer`.
        let found: [(TokenReplyOddity, isOdd: Bool)] = [
            (.tokenType, object.text("token_type")?.lowercased() != "bearer"),
            (.expiresIn, expiresIn(object) == nil),
            (.refreshToken, !isAbsentOrText("refresh_token", in: object)),
            (.identityToken, !isAbsentOrText("id_token", in: object)),
        ]
        return found.filter(\.isOdd).map(\.0)
    }

    /// A token's text: visible ASCII, so that it can be used in any header or form.
    private static func opaque(_ name: StaticString, in object: JSONObject) -> String? {
        object.text(name).flatMap { !$0.isEmpty && $0.isVisibleASCII ? $0 : nil }
    }

    private static func isAbsentOrText(_ name: StaticString, in object: JSONObject) -> Bool {
        switch object.kind(of: name) {
        case nil, .null: true
        default: opaque(name, in: object) != nil
        }
    }

    private static func expiresIn(_ object: JSONObject) -> Int? {
        object.double("expires_in").flatMap(Int.init(exactly:)).flatMap { (1...31_536_000).contains($0) ? $0 : nil }
    }
}
