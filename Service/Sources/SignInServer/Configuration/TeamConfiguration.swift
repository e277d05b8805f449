public import SignInFlows

/// A developer team as configured: its keys are named by file, never held here.
public struct TeamConfiguration: Sendable, Equatable {
    /// An app or website of the team.
    public struct Client: Sendable, Equatable {
        /// The name in the configuration, which our own API uses.
        public let name: String
        /// The client id at Apple.
        public let id: String
        /// Which flow it uses.
        public let kind: RegisteredClient.Kind
        /// Where a browser may be sent after sign-in.
        public let returnURLs: [String]
    }

    /// A private key of the team.
    public struct Key: Sendable, Equatable {
        /// The key id at Apple.
        public let id: String
        /// Where the `.p8` file is.
        public let file: String
    }

    /// The name in the configuration.
    public let name: String
    /// The team id at Apple.
    public let teamID: String
    /// The primary App IDs, to which Apple addresses notifications; clients need not be named again.
    public let primaryAppIDs: [String]
    /// Whether people may sign in and link by this team.
    public let isSignInOn: Bool
    /// The private keys, in order of their ids; the first signs.
    public let keys: [Key]
    /// The clients, in order of their names.
    public let clients: [Client]
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
