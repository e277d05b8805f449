internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordLinkProof(_ proof: LinkProof) throws(StorageFailure) {
        try StoredText.check(proof.issuer, proof.teamID, proof.subject, proof.client, proof.returnTarget)
        try change(
            "INSERT INTO link_proofs (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                proof.id.stored, proof.identityID.stored, proof.accountID.stored, proof.issuer, proof.teamID,
                proof.subject, proof.client, proof.returnTarget, Data(proof.sealedFacts), proof.provenAt.stored,
                proof.expiresAt.stored, proof.sessionID?.stored,
            ])
    }

    func findLinkProof(_ id: LinkProofID) throws(StorageFailure) -> LinkProof? {
        try first("SELECT \(columns) FROM link_proofs WHERE id = ?", [id.stored], read: proof)
    }

    func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof? {
        try first(
            "DELETE FROM link_proofs WHERE id = ? AND expires_at > ? RETURNING \(columns)",
            [id.stored, moment.stored], read: proof)
    }

    func removeLinkProofs(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change("DELETE FROM link_proofs WHERE identity_id = ?", [identityID.stored])
    }

    func takeExpiredLinkProofs(before moment: Date, limit: Int) throws(StorageFailure) -> [LinkProof] {
        let expired = try every(
            "SELECT \(columns) FROM link_proofs WHERE expires_at < ? ORDER BY id LIMIT ?",
            [moment.stored, max(0, limit)], read: proof)
        for proof in expired { try change("DELETE FROM link_proofs WHERE id = ?", [proof.id.stored]) }
        return expired
    }
}

private let columns =
    "id, identity_id, account_id, issuer, team_id, subject, client, return_target, sealed_facts, proven_at, expires_at, session_id"

private func proof(_ row: Row) throws(StorageFailure) -> LinkProof {
    guard let facts = row.optionalBytes(8) else { throw .corrupt }
    return LinkProof(
        id: try row.identifier(0), identityID: try row.identifier(1), accountID: try row.identifier(2),
        issuer: try row.text(3), teamID: try row.text(4), subject: try row.text(5), client: try row.text(6),
        returnTarget: row.optionalText(7), sealedFacts: facts, provenAt: try row.time(9),
        expiresAt: try row.time(10), sessionID: try row.optionalIdentifier(11))
}
