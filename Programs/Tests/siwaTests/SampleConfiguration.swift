import JSONWebTokens
import TestDoubles

/// A service with one team and one app, whose key is in `key.p8`.
enum SampleConfiguration {
    /// Only binding this address fails, after everything else is ready: no machine has 192.0.2.1 (RFC 5737).
    static let unbindable = """
        "public_url": "http://localhost:8080", "listen": "192.0.2.1:8080", "database": "accounts.sqlite",
        """

    /// - Parameters:
    ///   - members: settings as members of the JSON file, each followed by a comma.
    ///   - apple: an address at which nothing answers for Apple.
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

    /// Writes the sample and its key to files, and returns the path of the sample.
    func writeConfiguration(_ members: String = SampleConfiguration.unbindable) throws -> String {
        try writeKey()
        return try write(SampleConfiguration.json(members), to: "siwa.json")
    }
}
