/// What the emulator answered, and why.
struct LogReply: Encodable, Sendable {
    let entries: [Entry]
    let dropped: Int

    struct Entry: Encodable, Sendable {
        let at: Int
        let method: String
        let path: String
        let status: Int
        let clientId: String?
        let person: String?
        let error: String?
        let cause: String?
        let explanation: String?
        let fault: String?

        init(_ entry: RequestLog.Entry) {
            (at, method, path, status) = (entry.at, entry.method, entry.path, entry.status)
            (clientId, person) = (entry.client, entry.person)
            (error, cause, explanation) = (entry.error, entry.cause, entry.explanation)
            fault = entry.fault
        }
    }
}

/// The emulator's state, without anything secret.
struct SnapshotReply: Encodable, Sendable {
    let baseUrl: String
    let issuer: String
    let now: Int
    let teams: [TeamEntry]
    let people: [PersonEntry]
    let consents: [ConsentEntry]
    let alive: Alive

    struct TeamEntry: Encodable, Sendable {
        let teamId: String
        let keys: [String]
        let apps: [String]
        let services: NamedValues<Service>

        init(_ team: Team) {
            teamId = team.teamID
            keys = team.keys.keys.sorted()
            apps = team.apps.keys.sorted()
            services = NamedValues(
                team.services.sorted { $0.key < $1.key }.map { id, service in
                    (
                        name: id,
                        value: Service(
                            primaryApp: service.web?.primaryApp, returnUrls: service.web?.returnURLs ?? [])
                    )
                })
        }
    }

    struct Service: Encodable, Sendable {
        let primaryApp: String?
        let returnUrls: [String]
    }

    struct PersonEntry: Encodable, Sendable {
        let key: String
        let email: String
        let name: PersonName
        /// By Team ID.
        let knownToTeamsAs: NamedValues<Known>
    }

    struct Known: Encodable, Sendable {
        let sub: String
        let relayAddress: String
        let relayForwards: Bool
    }

    struct ConsentEntry: Encodable, Sendable {
        let person: String
        let teamId: String
        let primaryApp: String
        let scopes: [String]
        let emailShared: Bool
        let grantedAt: Int
    }

    /// How many can still be used.
    struct Alive: Encodable, Sendable {
        let codes: Int
        let accessTokens: Int
        let refreshTokens: Int
    }
}
