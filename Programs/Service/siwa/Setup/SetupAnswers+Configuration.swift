import JSONWebTokens
import SignInFlows

extension SetupAnswers {
    /// The configuration file of these answers. It names the files of secrets and contains none.
    var configuration: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("public_url", .string(publicURL.origin)), ("listen", .string(listen)),
            ("database", .string(dataFolder + "/siwa.sqlite")),
            ("secrets_directory", .string(dataFolder + "/secrets")),
        ]
        if !proxies.isEmpty { members.append(("trusted_proxies", Self.list(proxies))) }
        if let emulator { members.append(("apple", Self.object([("base_url", .string(emulator))]))) }
        if let mailFrom {
            members.append(("passwords", Self.object([("enabled", .bool(true))])))
            let program = ["/usr/sbin/sendmail", "-i", "-t"]
            members.append(
                ("mail", Self.object([("command", Self.list(program)), ("from", .string(mailFrom))])))
        }
        members.append(("teams", Self.object([("main", team)])))
        return Self.object(members)
    }

    private var team: JSONValue {
        var clients: [(name: String, value: JSONValue)] = []
        if let bundleID {
            var app: [(name: String, value: JSONValue)] = [("id", .string(bundleID)), ("kind", .string("native"))]
            if primaryAppID != bundleID { app.append(("primary_app_id", .string(primaryAppID))) }
            clients.append(("app", Self.object(app)))
        }
        if let servicesID {
            var web: [(name: String, value: JSONValue)] = [("id", .string(servicesID)), ("kind", .string("web"))]
            // With the app among the clients, it is the only candidate.
            if primaryAppID != bundleID { web.append(("primary_app_id", .string(primaryAppID))) }
            if !returnURLs.isEmpty { web.append(("return_urls", Self.list(returnURLs))) }
            clients.append(("web", Self.object(web)))
        }
        return Self.object([
            ("team_id", .string(teamID)),
            ("keys", Self.object([(keyID, Self.object([("file", .string(keyFile))]))])),
            ("clients", Self.object(clients)),
        ])
    }

    static func object(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
        .object(JSONObject(members))
    }

    static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
