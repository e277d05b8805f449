internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue] {
        // Every identifier is greater than no bytes at all.
        let limit = max(0, limit)
        switch kind {
        case .grants:
            var (identity, client) = (Data(), "")
            if case .grant(let last, let clientID) = place { (identity, client) = (last.stored, clientID) }
            return try every(
                """
                SELECT sealed_refresh_token, identity_id, client_id FROM grants
                WHERE (identity_id, client_id) > (?, ?) AND sealed_refresh_token IS NOT NULL
                ORDER BY identity_id, client_id LIMIT ?
                """, [identity, client, limit]
            ) { row in try row.sealed(.grant(row.identifier(1), clientID: row.text(2))) }
        case .keptNames:
            return try every(
                "SELECT sealed_name, identity_id FROM kept_names WHERE identity_id > ? ORDER BY identity_id LIMIT ?",
                [place.rowID, limit]
            ) { row in try row.sealed(.keptName(row.identifier(1))) }
        case .linkProofs:
            return try every(
                "SELECT sealed_facts, id, identity_id FROM link_proofs WHERE id > ? ORDER BY id LIMIT ?",
                [place.rowID, limit]
            ) { row in try row.sealed(.linkProof(row.identifier(1), row.identifier(2))) }
        case .outboxItems:
            return try every(
                """
                SELECT sealed_refresh_token, id, identity_id, client_id FROM outbox WHERE id > ? ORDER BY id LIMIT ?
                """, [place.rowID, limit]
            ) { row in try row.sealed(.outboxItem(row.identifier(1), row.identifier(2), clientID: row.text(3))) }
        case .mail:
            return try every(
                "SELECT sealed_message, id FROM outgoing_mail WHERE id > ? ORDER BY id LIMIT ?", [place.rowID, limit]
            ) { row in try row.sealed(.mail(row.identifier(1))) }
        }
    }

    func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool {
        let (old, new) = (Data(value.bytes), Data(bytes))
        let rowID = Optional(value.place).rowID
        if case .grant(_, let clientID) = value.place {
            return try change(
                """
                UPDATE grants SET sealed_refresh_token = ?
                WHERE identity_id = ? AND client_id = ? AND sealed_refresh_token = ?
                """, [new, rowID, clientID, old]) == 1
        }
        let (table, column, key) = value.place.names
        return try change(
            "UPDATE \(table) SET \(column) = ? WHERE \(key) = ? AND \(column) = ?", [new, rowID, old]) == 1
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
    fileprivate var rowID: Data {
        switch self {
        case nil: Data()
        case .grant(let identity, _), .keptName(let identity): identity.stored
        case .linkProof(let id, _): id.stored
        case .outboxItem(let id, _, _): id.stored
        case .mail(let id): id.stored
        }
    }
}

extension Row {
    fileprivate func sealed(_ place: SealedPlace) throws(StorageFailure) -> SealedValue {
        guard let bytes = optionalBytes(0) else { throw .corrupt }
        return SealedValue(place: place, bytes: bytes)
    }
}
