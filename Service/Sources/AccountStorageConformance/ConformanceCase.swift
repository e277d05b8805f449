public import AccountStorage

/// One promise that every account database keeps, and how to try it.
///
/// A database's whole test is to run `all`, each on a database that is empty.
public struct ConformanceCase: Sendable {
    /// The promise as a sentence, unique within `all`.
    public let name: String
    private let body: @Sendable (any AccountDatabase) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any AccountDatabase) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Tries the promise on an empty database; throws `BrokenPromise`, or what the database itself threw.
    public func run(_ database: any AccountDatabase) async throws {
        try await body(database)
    }

    /// Every promise.
    public static let all: [ConformanceCase] =
        transactions + accounts + identities + keptNames + leaving + times + sessions + sessionEnds + accountSessions
        + attempts + notifications + outbox + audit + upkeep + externalIDs + credentials + linkTickets + linkProofs
        + passwords + mail + accountEvents + imports + sealedValues
}

extension ConformanceCase: CustomStringConvertible {
    /// The promise as a sentence.
    public var description: String { name }
}

/// A database did something else than it promised.
public struct BrokenPromise: Error, Sendable, CustomStringConvertible {
    /// What was found instead.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
