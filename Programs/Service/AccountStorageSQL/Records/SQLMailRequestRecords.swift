package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordMailRequest(_ request: MailRequest) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(request.id), .identifier(request.accountID), .bytes(request.contentHash),
                .code(request.state.rawValue), .time(request.createdAt),
            ])
    }

    package func findMailRequest(_ id: MailRequestID) throws(StorageFailure) -> MailRequest? {
        try first(.find, [.identifier(id)], read: readMailRequest)
    }

    package func countMailRequests(of accountID: AccountID, since moment: Date) throws(StorageFailure) -> Int {
        let counted = try first(.count, [.identifier(accountID), .time(moment)]) { row throws(StorageFailure) in
            try row.count()
        }
        guard let counted else { throw .corrupt }
        return counted
    }

    package func settleMailRequest(_ id: MailRequestID, as state: MailRequest.State) throws(StorageFailure) -> Bool {
        try change(.settle, [.identifier(id), .code(state.rawValue)]) == 1
    }

    package func moveMailRequests(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change(.move, [.identifier(accountID), .identifier(other)])
    }

    package func removeMailRequests(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change(.removeOfAccount, [.identifier(accountID)])
    }

    package func removeMailRequests(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeOld, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = mailRequests.insert
    fileprivate static let find = mailRequests.select("WHERE id = $1")
    fileprivate static let count = SQLStatement(
        "SELECT count(*) FROM mail_requests WHERE account_id = $1 AND created_at >= $2")
    fileprivate static let settle = SQLStatement("UPDATE mail_requests SET state = $2 WHERE id = $1")
    fileprivate static let move = SQLStatement("UPDATE mail_requests SET account_id = $2 WHERE account_id = $1")
    fileprivate static let removeOfAccount = mailRequests.delete("WHERE account_id = $1")
    fileprivate static let removeOld = mailRequests.deleteOld(by: "created_at")
}

private let mailRequests = SQLTable(
    name: "mail_requests", columns: "id, account_id, content_hash, state, created_at")

private func readMailRequest(_ row: inout SQLRow) throws(StorageFailure) -> MailRequest {
    let id: MailRequestID = try row.identifier()
    let accountID: AccountID = try row.identifier()
    let contentHash = try row.bytes()
    guard let state: MailRequest.State = try row.optionalCode() else { throw .corrupt }
    return MailRequest(
        id: id, accountID: accountID, contentHash: contentHash, state: state, createdAt: try row.time())
}
