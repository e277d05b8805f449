internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findPassword(of accountID: AccountID) throws(StorageFailure) -> StoredPassword? {
        try first(
            "SELECT account_id, hash, changed_at FROM account_passwords WHERE account_id = ?", [accountID.stored]
        ) { row throws(StorageFailure) in
            StoredPassword(accountID: try row.identifier(0), hash: try row.text(1), changedAt: try row.time(2))
        }
    }

    func recordPassword(_ password: StoredPassword) throws(StorageFailure) {
        try StoredText.check(password.hash)
        try change(
            """
            INSERT INTO account_passwords (account_id, hash, changed_at) VALUES (?, ?, ?)
            ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at
            """, [password.accountID.stored, password.hash, password.changedAt.stored])
    }

    func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM account_passwords WHERE account_id = ?", [accountID.stored]) == 1
    }

    func findLoginName(_ id: LoginNameID) throws(StorageFailure) -> LoginName? {
        try first("SELECT \(nameColumns) FROM login_names WHERE id = ?", [id.stored], read: loginName)
    }

    func findLoginNames(of accountID: AccountID) throws(StorageFailure) -> [LoginName] {
        try every(
            "SELECT \(nameColumns) FROM login_names WHERE account_id = ? ORDER BY id", [accountID.stored],
            read: loginName)
    }

    func recordLoginName(_ name: LoginName) throws(StorageFailure) {
        try StoredText.check(name.name)
        let stored = try change(
            """
            INSERT INTO login_names (\(nameColumns)) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, proven_at = excluded.proven_at
            WHERE login_names.account_id = excluded.account_id AND login_names.name = excluded.name
            """,
            [
                name.id.stored, name.accountID.stored, name.name, name.createdAt.stored,
                name.provenAt?.stored,
            ])
        guard stored == 1 else { throw .conflict }
    }

    func removeLoginName(_ id: LoginNameID) throws(StorageFailure) -> Bool {
        try change("DELETE FROM login_names WHERE id = ?", [id.stored]) == 1
    }
}

private let nameColumns = "id, account_id, name, created_at, proven_at"

private func loginName(_ row: Row) throws(StorageFailure) -> LoginName {
    LoginName(
        id: try row.identifier(0), accountID: try row.identifier(1), name: try row.text(2), createdAt: try row.time(3),
        provenAt: row.optionalTime(4))
}
