package import AccountStorage

extension SQLTransaction {
    package func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue] {
        let values = [place.rowID, .limit(limit)]
        return switch kind {
        case .grants:
            try every(.findGrants, values + [.text(place.clientID)]) { row throws(StorageFailure) in
                try SealedValue(&row) { row throws(StorageFailure) in
                    .grant(try row.identifier(), clientID: try row.text())
                }
            }
        case .replacedGrants:
            try every(.findReplacedGrants, values) { row throws(StorageFailure) in
                try SealedValue(&row) { row throws(StorageFailure) in
                    .replacedGrant(try row.identifier(), try row.identifier(), clientID: try row.text())
                }
            }
        case .keptNames:
            try every(.findKeptNames, values) { row throws(StorageFailure) in
                try SealedValue(&row) { row throws(StorageFailure) in .keptName(try row.identifier()) }
            }
        case .linkProofs:
            try every(.findLinkProofs, values) { row throws(StorageFailure) in
                try SealedValue(&row) { row throws(StorageFailure) in
                    .linkProof(try row.identifier(), try row.identifier())
                }
            }
        case .outboxItems:
            try every(.findOutboxItems, values) { row throws(StorageFailure) in
                try SealedValue(&row) { row throws(StorageFailure) in
                    .outboxItem(try row.identifier(), try row.identifier(), clientID: try row.text())
                }
            }
        case .mail:
            try every(.findMail, values) { row throws(StorageFailure) in
                try SealedValue(&row) { row throws(StorageFailure) in .mail(try row.identifier()) }
            }
        }
    }

    package func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool {
        let place = Optional(value.place)
        let values = [place.rowID, .bytes(value.bytes), .bytes(bytes)]
        return switch value.place {
        case .grant: try change(.replaceGrant, values + [.text(place.clientID)]) == 1
        case .replacedGrant: try change(.replaceReplacedGrant, values) == 1
        case .keptName: try change(.replaceKeptName, values) == 1
        case .linkProof: try change(.replaceLinkProof, values) == 1
        case .outboxItem: try change(.replaceOutboxItem, values) == 1
        case .mail: try change(.replaceMail, values) == 1
        }
    }
}

extension SQLStatement {
    fileprivate static let findGrants = SQLStatement(
        """
        SELECT sealed_refresh_token, identity_id, client_id FROM grants
        WHERE (identity_id, client_id) > ($1, $3) AND sealed_refresh_token IS NOT NULL
        ORDER BY identity_id, client_id LIMIT $2
        """)
    fileprivate static let findReplacedGrants = SQLStatement(
        """
        SELECT sealed_refresh_token, id, identity_id, client_id FROM replaced_grants WHERE id > $1 ORDER BY id LIMIT $2
        """)
    fileprivate static let findKeptNames = SQLStatement(
        "SELECT sealed_name, identity_id FROM kept_names WHERE identity_id > $1 ORDER BY identity_id LIMIT $2")
    fileprivate static let findLinkProofs = SQLStatement(
        "SELECT sealed_facts, id, identity_id FROM link_proofs WHERE id > $1 ORDER BY id LIMIT $2")
    fileprivate static let findOutboxItems = SQLStatement(
        "SELECT sealed_refresh_token, id, identity_id, client_id FROM outbox WHERE id > $1 ORDER BY id LIMIT $2")
    fileprivate static let findMail = SQLStatement(
        "SELECT sealed_message, id FROM outgoing_mail WHERE id > $1 ORDER BY id LIMIT $2")

    fileprivate static let replaceGrant = SQLStatement(
        """
        UPDATE grants SET sealed_refresh_token = $3
        WHERE identity_id = $1 AND client_id = $4 AND sealed_refresh_token = $2
        """)
    fileprivate static let replaceReplacedGrant = SQLStatement(
        "UPDATE replaced_grants SET sealed_refresh_token = $3 WHERE id = $1 AND sealed_refresh_token = $2")
    fileprivate static let replaceKeptName = SQLStatement(
        "UPDATE kept_names SET sealed_name = $3 WHERE identity_id = $1 AND sealed_name = $2")
    fileprivate static let replaceLinkProof = SQLStatement(
        "UPDATE link_proofs SET sealed_facts = $3 WHERE id = $1 AND sealed_facts = $2")
    fileprivate static let replaceOutboxItem = SQLStatement(
        "UPDATE outbox SET sealed_refresh_token = $3 WHERE id = $1 AND sealed_refresh_token = $2")
    fileprivate static let replaceMail = SQLStatement(
        "UPDATE outgoing_mail SET sealed_message = $3 WHERE id = $1 AND sealed_message = $2")
}

extension SealedPlace? {
    /// The stored identifier of the row. No bytes for `nil`, because they precede every identifier.
    fileprivate var rowID: SQLValue {
        switch self {
        case nil: .bytes([])
        case .grant(let identity, _), .keptName(let identity): .identifier(identity)
        case .replacedGrant(let id, _, _): .identifier(id)
        case .linkProof(let id, _): .identifier(id)
        case .outboxItem(let id, _, _): .identifier(id)
        case .mail(let id): .identifier(id)
        }
    }

    /// The second column of a grant's primary key.
    fileprivate var clientID: String {
        if case .grant(_, let clientID) = self { clientID } else { "" }
    }
}

extension SealedValue {
    /// Reads the value from the first column, and its place from the following ones.
    fileprivate init(
        _ row: inout SQLRow, place: (inout SQLRow) throws(StorageFailure) -> SealedPlace
    ) throws(StorageFailure) {
        let bytes = try row.bytes()
        self.init(place: try place(&row), bytes: bytes)
    }
}
