internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findPassword(of accountID: AccountID) throws(StorageFailure) -> StoredPassword? {
        try first(
            "SELECT account_id, hash, changed_at FROM account_passwords WHERE account_id = $1", [.identifier(accountID)]
        ) { row throws(StorageFailure) in
            StoredPassword(accountID: try row.identifier(0), hash: try row.text(1), changedAt: try row.time(2))
        }
    }

    func recordPassword(_ password: StoredPassword) throws(StorageFailure) {
        try StoredText.check(password.hash)
        try change(
            """
            INSERT INTO account_passwords (account_id, hash, changed_at) VALUES ($1, $2, $3)
            ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at
            """, [.identifier(password.accountID), .text(password.hash), .time(password.changedAt)])
    }

    func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM account_passwords WHERE account_id = $1", [.identifier(accountID)]) == 1
    }

    func findLoginName(_ id: LoginNameID) throws(StorageFailure) -> LoginName? {
        try first("SELECT \(nameColumns) FROM login_names WHERE id = $1", [.identifier(id)], read: loginName)
    }

    func findLoginNames(of accountID: AccountID) throws(StorageFailure) -> [LoginName] {
        try every(
            "SELECT \(nameColumns) FROM login_names WHERE account_id = $1 ORDER BY id", [.identifier(accountID)],
            read: loginName)
    }

    func recordLoginName(_ name: LoginName) throws(StorageFailure) {
        try StoredText.check(name.name)
        let stored = try change(
            """
            INSERT INTO login_names (\(nameColumns)) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, proven_at = excluded.proven_at
            WHERE login_names.account_id = excluded.account_id AND login_names.name = excluded.name
            """,
            [
                .identifier(name.id), .identifier(name.accountID), .text(name.name), .time(name.createdAt),
                .time(name.provenAt),
            ])
        guard stored == 1 else { throw .conflict }
    }

    func removeLoginName(_ id: LoginNameID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM login_names WHERE id = $1", [.identifier(id)]) == 1
    }
}

private let nameColumns = "id, account_id, name, created_at, proven_at"

private func loginName(_ row: PostgreSQLRow) throws(StorageFailure) -> LoginName {
    LoginName(
        id: try row.identifier(0), accountID: try row.identifier(1), name: try row.text(2), createdAt: try row.time(3),
        provenAt: row.optionalTime(4))
}
