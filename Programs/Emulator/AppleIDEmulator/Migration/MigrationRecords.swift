import HashTreeCollections

/// What the emulator remembers for `/auth/usermigrationinfo`.
struct MigrationRecords: Sendable {
    /// An access token of a team, which serves for any number of people (TN3159).
    struct TeamToken: Sendable {
        let client: String
        let teamID: String
        let expiresAt: Int
    }

    /// Whom a transfer identifier stands for. Each recipient has another one of a person.
    struct Identified: Sendable, Equatable, Codable {
        let person: String
        let recipient: String
    }

    private(set) var tokens: TreeDictionary<String, TeamToken> = [:]
    /// When the access tokens expire that cannot be used again.
    private(set) var used: TreeDictionary<String, Int> = [:]
    /// By identifier. The state file keeps them.
    var identifiers: KeptDictionary<String, Identified> = [:]
    private var sweep = Sweep()

    mutating func add(_ token: String, _ known: TeamToken, now: Int) {
        if sweep.isDue(at: tokens.count) {
            tokens = tokens.filter { $0.value.expiresAt > now }
            used = used.filter { $0.value > now }
            sweep.done(leaving: tokens.count)
        }
        tokens[token] = known
    }

    mutating func use(_ token: String, expiresAt: Int) { used[token] = expiresAt }
}
