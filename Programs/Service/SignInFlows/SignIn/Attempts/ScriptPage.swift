/// A page that uses Apple's script: its client, its origin, and the return URL of that origin.
struct ScriptPage: Sendable {
    let client: RegisteredClient
    let origin: String
    let returnURL: String
    let result: ScriptRegistration.Result

    /// The page of a client at an origin; nil if the client has no return URL there.
    init?(of client: RegisteredClient, at origin: String) {
        guard let script = client.script, let returnURL = script.returnURLs[origin] else { return nil }
        self.client = client
        self.origin = origin
        self.returnURL = returnURL
        result = script.result
    }

    /// The pages of a client, ordered by origin.
    static func all(of client: RegisteredClient) -> [ScriptPage] {
        client.script?.returnURLs.keys.sorted().compactMap { ScriptPage(of: client, at: $0) } ?? []
    }
}
