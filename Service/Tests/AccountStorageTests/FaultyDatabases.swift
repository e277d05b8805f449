import AccountStorage
import Foundation

/// A sound database whose transactions get one thing wrong.
struct FaultyDatabase<Transaction: FaultyTransaction>: AccountDatabase {
    let sound = InMemoryAccountDatabase()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await sound.transaction { records throws(StorageFailure) in try body(Transaction(records)) }
    }
}

/// Keeps what was discarded, and what a throwing body did.
struct NeverRollsBack: AccountDatabase {
    let sound = InMemoryAccountDatabase()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        let result: Result<Value, StorageFailure> = try await sound.transaction { records throws(StorageFailure) in
            do throws(StorageFailure) {
                switch try body(records) {
                case .keep(let value), .discard(let value): return .keep(.success(value))
                }
            } catch {
                return .keep(.failure(error))
            }
        }
        return try result.get()
    }
}

/// Undoes what a throwing body did, but keeps what was discarded.
struct KeepsTheDiscarded: AccountDatabase {
    let sound = InMemoryAccountDatabase()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await sound.transaction { records throws(StorageFailure) in
            switch try body(records) {
            case .keep(let value), .discard(let value): return .keep(value)
            }
        }
    }
}

/// Commits, loses the answer, and runs the body again on top.
struct Replays: AccountDatabase {
    let sound = InMemoryAccountDatabase()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        _ = try await sound.transaction(body)
        return try await sound.transaction(body)
    }
}

/// Says that the work is kept before it is, and forgets it.
struct Forgets: AccountDatabase {
    let sound = InMemoryAccountDatabase()

    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await sound.transaction { records throws(StorageFailure) in
            switch try body(records) {
            case .keep(let value), .discard(let value): return .discard(value)
            }
        }
    }
}

/// Lets everyone who found the attempt believe that they claimed it.
final class LosesTheRaceForAttempts: FaultyTransaction {
    override func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        guard let attempt = try inner.findAttempt(id), attempt.state != .ended else { return false }
        _ = try inner.claimAttempt(id, as: mark)
        return mark.claimedAt < attempt.expiresAt
    }
}

/// Notes by every answer that an attempt was claimed, whichever claimed it.
final class NotesTheLastAnswer: FaultyTransaction {
    override func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        if try inner.claimAttempt(id, as: mark) { return true }
        guard var attempt = try inner.findAttempt(id), attempt.state == .claimed else { return false }
        attempt.claim = mark
        _ = try inner.removeExpiredAttempts(before: .distantFuture, limit: .max)
        try inner.recordAttempt(attempt)
        return false
    }
}

/// Forgets nothing.
final class KeepsClaims: FaultyTransaction {
    override func forgetClaim(_ id: AttemptID) throws(StorageFailure) {}
}

/// Looks at the session, not at the counter that the caller has.
final class LosesTheRaceForSessions: FaultyTransaction {
    override func renewSession(
        _ id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        guard let session = try inner.findSession(id) else { return false }
        return try inner.renewSession(
            id, fromCounter: session.counter, used: used, first: first, at: moment, expiresAt: expiresAt)
    }
}

/// Takes every token of a session for used up when one is, and none for a sibling of another.
final class ForgetsSiblings: FaultyTransaction {
    override func renewSession(
        _ id: SessionID, fromCounter counter: Int64, used: Int64, first: Int64, at moment: Date, expiresAt: Date
    ) throws(StorageFailure) -> Bool {
        try inner.renewSession(
            id, fromCounter: counter, used: used, first: counter + 1, at: moment, expiresAt: expiresAt)
    }
}

/// Renews a session whose browser was only seen again.
final class RenewsByCookie: FaultyTransaction {
    override func extendSession(_ id: SessionID, at moment: Date, expiresAt: Date) throws(StorageFailure) -> Bool {
        guard let session = try inner.findSession(id) else { return false }
        return try inner.renewSession(
            id, fromCounter: session.counter, used: session.counter, first: session.counter + 1, at: moment,
            expiresAt: expiresAt)
    }
}

/// Lets the last one who links an identity have it.
final class GivesIdentitiesAway: FaultyTransaction {
    override func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) {
        do throws(StorageFailure) { try inner.recordIdentity(identity) } catch {}
    }
}

/// Writes times as local text, as New York reads them, and reads them back.
final class KeepsLocalTime: FaultyTransaction {
    override func recordAccount(_ account: Account) throws(StorageFailure) {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "America/New_York")
        format.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
        var account = account
        account.createdAt = format.date(from: format.string(from: account.createdAt)) ?? account.createdAt
        try inner.recordAccount(account)
    }
}

/// Keeps whole seconds.
final class CutsTimes: FaultyTransaction {
    override func recordAccount(_ account: Account) throws(StorageFailure) {
        var account = account
        account.createdAt = Date(timeIntervalSince1970: account.createdAt.timeIntervalSince1970.rounded(.down))
        try inner.recordAccount(account)
    }
}

/// Lets an attempt be claimed in the millisecond in which it expires.
final class ExpiresLate: FaultyTransaction {
    override func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool {
        let early = mark.claimedAt.addingTimeInterval(-0.001)
        return try inner.claimAttempt(id, as: AttemptClaimMark(claimedAt: early, answerHash: mark.answerHash))
    }
}

