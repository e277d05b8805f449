package import AccountStorage
import Foundation

/// Creates accounts for the app's users, a batch at a time.
///
/// Users are identified by their external id alone. Existing ones are not changed, so an import can be repeated. The
/// progress is stored in the transaction of each batch.
package struct UserImporting: Sendable {
    private let environment: SignInEnvironment
    private let isDryRun: Bool
    private let teams: ImportTeams

    /// The maximum number of lines in one transaction.
    package static let batchLength = 250

    /// - Parameter isDryRun: whether to roll everything back.
    package init(_ environment: SignInEnvironment, isDryRun: Bool = false) {
        self.environment = environment
        self.isDryRun = isDryRun
        teams = ImportTeams(environment.clients)
    }

    /// The progress of a file's import; nil if it never began or its record was removed.
    package func find(_ id: UserImportID) async throws(SignInError) -> UserImport? {
        try await environment.read { records in try records.findUserImport(id) }
    }

    /// A new import of a file, from its start.
    package func begin(_ id: UserImportID) -> UserImport {
        UserImport(id: id, startedAt: environment.instant)
    }

    /// Imports a batch, and returns the result of each line and the progress afterwards.
    ///
    /// - Parameters:
    ///   - offset: the offset in the file after the last line of the batch.
    ///   - isLast: whether the file ends there.
    package func work(
        on lines: [ImportLine], of before: UserImport, upTo offset: Int64, isLast: Bool
    ) async throws(SignInError) -> (outcomes: [ImportOutcome], after: UserImport) {
        let now = environment.instant
        let steps = lines.map {
            ImportedUserRecords($0, teams: teams, looksAtHashes: isDryRun, environment: environment)
        }
        let work: @Sendable (any AccountTransaction) throws -> (outcomes: [ImportOutcome], after: UserImport) = {
            records in
            let outcomes = try steps.map { try $0.apply(in: records) }
            var after = before
            after.offset = offset
            after.count(outcomes)
            if isLast { after.finishedAt = now }
            try records.recordUserImport(after)
            return (outcomes, after)
        }
        // `rehearse` rolls back everything that it wrote.
        return isDryRun ? try await environment.rehearse(work) : try await environment.write(work)
    }
}

extension UserImport {
    fileprivate mutating func count(_ outcomes: [ImportOutcome]) {
        lines += outcomes.count
        for outcome in outcomes {
            switch outcome.result {
            case .made: made += 1
            case .unchanged: unchanged += 1
            case .conflict: conflicts += 1
            case .refused: refused += 1
            }
        }
    }
}
