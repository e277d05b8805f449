package import AccountStorage

extension SQLTransaction {
    package func recordClientConsent(_ consent: ClientConsent) throws(StorageFailure) {
        try change(
            .record,
            [
                .identifier(consent.accountID), .text(consent.client), .text(consent.scope), .time(consent.givenAt),
            ])
    }

    package func findClientConsent(
        of accountID: AccountID, for client: String
    ) throws(StorageFailure) -> ClientConsent? {
        try first(.find, [.identifier(accountID), .text(client)], read: consent)
    }

    package func findClientConsents(of accountID: AccountID) throws(StorageFailure) -> [ClientConsent] {
        try every(.findOfAccount, [.identifier(accountID)], read: consent)
    }

    package func removeClientConsent(of accountID: AccountID, for client: String) throws(StorageFailure) -> Bool {
        try change(.remove, [.identifier(accountID), .text(client)]) == 1
    }

    package func removeClientConsents(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change(.removeOfAccount, [.identifier(accountID)])
    }
}

extension SQLStatement {
    fileprivate static let record = consents.insertOrReplace
    fileprivate static let find = consents.select("WHERE account_id = $1 AND client = $2")
    fileprivate static let findOfAccount = consents.select("WHERE account_id = $1 ORDER BY client")
    fileprivate static let remove = consents.delete("WHERE account_id = $1 AND client = $2")
    fileprivate static let removeOfAccount = consents.delete("WHERE account_id = $1")
}

private let consents = SQLTable(
    name: "client_consents", columns: "account_id, client, scope, given_at", key: "account_id, client")

private func consent(_ row: inout SQLRow) throws(StorageFailure) -> ClientConsent {
    ClientConsent(
        accountID: try row.identifier(), client: try row.text(), scope: try row.text(), givenAt: try row.time())
}
