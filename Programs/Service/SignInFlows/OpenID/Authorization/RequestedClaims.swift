import JSONWebTokens

/// The `claims` parameter of an authorization request (OpenID Connect Core section 5.5): single claims, and where the
/// client wants them. Besides the values of `sub`, only those of an essential `acr` count, because no request for a way of
/// authentication can be met (section 5.5.1.1): Apple does not tell how a person authenticated.
struct RequestedClaims: Sendable, Equatable {
    /// Claims about the person for the ID token.
    let idToken: UserClaimSet
    /// Claims about the person for the userinfo endpoint.
    let userInfo: UserClaimSet
    /// The accounts of which the client expects one, as text; nil for any.
    let subjects: Set<String>?
    /// Whether the client accepts certain ways of authentication only.
    let demandsAuthenticationContext: Bool

    /// Nothing besides the scopes.
    static let none = RequestedClaims()

    private init() {
        (idToken, userInfo, subjects, demandsAuthenticationContext) = ([], [], nil, false)
    }

    /// Reads the parameter; nil if it is no strict JSON or a member has another shape than the specification gives it.
    init?(json: String) {
        guard let object = try? StrictJSONReader.readObject(Array(json.utf8), limits: .standard),
            let idToken = Self.members(of: object, "id_token"), let userInfo = Self.members(of: object, "userinfo")
        else { return nil }
        do { subjects = try Self.subjects(in: [idToken, userInfo]) } catch { return nil }
        self.idToken = UserClaimSet(memberNames: idToken.names)
        self.userInfo = UserClaimSet(memberNames: userInfo.names)
        let context = idToken["acr"]?.object
        demandsAuthenticationContext =
            context?["essential"]?.bool == true && (context?["value"] != nil || context?["values"] != nil)
    }

    /// The stored form: the claims that a client may ask for at all; nil if there are none.
    func stored(within known: UserClaimSet) -> String? {
        let (idToken, userInfo) = (idToken.intersection(known), userInfo.intersection(known))
        guard !idToken.isEmpty || !userInfo.isEmpty else { return nil }
        let members: [(name: String, value: JSONValue)] = [
            ("id_token", Self.names(idToken)), ("userinfo", Self.names(userInfo)),
        ]
        return String(decoding: JSONObject.json(of: members), as: UTF8.self)
    }

    /// Reads the stored form.
    init(stored: String?) {
        self = stored.flatMap { RequestedClaims(json: $0) } ?? .none
    }

    private static func names(_ claims: UserClaimSet) -> JSONValue {
        .object(JSONObject(claims.claims.map(\.memberName).sorted().map { (name: $0, value: .null) }))
    }

    private static func members(of object: JSONObject, _ name: String) -> JSONObject? {
        guard let value = object[name] else { return JSONObject([]) }
        return value.object
    }

    private struct NobodyMeant: Error {}

    /// The accounts that every `value` and `values` of `sub` allows; nil for all accounts. Throws if a member is malformed,
    /// or if together they allow nobody.
    private static func subjects(in places: [JSONObject]) throws(NobodyMeant) -> Set<String>? {
        var subjects: Set<String>?
        for request in places.compactMap({ $0["sub"] }) where request != .null {
            guard let request = request.object else { throw NobodyMeant() }
            let lists = [request["value"].map { JSONValue.array([$0]) }, request["values"]].compactMap(\.self)
            for list in lists {
                guard let texts = list.array?.map(\.string), !texts.contains(nil) else { throw NobodyMeant() }
                let named = Set(texts.compactMap(\.self))
                subjects = subjects?.intersection(named) ?? named
            }
        }
        guard subjects?.isEmpty != true else { throw NobodyMeant() }
        return subjects
    }
}
