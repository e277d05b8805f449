/// A place that keeps accounts, sessions and sign-in attempts.
///
/// Everything happens in a transaction. Its body is synchronous, so that nobody can call Apple, or anyone else, while
/// rows are held: the compiler forbids `await` in it.
public protocol AccountDatabase: Sendable {
    /// Runs `body` alone against one consistent state and makes its work durable before it returns.
    ///
    /// The body may run more than once (after a lost batch or a serialization failure), so it does nothing but use its
    /// transaction: identifiers, randomness and the time are drawn outside. The transaction may not outlive the body.
    /// `unavailable` means that nothing is known to have been kept; a fault at the very moment of the commit can leave
    /// the work behind all the same.
    func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value

    /// Runs `body` against one consistent state that holds everything committed before the call.
    ///
    /// A body that changes something fails with `unavailable`. Otherwise as in ``transaction(_:)``. By default it is a
    /// transaction that is taken back.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value
}

extension AccountDatabase {
    /// Reads in a transaction that is taken back.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await transaction { records throws(StorageFailure) in .discard(try body(records)) }
    }
}

/// What a transaction's body decided about its own work.
public enum Outcome<Value: Sendable>: Sendable {
    /// The work is kept and `Value` is the answer.
    case keep(Value)
    /// The work is undone and `Value` is the answer all the same: a refusal, mostly.
    case discard(Value)
}

/// What one transaction can do.
///
/// Times are kept in whole milliseconds. Text with U+0000 in it is refused as a `conflict`: not every database can keep
/// it, and none may cut it.
public protocol AccountTransaction:
    AccountRecords, IdentityRecords, GrantRecords, KeptNameRecords, SessionRecords, SignInAttemptRecords,
    NotificationRecords, OutboxRecords, AuditRecords, MarkRecords, ServiceCredentialRecords, LinkTicketRecords,
    LinkProofRecords, PasswordRecords, MailRecords, AccountEventRecords, ForeignIdentityRecords, UserImportRecords,
    SealedRecords
{}
