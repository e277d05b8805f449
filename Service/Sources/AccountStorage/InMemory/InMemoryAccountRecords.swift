internal import Foundation

extension InMemoryTransaction {
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? {
        try read { $0.accounts[id] }
    }

    func findAccount(externalID: String) throws(StorageFailure) -> Account? {
        try StoredText.check(externalID)
        return try read { rows in rows.externalAccounts[Array(externalID.utf8)].flatMap { rows.accounts[$0] } }
    }

    func recordAccount(_ account: Account) throws(StorageFailure) {
        try StoredText.check(account.givenName, account.familyName, account.email, account.externalID)
        var account = account
        account.createdAt = account.createdAt.inWholeMilliseconds
        account.disabledAt = account.disabledAt?.inWholeMilliseconds
        account.eraseAt = account.eraseAt?.inWholeMilliseconds
        let name = account.externalID.map { Array($0.utf8) }
        try change { rows throws(StorageFailure) in
            if let name, let owner = rows.externalAccounts[name], owner != account.id { throw .conflict }
            rows.externalAccounts = rows.externalAccounts.filter { $0.value != account.id }
            if let name { rows.externalAccounts[name] = account.id }
            rows.accounts[account.id] = account
        }
    }

    func removeAccount(_ id: AccountID) throws(StorageFailure) -> Bool {
        try change { rows in
            rows.externalAccounts = rows.externalAccounts.filter { $0.value != id }
            return rows.accounts.removeValue(forKey: id) != nil
        }
    }

    func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID] {
        let moment = moment.inWholeMilliseconds
        return try read { rows in
            let due = rows.accounts.values.compactMap { account in
                account.eraseAt.flatMap { $0 <= moment ? (eraseAt: $0, id: account.id) : nil }
            }
            return due.sorted { ($0.eraseAt, $0.id) < ($1.eraseAt, $1.id) }.prefix(max(0, limit)).map(\.id)
        }
    }

    func findAccounts(email: String, limit: Int) throws(StorageFailure) -> [Account] {
        try StoredText.check(email)
        return try read { rows in
            let found = rows.accounts.values.filter { $0.email.map { EmailAddress.isSame($0, email) } ?? false }
            return Array(found.sorted { $0.id < $1.id }.prefix(max(0, limit)))
        }
    }
}
