import AccountStorage
import Foundation

/// All that a transaction of a sign-in takes from clock and chance. It is drawn before, so that the transaction can run again
/// and do the same.
struct SignInDraw: Sendable {
    /// The lines that one sign-in leaves in the audit.
    struct AuditIDs: Sendable {
        let outcome: AuditEntryID
        let link: AuditEntryID
        let realPerson: AuditEntryID
        let password: AuditEntryID
    }

    let now: Date
    /// Of the account that is made.
    let account: AccountID
    /// Of the session that is begun.
    let session: SessionID
    /// Names the question to the person.
    let question: OneUseSecret
    let audit: AuditIDs
    /// Under which each sealed value is sealed.
    let (nameNonce, factsNonce, tokenNonce): ([UInt8], [UInt8], [UInt8])
    let events: EventOutbox
    let upgrade: PasswordUpgrade

    /// - Parameters:
    ///   - attempt: names the session and the question, so that the same request finds them again; random ones when absent.
    ///   - account: the id of an account that is made; a random one when absent.
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
    /// Accounts have random ids: an id tells nothing and cannot be guessed.
    static func random(_ randomBytes: (Int) -> [UInt8]) -> AccountID {
        guard let id = AccountID(bytes: randomBytes(16)) else {
            preconditionFailure("an account's id has sixteen random bytes")
        }
        return id
    }
}
