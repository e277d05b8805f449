import HTTPServing

/// What the browser carries to the return URL, whichever way it travels.
struct AuthorizeResponse: Sendable {
    let mode: ResponseMode
    let returnURL: String
    let fields: [(name: String, value: String)]

    /// Success: code, then token, state and user as far as there are any.
    init(_ request: AuthorizeRequest, _ authorized: Authorized) {
        var fields: [(name: String, value: String)] = []
        if let state = request.state { fields.append(("state", state)) }
        fields.append(("code", authorized.code))
        if let token = authorized.identityToken { fields.append(("id_token", token)) }
        if let user = authorized.userJSON { fields.append(("user", user)) }
        self.init(request, fields: fields)
    }

    /// The only error Apple ever sends to a return URL.
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

    /// Where a redirect goes; nil for a form post, which is a page.
    var location: String? {
        switch mode {
        case .formPost: nil
        case .query: returnURL + (returnURL.contains("?") ? "&" : "?") + FormFields.encode(fields)
        case .fragment: returnURL + "#" + FormFields.encode(fields)
        }
    }
}
