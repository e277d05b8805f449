/// A script of calls that is played against a server and against the emulator.
package struct RecordingScript: Sendable {
    /// The most calls of a script, so that nobody burdens Apple by mistake.
    static let maximumCalls = 50

    typealias Fields = [(name: String, value: RecordingTemplate)]

    /// One call.
    struct Call: Sendable {
        let id: String
        var method = "GET"
        let path: RecordingTemplate
        var query: Fields = []
        var headers: Fields = []
        /// The fields of a form, or nil if the call has none.
        var form: Fields?
        /// A body that is no form.
        var body: RecordingTemplate?
        /// The members of the answer that later calls use, by the name of the value.
        var capture: [(name: String, member: [String])] = []

        var templates: [RecordingTemplate] {
            [path] + (query + headers + (form ?? [])).map(\.value) + [body].compactMap { $0 }
        }
    }

    /// A client secret that is signed when a call needs it.
    struct ClientSecret: Sendable {
        let teamID: RecordingTemplate
        let keyID: RecordingTemplate
        let clientID: RecordingTemplate
        /// The file of the private key. Without one, a key is made up that nobody registered.
        var keyFile: RecordingTemplate?
        var audience: RecordingTemplate?
        /// In seconds from now. Negative for a secret that has expired.
        var lifetime = 300
        var hasIssuedAt = true

        var templates: [RecordingTemplate] {
            [teamID, keyID, clientID] + [keyFile, audience].compactMap { $0 }
        }
    }

    /// An authorization code. The person at the command line brings one for the server, the emulator issues its own.
    struct Code: Sendable {
        let clientID: RecordingTemplate
        /// Nil for the code of an app.
        var redirectURI: RecordingTemplate?
        var scope: RecordingTemplate?
        var nonce: RecordingTemplate?

        var templates: [RecordingTemplate] { [clientID] + [redirectURI, scope, nonce].compactMap { $0 } }
    }

    /// A team that must exist in the emulator, as it does at the server.
    struct Team: Sendable {
        let teamID: RecordingTemplate
        var keyIDs: [RecordingTemplate] = []
        var apps: [RecordingTemplate] = []
        var services: [Service] = []

        struct Service: Sendable {
            let id: RecordingTemplate
            let primaryApp: RecordingTemplate
            var returnURLs: [RecordingTemplate] = []
        }

        var templates: [RecordingTemplate] {
            [teamID] + keyIDs + apps + services.flatMap { [$0.id, $0.primaryApp] + $0.returnURLs }
        }
    }

    var about: String?
    /// Values that the script brings along, by name.
    var values: [String: String] = [:]
    var secrets: [String: ClientSecret] = [:]
    var codes: [String: Code] = [:]
    var teams: [Team] = []
    var calls: [Call] = []

    /// The names of the values that are given from outside, unless the script has them: all that are used and that no
    /// call captures and no key signs.
    var namesFromOutside: [String] {
        let made = Set(secrets.keys).union(calls.flatMap { $0.capture.map(\.name) })
        let templates =
            secrets.values.flatMap(\.templates) + codes.values.flatMap(\.templates) + teams.flatMap(\.templates)
            + calls.flatMap(\.templates)
        return Set(templates.flatMap(\.names)).union(codes.keys).subtracting(made).sorted()
    }

    static let secretFields: Set = [
        "access_token", "authorization", "client_assertion", "client_secret", "code", "code_verifier", "cookie",
        "id_token", "password", "refresh_token", "token",
    ]

    /// The names of the values that nobody else may learn: codes, and what the calls send in a field for a secret.
    var secretNames: Set<String> {
        let fields = calls.flatMap { $0.query + $0.headers + ($0.form ?? []) }
        let secret = fields.filter { Self.secretFields.contains($0.name.lowercased()) }
        return Set(secret.flatMap(\.value.names)).union(codes.keys)
    }
}
