import JSONWebTokens

extension TokenReply {
    /// Seconds an access token lives where Apple does not say so in a way that can be read (Apple: TokenResponse).
    private static let usualLife = 3_600

    /// Reads the answer of the token endpoint (Apple: TokenResponse). Only the access token is required (RFC 6749 §5.1
    /// requires the type, too, of which Apple has one); unknown members are ignored, odd ones left out.
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

    /// What in an answer with an access token does not have its documented form.
    static func oddities(in response: TransportResponse) -> [TokenReplyOddity] {
        guard let object = try? StrictJSONReader.readObject(response.body), opaque("access_token", in: object) != nil
        else { return [] }
        // Apple's page says `bearer`, its examples and its servers `Bearer`.
        let found: [(TokenReplyOddity, isOdd: Bool)] = [
            (.tokenType, object.text("token_type")?.lowercased() != "bearer"),
            (.expiresIn, expiresIn(object) == nil),
            (.refreshToken, !isAbsentOrText("refresh_token", in: object)),
            (.identityToken, !isAbsentOrText("id_token", in: object)),
        ]
        return found.filter(\.isOdd).map(\.0)
    }

    /// A token's text: visible ASCII, so that it can stand in any header or form.
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
