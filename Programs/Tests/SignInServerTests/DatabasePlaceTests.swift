import SignInServer
import Testing

struct `The place of a database` {
    @Test(arguments: [
        (
            "postgresql://siwa:secret@db.example.com:5432/siwa?sslmode=verify-full",
            "postgresql://db.example.com:5432/siwa", true
        ),
        ("postgres://siwa@db.example.com/siwa", "postgres://db.example.com/siwa", false),
        ("postgresql:///siwa?host=/run/postgresql&password=secret", "postgresql:///siwa", true),
        ("postgresql://a:b@c@[::1],second/siwa", "postgresql://[::1],second/siwa", true),
        ("postgresql://db.example.com?options=-c%20a@b:c", "postgresql://db.example.com", false),
    ])
    func `on a server is shown without user, password and options`(
        _ address: String, shown: String, hasPassword: Bool
    ) {
        let place = DatabasePlace(address)
        #expect(place == .server(url: address))
        #expect("\(place)" == shown)
        #expect(place.hasPassword == hasPassword)
    }

    @Test(arguments: ["siwa.sqlite", "/var/lib/siwa/siwa.sqlite", "postgresql:/siwa", "data/postgresql://x"])
    func `in a file is everything else`(_ path: String) {
        let place = DatabasePlace(path)
        #expect(place == .file(path: path))
        #expect("\(place)" == path)
        #expect(!place.hasPassword)
    }

    @Test func `on a server is taken as it is, with the keys beside the configuration`() throws {
        let json = """
            {"database": "postgresql://db.example.com/siwa",
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"TESTKEY001": {"file": "key.p8"}},
               "clients": {"app": {"id": "com.example.app", "kind": "native"}}}}}
            """
        let configuration = try ServerConfiguration(json: Array(json.utf8), directory: "/etc/siwa")
        #expect(configuration.database == "postgresql://db.example.com/siwa")
        #expect(configuration.secretsDirectory == "/etc/siwa/secrets")
        #expect(configuration.databaseConnections == 10)
    }
}
