internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordLinkProof(_ proof: LinkProof) throws(StorageFailure) {
        try StoredText.check(proof.issuer, proof.teamID, proof.subject, proof.client, proof.returnTarget)
        try insertNew(
            """
            INSERT INTO link_proofs (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(proof.id), .identifier(proof.identityID), .identifier(proof.accountID),
                .text(proof.issuer), .text(proof.teamID), .text(proof.subject), .text(proof.client),
                .text(proof.returnTarget),
                .bytes(proof.sealedFacts), .time(proof.provenAt), .time(proof.expiresAt),
                .identifier(proof.sessionID),
            ])
    }

    func findLinkProof(_ id: LinkProofID) throws(StorageFailure) -> LinkProof? {
        try first("SELECT \(columns) FROM link_proofs WHERE id = $1", [.identifier(id)], read: proof)
    }

    func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof? {
        try first(
            "DELETE FROM link_proofs WHERE id = $1 AND expires_at > $2 RETURNING \(columns)",
            [.identifier(id), .time(moment)], read: proof)
    }

    func removeLinkProofs(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change("DELETE FROM link_proofs WHERE identity_id = $1", [.identifier(identityID)])
    }

    func takeExpiredLinkProofs(before moment: Date, limit: Int) throws(StorageFailure) -> [LinkProof] {
        let expired = try every(
            "SELECT \(columns) FROM link_proofs WHERE expires_at < $1 ORDER BY id LIMIT $2",
            [.time(moment), .integer(max(0, limit))], read: proof)
        for proof in expired { try change("DELETE FROM link_proofs WHERE id = $1", [.identifier(proof.id)]) }
        return expired
    }
}

private let columns =
    "id, identity_id, account_id, issuer, team_id, subject, client, return_target, sealed_facts, proven_at, expires_at, session_id"

private func proof(_ row: PostgreSQLRow) throws(StorageFailure) -> LinkProof {
    guard let facts = row.optionalBytes(8) else { throw .corrupt }
    return LinkProof(
        id: try row.identifier(0), identityID: try row.identifier(1), accountID: try row.identifier(2),
        issuer: try row.text(3), teamID: try row.text(4), subject: try row.text(5), client: try row.text(6),
        returnTarget: row.optionalText(7), sealedFacts: facts, provenAt: try row.time(9),
        expiresAt: try row.time(10), sessionID: try row.optionalIdentifier(11))
}
