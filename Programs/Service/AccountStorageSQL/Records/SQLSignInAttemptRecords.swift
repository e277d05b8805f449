package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure) {
        guard try recordAttempt(ifNew: attempt) else { throw .conflict }
    }

    package func recordAttempt(ifNew attempt: SignInAttempt) throws(StorageFailure) -> Bool {
        try change(
            .insert,
            [
                .identifier(attempt.id), .code(attempt.kind, among: kindCodes), .text(attempt.client),
                .bytes(attempt.browserProofHash), .text(attempt.returnTarget), .time(attempt.createdAt),
                .time(attempt.expiresAt), .code(attempt.state, among: stateCodes), .integer(attempt.failures),
                .time(attempt.claim?.claimedAt), .bytes(attempt.claim?.answerHash),
                .text(attempt.link?.externalID), .identifier(attempt.link?.session),
                .identifier(attempt.link?.account), .flag(attempt.removesPassword),
            ]) == 1
    }

    package func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt? {
        try first(.find, [.identifier(id)]) { row throws(StorageFailure) in
            SignInAttempt(
                id: try row.identifier(), kind: try row.code(among: kindCodes), client: try row.text(),
                browserProofHash: row.optionalBytes(), returnTarget: row.optionalText(), createdAt: try row.time(),
                expiresAt: try row.time(), state: try row.code(among: stateCodes), failures: try row.count(),
                claim: AttemptClaimMark(claimedAt: row.optionalTime(), answerHash: row.optionalBytes()),
                link: AccountLink(
                    externalID: row.optionalText(), session: try row.optionalIdentifier(),
                    account: try row.optionalIdentifier()),
                removesPassword: try row.flag())
        }
    }

    package func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        try change(.claim, [.identifier(id), .time(mark.claimedAt), .bytes(mark.answerHash)]) == 1
    }

    package func forgetClaim(_ id: AttemptID) throws(StorageFailure) {
        try change(.forgetClaim, [.identifier(id)])
    }

    package func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool {
        try change(.end, [.identifier(id)]) == 1
    }

    package func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int {
        try change(.endLinking, [.identifier(accountID), .text(externalID)])
    }

    package func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int {
        try first(.countFailure, [.identifier(id)]) { row throws(StorageFailure) in try row.count() } ?? 0
    }

    package func removeExpiredAttempts(
        before moment: Date, begunBefore beginning: Date, limit: Int
    ) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit), .identifier(AttemptID.first(at: beginning))])
    }
}

extension SQLStatement {
    fileprivate static let insert = attempts.insert
    fileprivate static let find = attempts.select("WHERE id = $1")
    fileprivate static let claim = SQLStatement(
        """
        UPDATE sign_in_attempts SET state = 1, claimed_at = $2, answer_hash = $3
        WHERE id = $1 AND state = 0 AND expires_at > $2
        """)
    fileprivate static let forgetClaim = SQLStatement(
        "UPDATE sign_in_attempts SET claimed_at = NULL, answer_hash = NULL WHERE id = $1")
    fileprivate static let end = SQLStatement("UPDATE sign_in_attempts SET state = 2 WHERE id = $1 AND state <> 2")
    fileprivate static let endLinking = SQLStatement(
        """
        UPDATE sign_in_attempts SET state = 2
        WHERE state <> 2 AND (link_account_id = $1 OR (link_external_id IS NOT NULL AND link_external_id = $2))
        """)
    fileprivate static let countFailure = SQLStatement(
        "UPDATE sign_in_attempts SET failures = failures + 1 WHERE id = $1 RETURNING failures")
    fileprivate static let removeExpired = attempts.delete(
        """
        WHERE id IN (SELECT id FROM sign_in_attempts WHERE id < $3 AND expires_at < $1 ORDER BY id LIMIT $2)
        """)
}

private let attempts = SQLTable(
    name: "sign_in_attempts",
    columns: """
        id, kind, client, browser_proof_hash, return_target, created_at, expires_at, state, failures, claimed_at,
        answer_hash, link_external_id, link_session_id, link_account_id, removes_password
        """)

/// A kind is stored as its index in this list, so entries are only appended.
private let kindCodes: [SignInAttempt.Kind] = [.native, .web]
/// A state is stored as its index in this list, so entries are only appended. The statements above use these numbers.
private let stateCodes: [SignInAttempt.State] = [.open, .claimed, .ended]
