public import Foundation

/// How far imports are.
public protocol UserImportRecords {
    /// The import, or `nil`.
    func findUserImport(_ id: UserImportID) throws(StorageFailure) -> UserImport?
    /// Stores the import, new or changed.
    func recordUserImport(_ userImport: UserImport) throws(StorageFailure)
    /// Removes at most `limit` imports that began before `moment`, and says how many.
    func removeUserImports(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
