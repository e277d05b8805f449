public import AccountStorage
internal import Foundation
internal import Synchronization

/// A reference implementation of the database, based on dictionaries, to compare others with.
///
/// It does not round times, so pass whole milliseconds, and does not refuse U+0000 in texts. Nothing is durable. A body
/// that throws may leave half of its work in its transaction, but never in the database.
public final class ReferenceDatabase: AccountDatabase {
    private let rows = Mutex(ReferenceRows())

    /// An empty database.
    public init() {}

    /// Runs `body` on a copy of the rows, which replaces them if the outcome is `keep`.
    public func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        let result: Result<Value, StorageFailure> = rows.withLock { rows in
            let transaction = ReferenceTransaction(rows)
            do throws(StorageFailure) {
                let outcome = try body(transaction)
                if let failure = transaction.failure { throw failure }
                switch outcome {
                case .keep(let value):
                    rows = transaction.rows
                    return .success(value)
                case .discard(let value): return .success(value)
                }
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Runs `body` on a copy of the rows, and fails if it changed them.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        let rows = rows.withLock { $0 }
        let transaction = ReferenceTransaction(rows)
        let value = try body(transaction)
        if let failure = transaction.failure { throw failure }
        guard transaction.rows == rows else { throw .unavailable }
        return value
    }
}

/// The contents of a `ReferenceDatabase`.
struct ReferenceRows: Sendable, Equatable {
    struct GrantKey: Hashable, Comparable {
        let identityID: IdentityID
        let clientID: String

        static func < (left: Self, right: Self) -> Bool {
            if left.identityID != right.identityID { return left.identityID < right.identityID }
            return left.clientID.utf8.lexicographicallyPrecedes(right.clientID.utf8)
        }
    }

    var accounts: [AccountID: Account] = [:]
    var identities: [IdentityID: AppleIdentity] = [:]
    var grants: [GrantKey: AppleGrant] = [:]
    var replacedGrants: [ReplacedGrantID: ReplacedGrant] = [:]
    var keptNames: [IdentityID: KeptName] = [:]
    var emailDeliveries: [IdentityID: EmailDelivery] = [:]
    var sessions: [SessionID: Session] = [:]
    var attempts: [AttemptID: SignInAttempt] = [:]
    var notifications: [NotificationID: ReceivedNotification] = [:]
    var outbox: [OutboxItemID: OutboxItem] = [:]
    var audit: [AuditEntryID: AuditEntry] = [:]
    var marks: [ServiceMark: Date] = [:]
    var dailyCounts: [DailyCount.Key: Int] = [:]
    var credentials: [CredentialID: ServiceCredential] = [:]
    var tickets: [LinkTicketID: LinkTicket] = [:]
    var proofs: [LinkProofID: LinkProof] = [:]
    var heldSignIns: [HeldSignInID: HeldSignIn] = [:]
    var passwords: [AccountID: StoredPassword] = [:]
    var loginNames: [LoginNameID: LoginName] = [:]
    var tries: [PasswordTriesID: PasswordTries] = [:]
    var mailedTokens: [MailedTokenID: MailedToken] = [:]
    var mailRequests: [MailRequestID: MailRequest] = [:]
    var mail: [OutgoingMailID: OutgoingMail] = [:]
    var events: [AccountEventID: AccountEvent] = [:]
    var foreignIdentities: [ForeignIdentityID: ForeignIdentity] = [:]
    var imports: [UserImportID: UserImport] = [:]
    var codes: [ClientAuthorizationCodeID: ClientAuthorizationCode] = [:]
    var clientSessions: [SessionID: ReferenceClientSession] = [:]
    var consents: [ReferenceConsentKey: ClientConsent] = [:]
    var transfers: [AppTransferID: AppTransfer] = [:]
    var transferEntries: [ReferenceEntryKey: TransferEntry] = [:]
}

/// A transaction on its own copy of the rows.
final class ReferenceTransaction: AccountTransaction {
    var rows: ReferenceRows
    /// The failure of a required change. Nothing is kept, whatever the body does.
    var failure: StorageFailure?

    init(_ rows: ReferenceRows) {
        self.rows = rows
    }
}

extension Dictionary where Key: Comparable {
    /// The matching values, ordered by their keys.
    func ordered(where fits: (Value) -> Bool = { _ in true }) -> [Value] {
        filter { fits($0.value) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Adds a value; `conflict` if its key exists.
    mutating func add(_ value: Value, at key: Key) throws(StorageFailure) {
        guard self[key] == nil else { throw .conflict }
        self[key] = value
    }

    /// Changes the value of a key if it exists and matches, and returns whether it did.
    mutating func edit(_ key: Key, where fits: (Value) -> Bool = { _ in true }, _ change: (inout Value) -> Void) -> Bool
    {
        guard var value = self[key], fits(value) else { return false }
        change(&value)
        self[key] = value
        return true
    }

    /// Changes every matching value, and returns how many.
    mutating func editAll(where fits: (Value) -> Bool, _ change: (inout Value) -> Void) -> Int {
        filter { fits($0.value) }.keys.count { edit($0, change) }
    }

    /// Removes and returns the value of a key, if it exists and matches.
    mutating func take(_ key: Key, where fits: (Value) -> Bool) -> Value? {
        guard let value = self[key], fits(value) else { return nil }
        return removeValue(forKey: key)
    }

    /// Removes every matching value, and returns how many.
    mutating func removeAll(where fits: (Value) -> Bool) -> Int {
        let before = count
        self = filter { !fits($0.value) }
        return before - count
    }

    /// Removes at most `limit` values whose time is before `moment`, oldest first, and returns how many.
    mutating func removeOld(_ time: (Value) -> Date, before moment: Date, limit: Int) -> Int {
        let old = filter { time($0.value) < moment }
            .sorted { (time($0.value), $0.key) < (time($1.value), $1.key) }.prefix(Swift.max(0, limit))
        for (key, _) in old { removeValue(forKey: key) }
        return old.count
    }

    /// Applies `take` to at most `limit` values that are due, longest overdue first, and returns them.
    mutating func takeDue(
        _ due: (Value) -> Date?, by moment: Date, limit: Int, where isMeant: (Value) -> Bool = { _ in true },
        _ take: (inout Value) -> Void
    ) -> [Value] {
        let found = filter { isMeant($0.value) }
            .compactMap { entry in due(entry.value).map { (dueAt: $0, key: entry.key) } }
            .filter { $0.dueAt <= moment }.sorted { ($0.dueAt, $0.key) < ($1.dueAt, $1.key) }
        return found.prefix(Swift.max(0, limit)).compactMap { entry in
            _ = edit(entry.key, take)
            return self[entry.key]
        }
    }
}

extension Array {
    /// The first `limit` elements; none for a negative number.
    func limited(to limit: Int) -> [Element] { Array(prefix(Swift.max(0, limit))) }
}

/// The key of an entry, in the order in which entries are listed.
struct ReferenceEntryKey: Hashable, Comparable {
    let identityID: IdentityID
    let transferID: AppTransferID

    static func < (left: Self, right: Self) -> Bool {
        (left.identityID, left.transferID) < (right.identityID, right.transferID)
    }
}
