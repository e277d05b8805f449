import Settings
package import SignInFlows

/// The configuration of the OpenID Provider.
package struct OpenIDConfiguration: Sendable {
    package var idTokenLifetime: Duration
    package var codeLifetime: Duration
    /// Sorted by id.
    package var clients: [OpenIDClient]
    /// How the pages of clients look that have a brand of their own, by `client_id`.
    package var brands: [String: BrandConfiguration]
}

extension OpenIDConfiguration {
    /// Reads the section; `nil` if the provider is not enabled.
    ///
    /// - Parameters:
    ///   - webClients: the names of the teams' clients of kind `web`.
    ///   - androidClients: those of kind `android`.
    init?(_ settings: SettingsReader, webClients: [String], androidClients: [String]) {
        let isOn = settings.flag(
            "openid.enabled", false, "Act as an OpenID Provider for other software ([below](#openid-clients)).")
        idTokenLifetime = settings.time(
            "openid.id_token_seconds", .seconds(3_600), in: 300...86_400,
            "The lifetime of ID tokens. Those with ES256 are valid for 900 seconds at most.")
        codeLifetime = settings.time(
            "openid.code_seconds", .seconds(60), in: 10...300,
            "How long a client can exchange an authorization code.")
        let clients = settings.section("openid") { section in
            section.entries("clients", named: "client_id") { id, settings in
                let reading = OpenIDClientConfiguration(
                    id: id, settings: settings, webClients: webClients, androidClients: androidClients)
                return (client: reading.client(), brand: reading.brand())
            }
        }
        self.clients = (clients ?? []).map(\.client).sorted { $0.id < $1.id }
        let branded = (clients ?? []).compactMap { entry in entry.brand.map { (entry.client.id, $0) } }
        brands = Dictionary(branded) { first, _ in first }
        for client in self.clients where !Self.isClientID(client.id) {
            settings.add(
                fault: "openid.clients: the client_id \(client.id) may contain only letters, digits, -, _ and .")
        }
        for client in self.clients where client.androidApp != nil && client.consent == .once {
            settings.add(
                fault: "openid.clients.\(client.id).android_package: Android would give links to this host to an app "
                    + "that is not your own (consent is once); its links belong to a host of its owner's")
        }
        guard isOn else {
            if !self.clients.isEmpty { settings.add(fault: "openid.clients: requires openid.enabled") }
            return nil
        }
    }

    /// RFC 6749 appendix A.1 allows more, but these need no encoding in a form, in a URL or in `Basic`.
    private static func isClientID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }
}

extension OpenIDConfiguration {
    /// Settings that are allowed but weaker than they could be.
    var warnings: [String] {
        guard !clients.isEmpty else {
            return ["openid.enabled without openid.clients: no client can use the OpenID Provider"]
        }
        return clients.flatMap { Self.warnings(about: $0) }
    }

    private static func warnings(about client: OpenIDClient) -> [String] {
        let name = "openid.clients.\(client.id)"
        var warnings: [String] = []
        if client.codeChallenge == .optional {
            warnings.append(
                "\(name).pkce is optional: the service cannot notice a code that was put into another person's "
                    + "browser (RFC 9700 section 4.5); set it to required if the client can send a code challenge")
        }
        for uri in client.redirectURIs where uri.text.hasPrefix("http://localhost:") {
            warnings.append(
                "\(name).redirect_uris has \(uri.text): another program or address can answer to localhost; use "
                    + "http://127.0.0.1 if the client can (RFC 8252 section 8.3)")
        }
        return warnings
    }
}
