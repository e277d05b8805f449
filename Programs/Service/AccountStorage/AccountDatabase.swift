/// A database that stores accounts, sessions and sign-in attempts.
///
/// All access happens in transactions. A transaction's body is synchronous, so the compiler forbids `await` in it: no
/// code can wait for Apple, or for any other server, while it holds rows locked.
public protocol AccountDatabase: Sendable {
    /// Runs `body` in isolation against one consistent state and makes its work durable before it returns.
    ///
    /// The body may run more than once (after a lost batch or a serialization failure), so it must have no effect
    /// outside its transaction: identifiers, random values and the time are obtained before. The transaction must not
    /// outlive the body. `unavailable` means that the work is not known to be committed. After a fault during the
    /// commit itself, it may have been committed all the same.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value

    /// Runs `body` against one consistent state that holds everything committed before the call.
    ///
    /// A body that changes something fails with `unavailable`. Otherwise this is like ``transaction(_:)``. The default
    /// implementation runs a transaction and rolls it back.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value
}

extension AccountDatabase {
    /// Reads in a transaction that is rolled back.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await transaction { records throws(StorageFailure) in .discard(try body(records)) }
    }
}

/// What a transaction's body decided about its own work.
public enum Outcome<Value: Sendable>: Sendable {
    /// The work is committed, and `Value` is the answer.
    case keep(Value)
    /// The work is rolled back, and `Value` is the answer all the same: usually a refusal.
    case discard(Value)
}

/// The operations of one transaction.
///
/// Times are stored in whole milliseconds. Text that contains U+0000 is refused as a `conflict`: not every database can
/// store it, and none may truncate it.
public protocol AccountTransaction:
    AccountRecords, IdentityRecords, GrantRecords, KeptNameRecords, SessionRecords, SignInAttemptRecords,
    NotificationRecords, OutboxRecords, AuditRecords, MarkRecords, ServiceCredentialRecords, LinkTicketRecords,
    LinkProofRecords, HeldSignInRecords, PasswordRecords, MailRecords, AccountEventRecords, ForeignIdentityRecords,
    UserImportRecords, SealedRecords, ClientAuthorizationCodeRecords, ClientSessionRecords, ClientConsentRecords,
    DailyCountRecords, EmailDeliveryRecords, MailRequestRecords, TransferRecords, RequiredRecords
{}
