import AccountStorage
import Foundation
package import SignInWithApple

/// Fetches the new subjects of everybody whose transfer identifier is known. For the team that gets the app.
package struct TransferImport: Sendable {
    private let environment: SignInEnvironment
    private let transfer: RegisteredTransfer

    package init(_ environment: SignInEnvironment, _ transfer: RegisteredTransfer) {
        (self.environment, self.transfer) = (environment, transfer)
    }

    /// Asks Apple about everybody who is due.
    ///
    /// - Parameter limit: about how many people at most.
    package func fetch(
        limit: Int, pace: TransferPace, show: @Sendable (TransferTally) -> Void
    ) async throws(TransferStop) -> TransferTally {
        guard let recipient = transfer.recipient, let client = transfer.clients.first else {
            throw .impossible("the team \(transfer.toTeam.rawValue) is not configured, so its key cannot ask")
        }
        let (environment, transfer) = (environment, transfer)
        do throws(SignInError) {
            try await begin()
        } catch {
            throw .failed(error)
        }
        let migration = TeamTransfer(recipient.apple, of: client)
        let fetching = TransferFetching(
            environment: environment, transfer: transfer, state: .known,
            text: { entry, _ throws(StorageFailure) in entry.identifier },
            ask: { batch, pace, answered in
                let asked = Dictionary(batch.map { ($0.text, $0) }, uniquingKeysWith: { first, _ in first })
                try await migration.fetchPeople(
                    behind: asked.keys.sorted().map { TransferIdentifier(rawValue: $0) }, pace: &pace
                ) { identifier, result in
                    guard let about = asked[identifier.rawValue] else { return }
                    switch result {
                    case .failure(let failure): try await answered(about, failure)
                    case .success(let person):
                        try await Self.store(person, of: about.entry, transfer, environment)
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

    private func begin() async throws(SignInError) {
        let (id, now) = (transfer.id, environment.instant)
        try await environment.write { records in
            _ = try Self.begin(id, from: { $0 == .moved }, at: now, in: records)
        }
    }

    private static func store(
        _ person: TransferredPerson, of entry: TransferEntry, _ transfer: RegisteredTransfer,
        _ environment: SignInEnvironment
    ) async throws(SignInError) {
        let arrival = TransferArrival(entry, person, transfer, environment)
        let acceptance = TransferAcceptance(transfer, by: .fetching, environment)
        let now = environment.instant
        try await environment.write { records in
            // Only the recipient of an accepted app gets an answer, so the app has moved, however far the export was.
            if let before = try Self.begin(transfer.id, from: { $0.side == .giver }, at: now, in: records) {
                try acceptance.record(after: before, in: records)
            }
            try arrival.apply(in: records)
        }
    }

    /// What became of a person from the seller's file.
    package enum Receipt: String, Sendable, CaseIterable {
        /// They have an entry now.
        case made
        /// They have one now, and an account that was made for it.
        case created
        /// They had one.
        case known
        /// No account here has the external id or identifier.
        case accountMissing = "account_missing"
    }

    /// Stores the people of the seller's file, each for an account that is here.
    ///
    /// - Parameter isCreating: whether a bare account is made for an external id that no account has.
    package func receive(
        _ people: [TransferFile.Person], creating isCreating: Bool = false
    ) async throws(SignInError) -> [Receipt] {
        let (transfer, now) = (transfer, environment.instant)
        let newcomers = people.map { isCreating ? TransferNewcomer($0, environment) : nil }
        return try await environment.write { records in
            if try records.findTransfer(transfer.id) == nil {
                var stored = transfer.unstored(at: now)
                stored.state = .ready
                try records.recordTransfer(stored)
            }
            var receipts: [Receipt] = []
            for (person, newcomer) in zip(people, newcomers) {
                receipts.append(try Self.receive(person, newcomer, transfer, at: now, in: records))
            }
            return receipts
        }
    }

    /// How many people of the seller's file would be led to an account that was here before, because it has their external
    /// id. It may be another person's: each system gives its own.
    package func matchedByExternalID(_ people: [TransferFile.Person]) async throws(SignInError) -> Int {
        let (id, externalIDs) = (transfer.id, people.compactMap(\.externalID))
        return try await environment.read { records in
            var matched = 0
            for externalID in externalIDs {
                guard let account = try records.findAccount(externalID: externalID) else { continue }
                // An earlier run led somebody of the file to it.
                let isReceived = try records.findTransferEntries(of: account.id).contains { $0.transferID == id }
                if !isReceived { matched += 1 }
            }
            return matched
        }
    }

    private static func receive(
        _ person: TransferFile.Person, _ newcomer: TransferNewcomer?, _ transfer: RegisteredTransfer, at now: Date,
        in records: any AccountTransaction
    ) throws(StorageFailure) -> Receipt {
        var account: Account?
        if let externalID = person.externalID { account = try records.findAccount(externalID: externalID) }
        if account == nil, let id = person.account.flatMap({ AccountID(text: $0) }) {
            account = try records.findAccount(id)
        }
        let isNew = account == nil
        if isNew { account = try newcomer?.make(in: records) }
        guard let account else { return .accountMissing }
        let entry = TransferEntry(
            transferID: transfer.id,
            identityID: IdentityID(label: "transfer-entry", fields: [transfer.issuer, person.identifier]),
            accountID: account.id, identifier: person.identifier, state: .known, dueAt: now)
        guard try records.recordTransferEntry(ifNew: entry) else { return .known }
        return isNew ? .created : .made
    }

    /// How many people wait for their new subject.
    package func waiting() async throws(SignInError) -> Int {
        let id = transfer.id
        return try await environment.read { records in
            try records.countTransferEntries(of: id).first { $0.state == .known }?.count ?? 0
        }
    }

    /// Begins the import in some states only, and returns the state before; nil if it did not.
    private static func begin(
        _ id: AppTransferID, from isBeginning: (TransferState) -> Bool, at now: Date,
        in records: any AccountTransaction
    ) throws(StorageFailure) -> TransferState? {
        guard var stored = try records.findTransfer(id), isBeginning(stored.state) else { return nil }
        let before = stored.state
        stored.state = .importing
        // The operator gave the transfer up, and the app has moved all the same.
        if before == .canceled { stored.closedAt = nil }
        // The app was accepted before, so this is the latest possible end.
        stored.deadline = stored.deadline ?? now.addingTimeInterval(AppTransfer.window)
        try records.recordTransfer(stored)
        return before
    }

    /// Nobody waits any more, neither for an identifier nor for a subject.
    private func end() async throws(SignInError) {
        let id = transfer.id
        try await environment.write { records in
            guard var stored = try records.findTransfer(id), stored.state == .importing else { return }
            for state in [TransferEntry.State.waiting, .known] {
                guard try records.findTransferEntries(of: id, in: state, after: nil, limit: 1).isEmpty else { return }
            }
            stored.state = .settled
            try records.recordTransfer(stored)
        }
    }
}

/// The transaction that stores a person under the new team.
private struct TransferArrival: Sendable {
    private let entry: TransferEntry
    private let person: TransferredPerson
    private let new: AppleIdentity
    private let now: Date
    private let auditID: AuditEntryID
    private let events: EventOutbox

    init(
        _ entry: TransferEntry, _ person: TransferredPerson, _ transfer: RegisteredTransfer,
        _ environment: SignInEnvironment
    ) {
        self.entry = entry
        self.person = person
        now = environment.instant
        let (team, subject) = (transfer.toTeam.rawValue, person.subject.rawValue)
        new = AppleIdentity(
            id: .derived(issuer: transfer.issuer, teamID: team, subject: subject), accountID: entry.accountID,
            issuer: transfer.issuer, teamID: team, subject: subject, createdAt: now)
        auditID = .timeOrdered(environment)
        events = EventOutbox(environment, unique: auditID.text)
    }

    /// Changes nothing if the person has arrived meanwhile.
    func apply(in records: any AccountTransaction) throws(StorageFailure) {
        guard var changed = try records.findTransferEntry(entry.transferID, of: entry.identityID),
            changed.state == .known
        else { return }
        (changed.settledAt, changed.code) = (now, nil)
        if let known = try records.findIdentity(new.id), known.accountID != changed.accountID {
            (changed.state, changed.newIdentityID) = (.conflict, new.id)
        } else {
            try store(of: changed.accountID, in: records)
            (changed.state, changed.newIdentityID) = (.exchanged, new.id)
        }
        guard try records.changeTransferEntry(changed, from: .known) else { throw .conflict }
    }

    private func store(of accountID: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        let former = try records.findIdentity(entry.identityID)
        let identity = AppleIdentity(
            id: new.id, accountID: accountID, issuer: new.issuer, teamID: new.teamID, subject: new.subject,
            createdAt: former?.createdAt ?? now)
        try records.recordIdentity(identity)
        if let former { _ = try records.recordMove(of: former.id, to: new.id) }
        try renewAddress(of: accountID, in: records)
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: accountID, event: AuditEvent.identityMoved.rawValue, reason: "import",
                occurredAt: now))
        try events.add(.accountLinked, of: accountID, reason: "transfer", in: records)
    }

    /// The relay address of the former team bounces. An account with a password keeps its address (``RecoveryAddresses``).
    private func renewAddress(
        of accountID: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard let email = person.email, EmailAddress.isRelay(email),
            var account = try records.findAccount(accountID), let known = account.email, EmailAddress.isRelay(known),
            !EmailAddress.isSame(known, email), try records.findPassword(of: accountID) == nil
        else { return }
        account.email = email
        try records.recordAccount(account)
    }
}
