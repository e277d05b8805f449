extension InMemoryTransaction {
    func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue] {
        try read { rows in
            let all = rows.sealedValues(kind).sorted { $0.place.rowKey.lexicographicallyPrecedes($1.place.rowKey) }
            let rest = place.map { last in
                all.drop { !last.rowKey.lexicographicallyPrecedes($0.place.rowKey) }
            }
            return Array((rest ?? all[...]).prefix(max(0, limit)))
        }
    }

    func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool {
        try change { $0.replaceSealed(value, with: bytes) }
    }
}

extension SealedPlace {
    /// What databases order the rows by.
    fileprivate var rowKey: [UInt8] {
        switch self {
        case .grant(let identity, let clientID): identity.bytes + Array(clientID.utf8)
        case .keptName(let identity): identity.bytes
        case .linkProof(let id, _): id.bytes
        case .outboxItem(let id, _, _): id.bytes
        case .mail(let id): id.bytes
        }
    }
}

extension InMemoryRows {
    fileprivate func sealedValues(_ kind: SealedKind) -> [SealedValue] {
        switch kind {
        case .grants:
            grants.values.compactMap { grant in
                grant.sealedRefreshToken.map {
                    SealedValue(place: .grant(grant.identityID, clientID: grant.clientID), bytes: $0)
                }
            }
        case .keptNames: keptNames.values.map { SealedValue(place: .keptName($0.identityID), bytes: $0.sealedName) }
        case .linkProofs:
            proofs.values.map { SealedValue(place: .linkProof($0.id, $0.identityID), bytes: $0.sealedFacts) }
        case .outboxItems:
            outbox.values.map {
                SealedValue(
                    place: .outboxItem($0.id, $0.identityID, clientID: $0.clientID), bytes: $0.sealedRefreshToken)
            }
        case .mail: mail.values.map { SealedValue(place: .mail($0.id), bytes: $0.sealedMessage) }
        }
    }

    fileprivate mutating func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) -> Bool {
        switch value.place {
        case .grant(let identity, let clientID):
            let key = GrantKey(identityID: identity, clientID: clientID)
            guard grants[key]?.sealedRefreshToken == value.bytes else { return false }
            grants[key]?.sealedRefreshToken = bytes
        case .keptName(let identity):
            guard keptNames[identity]?.sealedName == value.bytes else { return false }
            keptNames[identity]?.sealedName = bytes
        case .linkProof(let id, _):
            guard proofs[id]?.sealedFacts == value.bytes else { return false }
            proofs[id]?.sealedFacts = bytes
        case .outboxItem(let id, _, _):
            guard outbox[id]?.sealedRefreshToken == value.bytes else { return false }
            outbox[id]?.sealedRefreshToken = bytes
        case .mail(let id):
            guard mail[id]?.sealedMessage == value.bytes else { return false }
            mail[id]?.sealedMessage = bytes
        }
        return true
    }
}
