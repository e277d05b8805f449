package import AccountStorage

/// Opens every sealed value of a database and changes none, to see whether the keys at hand are the ones it needs.
package struct SealedExamination: Sendable {
    private let database: any AccountDatabase
    private let secrets: ServerSecrets

    package init(of database: any AccountDatabase, with secrets: ServerSecrets) {
        self.database = database
        self.secrets = secrets
    }

    package struct Report: Sendable, Equatable {
        /// How many values a key opens.
        package var readable = 0
        /// How many values no key opens.
        package var unreadable = 0
    }

    /// How many values one transaction reads.
    private static let pageLength = 100

    /// Throws `unavailable` if the database cannot be read.
    package func run() async throws(StorageFailure) -> Report {
        var report = Report()
        let vault = secrets.vault
        for kind in SealedKind.allCases {
            var last: SealedPlace?
            repeat {
                let place = last
                let page = try await database.read { records throws(StorageFailure) in
                    try records.findSealed(kind, after: place, limit: Self.pageLength)
                }
                let readable = page.count { vault.open($0.bytes, for: $0.place.purpose) != nil }
                report.readable += readable
                report.unreadable += page.count - readable
                last = page.count < Self.pageLength ? nil : page.last?.place
            } while last != nil
        }
        return report
    }
}
