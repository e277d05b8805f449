package import AccountStorage

extension SQLTransaction {
    package func findPassword(of accountID: AccountID) throws(StorageFailure) -> StoredPassword? {
        try first(.findPassword, [.identifier(accountID)]) { row throws(StorageFailure) in
            StoredPassword(accountID: try row.identifier(), hash: try row.text(), changedAt: try row.time())
        }
    }

    package func recordPassword(_ password: StoredPassword) throws(StorageFailure) {
        try change(
            .recordPassword,
            [.identifier(password.accountID), .text(password.hash), .time(password.changedAt)])
    }

    package func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool {
        try change(.removePassword, [.identifier(accountID)]) == 1
    }

    package func findLoginName(_ id: LoginNameID) throws(StorageFailure) -> LoginName? {
        try first(.findName, [.identifier(id)], read: loginName)
    }

    package func findLoginNames(of accountID: AccountID) throws(StorageFailure) -> [LoginName] {
        try every(.findNamesOfAccount, [.identifier(accountID)], read: loginName)
    }

    package func recordLoginName(_ name: LoginName) throws(StorageFailure) {
        try insertNew(
            .recordName,
            [
                .identifier(name.id), .identifier(name.accountID), .text(name.name), .time(name.createdAt),
                .time(name.provenAt),
            ])
    }

    package func removeLoginName(_ id: LoginNameID) throws(StorageFailure) -> Bool {
        try change(.removeName, [.identifier(id)]) == 1
    }
}

extension SQLStatement {
    fileprivate static let findPassword = passwords.select("WHERE account_id = $1")
    fileprivate static let recordPassword = passwords.insertOrReplace
    fileprivate static let removePassword = passwords.delete("WHERE account_id = $1")
    fileprivate static let findName = names.select("WHERE id = $1")
    fileprivate static let findNamesOfAccount = names.select("WHERE account_id = $1 ORDER BY id")
    fileprivate static let recordName = SQLStatement(
        """
        INSERT INTO login_names (\(names.columns)) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, proven_at = excluded.proven_at
        WHERE login_names.account_id = excluded.account_id AND login_names.name = excluded.name
        """)
    fileprivate static let removeName = names.delete("WHERE id = $1")
}

private let passwords = SQLTable(
    name: "account_passwords", columns: "account_id, hash, changed_at", key: "account_id")
private let names = SQLTable(name: "login_names", columns: "id, account_id, name, created_at, proven_at")

private func loginName(_ row: inout SQLRow) throws(StorageFailure) -> LoginName {
    LoginName(
        id: try row.identifier(), accountID: try row.identifier(), name: try row.text(), createdAt: try row.time(),
        provenAt: row.optionalTime())
}
