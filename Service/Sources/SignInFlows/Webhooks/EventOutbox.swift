import AccountStorage
import Foundation

/// Writes down, in the transaction of a change, what the app's backend is to be told of it: both are kept, or neither.
///
/// Without an address to tell it to nothing is written.
struct EventOutbox: Sendable {
    private let isOn: Bool
    private let unique: String
    private let now: Date

    /// - Parameter unique: text that no other change has; the same should the transaction run again.
    init(_ environment: SignInEnvironment, unique: String) {
        isOn = environment.policy.tellsBackend
        self.unique = unique
        now = environment.instant
    }

    /// Notes what happened to an account, by the account's names as they are passed.
    ///
    /// - Parameters:
    ///   - reason: who did it, or why, as a stable code.
    ///   - merged: the account that went into this one.
    ///   - issuer: the other provider that was left.
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
        try records.recordAccountEvent(
            AccountEvent(
                id: id(of: kind, account.id), accountID: account.id, kind: kind.rawValue, body: body.json,
                createdAt: now, dueAt: now))
    }

    /// Notes what happened to the account with this id, if there is one.
    func add(
        _ kind: AccountEventKind, of id: AccountID, reason: String?, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard isOn, let account = try records.findAccount(id) else { return }
        try add(kind, of: account, reason: reason, in: records)
    }

    /// One change tells an account each kind of event once.
    private func id(of kind: AccountEventKind, _ account: AccountID) -> AccountEventID {
        let derived = AccountEventID(label: "event", fields: [unique, kind.rawValue, account.text])
        return .timeOrdered(at: now, random: Array(derived.bytes.suffix(AccountEventID.randomLength)))
    }
}
