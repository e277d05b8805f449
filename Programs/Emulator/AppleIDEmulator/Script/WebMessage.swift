/// What the last page of the popup posts to the window that opened it, and to which origin.
///
/// The shape was observed: a string that contains JSON, with `method` and `data`. It is never posted to `*`, since any
/// site could then open the popup and receive the code.
struct WebMessage: Sendable {
    let text: String
    let targetOrigin: String

    init(_ request: AuthorizeRequest, _ authorized: Authorized) {
        var authorization: [(name: String, value: OrderedJSON)] = [("code", .string(authorized.code))]
        if let token = authorized.identityToken { authorization.append(("id_token", .string(token))) }
        if let state = request.state { authorization.append(("state", .string(state))) }
        var data: [(name: String, value: OrderedJSON)] = [("authorization", .object(authorization))]
        if let user = authorized.user { data.append(("user", user)) }
        self.init(request, data)
    }

    init(cancelling request: AuthorizeRequest) {
        self.init(request, [("error", .string(AuthorizeResponse.cancelled))])
    }

    private init(_ request: AuthorizeRequest, _ data: [(name: String, value: OrderedJSON)]) {
        text = OrderedJSON.object([("method", .string("oauthDone")), ("data", .object(data))]).text
        targetOrigin = Origin.of(request.redirectURI)
    }
}
