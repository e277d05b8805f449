import AccountStorage
import Foundation

/// The time and the random values of a sign-in's transaction. They are drawn before, so that a retried transaction does
/// the same.
struct SignInDraw: Sendable {
    /// The identifiers of the audit entries of one sign-in.
    struct AuditIDs: Sendable {
        let outcome: AuditEntryID
        let link: AuditEntryID
        let realPerson: AuditEntryID
        let password: AuditEntryID
    }

    let now: Date
    /// The id for a new account.
    let account: AccountID
    /// The id of the new session.
    let session: SessionID
    /// The secret of a question to the person.
    let question: OneUseSecret
    let audit: AuditIDs
    /// The nonces for sealing.
    let (nameNonce, factsNonce, tokenNonce): ([UInt8], [UInt8], [UInt8])
    let events: EventOutbox
    let upgrade: PasswordUpgrade

    /// - Parameters:
    ///   - attempt: the session and question are derived from it, so that a repeated request finds them again; random
    ///     if nil.
    ///   - account: the id for a new account; random if nil.
    init(_ environment: SignInEnvironment, for attempt: AttemptSecret? = nil, account: AccountID? = nil) {
        now = environment.instant
        self.account = account ?? .random(environment.randomBytes)
        session = attempt?.sessionID ?? .timeOrdered(environment)
        question =
            attempt?.question(environment.secrets)
            ?? OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
        audit = AuditIDs(
            outcome: .timeOrdered(environment), link: .timeOrdered(environment), realPerson: .timeOrdered(environment),
            password: .timeOrdered(environment))
        nameNonce = environment.randomBytes(TokenVault.nonceLength)
        factsNonce = environment.randomBytes(TokenVault.nonceLength)
        tokenNonce = environment.randomBytes(TokenVault.nonceLength)
        events = EventOutbox(environment, unique: audit.outcome.text)
        upgrade = PasswordUpgrade(environment)
    }
}

extension AccountID {
    /// A random id, which reveals nothing and cannot be guessed.
    static func random(_ randomBytes: (Int) -> [UInt8]) -> AccountID {
        guard let id = AccountID(bytes: randomBytes(16)) else {
            preconditionFailure("an account's id has sixteen random bytes")
        }
        return id
    }
}
