internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure) {
        try StoredText.check(attempt.client, attempt.returnTarget, attempt.link?.externalID)
        try insertNew(
            """
            INSERT INTO sign_in_attempts
                (id, kind, client, browser_proof_hash, return_target, created_at, expires_at, state, failures,
                link_external_id, link_session_id, link_account_id, removes_password, claimed_at, answer_hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(attempt.id), .code(kindCodes.firstIndex(of: attempt.kind)), .text(attempt.client),
                .bytes(attempt.browserProofHash), .text(attempt.returnTarget), .time(attempt.createdAt),
                .time(attempt.expiresAt), .code(stateCodes.firstIndex(of: attempt.state)), .integer(attempt.failures),
                .text(attempt.link?.externalID), .identifier(attempt.link?.session),
                .identifier(attempt.link?.account), .flag(attempt.removesPassword), .time(attempt.claim?.claimedAt),
                .bytes(attempt.claim?.answerHash),
            ])
    }

    func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt? {
        try first(
            """
            SELECT kind, client, browser_proof_hash, return_target, created_at, expires_at, state, failures,
                link_external_id, link_session_id, link_account_id, removes_password, claimed_at, answer_hash
            FROM sign_in_attempts WHERE id = $1
            """, [.identifier(id)]
        ) { row throws(StorageFailure) in
            SignInAttempt(
                id: id, kind: try row.choice(0, among: kindCodes), client: try row.text(1),
                browserProofHash: row.optionalBytes(2), returnTarget: row.optionalText(3),
                createdAt: try row.time(4), expiresAt: try row.time(5), state: try row.choice(6, among: stateCodes),
                failures: Int(try row.integer(7)),
                claim: AttemptClaimMark(
                    claimedAt: row.optionalTime(12), answerHash: row.optionalBytes(13)),
                link: AccountLink(
                    externalID: row.optionalText(8), session: try row.optionalIdentifier(9),
                    account: try row.optionalIdentifier(10)),
                removesPassword: try row.integer(11) != 0)
        }
    }

    func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        try change(
            """
            UPDATE sign_in_attempts SET state = 1, claimed_at = $2, answer_hash = $3
            WHERE id = $1 AND state = 0 AND expires_at > $2
            """, [.identifier(id), .time(mark.claimedAt), .bytes(mark.answerHash)]) == 1
    }

    func forgetClaim(_ id: AttemptID) throws(StorageFailure) {
        try change("UPDATE sign_in_attempts SET claimed_at = NULL, answer_hash = NULL WHERE id = $1", [.identifier(id)])
    }

    func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool {
        try change("UPDATE sign_in_attempts SET state = 2 WHERE id = $1 AND state <> 2", [.identifier(id)]) == 1
    }

    func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int {
        try StoredText.check(externalID)
        return try change(
            """
            UPDATE sign_in_attempts SET state = 2
            WHERE state <> 2 AND (link_account_id = $1 OR (link_external_id IS NOT NULL AND link_external_id = $2))
            """, [.identifier(accountID), .text(externalID)])
    }

    func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int {
        try first(
            "UPDATE sign_in_attempts SET failures = failures + 1 WHERE id = $1 RETURNING failures", [.identifier(id)]
        ) { row throws(StorageFailure) in Int(try row.integer(0)) } ?? 0
    }

    func removeExpiredAttempts(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM sign_in_attempts WHERE id IN
                (SELECT id FROM sign_in_attempts WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
            """, [.time(moment), .integer(max(0, limit))])
    }
}

/// A kind is stored as its place in this list: append only.
private let kindCodes: [SignInAttempt.Kind] = [.native, .web]
/// A state is stored as its place in this list, which the statements above name by number: append only.
private let stateCodes: [SignInAttempt.State] = [.open, .claimed, .ended]
