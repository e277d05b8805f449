import HTTPServing

/// The settings that a project needs, ready to paste, once the emulator's address is known.
package struct ProjectSettings: Sendable {
    let setup: ProjectSetup
    let baseURL: String
    let issuer: String
    /// Whether control calls need the token of `EMULATOR_CONTROL_TOKEN`.
    let needsToken: Bool

    /// The settings of a setup for an emulator at this address.
    package init(_ setup: ProjectSetup, baseURL: String, issuer: String, needsToken: Bool) {
        self.setup = setup
        self.baseURL = baseURL
        self.issuer = issuer
        self.needsToken = needsToken
    }

    private var discoveryURL: String { baseURL + "/.well-known/openid-configuration" }

    /// The members of the JSON line on standard output.
    package var members: [String: String] {
        var members = ["template": setup.template.rawValue, "discovery_url": discoveryURL]
        guard let registration = setup.registration else { return members }
        members["team_id"] = registration.teamID
        members["key_id"] = registration.keyID
        members["key_file"] = registration.keyFile
        members["app"] = registration.app
        members["service"] = registration.service
        members["client_id"] = registration.clientID
        members["redirect_uri"] = registration.redirectURI
        members["notification_url"] = registration.notificationURL
        return members
    }

    /// What a person reads and pastes: settings, a snippet where there is one, and calls to try.
    package var text: String {
        var lines = ["template \(setup.template.rawValue): \(setup.template.summary)", ""]
        if let registration = setup.registration {
            lines += ["# settings; the App ID is \(registration.app)"] + settings(registration) + [""]
            lines += returnURLs(registration) + snippet(registration) + ["# try it"] + tries(registration)
        } else {
            lines += ["# nothing is registered yet: begin in the portal", "\(baseURL)/portal"]
        }
        lines += [
            "", "# wait for whatever happens next", "curl -N \(authorization)'\(baseURL)/_emulator/events?count=1'",
        ]
        return lines.joined(separator: "\n")
    }

    private func settings(_ registration: ProjectSetup.Registration) -> [String] {
        var pairs: [(String, String?)] = [
            ("APPLE_TEAM_ID", registration.teamID), ("APPLE_KEY_ID", registration.keyID),
            ("APPLE_PRIVATE_KEY_FILE", registration.keyFile),
        ]
        switch setup.template {
        case .server:
            pairs.insert(
                (
                    "APPLE_CLIENT_IDS",
                    [registration.app, registration.service].compactMap(\.self).joined(separator: ",")
                ), at: 0)
        default: pairs.insert(("APPLE_CLIENT_ID", registration.clientID), at: 0)
        }
        pairs += [
            ("APPLE_REDIRECT_URI", registration.redirectURI), ("APPLE_NOTIFICATION_URL", registration.notificationURL),
            ("APPLE_ISSUER", issuer), ("APPLE_DISCOVERY_URL", discoveryURL),
        ]
        return pairs.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }

    private func returnURLs(_ registration: ProjectSetup.Registration) -> [String] {
        guard let service = registration.service else { return [] }
        let urls = setup.configuration.teams.values.compactMap { $0.services[service] }.flatMap(\.returnURLs)
        return ["# registered return URLs of \(service); :* is any port"] + urls + [""]
    }

    private func snippet(_ registration: ProjectSetup.Registration) -> [String] {
        guard setup.template == .spa, let redirectURI = registration.redirectURI else { return [] }
        return [
            "# for the page",
            "<script src=\"\(baseURL)/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js\"></script>",
            "<script>",
            "  AppleID.auth.init({",
            "    clientId: \"\(registration.clientID)\", scope: \"name email\",",
            "    redirectURI: \"\(redirectURI)\", usePopup: true",
            "  })",
            "</script>",
            "",
        ]
    }

    private func tries(_ registration: ProjectSetup.Registration) -> [String] {
        var lines = ["curl \(discoveryURL)"]
        if let service = registration.service, let redirectURI = registration.redirectURI {
            let page = authorizeURL(service, redirectURI)
            lines += ["xdg-open '\(page)'", call("approvals", [("person", "maya"), ("authorize_url", page)])]
        }
        if [.ios, .server].contains(setup.template) {
            lines.append(call("device/credentials", [("person", "maya"), ("bundle_id", registration.app)]))
        }
        if registration.notificationURL != nil {
            lines.append(
                call(
                    "notifications",
                    [("type", "consent-revoked"), ("person", "maya"), ("client", registration.app)]))
        }
        return lines
    }

    private func authorizeURL(_ client: String, _ redirectURI: String) -> String {
        let fields = [
            ("client_id", client), ("redirect_uri", redirectURI), ("response_type", "code id_token"),
            ("response_mode", "form_post"), ("scope", "name email"), ("state", "s-1"), ("nonce", "n-1"),
        ]
        return baseURL + "/auth/authorize?" + FormFields.encode(fields.map { (name: $0.0, value: $0.1) })
    }

    private var authorization: String { needsToken ? "-H \"Authorization: Bearer $EMULATOR_CONTROL_TOKEN\" " : "" }

    private func call(_ path: String, _ members: [(name: String, value: String)]) -> String {
        let body = OrderedJSON.object(members.map { ($0.name, .string($0.value)) }).text
        return "curl \(authorization)-H 'Content-Type: application/json' \(baseURL)/_emulator/\(path) -d '\(body)'"
    }
}
