public import Foundation

/// Names the import of one file; derived from its content.
public typealias UserImportID = Identifier<UserImport>

/// How far the import of one file is. It is stored with each batch of users, so that an import goes on where it ended.
public struct UserImport: Sendable, Equatable {
    /// Derived from the file's content.
    public let id: UserImportID
    /// How many bytes of the file are worked on.
    public var offset: Int64
    /// How many lines of it.
    public var lines: Int
    /// How many accounts were made.
    public var made: Int
    /// How many lines told nothing new.
    public var unchanged: Int
    /// How many lines tell something else than is stored; nothing was overwritten.
    public var conflicts: Int
    /// How many lines were refused.
    public var refused: Int
    /// When it began.
    public var startedAt: Date
    /// When the last line was worked on; `nil` while it goes on.
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
