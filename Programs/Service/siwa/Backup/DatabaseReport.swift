import AccountStorage
import AccountStorageSQLite
import Foundation
import PrivateFiles
import ServiceAssembly
import SignInBackground
import SignInFlows
import SignInServer

/// What `siwa backup` and `siwa verify-database` found out about a database.
struct DatabaseReport: Sendable, Equatable {
    /// What the database contains, for people.
    var facts: [String] = []
    /// What is wrong with it; empty if nothing is.
    var faults: [String] = []

    /// Examines a database file, with the keys of a folder.
    static func examine(file path: String, secrets folder: String) async throws -> DatabaseReport {
        let found: SQLiteExamination
        do {
            found = try SQLiteExamination(path)
        } catch SQLiteOpeningFailure.damaged(_, let reason) {
            return DatabaseReport(faults: [reason])
        }
        var report = DatabaseReport(faults: found.faults)
        report.facts = ["schema \(found.schema)"]
        if let accounts = found.accounts { report.facts.append("\(accounts) accounts") }
        if let sessions = found.sessions { report.facts.append("\(sessions) sessions") }
        let newest = SQLiteAccountDatabase.newestSchema
        if found.schema > newest {
            report.faults.append("schema \(found.schema) is newer than this program, which knows \(newest)")
        }
        guard report.faults.isEmpty else { return report }
        guard found.schema == newest else {
            report.facts.append("the next start migrates it to schema \(newest)")
            return report
        }
        try await report.add(sealedIn: ReadOnlyDatabase(path: path), folder)
        return report
    }

    /// Examines an open database on a server, which checks its own files.
    static func examine(_ database: OpenDatabase, secrets folder: String) async throws -> DatabaseReport {
        var report = DatabaseReport(facts: ["schema \(database.schema)"])
        try await report.add(sealedIn: database.accounts, folder)
        return report
    }

    private mutating func add(sealedIn database: any AccountDatabase, _ folder: String) async throws {
        let keys = MasterKeyFolder(path: folder, randomBytes: SystemRandom.bytes)
        guard FileAccess(to: folder) == .readable else {
            throw PrivateFile.Failure(description: "\(folder): this user cannot read the service's own keys")
        }
        let secrets = ServerSecrets(try keys.keys(try keys.schedule(at: Date())))
        let sealed = try await SealedExamination(of: database, with: secrets).run()
        facts.append("\(sealed.readable) sealed values can be opened")
        if sealed.unreadable > 0 {
            faults.append(
                "\(sealed.unreadable) sealed values cannot be opened with the keys in \(folder). Without the master key "
                    + "of their time, Apple's tokens and waiting names are lost")
        }
    }
}
