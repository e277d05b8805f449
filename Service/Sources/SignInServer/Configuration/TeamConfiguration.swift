package import SignInFlows

/// A developer team as configured: its keys are named by file, never held here.
package struct TeamConfiguration: Sendable, Equatable {
    /// An app or website of the team.
    package struct Client: Sendable, Equatable {
        /// The name in the configuration, which our own API uses.
        package let name: String
        /// The client id at Apple.
        package let id: String
        /// Which flow it uses.
        package let kind: RegisteredClient.Kind
        /// Where a browser may be sent after sign-in.
        package let returnURLs: [String]
    }

    /// A private key of the team.
    package struct Key: Sendable, Equatable {
        /// The key id at Apple.
        package let id: String
        /// Where the `.p8` file is.
        package let file: String
    }

    /// The name in the configuration.
    package let name: String
    /// The team id at Apple.
    package let teamID: String
    /// The primary App IDs, to which Apple addresses notifications; clients need not be named again.
    package let primaryAppIDs: [String]
    /// Whether people may sign in and link by this team.
    package let isSignInOn: Bool
    /// The private keys, in order of their ids; the first signs.
    package let keys: [Key]
    /// The clients, in order of their names.
    package let clients: [Client]
}

extension TeamConfiguration {
    /// Reads one team; faults go to the reading.
    init(name: String, file: ConfigurationFile, reading: inout ConfigurationReading, directory: String) {
        let path = ["teams", name]
        self.name = name
        teamID = reading.required(.teamID, name)
        isSignInOn = reading.flag(.teamSignIn, name, standard: true)
        primaryAppIDs = reading.list(.primaryAppIDs, name)
        keys = file.names(below: path + ["keys"]).map { id in
            Key(id: id, file: FilePlace.resolve(reading.required(.keyFile, name, id), in: directory))
        }
        if keys.isEmpty { reading.add(fault: "teams.\(name).keys: at least one private key is needed") }
        clients = file.names(below: path + ["clients"]).map { client in
            Self.client(client, team: name, reading: &reading)
        }
        if clients.isEmpty { reading.add(fault: "teams.\(name).clients: at least one client is needed") }
    }

    private static func client(_ name: String, team: String, reading: inout ConfigurationReading) -> Client {
        let kindText = reading.required(.clientKind, team, name)
        let kind = RegisteredClient.Kind(rawValue: kindText)
        if kind == nil, !kindText.isEmpty {
            reading.add(fault: "teams.\(team).clients.\(name).kind: must be native, web or android")
        }
        return Client(
            name: name, id: reading.required(.clientID, team, name), kind: kind ?? .native,
            returnURLs: reading.list(.returnURLs, team, name))
    }
}
