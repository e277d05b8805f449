package import AccountStorage
package import Foundation
package import SignInWithApple

/// What an operator sees of a transfer and decides about it.
package struct TransferOperations: Sendable {
    private let environment: SignInEnvironment
    private let transfer: RegisteredTransfer

    package init(_ environment: SignInEnvironment, _ transfer: RegisteredTransfer) {
        (self.environment, self.transfer) = (environment, transfer)
    }

    /// A transfer and how many people are in each state.
    package struct Standing: Sendable {
        /// The transfer, as it is stored.
        package let transfer: AppTransfer
        /// The people in each state that somebody is in.
        package let counts: [TransferEntryCount]

        /// How many people are in a state.
        package func count(_ state: TransferEntry.State) -> Int { counts.first { $0.state == state }?.count ?? 0 }

        /// How many people wait for a call to Apple: for their transfer identifier, and once the app has moved also for
        /// their new subject.
        package var remaining: Int {
            count(.waiting) + (transfer.state.side == .recipient ? count(.known) : 0)
        }

        /// How many people are not led to their account by a transfer identifier or a new subject.
        package var atRisk: Int {
            [TransferEntry.State.waiting, .left, .failed, .conflict].map { count($0) }.reduce(0, +)
        }
    }

    /// A person who has not moved, for the operator's report.
    package struct Missing: Sendable {
        /// The person's entry.
        package let entry: TransferEntry
        /// Their account; nil if it is gone.
        package let account: Account?
    }

    /// How far the transfer is. A transfer whose sixty days are over is `expired`.
    package func standing() async throws(SignInError) -> Standing {
        let (transfer, now) = (transfer, environment.instant)
        return try await environment.read { records in
            var stored = try records.findTransfer(transfer.id) ?? transfer.unstored(at: now)
            if stored.isOver(at: now), stored.state == .moved || stored.state == .importing {
                stored.state = .expired
            }
            return Standing(transfer: stored, counts: try records.countTransferEntries(of: transfer.id))
        }
    }

    /// What became of the operator's word that the recipient has accepted the app.
    package enum Acceptance: Sendable, Equatable {
        /// It is stored.
        case recorded
        /// Everybody has moved, or the transfer is over.
        case over
        /// Apple gave the recipient's key no token, for this reason.
        case unproven(AppleCallFailure)
    }

    /// Records when the recipient accepted the app. It may be corrected until everybody is settled.
    ///
    /// It cannot be taken back, because new people are the recipient's from then on. So Apple has to accept the
    /// recipient's key first, if that is here.
    package func accept(at moment: Date) async throws(SignInError) -> Acceptance {
        let state = try await standing().transfer.state
        if state.side == .giver, state != .canceled,
            case .failed(let failure) = await TransferKeyCheck.recipient(of: transfer)
        {
            return .unproven(failure)
        }
        let isRecorded = try await change { stored in
            switch stored.state {
            case .planned, .exporting, .ready: stored.state = .moved
            case .moved, .importing, .expired: break
            case .settled, .closed, .canceled: return false
            }
            stored.acceptedAt = moment
            stored.deadline = moment.addingTimeInterval(AppTransfer.window)
            return true
        }
        return isRecorded ? .recorded : .over
    }

    /// Gives the transfer up, before the app has moved. Returns whether the state allows it.
    package func cancel() async throws(SignInError) -> Bool {
        let now = environment.instant
        return try await change { stored in
            guard stored.state.side == .giver, stored.state != .canceled else { return false }
            (stored.state, stored.closedAt) = (.canceled, now)
            return true
        }
    }

    /// Ends the transfer. Returns whether the state allows it.
    package func close() async throws(SignInError) -> Bool {
        let now = environment.instant
        return try await change { stored in
            guard stored.state.side == .recipient, stored.state != .closed else { return false }
            (stored.state, stored.closedAt) = (.closed, now)
            return true
        }
    }

    /// Has Apple asked again about people who failed or left, and returns how many.
    ///
    /// - Parameter code: only those whose last call failed for this reason.
    package func retry(code: String?) async throws(SignInError) -> Int {
        var renewed = 0
        for state in [TransferEntry.State.failed, .left] {
            var last: IdentityID?
            repeat {
                let page = try await retry(state, code, after: last)
                (renewed, last) = (renewed + page.renewed, page.last)
            } while last != nil
        }
        return renewed
    }

    /// The next page of people in a state, ordered by identity. A page that is not full is the last one.
    package func missing(
        in state: TransferEntry.State, after last: IdentityID?
    ) async throws(SignInError) -> [Missing] {
        let id = transfer.id
        return try await environment.read { records in
            var page: [Missing] = []
            for entry in try records.findTransferEntries(of: id, in: state, after: last, limit: Self.pageLength) {
                page.append(Missing(entry: entry, account: try records.findAccount(entry.accountID)))
            }
            return page
        }
    }

    /// The same as ``missing(in:after:)``, for a report with addresses. The audit of each account says so.
    package func disclosed(
        in state: TransferEntry.State, after last: IdentityID?
    ) async throws(SignInError) -> [Missing] {
        let page = try await missing(in: state, after: last)
        let environment = environment
        let entries = page.compactMap(\.account).map { account in
            AuditEntry(
                id: .timeOrdered(environment), accountID: account.id, event: AuditEvent.exported.rawValue,
                reason: Self.addressReason, occurredAt: environment.instant)
        }
        try await environment.write { records in for entry in entries { try records.recordAudit(entry) } }
        return page
    }

    /// The reason of an audit entry about an address that was written into a report.
    package static let addressReason = "transfer_report"

    /// How many entries one transaction reads.
    package static let pageLength = 500

    private func retry(
        _ state: TransferEntry.State, _ code: String?, after last: IdentityID?
    ) async throws(SignInError) -> (renewed: Int, last: IdentityID?) {
        let (id, now) = (transfer.id, environment.instant)
        return try await environment.write { records in
            let page = try records.findTransferEntries(of: id, in: state, after: last, limit: Self.pageLength)
            var renewed = 0
            for entry in page where code == nil || entry.code == code {
                var again = entry
                again.state = entry.identifier == nil ? .waiting : .known
                (again.tries, again.dueAt, again.code, again.settledAt) = (0, now, nil, nil)
                if try records.changeTransferEntry(again, from: state) { renewed += 1 }
            }
            return (renewed, page.count == Self.pageLength ? page.last?.identityID : nil)
        }
    }

    private func change(
        _ body: @escaping @Sendable (inout AppTransfer) -> Bool
    ) async throws(SignInError) -> Bool {
        let (transfer, now) = (transfer, environment.instant)
        return try await environment.write { records in
            var stored = try records.findTransfer(transfer.id) ?? transfer.unstored(at: now)
            guard body(&stored) else { return false }
            try records.recordTransfer(stored)
            return true
        }
    }
}
