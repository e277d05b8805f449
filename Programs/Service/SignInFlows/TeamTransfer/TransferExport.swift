import AccountStorage
import Foundation
package import SignInWithApple

/// Fetches the transfer identifiers of everybody who uses the clients of a transfer. For the team that gives the app away.
package struct TransferExport: Sendable {
    private let environment: SignInEnvironment
    private let transfer: RegisteredTransfer

    package init(_ environment: SignInEnvironment, _ transfer: RegisteredTransfer) {
        (self.environment, self.transfer) = (environment, transfer)
    }

    /// How many identities one transaction looks at.
    static let pageLength = 500

    /// Gives everybody an entry who has none yet, and returns how many people have one.
    ///
    /// People without any token, such as imported ones, are included: only Apple knows whether they use the app.
    ///
    /// - Parameter isDry: whether they are only counted.
    package func collect(isDry: Bool) async throws(SignInError) -> Int {
        if !isDry { try await begin() }
        var (last, count) = (IdentityID?.none, 0)
        while true {
            let page = try await page(after: last, isDry: isDry)
            count += page.moving
            guard let next = page.last else { return count }
            last = next
        }
    }

    /// Asks Apple about everybody who is due.
    ///
    /// - Parameter limit: about how many people at most.
    package func fetch(
        limit: Int, pace: TransferPace, show: @Sendable (TransferTally) -> Void
    ) async throws(TransferStop) -> TransferTally {
        guard let giver = transfer.giver, let client = transfer.clients.first else {
            throw .impossible("the team \(transfer.fromTeam.rawValue) is not configured, so its key cannot ask")
        }
        let (environment, recipient) = (environment, transfer.toTeam)
        let migration = TeamTransfer(giver.apple, of: client)
        let fetching = TransferFetching(
            environment: environment, transfer: transfer, state: .waiting,
            text: { entry, records throws(StorageFailure) in try records.findIdentity(entry.identityID)?.subject },
            ask: { batch, pace, answered in
                let asked = Dictionary(batch.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
                try await migration.fetchTransferIdentifiers(
                    of: asked.keys.sorted().map { AppleUserID(rawValue: $0) }, to: recipient, pace: &pace
                ) { subject, result in
                    guard let about = asked[subject.rawValue] else { return }
                    switch result {
                    case .failure(let failure): try await answered(about, failure)
                    case .success(let identifier):
                        try await Self.store(identifier, of: about.entry, environment)
                        try await answered(about, nil)
                    }
                }
            })
        let tally = try await fetching.run(limit: limit, pace: pace, show: show)
        do throws(SignInError) {
            try await end()
        } catch {
            throw .failed(error)
        }
        return tally
    }

    private static func store(
        _ identifier: TransferIdentifier, of entry: TransferEntry, _ environment: SignInEnvironment
    ) async throws(SignInError) {
        var known = entry
        (known.identifier, known.state, known.tries, known.code) = (identifier.rawValue, .known, 0, nil)
        known.dueAt = environment.instant
        var repeated = entry
        (repeated.state, repeated.code) = (.failed, "transfer_sub_repeated")
        let (found, refused) = (known, repeated)
        try await environment.write { records in
            if try records.changeTransferEntry(found, from: .waiting) { return }
            // Another person's entry has the identifier, or the person is gone.
            _ = try records.changeTransferEntry(refused, from: .waiting)
        }
    }

    private func begin() async throws(SignInError) {
        let (id, unstored) = (transfer.id, transfer.unstored(at: environment.instant))
        try await environment.write { records in
            var stored = try records.findTransfer(id) ?? unstored
            guard stored.state == .planned || stored.state == .ready else { return }
            stored.state = .exporting
            try records.recordTransfer(stored)
        }
    }

    /// Nobody waits any more.
    private func end() async throws(SignInError) {
        let id = transfer.id
        try await environment.write { records in
            guard var stored = try records.findTransfer(id), stored.state == .exporting,
                try records.findTransferEntries(of: id, in: .waiting, after: nil, limit: 1).isEmpty
            else { return }
            stored.state = .ready
            try records.recordTransfer(stored)
        }
    }

    private func page(
        after last: IdentityID?, isDry: Bool
    ) async throws(SignInError) -> (moving: Int, last: IdentityID?) {
        let (transfer, now) = (transfer, environment.instant)
        let clients = Set(transfer.clients.map(\.rawValue))
        let body: @Sendable (any AccountTransaction) throws -> (moving: Int, last: IdentityID?) = { records in
            let identities = try records.findIdentities(after: last, limit: Self.pageLength)
            var moving = 0
            for identity in identities where identity.isOf(transfer) {
                guard try records.findGrants(of: identity.id).mayUse(clients) else { continue }
                moving += 1
                if isDry { continue }
                _ = try records.recordTransferEntry(
                    ifNew: TransferEntry(
                        transferID: transfer.id, identityID: identity.id, accountID: identity.accountID, dueAt: now))
            }
            return (moving, identities.count == Self.pageLength ? identities.last?.id : nil)
        }
        return try await isDry ? environment.read(body) : environment.write(body)
    }
}
