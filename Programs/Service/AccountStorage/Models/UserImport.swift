public import Foundation

/// Identifies the import of one file. Derived from the file's content.
public typealias UserImportID = Identifier<UserImport>

/// The progress of the import of one file. It is stored with each batch of users, so that an import can resume.
public struct UserImport: Sendable, Equatable {
    /// Derived from the file's content.
    public let id: UserImportID
    /// How many bytes of the file were processed.
    public var offset: Int64
    /// How many lines of it were processed.
    public var lines: Int
    /// How many accounts were created.
    public var made: Int
    /// How many lines contained nothing new.
    public var unchanged: Int
    /// How many lines contradict what is stored. Nothing was overwritten.
    public var conflicts: Int
    /// How many lines were refused.
    public var refused: Int
    /// When it started.
    public var startedAt: Date
    /// When the last line was processed; `nil` while the import is unfinished.
    public var finishedAt: Date?

    /// An import with these values.
    public init(
        id: UserImportID, offset: Int64 = 0, lines: Int = 0, made: Int = 0, unchanged: Int = 0, conflicts: Int = 0,
        refused: Int = 0, startedAt: Date, finishedAt: Date? = nil
    ) {
        self.id = id
        self.offset = offset
        self.lines = lines
        self.made = made
        self.unchanged = unchanged
        self.conflicts = conflicts
        self.refused = refused
        self.startedAt = startedAt
        self.finishedAt = finishedAt
    }
}
