package import AccountStorage
import Foundation

/// Makes accounts of the app's users, a batch at a time.
///
/// Users are known by their external id alone: who is there stays as they are, so that an import can be repeated. How far
/// it is, is stored with each batch, in its transaction.
package struct UserImporting: Sendable {
    private let environment: SignInEnvironment
    private let isDryRun: Bool
    private let teams: ImportTeams

    /// The most lines that are worked on in one transaction.
    package static let batchLength = 250

    /// - Parameter isDryRun: whether everything is undone again.
    package init(_ environment: SignInEnvironment, isDryRun: Bool = false) {
        self.environment = environment
        self.isDryRun = isDryRun
        teams = ImportTeams(environment.clients)
    }

    /// How far the import of this file is; nil when it never began, or was forgotten.
    package func find(_ id: UserImportID) async throws(SignInError) -> UserImport? {
        try await environment.read { records in try records.findUserImport(id) }
    }

    /// An import of this file, from its start.
    package func begin(_ id: UserImportID) -> UserImport {
        UserImport(id: id, startedAt: environment.instant)
    }

    /// Works on a batch, and returns what became of each line, and how far the import is then.
    ///
    /// - Parameters:
    ///   - offset: the place in the file behind the last line of the batch.
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
        // A rehearsal keeps nothing of what it wrote.
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
