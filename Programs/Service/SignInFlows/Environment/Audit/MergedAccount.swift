import AccountStorage

/// Where an account went that was merged into another one. The audit says so, as long as it is kept.
enum MergedAccount {
    /// What the reason in the history of the account that went begins with, before the identifier of the other one.
    static let mark = "into:"

    private static let mostMerges = 5
    private static let longestHistory = 20

    /// The account with this identifier, or the one into which it was merged since; nil if there is neither.
    static func find(_ id: AccountID, in records: any AccountTransaction) throws(StorageFailure) -> Account? {
        var next = id
        for _ in 0...mostMerges {
            if let account = try records.findAccount(next) { return account }
            // Hardly anything happens to an account that is gone, so its last lines say it.
            let entries = try records.findAudit(of: next, before: nil, limit: longestHistory)
            let reasons = entries.filter { $0.event == AuditEvent.accountsMerged.rawValue }.compactMap(\.reason)
            guard let reason = reasons.first(where: { $0.hasPrefix(mark) }),
                let remaining = AccountID(text: String(reason.dropFirst(mark.count)))
            else { return nil }
            next = remaining
        }
        return nil
    }
}
