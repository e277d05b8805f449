internal import Foundation

extension InMemoryTransaction {
    func recordMailedToken(_ token: MailedToken) throws(StorageFailure) {
        var token = token
        token.createdAt = token.createdAt.inWholeMilliseconds
        token.expiresAt = token.expiresAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.mailedTokens[token.id] == nil else { throw .conflict }
            rows.mailedTokens[token.id] = token
        }
    }

    func findMailedToken(_ id: MailedTokenID) throws(StorageFailure) -> MailedToken? {
        try read { $0.mailedTokens[id] }
    }

    func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken? {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            guard let token = rows.mailedTokens[id], moment < token.expiresAt else { return nil }
            rows.mailedTokens[id] = nil
            return token
        }
    }

    func removeMailedTokens(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change { rows in
            let before = rows.mailedTokens.count
            rows.mailedTokens = rows.mailedTokens.filter { $0.value.accountID != accountID }
            return before - rows.mailedTokens.count
        }
    }

    func removeExpiredMailedTokens(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.mailedTokens.removeFirst(limit) { $0.expiresAt < moment } }
    }

    func recordMail(_ mail: OutgoingMail) throws(StorageFailure) {
        var mail = mail
        mail.createdAt = mail.createdAt.inWholeMilliseconds
        mail.dueAt = mail.dueAt.inWholeMilliseconds
        mail.expiresAt = mail.expiresAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.mail[mail.id] == nil else { throw .conflict }
            rows.mail[mail.id] = mail
        }
    }

    func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail] {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            let due = rows.mail.values.filter { $0.dueAt <= moment }
                .sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }.prefix(max(0, limit))
            return due.map { mail in
                var taken = mail
                taken.attempts += 1
                taken.dueAt = returnsAt.inWholeMilliseconds
                rows.mail[mail.id] = taken
                return taken
            }
        }
    }

    func postponeMail(_ id: OutgoingMailID, dueAt: Date) throws(StorageFailure) -> Bool {
        try change { rows in
            guard rows.mail[id] != nil else { return false }
            rows.mail[id]?.dueAt = dueAt.inWholeMilliseconds
            return true
        }
    }

    func removeMail(_ id: OutgoingMailID) throws(StorageFailure) -> Bool {
        try change { $0.mail.removeValue(forKey: id) != nil }
    }

    func removeMail(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change { rows in
            let before = rows.mail.count
            rows.mail = rows.mail.filter { $0.value.accountID != accountID }
            return before - rows.mail.count
        }
    }

    func countMail() throws(StorageFailure) -> OutboxBacklog {
        try read { OutboxBacklog(count: $0.mail.count, oldestAt: $0.mail.values.map(\.createdAt).min()) }
    }
}
