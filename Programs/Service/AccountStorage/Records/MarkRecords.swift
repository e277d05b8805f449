public import Foundation

/// Times that the service records about itself.
public protocol MarkRecords {
    /// Finds the recorded time.
    func findMark(_ mark: ServiceMark) throws(StorageFailure) -> Date?
    /// Records a time unless a later one is recorded, and returns the recorded time.
    @discardableResult
    func advanceMark(_ mark: ServiceMark, to moment: Date) throws(StorageFailure) -> Date
}
