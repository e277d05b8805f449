/// What a person agreed to for one group of apps. The first request decides the scopes (observed at Apple).
struct Consent: Sendable, Equatable, Codable {
    /// Consent is shared by everything under one primary App ID.
    struct Key: Hashable, Sendable, Codable {
        let person: String
        let teamID: String
        let primaryApp: String
    }

    let scopes: Set<Scope>
    let isEmailShared: Bool
    let grantedAt: Int
    /// Where the relay address was made, which it keeps; nil in state files of before.
    var relayDomain: String?
    /// The name the apps were told, for the account page.
    var name: PersonName?
}

/// What a client can ask for. `openid` is accepted and adds nothing, as at Apple.
enum Scope: String, Sendable, Codable, CaseIterable {
    case name, email
}
