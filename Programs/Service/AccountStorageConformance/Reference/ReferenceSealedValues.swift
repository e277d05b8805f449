internal import AccountStorage

extension ReferenceTransaction {
    func findSealed(_ kind: SealedKind, after place: SealedPlace?, limit: Int) -> [SealedValue] {
        let values: [SealedValue] =
            switch kind {
            case .grants:
                rows.grants.ordered().compactMap { grant in
                    grant.sealedRefreshToken.map {
                        SealedValue(place: .grant(grant.identityID, clientID: grant.clientID), bytes: $0)
                    }
                }
            case .replacedGrants:
                rows.replacedGrants.ordered().map {
                    SealedValue(
                        place: .replacedGrant($0.id, $0.identityID, clientID: $0.clientID),
                        bytes: $0.sealedRefreshToken)
                }
            case .keptNames:
                rows.keptNames.ordered().map { SealedValue(place: .keptName($0.identityID), bytes: $0.sealedName) }
            case .linkProofs:
                rows.proofs.ordered().map {
                    SealedValue(place: .linkProof($0.id, $0.identityID), bytes: $0.sealedFacts)
                }
            case .outboxItems:
                rows.outbox.ordered().map {
                    SealedValue(
                        place: .outboxItem($0.id, $0.identityID, clientID: $0.clientID), bytes: $0.sealedRefreshToken)
                }
            case .mail: rows.mail.ordered().map { SealedValue(place: .mail($0.id), bytes: $0.sealedMessage) }
            }
        let rest = values.drop { value in place.map { !$0.key.lexicographicallyPrecedes(value.place.key) } ?? false }
        return Array(rest).limited(to: limit)
    }

    func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) -> Bool {
        switch value.place {
        case .grant(let identity, let clientID):
            rows.grants.edit(.init(identityID: identity, clientID: clientID)) {
                $0.sealedRefreshToken == value.bytes
            } _: {
                $0.sealedRefreshToken = bytes
            }
        case .replacedGrant(let id, _, _):
            rows.replacedGrants.edit(id) {
                $0.sealedRefreshToken == value.bytes
            } _: {
                $0.sealedRefreshToken = bytes
            }
        case .keptName(let identity):
            rows.keptNames.edit(identity) {
                $0.sealedName == value.bytes
            } _: {
                $0.sealedName = bytes
            }
        case .linkProof(let id, _):
            rows.proofs.edit(id) {
                $0.sealedFacts == value.bytes
            } _: {
                $0.sealedFacts = bytes
            }
        case .outboxItem(let id, _, _):
            rows.outbox.edit(id) {
                $0.sealedRefreshToken == value.bytes
            } _: {
                $0.sealedRefreshToken = bytes
            }
        case .mail(let id):
            rows.mail.edit(id) {
                $0.sealedMessage == value.bytes
            } _: {
                $0.sealedMessage = bytes
            }
        }
    }
}

extension SealedPlace {
    /// The key by which databases order the rows.
    fileprivate var key: [UInt8] {
        switch self {
        case .grant(let identity, let clientID): identity.bytes + Array(clientID.utf8)
        case .replacedGrant(let id, _, _): id.bytes
        case .keptName(let identity): identity.bytes
        case .linkProof(let id, _): id.bytes
        case .outboxItem(let id, _, _): id.bytes
        case .mail(let id): id.bytes
        }
    }
}
