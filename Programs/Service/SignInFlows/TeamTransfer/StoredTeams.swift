package import AccountStorage

/// Notices that people are stored under developer teams that are not configured.
///
/// With another Team ID, the same people have other subjects, so everybody would get a second account.
package enum StoredTeams {
    /// How many identities are looked at. Their identifiers are hashes, so the first ones are a random sample.
    static let sampleLength = 200

    /// The Team IDs of stored identities that are not among the configured ones, in order.
    package static func unknown(
        in database: any AccountDatabase, configured: Set<String>
    ) async throws(StorageFailure) -> [String] {
        let sample = try await database.read { records throws(StorageFailure) in
            try records.findIdentities(after: nil, limit: sampleLength)
        }
        return Set(sample.filter { $0.movedTo == nil }.map(\.teamID)).subtracting(configured).sorted()
    }

    /// What the operator should know about a team that is not configured.
    package static func warning(_ teamID: String) -> String {
        "people are stored under the team \(teamID), which is not configured: if the app has moved to another team, they "
            + "have other identifiers there, and everybody would get a second account (Documentation/team-transfer.md)"
    }
}
