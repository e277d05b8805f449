package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordLinkProof(_ proof: LinkProof) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(proof.id), .identifier(proof.identityID), .identifier(proof.accountID),
                .text(proof.issuer), .text(proof.teamID), .text(proof.subject), .text(proof.client),
                .text(proof.returnTarget), .bytes(proof.sealedFacts), .time(proof.provenAt), .time(proof.expiresAt),
                .identifier(proof.sessionID),
            ])
    }

    package func findLinkProof(_ id: LinkProofID) throws(StorageFailure) -> LinkProof? {
        try first(.find, [.identifier(id)], read: proof)
    }

    package func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof? {
        try first(.take, [.identifier(id), .time(moment)], read: proof)
    }

    package func removeLinkProofs(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change(.removeOfIdentity, [.identifier(identityID)])
    }

    package func takeExpiredLinkProofs(before moment: Date, limit: Int) throws(StorageFailure) -> [LinkProof] {
        let expired = try every(.findExpired, [.time(moment), .limit(limit)], read: proof)
        for proof in expired { try change(.remove, [.identifier(proof.id)]) }
        return expired
    }
}

extension SQLStatement {
    fileprivate static let insert = proofs.insert
    fileprivate static let find = proofs.select("WHERE id = $1")
    fileprivate static let take = proofs.delete("WHERE id = $1 AND expires_at > $2 RETURNING \(proofs.columns)")
    fileprivate static let removeOfIdentity = proofs.delete("WHERE identity_id = $1")
    fileprivate static let findExpired = proofs.select("WHERE expires_at < $1 ORDER BY id LIMIT $2")
    fileprivate static let remove = proofs.delete("WHERE id = $1")
}

private let proofs = SQLTable(
    name: "link_proofs",
    columns: """
        id, identity_id, account_id, issuer, team_id, subject, client, return_target, sealed_facts, proven_at,
        expires_at, session_id
        """)

private func proof(_ row: inout SQLRow) throws(StorageFailure) -> LinkProof {
    LinkProof(
        id: try row.identifier(), identityID: try row.identifier(), accountID: try row.identifier(),
        issuer: try row.text(), teamID: try row.text(), subject: try row.text(), client: try row.text(),
        returnTarget: row.optionalText(), sealedFacts: try row.bytes(), provenAt: try row.time(),
        expiresAt: try row.time(), sessionID: try row.optionalIdentifier())
}
