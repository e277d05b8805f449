public import Foundation

/// What the service notes about itself.
public protocol MarkRecords {
    /// The moment noted, or `nil`.
    func findMark(_ mark: ServiceMark) throws(StorageFailure) -> Date?
    /// Notes a moment, unless a later one is noted, and returns the one that is noted now.
    @discardableResult
    func advanceMark(_ mark: ServiceMark, to moment: Date) throws(StorageFailure) -> Date
}
