package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordHeldSignIn(_ held: HeldSignIn) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(held.id), .identifier(held.accountID), .identifier(held.identityID),
                .identifier(held.sessionID), .text(held.client), .text(held.returnTarget), .time(held.provenAt),
                .time(held.createdAt), .time(held.expiresAt),
            ])
    }

    package func findHeldSignIn(_ id: HeldSignInID) throws(StorageFailure) -> HeldSignIn? {
        try first(.find, [.identifier(id)], read: held)
    }

    package func removeHeldSignIns(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change(.removeOfAccount, [.identifier(accountID)])
    }

    package func removeExpiredHeldSignIns(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = heldSignIns.insert
    fileprivate static let find = heldSignIns.select("WHERE id = $1")
    fileprivate static let removeOfAccount = heldSignIns.delete("WHERE account_id = $1")
    fileprivate static let removeExpired = heldSignIns.deleteOld()
}

private let heldSignIns = SQLTable(
    name: "held_sign_ins",
    columns: """
        id, account_id, identity_id, session_id, client, return_target, proven_at, created_at, expires_at
        """)

private func held(_ row: inout SQLRow) throws(StorageFailure) -> HeldSignIn {
    HeldSignIn(
        id: try row.identifier(), accountID: try row.identifier(), identityID: try row.identifier(),
        sessionID: try row.identifier(), client: try row.text(), returnTarget: row.optionalText(),
        provenAt: try row.time(), createdAt: try row.time(), expiresAt: try row.time())
}
