public import Foundation

/// Identifies one line of the audit.
public typealias AuditEntryID = Identifier<AuditEntry>

/// One line of the audit of an account. It contains codes and identifiers, never a name, an address or a secret.
public struct AuditEntry: Sendable, Equatable {
    /// Starts with the time at which it was generated, shortly before `occurredAt` or after it. So lines are appended in
    /// order, and are found by their time.
    public let id: AuditEntryID
    /// The account, which may have been deleted since; `nil` if nobody was authenticated.
    public var accountID: AccountID?
    /// What happened, as a stable code.
    public var event: String
    /// Why, or how it ended, as a stable code.
    public var reason: String?
    /// The configured name of the client.
    public var client: String?
    /// The platform that the person used.
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
    /// The minimum time, in seconds, for which a line is kept after it was written.
    public static let shortestMemory: TimeInterval = 86_400

    /// For databases: throws `conflict` if lines would be removed that must still be kept.
    package static func refuseRemoval(before moment: Date, at now: Date) throws(StorageFailure) {
        let latest = now.inWholeMilliseconds.addingTimeInterval(-shortestMemory)
        guard moment.inWholeMilliseconds <= latest else { throw .conflict }
    }
}

/// How often an event happened on a platform, by one client and for one reason.
public struct AuditCount: Sendable, Equatable {
    /// What happened.
    public let event: String
    /// The platform that people used.
    public let platform: Platform?
    /// The configured name of the client.
    public let client: String?
    /// Why, or how it ended.
    public let reason: String?
    /// The number of lines.
    public let count: Int

    /// A count with these values.
    public init(event: String, platform: Platform?, client: String? = nil, reason: String?, count: Int) {
        self.event = event
        self.platform = platform
        self.client = client
        self.reason = reason
        self.count = count
    }
}

extension AuditCount {
    /// The order in which counts are listed: by the bytes of the event, then by platform, then by the bytes of reason and
    /// client, with none first.
    public static func inOrder(_ left: AuditCount, _ right: AuditCount) -> Bool {
        guard left.event == right.event else { return left.event.utf8.lexicographicallyPrecedes(right.event.utf8) }
        let codes = { (platform: Platform?) in platform.flatMap { Platform.allCases.firstIndex(of: $0) } ?? -1 }
        guard left.platform == right.platform else { return codes(left.platform) < codes(right.platform) }
        if precedes(left.reason, right.reason) || precedes(right.reason, left.reason) {
            return precedes(left.reason, right.reason)
        }
        return precedes(left.client, right.client)
    }

    private static func precedes(_ left: String?, _ right: String?) -> Bool {
        guard let right else { return false }
        return left?.utf8.lexicographicallyPrecedes(right.utf8) ?? true
    }
}
