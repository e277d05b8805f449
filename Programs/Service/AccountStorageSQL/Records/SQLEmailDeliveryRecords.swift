package import AccountStorage

extension SQLTransaction {
    package func findEmailDelivery(_ identityID: IdentityID) throws(StorageFailure) -> EmailDelivery? {
        try first(.find, [.identifier(identityID)], read: readEmailDelivery)
    }

    package func recordEmailDelivery(_ delivery: EmailDelivery) throws(StorageFailure) {
        try changeLater(
            .record,
            [
                .identifier(delivery.identityID), .code(delivery.state.rawValue), .time(delivery.since),
                .text(delivery.cause), .time(delivery.missingSince), .integer(delivery.reports),
                .time(delivery.reportedAt), .text(delivery.diagnostic),
            ])
    }

    package func removeEmailDelivery(_ identityID: IdentityID) throws(StorageFailure) {
        try changeLater(.remove, [.identifier(identityID)])
    }

    package func countEmailDeliveries() throws(StorageFailure) -> [EmailDelivery.State: Int] {
        let counts = try every(.count, []) { row throws(StorageFailure) -> (EmailDelivery.State, Int) in
            guard let state: EmailDelivery.State = try row.optionalCode() else { throw .corrupt }
            return (state, try row.count())
        }
        return Dictionary(counts) { first, _ in first }
    }
}

extension SQLStatement {
    fileprivate static let find = emailDeliveries.select("WHERE identity_id = $1")
    fileprivate static let record = emailDeliveries.insertOrReplace
    fileprivate static let remove = emailDeliveries.delete("WHERE identity_id = $1")
    fileprivate static let count = SQLStatement(
        """
        SELECT state, count(*) FROM email_deliveries
        WHERE NOT EXISTS (
            SELECT 1 FROM identities WHERE identities.id = email_deliveries.identity_id AND identities.moved_to IS NOT NULL)
        GROUP BY state
        """)
}

private let emailDeliveries = SQLTable(
    name: "email_deliveries",
    columns: "identity_id, state, since, cause, missing_since, reports, reported_at, diagnostic", key: "identity_id")

private func readEmailDelivery(_ row: inout SQLRow) throws(StorageFailure) -> EmailDelivery {
    let identityID: IdentityID = try row.identifier()
    guard let state: EmailDelivery.State = try row.optionalCode() else { throw .corrupt }
    return EmailDelivery(
        identityID: identityID, state: state, since: try row.time(), cause: row.optionalText(),
        missingSince: row.optionalTime(), reports: try row.count(), reportedAt: row.optionalTime(),
        diagnostic: row.optionalText())
}
