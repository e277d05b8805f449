internal import Foundation

extension InMemoryTransaction {
    func findUserImport(_ id: UserImportID) throws(StorageFailure) -> UserImport? {
        try read { $0.imports[id] }
    }

    func recordUserImport(_ userImport: UserImport) throws(StorageFailure) {
        var userImport = userImport
        userImport.startedAt = userImport.startedAt.inWholeMilliseconds
        userImport.finishedAt = userImport.finishedAt?.inWholeMilliseconds
        try change { $0.imports[userImport.id] = userImport }
    }

    func removeUserImports(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.imports.removeFirst(limit) { $0.startedAt < moment } }
    }
}
