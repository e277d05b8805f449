internal import AccountStorage

extension PostgreSQLTransaction {
    func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue] {
        let limit = PostgreSQLValue.integer(max(0, limit))
        switch kind {
        case .grants: return try findSealedGrants(after: place, limit: limit)
        case .keptNames:
            return try every(
                "SELECT sealed_name, identity_id FROM kept_names WHERE identity_id > $1 ORDER BY identity_id LIMIT $2",
                [place.rowID, limit]
            ) { row throws(StorageFailure) in try row.sealed(.keptName(row.identifier(1))) }
        case .linkProofs:
            return try every(
                "SELECT sealed_facts, id, identity_id FROM link_proofs WHERE id > $1 ORDER BY id LIMIT $2",
                [place.rowID, limit]
            ) { row throws(StorageFailure) in try row.sealed(.linkProof(row.identifier(1), row.identifier(2))) }
        case .outboxItems:
            return try every(
                """
                SELECT sealed_refresh_token, id, identity_id, client_id FROM outbox WHERE id > $1 ORDER BY id LIMIT $2
                """, [place.rowID, limit]
            ) { row throws(StorageFailure) in
                try row.sealed(.outboxItem(row.identifier(1), row.identifier(2), clientID: row.text(3)))
            }
        case .mail:
            return try every(
                "SELECT sealed_message, id FROM outgoing_mail WHERE id > $1 ORDER BY id LIMIT $2", [place.rowID, limit]
            ) { row throws(StorageFailure) in try row.sealed(.mail(row.identifier(1))) }
        }
    }

    private func findSealedGrants(
        after place: SealedPlace?, limit: PostgreSQLValue
    ) throws(StorageFailure) -> [SealedValue] {
        var client = ""
        if case .grant(_, let clientID) = place { client = clientID }
        return try every(
            """
            SELECT sealed_refresh_token, identity_id, client_id FROM grants
            WHERE (identity_id, client_id) > ($1, $2) AND sealed_refresh_token IS NOT NULL
            ORDER BY identity_id, client_id LIMIT $3
            """, [place.rowID, .text(client), limit]
        ) { row throws(StorageFailure) in try row.sealed(.grant(row.identifier(1), clientID: row.text(2))) }
    }

    func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool {
        let rowID = Optional(value.place).rowID
        if case .grant(_, let clientID) = value.place {
            return try change(
                """
                UPDATE grants SET sealed_refresh_token = $1
                WHERE identity_id = $2 AND client_id = $3 AND sealed_refresh_token = $4
                """, [.bytes(bytes), rowID, .text(clientID), .bytes(value.bytes)]) == 1
        }
        let (table, column, key) = value.place.names
        return try change(
            "UPDATE \(table) SET \(column) = $1 WHERE \(key) = $2 AND \(column) = $3",
            [.bytes(bytes), rowID, .bytes(value.bytes)]) == 1
    }
}

extension SealedPlace {
    /// The table, the column of the value and that of the row's identifier.
    fileprivate var names: (table: String, column: String, key: String) {
        switch self {
        case .grant: ("grants", "sealed_refresh_token", "identity_id")
        case .keptName: ("kept_names", "sealed_name", "identity_id")
        case .linkProof: ("link_proofs", "sealed_facts", "id")
        case .outboxItem: ("outbox", "sealed_refresh_token", "id")
        case .mail: ("outgoing_mail", "sealed_message", "id")
        }
    }
}

extension SealedPlace? {
    /// The identifier of the row as its column holds it; before the first, no bytes.
    fileprivate var rowID: PostgreSQLValue {
        switch self {
        case nil: .bytes([])
        case .grant(let identity, _), .keptName(let identity): .identifier(identity)
        case .linkProof(let id, _): .identifier(id)
        case .outboxItem(let id, _, _): .identifier(id)
        case .mail(let id): .identifier(id)
        }
    }
}

extension PostgreSQLRow {
    fileprivate func sealed(_ place: SealedPlace) throws(StorageFailure) -> SealedValue {
        guard let bytes = optionalBytes(0) else { throw .corrupt }
        return SealedValue(place: place, bytes: bytes)
    }
}
