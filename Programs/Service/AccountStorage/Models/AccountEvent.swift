public import Foundation

/// Identifies one event for the app's backend.
public typealias AccountEventID = Identifier<AccountEvent>

/// Something that happened to an account, or to an app. It is sent to the app's backend until the backend acknowledges it.
///
/// It contains codes and identifiers, never a name or an address.
public struct AccountEvent: Sendable, Equatable {
    /// The state of an event's delivery.
    public enum State: String, Sendable, CaseIterable {
        /// It is to be delivered, now or later.
        case waiting
        /// The backend acknowledged it.
        case delivered
        /// Its delivery is no longer attempted.
        case givenUp = "given_up"
    }

    /// Starts with the time at which it was generated, so that events are appended in order. It is the same in every
    /// try.
    public let id: AccountEventID
    /// The account, which may have been deleted since. An event about an app has the identifier of its transfer instead.
    public var accountID: AccountID
    /// What happened, as a stable code.
    public var kind: String
    /// The exact body of the request to the backend.
    public var body: String
    /// When it happened.
    public var createdAt: Date
    /// When a worker may take it. Moved into the future while a worker has it and after each attempt; `nil` once it is
    /// delivered or given up.
    public var dueAt: Date?
    /// How often it was taken since it was recorded, or since its delivery was last requested again.
    public var attempts: Int
    /// When the backend acknowledged it.
    public var deliveredAt: Date?
    /// The result of the last attempt, as a stable code.
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

    /// The state of the delivery.
    public var state: State {
        if dueAt != nil { return .waiting }
        return deliveredAt == nil ? .givenUp : .delivered
    }
}

/// How many events are still to be delivered, or were given up.
public struct AccountEventBacklog: Sendable, Equatable {
    /// How many wait.
    public let waiting: Int
    /// When the oldest waiting event happened.
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
