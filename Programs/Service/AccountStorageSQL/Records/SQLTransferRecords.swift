package import AccountStorage

extension SQLTransaction {
    package func findTransfer(_ id: AppTransferID) throws(StorageFailure) -> AppTransfer? {
        try first(.find, [.identifier(id)], read: transfer)
    }

    package func findTransfers() throws(StorageFailure) -> [AppTransfer] {
        try every(.findAll, [], read: transfer)
    }

    package func recordTransfer(_ transfer: AppTransfer) throws(StorageFailure) {
        try change(
            .record,
            [
                .identifier(transfer.id), .text(transfer.issuer), .text(transfer.fromTeam), .text(transfer.toTeam),
                .text(transfer.clients.joined(separator: " ")), .code(transfer.state, among: stateCodes),
                .time(transfer.createdAt), .time(transfer.acceptedAt), .time(transfer.deadline),
                .time(transfer.firstClaimAt), .time(transfer.closedAt),
            ])
    }
}

extension SQLStatement {
    fileprivate static let find = transfers.select("WHERE id = $1")
    fileprivate static let findAll = transfers.select("ORDER BY id")
    fileprivate static let record = transfers.insertOrReplace
}

private let transfers = SQLTable(
    name: "team_transfers",
    columns: """
        id, issuer, from_team, to_team, clients, state, created_at, accepted_at, deadline, first_claim_at, closed_at
        """)

private func transfer(_ row: inout SQLRow) throws(StorageFailure) -> AppTransfer {
    AppTransfer(
        id: try row.identifier(), issuer: try row.text(), fromTeam: try row.text(), toTeam: try row.text(),
        clients: try row.text().split(separator: " ").map(String.init), state: try row.code(among: stateCodes),
        createdAt: try row.time(), acceptedAt: row.optionalTime(), deadline: row.optionalTime(),
        firstClaimAt: row.optionalTime(), closedAt: row.optionalTime())
}

/// A state is stored as its index in this list, so entries are only appended.
private let stateCodes: [TransferState] = [
    .planned, .exporting, .ready, .moved, .importing, .settled, .closed, .canceled, .expired,
]
