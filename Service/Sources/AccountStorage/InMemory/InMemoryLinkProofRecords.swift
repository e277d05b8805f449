internal import Foundation

extension InMemoryTransaction {
    func recordLinkProof(_ proof: LinkProof) throws(StorageFailure) {
        try StoredText.check(proof.issuer, proof.teamID, proof.subject, proof.client, proof.returnTarget)
        var proof = proof
        proof.provenAt = proof.provenAt.inWholeMilliseconds
        proof.expiresAt = proof.expiresAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.proofs[proof.id] == nil else { throw .conflict }
            rows.proofs[proof.id] = proof
        }
    }

    func findLinkProof(_ id: LinkProofID) throws(StorageFailure) -> LinkProof? {
        try read { $0.proofs[id] }
    }

    func takeLinkProof(_ id: LinkProofID, at moment: Date) throws(StorageFailure) -> LinkProof? {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            guard let proof = rows.proofs[id], moment < proof.expiresAt else { return nil }
            rows.proofs[id] = nil
            return proof
        }
    }

    func removeLinkProofs(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change { rows in
            let before = rows.proofs.count
            rows.proofs = rows.proofs.filter { $0.value.identityID != identityID }
            return before - rows.proofs.count
        }
    }

    func takeExpiredLinkProofs(before moment: Date, limit: Int) throws(StorageFailure) -> [LinkProof] {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            let expired = rows.proofs.values.filter { $0.expiresAt < moment }.sorted { $0.id < $1.id }
                .prefix(max(0, limit))
            for proof in expired { rows.proofs[proof.id] = nil }
            return Array(expired)
        }
    }
}
