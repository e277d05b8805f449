internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure) {
        try StoredText.check(attempt.client, attempt.returnTarget, attempt.link?.externalID)
        try change(
            """
            INSERT INTO sign_in_attempts
                (id, kind, client, browser_proof_hash, return_target, created_at, expires_at, state, failures,
                link_external_id, link_session_id, link_account_id, removes_password, claimed_at, answer_hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                attempt.id.stored, kindCodes.firstIndex(of: attempt.kind), attempt.client,
                attempt.browserProofHash.map { Data($0) }, attempt.returnTarget, attempt.createdAt.stored,
                attempt.expiresAt.stored, stateCodes.firstIndex(of: attempt.state), attempt.failures,
                attempt.link?.externalID, attempt.link?.session?.stored, attempt.link?.account?.stored,
                attempt.removesPassword, attempt.claim?.claimedAt.stored, attempt.claim.map { Data($0.answerHash) },
            ])
    }

    func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt? {
        try first(
            """
            SELECT kind, client, browser_proof_hash, return_target, created_at, expires_at, state, failures,
                link_external_id, link_session_id, link_account_id, removes_password, claimed_at, answer_hash
            FROM sign_in_attempts WHERE id = ?
            """, [id.stored]
        ) { row in
            SignInAttempt(
                id: id, kind: try row.choice(0, among: kindCodes), client: try row.text(1),
                browserProofHash: row.optionalBytes(2), returnTarget: row.optionalText(3),
                createdAt: try row.time(4), expiresAt: try row.time(5), state: try row.choice(6, among: stateCodes),
                failures: Int(try row.integer(7)),
                claim: AttemptClaimMark(claimedAt: row.optionalTime(12), answerHash: row.optionalBytes(13)),
                link: AccountLink(
                    externalID: row.optionalText(8), session: try row.optionalIdentifier(9),
                    account: try row.optionalIdentifier(10)),
                removesPassword: try row.integer(11) != 0)
        }
    }

    func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        try change(
            """
            UPDATE sign_in_attempts SET state = 1, claimed_at = ?, answer_hash = ?
            WHERE id = ? AND state = 0 AND expires_at > ?
            """, [mark.claimedAt.stored, Data(mark.answerHash), id.stored, mark.claimedAt.stored]) == 1
    }

    func forgetClaim(_ id: AttemptID) throws(StorageFailure) {
        try change("UPDATE sign_in_attempts SET claimed_at = NULL, answer_hash = NULL WHERE id = ?", [id.stored])
    }

    func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool {
        try change("UPDATE sign_in_attempts SET state = 2 WHERE id = ? AND state <> 2", [id.stored]) == 1
    }

    func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int {
        try StoredText.check(externalID)
        return try change(
            """
            UPDATE sign_in_attempts SET state = 2
            WHERE state <> 2 AND (link_account_id = ? OR (link_external_id IS NOT NULL AND link_external_id = ?))
            """, [accountID?.stored, externalID])
    }

    func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int {
        try first("UPDATE sign_in_attempts SET failures = failures + 1 WHERE id = ? RETURNING failures", [id.stored]) {
            Int(try $0.integer(0))
        } ?? 0
    }

    func removeExpiredAttempts(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM sign_in_attempts WHERE id IN
                (SELECT id FROM sign_in_attempts WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
            """, [moment.stored, max(0, limit)])
    }
}

/// A kind is stored as its place in this list: append only.
private let kindCodes: [SignInAttempt.Kind] = [.native, .web]
/// A state is stored as its place in this list, which the statements above name by number: append only.
private let stateCodes: [SignInAttempt.State] = [.open, .claimed, .ended]