/// Removes everything that is over, however much there is.
final class RemovesWithoutBound: FaultyTransaction {
    override func removeExpiredSessions(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeExpiredSessions(before: moment, limit: .max)
    }
}

/// Begins each page of ended sessions after the last one's time, so that some with the same time are left out.
final class SkipsOnPages: FaultyTransaction {
    override func findEndedSessions(
        since moment: Date, after id: SessionID?, limit: Int
    ) throws(StorageFailure) -> [EndedSession] {
        try inner.findEndedSessions(
            since: id == nil ? moment : moment.addingTimeInterval(0.001), after: nil, limit: limit)
    }
}

/// Lets a later end replace the first.
final class EndsTwice: FaultyTransaction {
    override func endSession(_ id: SessionID, at moment: Date) throws(StorageFailure) -> Bool {
        _ = try inner.endSession(id, at: moment)
        return try inner.findSession(id) != nil
    }
}

/// Cuts text where C would.
final class CutsText: FaultyTransaction {
    override func recordAccount(_ account: Account) throws(StorageFailure) {
        var account = account
        account.givenName = account.givenName?.split(separator: "\0").first.map(String.init)
        try inner.recordAccount(account)
    }
}

/// Composes text, as some file systems and databases do.
final class ComposesText: FaultyTransaction {
    override func recordAccount(_ account: Account) throws(StorageFailure) {
        var account = account
        account.givenName = account.givenName?.precomposedStringWithCanonicalMapping
        try inner.recordAccount(account)
    }
}

/// Takes a missing token for an empty one.
final class ConfusesMissingAndEmpty: FaultyTransaction {
    override func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        var grant = grant
        grant.sealedRefreshToken = grant.sealedRefreshToken ?? []
        try inner.recordGrant(grant)
    }
}

/// Reads how many failures there are and counts one more in two steps, of which the first is remembered too long.
final class CountsTooLittle: FaultyTransaction {
    override func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int {
        min(try inner.countFailure(id), 5)
    }
}

/// Forgets which notifications it took.
final class TakesNotificationsAgain: FaultyTransaction {
    override func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool {
        _ = try inner.recordNotification(notification)
        return true
    }
}

/// Knows the event that came last, not the one that happened last.
final class KnowsTheLastArrival: FaultyTransaction {
    override func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool {
        var notification = notification
        let latest = try inner.findLatestEvent(notification.identityID, topic: notification.topic)
        if let latest { notification.occurredAt = latest.addingTimeInterval(0.001) }
        return try inner.recordNotification(notification)
    }
}

/// Leaves what one worker took to the next one as well.
final class SharesTheOutbox: FaultyTransaction {
    override func takeOutboxItems(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem] {
        try inner.takeOutboxItems(dueAt: moment, returnsAt: moment, limit: limit)
    }
}

/// Takes an item out of the outbox for good, so that it is lost with its taker.
final class LosesTheTaken: FaultyTransaction {
    override func takeOutboxItems(
        dueAt moment: Date, returnsAt: Date, limit: Int
    ) throws(StorageFailure) -> [OutboxItem] {
        let taken = try inner.takeOutboxItems(dueAt: moment, returnsAt: returnsAt, limit: limit)
        for item in taken { _ = try inner.removeOutboxItem(item.id) }
        return taken
    }
}

/// Ends every session of an account, the one in use too.
final class EndsTheKeptSession: FaultyTransaction {
    override func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int {
        try inner.endSessions(of: accountID, at: moment, authenticatedBefore: authenticatedBefore, except: nil)
    }
}

/// Ends sessions whoever signed in when.
final class EndsNewerSessions: FaultyTransaction {
    override func endSessions(
        of accountID: AccountID, at moment: Date, authenticatedBefore: Date?, except kept: SessionID?
    ) throws(StorageFailure) -> Int {
        try inner.endSessions(of: accountID, at: moment, authenticatedBefore: nil, except: kept)
    }
}

/// Erases accounts a moment too early.
final class ErasesEarly: FaultyTransaction {
    override func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID] {
        try inner.findAccountsToErase(at: moment.addingTimeInterval(0.001), limit: limit)
    }
}

/// Leaves Apple's tokens behind when an identity goes.
final class LeavesGrantsBehind: FaultyTransaction {
    override func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool {
        let grants = try inner.findGrants(of: id)
        let removed = try inner.removeIdentity(id)
        for grant in grants { try inner.recordGrant(grant) }
        return removed
    }
}

/// Counts the last moment of a day to the day and to the next.
final class CountsTwice: FaultyTransaction {
    override func countAudit(from start: Date, to end: Date) throws(StorageFailure) -> [AuditCount] {
        try inner.countAudit(from: start, to: end.addingTimeInterval(0.001))
    }
}

/// Removes lines of the audit whenever it is told to.
final class ForgetsTheAudit: FaultyTransaction {
    override func removeAudit(before moment: Date, at now: Date, limit: Int) throws(StorageFailure) -> Int {
        try inner.removeAudit(before: moment, at: .distantFuture, limit: limit)
    }
}
