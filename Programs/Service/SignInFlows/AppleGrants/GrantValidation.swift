import AccountStorage
package import Foundation
import SignInWithApple

/// Plans when each person's refresh token is validated at Apple. The outbox sends the requests.
///
/// This makes up for lost notifications. Sessions end only if Apple clearly refuses the token, not after an outage or a
/// throttled request.
package struct GrantValidation: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The maximum number of identities in one transaction.
    static let pageLength = 100
    /// While this many items wait in the outbox, Apple is probably not responding, and no more are added.
    static let longestBacklog = 20_000

    /// Plans the validation of every due identity whose time lies between two moments, and returns how many; `nil` if
    /// nothing was planned because too many items are waiting.
    ///
    /// Several processes may plan the same period. Each skips what another one has already planned.
    package func plan(from start: Date, to end: Date) async throws(SignInError) -> Int? {
        let waiting = try await environment.read { records in try records.countOutboxItems() }.count
        guard waiting < Self.longestBacklog else { return nil }
        let now = environment.instant
        let start = max(start, now.addingTimeInterval(-ValidationPlan.longestLag))
        var planned = 0
        for window in ValidationPlan.windows(from: start, to: end) {
            var position = window.after
            while true {
                let page = try await plan(window, after: position, at: now)
                planned += page.planned
                guard let last = page.last else { break }
                position = last
            }
        }
        return planned
    }

    private func plan(
        _ window: ValidationPlan.Window, after position: IdentityID?, at now: Date
    ) async throws(SignInError) -> (planned: Int, last: IdentityID?) {
        let clients = environment.clients
        return try await environment.write { records in
            let identities = try records.findGrantedIdentities(
                after: position, through: window.through, limit: Self.pageLength)
            var planned = 0
            for identity in identities {
                let moment = ValidationPlan.moment(of: identity, in: window, at: now)
                let held = try records.findGrants(of: identity).filter { clients.has($0.clientID) }
                let grants = try held.asked(about: identity, clients, in: records)
                guard let grant = ValidationPlan.choose(among: grants, at: moment) else { continue }
                let request = ValidationRequest(grant: grant, dueAt: moment, now: now)
                if try request.apply(in: records) { planned += 1 }
            }
            let isLastPage = identities.count < Self.pageLength
            return (planned, isLastPage ? nil : identities.last)
        }
    }
}

extension [AppleGrant] {
    /// Those about which Apple is asked.
    fileprivate func asked(
        about identity: IdentityID, _ clients: ClientDirectory, in records: any AccountTransaction
    ) throws(StorageFailure) -> [AppleGrant] {
        var asked: [AppleGrant] = []
        for grant in self {
            guard let client = clients.find(id: ClientID(rawValue: grant.clientID)),
                try RestingTokens.find(client, in: records).asks(about: identity, in: records)
            else { continue }
            asked.append(grant)
        }
        return asked
    }
}

extension ClientDirectory {
    fileprivate func has(_ id: String) -> Bool {
        find(id: ClientID(rawValue: id)) != nil
    }
}
