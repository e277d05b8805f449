internal import Foundation
internal import GRDB

/// Opens a database file for reading, whatever it contains.
enum ReadOnlyFile {
    static func open(_ path: String) throws -> DatabaseQueue {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber else {
            throw SQLiteOpeningFailure.missing(path: path)
        }
        // SQLite would take it for a new database.
        guard size.intValue > 0 else { throw SQLiteOpeningFailure.damaged(path: path, reason: "it is empty") }
        SQLiteLibrary.prepare()
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch let error as DatabaseError {
            throw SQLiteOpeningFailure(error, path: path)
        }
    }
}
