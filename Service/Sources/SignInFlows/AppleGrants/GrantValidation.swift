import AccountStorage
package import Foundation
import SignInWithApple

/// Writes down after whom Apple is to be asked; the outbox asks.
///
/// It repairs what a lost notification of Apple's left behind. Apple's answer ends sessions only when it is a clear no;
/// an outage or a throttle answer ends nothing.
package struct GrantValidation: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Identities that one transaction looks at, at most.
    static let pageLength = 100
    /// While so much waits in the outbox, Apple does not answer, and nobody is added.
    static let longestBacklog = 20_000

    /// Plans everybody whose time lies between two moments and who is due, and says how many; `nil` where too much
    /// waits already, and nothing was planned.
    ///
    /// Several processes may plan the same time: what one has planned, the others find done.
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
                let grants = try records.findGrants(of: identity).filter { clients.has($0.clientID) }
                guard let grant = ValidationPlan.choose(among: grants, at: moment) else { continue }
                let request = ValidationRequest(grant: grant, dueAt: moment, now: now)
                if try request.apply(in: records) { planned += 1 }
            }
            let isLastPage = identities.count < Self.pageLength
            return (planned, isLastPage ? nil : identities.last)
        }
    }
}

extension ClientDirectory {
    fileprivate func has(_ id: String) -> Bool {
        find(id: ClientID(rawValue: id)) != nil
    }
}
