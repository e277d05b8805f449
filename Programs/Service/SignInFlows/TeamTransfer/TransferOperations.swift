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

    /// Whether the recipient's key is here, so that new subjects can be fetched.
    package var canImport: Bool { transfer.recipient != nil }

    /// A transfer and how many people are in each state.
    package struct Standing: Sendable {
        /// The transfer, as it is stored.
        package let transfer: AppTransfer
        /// The people in each state that somebody is in.
        package let counts: [TransferEntryCount]
        /// How often Apple accepted a client only with the other team's key.
        package let otherTeamTries: Int
        /// When this was so.
        package let moment: Date

        /// How many people are in a state.
        package func count(_ state: TransferEntry.State) -> Int { counts.first { $0.state == state }?.count ?? 0 }

        /// How many people wait for a call to Apple: for their transfer identifier, and once the app has moved also for
        /// their new subject.
        package var remaining: Int {
            count(.waiting) + (transfer.state.side == .recipient ? count(.known) : 0)
        }

        /// For how many whole days Apple still translates identifiers; nil before the app has moved, and once nobody needs it.
        package var daysLeft: Int? {
            guard let deadline = transfer.deadline, transfer.state == .moved || transfer.state == .importing else {
                return nil
            }
            return max(0, Int(deadline.timeIntervalSince(moment) / 86_400))
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
            stored.state = stored.state(at: now)
            return Standing(
                transfer: stored, counts: try records.countTransferEntries(of: transfer.id),
                otherTeamTries: try OtherTeamTries.count(
                    of: stored, named: transfer.name, through: now, in: records),
                moment: now)
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
        let acceptance = TransferAcceptance(transfer, by: .operatorDecision, environment)
        return try await change { stored, records in
            let before = stored.state
            switch before {
            case .planned, .exporting, .ready: stored.state = .moved
            case .moved, .importing, .expired: break
            case .settled, .closed, .canceled: return .over
            }
            stored.acceptedAt = moment
            stored.deadline = moment.addingTimeInterval(AppTransfer.window)
            try records.recordTransfer(stored)
            try acceptance.record(after: before, in: records)
            return .recorded
        }
    }

    /// Gives the transfer up, before the app has moved. Returns whether the state allows it.
    package func cancel() async throws(SignInError) -> Bool {
        let now = environment.instant
        return try await change { stored, records in
            guard stored.state.side == .giver, stored.state != .canceled else { return false }
            (stored.state, stored.closedAt) = (.canceled, now)
            try records.recordTransfer(stored)
            return true
        }
    }

    /// Why a transfer is not closed. The raw value is shown to operators.
    package enum CloseRefusal: String, Sendable, CaseIterable {
        /// The recipient has not accepted the app.
        case notMoved = "transfer_not_moved"
        /// People wait for Apple's answer, and Apple still gives one.
        case notSettled = "transfer_not_settled"
        /// It is closed or canceled.
        case over = "transfer_over"
    }

    /// Ends the transfer, once everybody is settled or Apple translates nothing more. Returns why it goes on; nil if it is
    /// closed.
    package func close() async throws(SignInError) -> CloseRefusal? {
        let now = environment.instant
        return try await change { stored, records -> CloseRefusal? in
            if let refusal = stored.state(at: now).closeRefusal { return refusal }
            (stored.state, stored.closedAt) = (.closed, now)
            try records.recordTransfer(stored)
            return nil
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

    private func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout AppTransfer, any AccountTransaction) throws -> Value
    ) async throws(SignInError) -> Value {
        let (transfer, now) = (transfer, environment.instant)
        return try await environment.write { records in
            var stored = try records.findTransfer(transfer.id) ?? transfer.unstored(at: now)
            return try body(&stored, records)
        }
    }
}

extension AppTransfer {
    /// How far it is at a moment: expired if Apple's sixty days ended before everybody was settled.
    fileprivate func state(at now: Date) -> TransferState {
        isOver(at: now) && (state == .moved || state == .importing) ? .expired : state
    }
}

extension TransferState {
    /// Why a transfer in this state is not closed; nil if it may be.
    fileprivate var closeRefusal: TransferOperations.CloseRefusal? {
        switch self {
        case .settled, .expired: nil
        case .planned, .exporting, .ready: .notMoved
        case .moved, .importing: .notSettled
        case .closed, .canceled: .over
        }
    }
}
