import Settings
package import SignInFlows
package import SignInWithApple

/// The configuration of a developer team. It names the files of the keys but never holds the keys.
package struct TeamConfiguration: Sendable, Equatable {
    /// An app or website of the team.
    package struct Client: Sendable, Equatable {
        /// The name in the configuration, which our own API uses.
        package let name: String
        /// The client id at Apple.
        package let id: String
        /// The primary App ID of the client's group of apps; `nil` if the team has only one group.
        package internal(set) var primaryAppID: String?
        /// The kind of client, which determines its flow.
        package let kind: RegisteredClient.Kind
        /// The URLs to which a browser may be sent after sign-in.
        package let returnURLs: [String]
        /// What Apple's page asks people for.
        package let scopes: Set<AuthorizationRequest.Scope>
        /// How its pages use Apple's script; `nil` if they do not.
        package let script: ScriptRegistration?
        /// How its pages look; `nil` if they look like those of all clients.
        package let brand: BrandConfiguration?
    }

    /// A private key of the team.
    package struct Key: Sendable, Equatable {
        /// The key id at Apple.
        package let id: String
        /// The path of the `.p8` file.
        package let file: String
    }

    /// The name in the configuration.
    package let name: String
    /// The Team ID at Apple.
    package let teamID: String
    /// The primary App IDs, to which Apple addresses notifications. Those of clients need not be repeated.
    package let primaryAppIDs: [String]
    /// Whether people may sign in and link with this team.
    package let isSignInOn: Bool
    /// The private keys, sorted by id; the first one signs.
    package let keys: [Key]
    /// The clients, sorted by name.
    package let clients: [Client]
    /// Whether the file gives no clients. Only a team that gets clients by a transfer needs none.
    let lacksClients: Bool
}

extension TeamConfiguration {
    /// Reads one team; faults go to `settings`.
    init(_ name: String, _ settings: SettingsReader) {
        self.name = name
        teamID = settings.required("team_id", "The Team ID at Apple.")
        isSignInOn = settings.flag(
            "sign_in", true,
            "`false` switches sign-in and linking off for the team. Sessions, notifications and revocations continue."
        )
        primaryAppIDs = settings.list(
            "primary_app_ids",
            "The primary App IDs, to which Apple addresses notifications. Those of clients need not be repeated.")
        keys = settings.entries("keys", named: "key id") { id, settings in
            let file = settings.required(
                "file", "The **secret** `.p8` file of a key. The key whose ID sorts first signs.")
            return Key(id: id, file: FilePlace.resolve(file, in: settings.directory))
        }.sorted { $0.id < $1.id }
        if settings.lacks("keys") { settings.add(fault: "keys: at least one private key is required") }
        var clients = settings.entries("clients", named: "client") { Client($0, $1) }.sorted { $0.name < $1.name }
        lacksClients = settings.lacks("clients")
        let isImpossible = settings.addImpossible(teamID, keys.map(\.id), clients, primaryAppIDs)
        let groups = AppGroups(
            of: clients.map {
                AppGroups.Client(name: $0.name, id: $0.id, kind: $0.kind, primaryAppID: $0.primaryAppID)
            }, primaryAppIDs: primaryAppIDs)
        // Groups of impossible identifiers would be further faults of the same mistake.
        for fault in groups.faults where !isImpossible { settings.add(fault: fault) }
        for (place, primary) in groups.primaryAppIDs.enumerated() { clients[place].primaryAppID = primary }
        self.clients = clients
    }
}

extension TeamConfiguration.Client {
    fileprivate init(_ name: String, _ settings: SettingsReader) {
        self.name = name
        id = settings.required(
            "id", "The client ID at Apple: a bundle ID for native apps, a Services ID otherwise.")
        primaryAppID = settings.text(
            "primary_app_id", unset: "the team's only app",
            "The primary App ID with which the client is grouped at Apple. Required if the team has more than one app, or "
                + "none among its clients ([below](#groups-of-apps)).")
        let text = settings.required(
            "kind", range: "native, web, android",
            "The flow. `android`: the `apple_client` of an Android app's OpenID client "
                + "([below](#android-apps-app-links))."
        )
        if !text.isEmpty, RegisteredClient.Kind(rawValue: text) == nil {
            settings.add(fault: "kind: must be native, web or android")
        }
        kind = RegisteredClient.Kind(rawValue: text) ?? .native
        returnURLs = settings.list(
            "return_urls",
            "URLs to which a browser may be sent after sign-in, compared exactly; the service's own paths always."
        )
        let asksForName = settings.flag(
            "asks_for_name", true,
            "Whether Apple's page asks for the name. For `web` and `android`; an app decides itself."
        )
        let asksForEmail = settings.flag(
            "asks_for_email", true,
            "Whether Apple's page asks for the email address, for `web` and `android`. Without it, nobody gets one, "
                + "OpenID clients neither."
        )
        scopes = Set((asksForName ? [.name] : []) + (asksForEmail ? [.email] : []))
        script = settings.section("script") { ScriptRegistration($0, of: RegisteredClient.Kind(rawValue: text)) }
        brand = settings.section("brand") { BrandConfiguration($0, nameUnset: "pages.brand.name") }
        if brand != nil, kind == .native, text == kind.rawValue {
            settings.add(fault: "brand: a client of kind native has no pages")
        }
    }
}

extension SettingsReader {
    /// Adds every identifier that Apple cannot have given out, and every return URL that is no URL. Returns whether a
    /// bundle ID or Services ID is among them.
    fileprivate func addImpossible(
        _ teamID: String, _ keyIDs: [String], _ clients: [TeamConfiguration.Client], _ primaryAppIDs: [String]
    ) -> Bool {
        let fault = TeamID(teamID).fault
        add(fault, of: teamID, at: "team_id", isRequired: true)
        // Nothing is compared with a text that is no Team ID: it may be another identifier in the wrong place.
        let team = fault == nil ? TeamID(teamID) : nil
        for id in keyIDs { add(KeyID(id).fault(in: team), of: id, at: "keys.\(id)") }
        for id in primaryAppIDs { add(ClientID(id).fault(in: team), of: id, at: "primary_app_ids") }
        for client in clients {
            let place = "clients.\(client.name)"
            add(ClientID(client.id).fault(in: team), of: client.id, at: "\(place).id", isRequired: true)
            if let id = client.primaryAppID { add(ClientID(id).fault(in: team), of: id, at: "\(place).primary_app_id") }
            for url in client.returnURLs where !url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
                let shown = ShownValue.of(url)
                add(fault: "\(place).return_urls: \(shown) has a space or another character that no URL has")
            }
        }
        let ids = primaryAppIDs + clients.map(\.id).filter { !$0.isEmpty } + clients.compactMap(\.primaryAppID)
        return ids.contains { ClientID($0).fault(in: team) != nil }
    }

    /// A required identifier that is missing is a fault already.
    private func add(_ fault: ConfigurationFault?, of text: String, at name: String, isRequired: Bool = false) {
        if let fault, !text.isEmpty || !isRequired { add(fault: "\(name): \(ShownValue.of(text)): \(fault.advice)") }
    }
}
