internal import Foundation

extension InMemoryTransaction {
    func findPassword(of accountID: AccountID) throws(StorageFailure) -> StoredPassword? {
        try read { $0.passwords[accountID] }
    }

    func recordPassword(_ password: StoredPassword) throws(StorageFailure) {
        try StoredText.check(password.hash)
        var password = password
        password.changedAt = password.changedAt.inWholeMilliseconds
        try change { $0.passwords[password.accountID] = password }
    }

    func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool {
        try change { $0.passwords.removeValue(forKey: accountID) != nil }
    }

    func findLoginName(_ id: LoginNameID) throws(StorageFailure) -> LoginName? {
        try read { $0.loginNames[id] }
    }

    func findLoginNames(of accountID: AccountID) throws(StorageFailure) -> [LoginName] {
        try read { rows in
            rows.loginNames.values.filter { $0.accountID == accountID }.sorted { $0.id < $1.id }
        }
    }

    func recordLoginName(_ name: LoginName) throws(StorageFailure) {
        try StoredText.check(name.name)
        var name = name
        name.createdAt = name.createdAt.inWholeMilliseconds
        name.provenAt = name.provenAt?.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            if let known = rows.loginNames[name.id],
                known.accountID != name.accountID || !known.name.utf8.elementsEqual(name.name.utf8)
            {
                throw .conflict
            }
            rows.loginNames[name.id] = name
        }
    }

    func removeLoginName(_ id: LoginNameID) throws(StorageFailure) -> Bool {
        try change { $0.loginNames.removeValue(forKey: id) != nil }
    }

    func findTries(_ id: PasswordTriesID) throws(StorageFailure) -> PasswordTries? {
        try read { $0.tries[id] }
    }

    func recordTries(_ tries: PasswordTries) throws(StorageFailure) {
        var tries = tries
        tries.delayedUntil = tries.delayedUntil?.inWholeMilliseconds
        tries.expiresAt = tries.expiresAt.inWholeMilliseconds
        try change { $0.tries[tries.id] = tries }
    }

    func removeTries(_ id: PasswordTriesID) throws(StorageFailure) -> Bool {
        try change { $0.tries.removeValue(forKey: id) != nil }
    }

    func removeExpiredTries(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.tries.removeFirst(limit) { $0.expiresAt < moment } }
    }
}
