public import Foundation

/// Names one event for the app's backend.
public typealias AccountEventID = Identifier<AccountEvent>

/// Something that happened to an account, to be told to the app's backend until it says that it has it.
///
/// It holds codes and identifiers, never a name or an address.
public struct AccountEvent: Sendable, Equatable {
    /// What is left to do with an event.
    public enum State: String, Sendable, CaseIterable {
        /// It is to be told, now or later.
        case waiting
        /// The backend has it.
        case delivered
        /// It is not tried any more.
        case givenUp = "given_up"
    }

    /// Begins with the time it was drawn, so that events are appended and ordered; the same in every delivery.
    public let id: AccountEventID
    /// Whose account it is, or was.
    public var accountID: AccountID
    /// What happened, as a stable code.
    public var kind: String
    /// What is posted, byte for byte.
    public var body: String
    /// When it happened.
    public var createdAt: Date
    /// From when a worker may take it: later after each try, and while one has it; `nil` when none is to.
    public var dueAt: Date?
    /// How often it was taken since it was written, or asked for again.
    public var attempts: Int
    /// When the backend said that it has it.
    public var deliveredAt: Date?
    /// What came of the last try, as a stable code.
    public var lastCode: String?

    /// An event with these values.
    public init(
        id: AccountEventID, accountID: AccountID, kind: String, body: String, createdAt: Date, dueAt: Date?,
        attempts: Int = 0, deliveredAt: Date? = nil, lastCode: String? = nil
    ) {
        self.id = id
        self.accountID = accountID
        self.kind = kind
        self.body = body
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.attempts = attempts
        self.deliveredAt = deliveredAt
        self.lastCode = lastCode
    }

    /// What is left to do.
    public var state: State {
        if dueAt != nil { return .waiting }
        return deliveredAt == nil ? .givenUp : .delivered
    }
}

/// How the telling of events stands.
public struct AccountEventBacklog: Sendable, Equatable {
    /// How many wait.
    public let waiting: Int
    /// When the oldest of them happened.
    public let oldestAt: Date?
    /// How many were given up.
    public let givenUp: Int

    /// A backlog with these values.
    public init(waiting: Int, oldestAt: Date?, givenUp: Int) {
        self.waiting = waiting
        self.oldestAt = oldestAt
        self.givenUp = givenUp
    }
}
