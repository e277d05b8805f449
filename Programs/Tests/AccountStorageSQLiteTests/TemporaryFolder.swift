import AccountStorage
import AccountStorageSQLite
import Foundation
import GRDB
import Waiting

/// A folder that is deleted after the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("siwa-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var databasePath: String { path + "/accounts.sqlite" }

    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    func openDatabase(_ edit: (inout SQLiteOptions) -> Void = { _ in }) throws -> SQLiteAccountDatabase {
        var options = SQLiteOptions()
        options.createIfMissing = true
        options.busyTimeout = Double(Patience.seconds)
        edit(&options)
        return try SQLiteAccountDatabase(path: databasePath, options: options)
    }

    /// Opens another connection to the file, like another process.
    func openBeside() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        // The database's own checkpoints hold the file for a moment.
        configuration.busyMode = .timeout(Double(Patience.seconds))
        return try DatabaseQueue(path: databasePath, configuration: configuration)
    }
}

extension Identifier {
    /// The bytes as an SQLite argument.
    var data: Data { Data(bytes) }
}
