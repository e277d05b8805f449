internal import Foundation

/// What an `InMemoryAccountDatabase` holds.
struct InMemoryRows: Sendable {
    struct GrantKey: Hashable {
        let identityID: IdentityID
        let clientID: String
    }

    var accounts: [AccountID: Account] = [:]
    var identities: [IdentityID: AppleIdentity] = [:]
    var grants: [GrantKey: AppleGrant] = [:]
    var keptNames: [IdentityID: KeptName] = [:]
    var sessions: [SessionID: Session] = [:]
    var attempts: [AttemptID: SignInAttempt] = [:]
    var notifications: [NotificationID: ReceivedNotification] = [:]
    var outbox: [OutboxItemID: OutboxItem] = [:]
    var audit: [AuditEntryID: AuditEntry] = [:]
    var marks: [ServiceMark: Date] = [:]
    /// By octets, since equal text may be written in several ways.
    var externalAccounts: [[UInt8]: AccountID] = [:]
    var credentials: [CredentialID: ServiceCredential] = [:]
    var tickets: [LinkTicketID: LinkTicket] = [:]
    var proofs: [LinkProofID: LinkProof] = [:]
    var passwords: [AccountID: StoredPassword] = [:]
    var loginNames: [LoginNameID: LoginName] = [:]
    var tries: [PasswordTriesID: PasswordTries] = [:]
    var mailedTokens: [MailedTokenID: MailedToken] = [:]
    var mail: [OutgoingMailID: OutgoingMail] = [:]
    var events: [AccountEventID: AccountEvent] = [:]
    var foreignIdentities: [ForeignIdentityID: ForeignIdentity] = [:]
    var imports: [UserImportID: UserImport] = [:]
}

/// One transaction's own copy of the rows; of no use once the transaction is over.
final class InMemoryTransaction: AccountTransaction {
    private(set) var rows: InMemoryRows
    private var isOver = false

    init(_ rows: InMemoryRows) {
        self.rows = rows
    }

    func end() {
        isOver = true
    }

    func read<Value>(_ look: (InMemoryRows) -> Value) throws(StorageFailure) -> Value {
        guard !isOver else { throw .unavailable }
        return look(rows)
    }

    func change<Value>(
        _ edit: (inout InMemoryRows) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value {
        guard !isOver else { throw .unavailable }
        return try edit(&rows)
    }
}

extension Dictionary {
    /// Removes the first `limit` values that fit, in the order of their keys, and says how many.
    mutating func removeFirst(
        _ limit: Int, where isOver: (Value) -> Bool
    ) -> Int where Key: Comparable {
        let keys = filter { isOver($0.value) }.keys.sorted().prefix(Swift.max(0, limit))
        for key in keys { removeValue(forKey: key) }
        return keys.count
    }
}
