import JSONWebTokens

/// What Apple's authorization page sends back with the browser. Nothing in it is proven yet.
public enum AuthorizationCallback: Sendable {
    /// The person agreed. Verify the identity token before anything else in here is believed.
    case authorized(code: AuthorizationCode, identityToken: String?, state: String, user: FirstSignInUser?)
    /// The person cancelled.
    case cancelled(state: String)
    /// Apple refused, with an error of its own.
    case refused(code: String, state: String)

    /// Decodes the body of the form post: each parameter once, all within their limits, unknown ones ignored.
    public static func decode(form body: [UInt8]) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        try decode(parameters: parameters(form: body))
    }

    /// Decodes the query of the return address (`AuthorizationRequest.Response.query`), with or without its `?`.
    ///
    /// Apple puts neither an identity token nor a name into a query: what claims to be one is ignored.
    public static func decode(query: String) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        let answer = try parameters(form: Array((query.first == "?" ? query.dropFirst() : query[...]).utf8))
        return try decode(parameters: answer.filter { !["id_token", "user"].contains($0.key) })
    }

    /// Decodes what stood behind `#` in the return address (`AuthorizationRequest.Response.fragment`), with or without it.
    ///
    /// No server sees a fragment, so it comes through the hands of a script: believe nothing but the verified token. Apple
    /// puts no name into a fragment: what claims to be one is ignored.
    public static func decode(fragment: String) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        let answer = try parameters(form: Array((fragment.first == "#" ? fragment.dropFirst() : fragment[...]).utf8))
        return try decode(parameters: answer.filter { $0.key != "user" })
    }

    /// Decodes what Apple's script gives a page that asked with a popup, sent on by the page as JSON:
    /// `{"authorization":{"code":…,"id_token":…,"state":…},"user":{…}}`.
    ///
    /// It comes through the hands of a script: believe nothing but the verified token, and take the name as user input.
    /// An error ends in the page (`popup_closed_by_user`) and is not sent on.
    public static func decode(popup json: [UInt8]) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        guard json.count <= 65_536 else { throw .bodyTooLarge }
        guard let answer = try? StrictJSONReader.readObject(json), let given = answer["authorization"]?.object else {
            throw .bodyMalformed
        }
        var parameters: [String: String] = [:]
        for name in ["code", "id_token", "state"] where given.contains(name) {
            guard let value = given.text(name) else { throw .parameterMalformed }
            parameters[name] = value
        }
        if let user = answer["user"]?.object { parameters["user"] = String(decoding: user.json, as: UTF8.self) }
        return try decode(parameters: parameters)
    }

    /// The parameters of the form post, each once, for code that needs them beside what ``decode(parameters:)`` makes of them.
    public static func parameters(form body: [UInt8]) throws(AuthorizationCallbackError) -> [String: String] {
        guard body.count <= 65_536 else { throw .bodyTooLarge }
        guard let decoded = FormEncoding.decode(body) else { throw .bodyMalformed }
        guard decoded.count <= 32 else { throw .bodyTooLarge }
        var parameters: [String: String] = [:]
        for (name, value) in decoded where parameters.updateValue(value, forKey: name) != nil {
            throw .parameterRepeated
        }
        return parameters
    }

    /// Decodes parameters that ``parameters(form:)`` took out of the form post.
    public static func decode(
        parameters: [String: String]
    ) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        guard let state = try visible("state", limit: 2_048, in: parameters) else { throw .stateMissing }
        let code = try visible("code", limit: 2_048, in: parameters)
        let identityToken = try visible("id_token", limit: 16_384, in: parameters)
        let error = try visible("error", limit: 2_048, in: parameters)
        let user = parameters["user"].map { Array($0.utf8) } ?? []
        guard user.count <= 4_096 else { throw .parameterTooLarge }
        switch (code, error) {
        case (let code?, nil):
            return .authorized(
                code: AuthorizationCode(secretValue: code), identityToken: identityToken, state: state,
                user: FirstSignInUser(json: user))
        case (nil, "user_cancelled_authorize"?):
            return .cancelled(state: state)
        case (nil, let error?):
            return .refused(code: error, state: state)
        case (nil, nil):
            throw .codeMissing
        case (_?, _?):
            throw .codeAndError
        }
    }

    /// The parameter, if it is there and not empty.
    private static func visible(
        _ name: String, limit: Int, in parameters: [String: String]
    ) throws(AuthorizationCallbackError) -> String? {
        guard let value = parameters[name], !value.isEmpty else { return nil }
        guard value.utf8.count <= limit else { throw .parameterTooLarge }
        guard value.isVisibleASCII else { throw .parameterMalformed }
        return value
    }
}
