import JSONWebTokens

extension TokenReply {
    /// Reads the answer of the token endpoint (Apple: TokenResponse); unknown members are ignored.
    init(_ response: TransportResponse) throws(AppleCallFailure) {
        guard let object = try? StrictJSONReader.readObject(response.body) else {
            throw .malformedReply(.replyNotJSON)
        }
        // Apple's page says `bearer`, its examples and its servers `Bearer`.
        guard let accessToken = Self.opaque("access_token", in: object), let expiresIn = Self.expiresIn(object),
            let type = object.text("token_type"), type.lowercased() == "bearer",
            Self.isAbsentOrText("refresh_token", in: object), Self.isAbsentOrText("id_token", in: object)
        else { throw .malformedReply(.replyIncomplete) }
        self.init(
            accessToken: AccessToken(secretValue: accessToken),
            refreshToken: Self.opaque("refresh_token", in: object).map(RefreshToken.init(secretValue:)),
            expiresIn: expiresIn, identityToken: Self.opaque("id_token", in: object))
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
