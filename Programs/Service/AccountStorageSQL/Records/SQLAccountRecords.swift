package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? {
        try first(.find, [.identifier(id)], read: readAccount)
    }

    package func findAccount(externalID: String) throws(StorageFailure) -> Account? {
        try first(.findByExternalID, [.text(externalID)], read: readAccount)
    }

    package func recordAccount(_ account: Account) throws(StorageFailure) {
        try StoredText.check(account.givenName, account.familyName, account.email)
        try recordExternalID(account.externalID, of: account.id)
        try changeLater(
            .record,
            [
                .identifier(account.id), .text(account.givenName), .text(account.familyName),
                .text(account.email.map(StoredAddress.stored)), .flag(account.isEmailVerified),
                .flag(account.isPrivateEmail), .time(account.createdAt), .time(account.disabledAt),
                .code(account.disabledReason?.rawValue), .time(account.eraseAt), .flag(account.hasOwnName),
                .code(account.realPersonSignal?.rawValue), .text(account.externalID),
            ])
    }

    package func removeAccount(_ id: AccountID) throws(StorageFailure) -> Bool {
        willErase()
        try recordExternalID(nil, of: id)
        try removeTransferEntries(ofAccount: id)
        return try change(.remove, [.identifier(id)]) == 1
    }

    package func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID] {
        try every(.findToErase, [.time(moment), .limit(limit)]) { row throws(StorageFailure) in
            try row.identifier()
        }
    }

    package func findAccounts(email: String, limit: Int) throws(StorageFailure) -> [Account] {
        let folded = EmailAddress.folded(email)
        return try every(
            .findByEmail,
            [
                .text(StoredAddress.stored(folded)), .text(folded.hasSuffix("@") ? nil : folded), .limit(limit),
            ], read: readAccount)
    }

    package func findAccountIDs(after id: AccountID?, limit: Int) throws(StorageFailure) -> [AccountID] {
        try every(.findIDs, [.after(id), .limit(limit)]) { row throws(StorageFailure) in try row.identifier() }
    }

    /// Updates `external_accounts` to match the account. Usually there is nothing to change.
    private func recordExternalID(_ externalID: String?, of id: AccountID) throws(StorageFailure) {
        let before = try first(.findExternalID, [.identifier(id)]) { row throws(StorageFailure) in
            row.optionalText()
        }.flatMap { $0 }
        if let before, let externalID, before.utf8.elementsEqual(externalID.utf8) { return }
        // The insertion comes first, because a conflict must leave everything unchanged.
        if let externalID { try insertNew(.insertExternalID, [.text(externalID), .identifier(id)]) }
        if let before { try change(.removeExternalID, [.text(before)]) }
    }
}

extension SQLStatement {
    fileprivate static let find = accountTable.select("WHERE id = $1")
    fileprivate static let findByExternalID = accountTable.select(
        "WHERE id = (SELECT account_id FROM external_accounts WHERE external_id = $1)")
    fileprivate static let record = accountTable.insertOrReplace
    fileprivate static let remove = accountTable.delete("WHERE id = $1")
    fileprivate static let findToErase = SQLStatement(
        "SELECT id FROM accounts WHERE erase_at <= $1 ORDER BY erase_at, id LIMIT $2")
    /// In SQLite, and with the column's collation in PostgreSQL, `lower` folds only ASCII letters, like `EmailAddress`.
    fileprivate static let findByEmail = accountTable.select("WHERE lower(email) IN ($1, $2) ORDER BY id LIMIT $3")
    fileprivate static let findIDs = SQLStatement("SELECT id FROM accounts WHERE id > $1 ORDER BY id LIMIT $2")
    fileprivate static let findExternalID = SQLStatement("SELECT external_id FROM accounts WHERE id = $1")
    fileprivate static let removeExternalID = externalAccounts.delete("WHERE external_id = $1")
    fileprivate static let insertExternalID = externalAccounts.insert
}

let accountTable = SQLTable(
    name: "accounts",
    columns: """
        id, given_name, family_name, email, is_email_verified, is_private_email, created_at, disabled_at,
        disabled_reason, erase_at, has_own_name, real_person_signal, external_id
        """)
private let externalAccounts = SQLTable(
    name: "external_accounts", columns: "external_id, account_id", key: "external_id")

/// Reads the joined account from the last columns; `nil` if the join found none.
func joinedAccount(_ row: inout SQLRow) throws(StorageFailure) -> Account? {
    try row.joined(accountWidth, read: readAccount)
}

/// How many columns an account has.
let accountWidth = accountTable.width

func readAccount(_ row: inout SQLRow) throws(StorageFailure) -> Account {
    Account(
        id: try row.identifier(), givenName: row.optionalText(), familyName: row.optionalText(),
        email: row.optionalText().map(StoredAddress.address), isEmailVerified: try row.flag(),
        isPrivateEmail: try row.flag(), createdAt: try row.time(), disabledAt: row.optionalTime(),
        disabledReason: try row.optionalCode(), eraseAt: row.optionalTime(), hasOwnName: try row.flag(),
        realPersonSignal: try row.optionalCode(), externalID: row.optionalText())
}
