public import Foundation

/// Names one line of the audit.
public typealias AuditEntryID = Identifier<AuditEntry>

/// One line of what happened to an account: codes and identifiers, never a name, an address or a secret.
public struct AuditEntry: Sendable, Equatable {
    /// Begins with the time it was drawn, so that lines are appended and ordered.
    public let id: AuditEntryID
    /// Whose account it is, or was; `nil` where nobody was proven.
    public var accountID: AccountID?
    /// What happened, as a stable code.
    public var event: String
    /// Why, or how it ended, as a stable code.
    public var reason: String?
    /// The configured name of the client.
    public var client: String?
    /// What the person used.
    public var platform: Platform?
    /// The session concerned.
    public var sessionID: SessionID?
    /// When it happened.
    public var occurredAt: Date

    /// A line with these values.
    public init(
        id: AuditEntryID, accountID: AccountID?, event: String, reason: String? = nil, client: String? = nil,
        platform: Platform? = nil, sessionID: SessionID? = nil, occurredAt: Date
    ) {
        self.id = id
        self.accountID = accountID
        self.event = event
        self.reason = reason
        self.client = client
        self.platform = platform
        self.sessionID = sessionID
        self.occurredAt = occurredAt
    }
}

extension AuditEntry {
    /// Nothing removes a line sooner than this after it was written, in seconds.
    public static let shortestMemory: TimeInterval = 86_400

    /// For databases: refuses to remove what must still be kept.
    package static func refuseRemoval(before moment: Date, at now: Date) throws(StorageFailure) {
        let latest = now.inWholeMilliseconds.addingTimeInterval(-shortestMemory)
        guard moment.inWholeMilliseconds <= latest else { throw .conflict }
    }
}

/// How often something happened.
public struct AuditCount: Sendable, Equatable {
    /// What happened.
    public let event: String
    /// What the people used.
    public let platform: Platform?
    /// How often.
    public let count: Int

    /// A count with these values.
    public init(event: String, platform: Platform?, count: Int) {
        self.event = event
        self.platform = platform
        self.count = count
    }
}

extension AuditCount {
    /// The order in which counts are listed: by event, byte for byte, then by platform, none first.
    public static func inOrder(_ left: AuditCount, _ right: AuditCount) -> Bool {
        guard left.event == right.event else { return left.event.utf8.lexicographicallyPrecedes(right.event.utf8) }
        let codes = { (platform: Platform?) in platform.flatMap { Platform.allCases.firstIndex(of: $0) } ?? -1 }
        return codes(left.platform) < codes(right.platform)
    }
}
