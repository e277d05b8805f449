import HTTPServing

/// What the browser sends to the return URL, in any response mode.
struct AuthorizeResponse: Sendable {
    let mode: ResponseMode
    let returnURL: String
    let fields: [(name: String, value: String)]

    /// A success: `state`, `code`, `id_token` and `user`, in this order, as far as present.
    init(_ request: AuthorizeRequest, _ authorized: Authorized) {
        var fields: [(name: String, value: String)] = []
        if let state = request.state { fields.append(("state", state)) }
        fields.append(("code", authorized.code))
        if let token = authorized.identityToken { fields.append(("id_token", token)) }
        if let user = authorized.userJSON { fields.append(("user", user)) }
        self.init(request, fields: fields)
    }

    /// A cancelled sign-in, the only error that Apple sends to a return URL.
    init(cancelling request: AuthorizeRequest) {
        var fields: [(name: String, value: String)] = []
        if let state = request.state { fields.append(("state", state)) }
        fields.append(("error", "user_cancelled_authorize"))
        self.init(request, fields: fields)
    }

    private init(_ request: AuthorizeRequest, fields: [(name: String, value: String)]) {
        mode = request.mode
        returnURL = request.redirectURI
        self.fields = fields
    }

    /// The target of a redirect. Nil for a form post, which is a page.
    var location: String? {
        switch mode {
        case .formPost: nil
        case .query: returnURL + (returnURL.contains("?") ? "&" : "?") + FormFields.encode(fields)
        case .fragment: returnURL + "#" + FormFields.encode(fields)
        }
    }
}
