import JSONWebTokens

/// A service with one team and one app, whose key is in `key.p8`.
enum SampleConfiguration {
    /// Binding its address is the one thing that fails once everything else is ready: 192.0.2.1 is no machine's (RFC 5737).
    static let unbindable = """
        "public_url": "http://localhost:8080", "listen": "192.0.2.1:8080", "database": "accounts.sqlite",
        """

    /// - Parameters:
    ///   - members: settings as members of the JSON file, each followed by a comma.
    ///   - apple: where nobody answers for Apple.
    static func json(_ members: String, apple: String = "http://127.0.0.1:9") -> String {
        """
        {\(members) "apple": {"base_url": "\(apple)"},
         "teams": {"main": {"team_id": "ABCDE12345", "keys": {"TESTKEY001": {"file": "key.p8"}},
           "clients": {"app": {"id": "com.example.app", "kind": "native"}}}}}
        """
    }
}

extension TemporaryFolder {
    func writeKey() throws {
        _ = try write(SigningKey.makeES256(keyID: "TESTKEY001").pemRepresentation, to: "key.p8")
    }

    /// The sample and its key in files; the path of the first.
    func writeConfiguration(_ members: String = SampleConfiguration.unbindable) throws -> String {
        try writeKey()
        return try write(SampleConfiguration.json(members), to: "siwa.json")
    }
}
