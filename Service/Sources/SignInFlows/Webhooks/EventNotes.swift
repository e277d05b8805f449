import AccountStorage
import Foundation

/// Writes down, in the transaction of a change, what the app's backend is to be told of it: both are kept, or neither.
///
/// Without an address to tell it to nothing is written.
struct EventNotes: Sendable {
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

/// What is posted: the members that Standard Webhooks recommends, with identifiers and codes only.
struct AccountEventBody: Encodable {
    struct Facts: Encodable {
        var account: String?
        var externalID: String?
        var reason: String?
        var mergedAccount: String?
        var issuer: String?

        enum CodingKeys: String, CodingKey {
            case account, reason, issuer
            case externalID = "external_id"
            case mergedAccount = "merged_account"
        }
    }

    private let type: String
    private let timestamp: String
    private let data: Facts

    init(_ kind: AccountEventKind, at moment: Date, _ facts: Facts) {
        type = kind.rawValue
        timestamp = moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        data = facts
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else {
            preconditionFailure("identifiers, codes and a time are JSON")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
