import HTTPServing

/// What the browser sends to the return URL, in any response mode.
struct AuthorizeResponse: Sendable {
    let mode: ResponseMode
    let returnURL: String
    let fields: [(name: String, value: String)]
    /// Set in the mode `web_message`, where the fields are not sent.
    let webMessage: WebMessage?

    /// The only error that Apple sends to a return URL.
    static let cancelled = "user_cancelled_authorize"

    /// A success: `state`, `code`, `id_token` and `user`, in this order, as far as present.
    init(_ request: AuthorizeRequest, _ authorized: Authorized) {
        var fields: [(name: String, value: String)] = []
        if let state = request.state { fields.append(("state", state)) }
        fields.append(("code", authorized.code))
        if let token = authorized.identityToken { fields.append(("id_token", token)) }
        if let user = authorized.userJSON { fields.append(("user", user)) }
        self.init(request, fields, request.mode == .webMessage ? WebMessage(request, authorized) : nil)
    }

    /// A cancelled sign-in.
    init(cancelling request: AuthorizeRequest) {
        var fields: [(name: String, value: String)] = []
        if let state = request.state { fields.append(("state", state)) }
        fields.append(("error", Self.cancelled))
        self.init(request, fields, request.mode == .webMessage ? WebMessage(cancelling: request) : nil)
    }

    private init(_ request: AuthorizeRequest, _ fields: [(name: String, value: String)], _ message: WebMessage?) {
        mode = request.mode
        returnURL = request.redirectURI
        self.fields = fields
        webMessage = message
    }

    /// The target of a redirect. Nil for a form post and a message, which are pages.
    var location: String? {
        switch mode {
        case .formPost, .webMessage: nil
        case .query: returnURL + (returnURL.contains("?") ? "&" : "?") + FormFields.encode(fields)
        case .fragment: returnURL + "#" + FormFields.encode(fields)
        }
    }
}
