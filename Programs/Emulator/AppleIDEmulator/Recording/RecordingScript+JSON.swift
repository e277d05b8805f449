import JSONWebTokens

extension RecordingScript {
    /// Reads a script file. Throws `script_invalid` with the place of the first mistake, or `script_too_long`.
    package init(json: [UInt8]) throws(RecordingFault) {
        let file: JSONObject
        do throws(JSONTextFault) {
            file = try StrictJSONReader.readWritten(json, limits: TokenLimits(maximumBytes: 1 << 20))
        } catch {
            throw RecordingFault(
                "script_invalid",
                "The script is not JSON: line \(error.line), column \(error.column): \(error.explanation).")
        }
        let script = try ScriptObject(
            .object(file), "script", members: ["about", "values", "client_secrets", "codes", "teams", "calls"])
        about = try script.text("about")
        for (name, value) in try script.members("values") {
            guard let text = value.string else { throw ScriptObject.fault("script.values.\(name)", "must be a string") }
            try Self.require(name: name, "script.values")
            values[name] = text
        }
        for (name, value) in try script.members("client_secrets") {
            try Self.require(name: name, "script.client_secrets")
            secrets[name] = try ClientSecret(value, "script.client_secrets.\(name)")
        }
        for (name, value) in try script.members("codes") {
            try Self.require(name: name, "script.codes")
            codes[name] = try Code(value, "script.codes.\(name)")
        }
        guard let list = (script["teams"] ?? []).array else {
            throw ScriptObject.fault("script.teams", "must be a list")
        }
        for (position, value) in list.enumerated() {
            teams.append(try Team(value, "script.teams[\(position)]"))
        }
        try readCalls(script["calls"]?.array ?? [])
    }

    private mutating func readCalls(_ list: [JSONValue]) throws(RecordingFault) {
        guard !list.isEmpty else { throw ScriptObject.fault("script.calls", "must be a list with at least one call") }
        guard list.count <= Self.maximumCalls else {
            throw RecordingFault(
                "script_too_long",
                "The script has \(list.count) calls. At most \(Self.maximumCalls) are sent to a server.")
        }
        for (position, value) in list.enumerated() {
            let call = try Call(value, "script.calls[\(position)]")
            guard !calls.contains(where: { $0.id == call.id }) else {
                throw ScriptObject.fault("script.calls[\(position)].id", "is used twice: \(call.id)")
            }
            calls.append(call)
        }
    }

    fileprivate static func require(name: String, _ place: String) throws(RecordingFault) {
        guard name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil else {
            throw ScriptObject.fault("\(place).\(name)", "must be a name of small letters, digits and _")
        }
    }
}

extension RecordingScript.Call {
    private static let ownHeaders: Set = ["content-length", "host", "transfer-encoding", "user-agent"]
    private static let methods: Set = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]

    fileprivate init(_ value: JSONValue, _ place: String) throws(RecordingFault) {
        let call = try ScriptObject(
            value, place, members: ["id", "method", "path", "query", "headers", "form", "body", "capture"])
        guard let id = try call.text("id"), id.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,79}/) != nil else {
            throw ScriptObject.fault(place + ".id", "must be a short name of letters, digits, dots and hyphens")
        }
        let path = try call.required("path")
        guard path.text.hasPrefix("/"), !path.text.contains(where: { "?# ".contains($0) }) else {
            throw ScriptObject.fault(place + ".path", "must begin with / and have no query")
        }
        (self.id, self.path) = (id, path)
        method = try call.text("method") ?? (call["form"] == nil && call["body"] == nil ? "GET" : "POST")
        guard Self.methods.contains(method) else {
            throw ScriptObject.fault(
                place + ".method", "must be one of \(Self.methods.sorted().joined(separator: ", "))")
        }
        query = try call.fields("query")
        headers = try call.fields("headers")
        if let header = headers.first(where: { Self.ownHeaders.contains($0.name.lowercased()) }) {
            throw ScriptObject.fault(place + ".headers.\(header.name)", "is set by the recorder itself")
        }
        form = call["form"] == nil ? nil : try call.fields("form")
        body = try call.template("body")
        guard form == nil || body == nil else { throw ScriptObject.fault(place, "has both a form and a body") }
        for (name, member) in try call.members("capture") {
            try RecordingScript.require(name: name, place + ".capture")
            guard let path = member.string, !path.isEmpty else {
                throw ScriptObject.fault(place + ".capture.\(name)", "must be the name of a member of the answer")
            }
            capture.append((name, path.split(separator: ".").map(String.init)))
        }
    }
}

extension RecordingScript.ClientSecret {
    fileprivate init(_ value: JSONValue, _ place: String) throws(RecordingFault) {
        let secret = try ScriptObject(
            value, place,
            members: ["team_id", "key_id", "client_id", "key_file", "audience", "lifetime", "issued_at"])
        teamID = try secret.required("team_id")
        keyID = try secret.required("key_id")
        clientID = try secret.required("client_id")
        keyFile = try secret.template("key_file")
        audience = try secret.template("audience")
        lifetime = try secret.integer("lifetime") ?? 300
        hasIssuedAt = try secret.flag("issued_at") ?? true
    }
}

extension RecordingScript.Code {
    fileprivate init(_ value: JSONValue, _ place: String) throws(RecordingFault) {
        let code = try ScriptObject(value, place, members: ["client_id", "redirect_uri", "scope", "nonce"])
        clientID = try code.required("client_id")
        redirectURI = try code.template("redirect_uri")
        scope = try code.template("scope")
        nonce = try code.template("nonce")
    }
}

extension RecordingScript.Team {
    fileprivate init(_ value: JSONValue, _ place: String) throws(RecordingFault) {
        let team = try ScriptObject(value, place, members: ["team_id", "keys", "apps", "services"])
        teamID = try team.required("team_id")
        keyIDs = try team.templates("keys")
        apps = try team.templates("apps")
        for (id, value) in try team.members("services") {
            let service = try ScriptObject(value, place + ".services.\(id)", members: ["primary_app", "return_urls"])
            services.append(
                Service(
                    id: RecordingTemplate(id), primaryApp: try service.required("primary_app"),
                    returnURLs: try service.templates("return_urls")))
        }
    }
}
