public import AccountStorage

/// One requirement on every account database, and how to test it.
///
/// To test a database completely, run every case of `all`, each on an empty database.
public struct ConformanceCase: Sendable {
    /// The requirement as a sentence. It is unique within `all`.
    public let name: String
    private let body: @Sendable (any AccountDatabase) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any AccountDatabase) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Tests the requirement on an empty database. Throws `BrokenPromise`, or an error of the database.
    public func run(_ database: any AccountDatabase) async throws {
        try await body(database)
    }

    /// All cases.
    public static let all: [ConformanceCase] =
        transactions + requiredChanges + accounts + identities + people + keptNames + leaving + times + sessions
        + sessionEnds + accountSessions + attempts + notifications + outbox + audit + dailyCounts + upkeep + externalIDs
        + credentials + linkTickets + linkProofs + heldSignIns + passwords + mail + mailRequests
        + accountEvents + imports + sealedValues + authorizationCodes
        + clientSessions + clientSessionEnds + logoutNotices + fairQueues + clientConsents + emailDeliveries
        + transfers + transferEntries + transferEnds
}

extension ConformanceCase: CustomStringConvertible {
    /// The requirement as a sentence.
    public var description: String { name }
}

/// A database did not meet a requirement.
public struct BrokenPromise: Error, Sendable, CustomStringConvertible {
    /// What was expected, and what was found instead.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
