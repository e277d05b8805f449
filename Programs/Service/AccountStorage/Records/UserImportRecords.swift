public import Foundation

/// The progress of imports.
public protocol UserImportRecords {
    /// Finds the import.
    func findUserImport(_ id: UserImportID) throws(StorageFailure) -> UserImport?
    /// Inserts or updates the import.
    func recordUserImport(_ userImport: UserImport) throws(StorageFailure)
    /// Removes at most `limit` imports that started before `moment`, and returns how many.
    func removeUserImports(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
