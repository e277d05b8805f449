import AccountStorage
import Foundation
import SignInWithApple

/// Records an event for the app's backend in the transaction of the change, so that either both are stored or neither.
///
/// Records nothing if no backend is configured.
struct EventOutbox: Sendable {
    private let isOn: Bool
    private let unique: String
    private let now: Date

    /// - Parameters:
    ///   - unique: text that is unique to this change, and the same if the transaction is retried.
    ///   - moment: the time of the change; the current time if nil.
    init(_ environment: SignInEnvironment, unique: String, at moment: Date? = nil) {
        isOn = environment.policy.tellsBackend
        self.unique = unique
        now = moment ?? environment.instant
    }

    /// Records an event with the identifiers of `account` as they are passed.
    ///
    /// - Parameters:
    ///   - reason: who did it, or why, as a stable code.
    ///   - merged: the account that was merged into this one.
    ///   - issuer: the other provider whose identity was removed.
    func add(
        _ kind: AccountEventKind, of account: Account, reason: String?, merged: AccountID? = nil,
        issuer: String? = nil, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard isOn else { return }
        let body = AccountEventBody(
            kind, at: now,
            AccountEventBody.Facts(
                account: account.id.text, externalID: account.externalID, reason: reason, mergedAccount: merged?.text,
                issuer: issuer))
        try record(kind, of: account.id, body, in: records)
    }

    /// Records an event about an app and not about an account. In place of an account, it is stored with the identifier of
    /// the transfer.
    func add(
        _ kind: AccountEventKind, of transfer: RegisteredTransfer, reason: String, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard isOn else { return }
        let body = AccountEventBody(
            kind, at: now,
            AccountEventBody.Facts(
                reason: reason, transfer: transfer.name, fromTeam: transfer.fromTeam.rawValue,
                toTeam: transfer.toTeam.rawValue))
        try record(kind, of: AccountID(high: transfer.id.high, low: transfer.id.low), body, in: records)
    }

    /// Records an event for the account with this id, if there is one.
    func add(
        _ kind: AccountEventKind, of id: AccountID, reason: String?, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard isOn, let account = try records.findAccount(id) else { return }
        try add(kind, of: account, reason: reason, in: records)
    }

    private func record(
        _ kind: AccountEventKind, of account: AccountID, _ body: AccountEventBody, in records: any AccountTransaction
    ) throws(StorageFailure) {
        try records.recordAccountEvent(
            AccountEvent(
                id: id(of: kind, account), accountID: account, kind: kind.rawValue, body: body.json, createdAt: now,
                dueAt: now))
    }

    /// Derived, so that one change records each kind of event at most once for an account.
    private func id(of kind: AccountEventKind, _ account: AccountID) -> AccountEventID {
        let derived = AccountEventID(label: "event", fields: [unique, kind.rawValue, account.text])
        return .timeOrdered(at: now, random: Array(derived.bytes.suffix(AccountEventID.randomLength)))
    }
}
