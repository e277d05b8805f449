import JSONWebTokens

/// The answer of Apple's authorization page, sent through the browser. Nothing in it is verified yet.
public enum AuthorizationCallback: Sendable {
    /// The person agreed. Verify the identity token before you trust anything else in this answer.
    case authorized(code: AuthorizationCode, identityToken: String?, state: String, user: FirstSignInUser?)
    /// The person cancelled.
    case cancelled(state: String)
    /// Apple refused, with an error of its own.
    case refused(code: String, state: String)

    /// Decodes the body of the form post. Each parameter may occur once and within its limit. Unknown ones are ignored.
    public static func decode(form body: [UInt8]) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        try decode(parameters: parameters(form: body))
    }

    /// Decodes the query of the redirect URI (`AuthorizationRequest.Response.query`), with or without its `?`.
    ///
    /// Apple puts neither an identity token nor a name into a query, so both are ignored.
    public static func decode(query: String) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        let answer = try parameters(form: Array((query.first == "?" ? query.dropFirst() : query[...]).utf8))
        return try decode(parameters: answer.filter { !["id_token", "user"].contains($0.key) })
    }

    /// Decodes the fragment of the redirect URI (`AuthorizationRequest.Response.fragment`), with or without its `#`.
    ///
    /// No server sees a fragment, so a script has passed it on: trust only the verified token. Apple puts no name into
    /// a fragment, so a name is ignored.
    public static func decode(fragment: String) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        let answer = try parameters(form: Array((fragment.first == "#" ? fragment.dropFirst() : fragment[...]).utf8))
        return try decode(parameters: answer.filter { $0.key != "user" })
    }

    /// Decodes what Apple's script returns to a page that used a popup, and the page passed on as JSON:
    /// `{"authorization":{"code":…,"id_token":…,"state":…},"user":{…}}`.
    ///
    /// A script has passed it on: trust only the verified token, and treat the name as user input. Errors such as
    /// `popup_closed_by_user` stay in the page and are not passed on.
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

    /// Returns the parameters of the form post, for code that needs more of them than ``decode(parameters:)`` returns.
    /// Each parameter may occur once.
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

    /// Decodes parameters that ``parameters(form:)`` returned.
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

    /// The parameter, if it is present and not empty.
    private static func visible(
        _ name: String, limit: Int, in parameters: [String: String]
    ) throws(AuthorizationCallbackError) -> String? {
        guard let value = parameters[name], !value.isEmpty else { return nil }
        guard value.utf8.count <= limit else { throw .parameterTooLarge }
        guard value.isVisibleASCII else { throw .parameterMalformed }
        return value
    }
}
