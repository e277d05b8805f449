import AccountStorage
import Foundation

/// The time and the random values of a sign-in's transaction. All values are cut from one block of random bytes. It is
/// drawn before, so that a retried transaction does the same. What a sign-in does not need is not made.
final class SignInDraw: Sendable {
    /// The identifiers of the audit entries of one sign-in.
    struct AuditIDs: Sendable {
        fileprivate let draw: SignInDraw

        var outcome: AuditEntryID { draw.timeOrdered(Part.outcome) }
        var link: AuditEntryID { draw.timeOrdered(Part.link) }
        var realPerson: AuditEntryID { draw.timeOrdered(Part.realPerson) }
        var password: AuditEntryID { draw.timeOrdered(Part.password) }
    }

    /// Where in the block a value begins and ends. No two parts overlap.
    private enum Part {
        static let account = 0..<16
        static let session = 16..<26
        static let question = 26..<58
        static let outcome = 58..<68
        static let link = 68..<78
        static let realPerson = 78..<88
        static let password = 88..<98
        static let mail = 98..<130
        static let nameNonce = 130..<142
        static let factsNonce = 142..<154
        static let tokenNonce = 154..<166
    }

    /// How many random bytes one sign-in draws.
    static let blockLength = 166

    let now: Date
    private let environment: SignInEnvironment
    private let attempt: AttemptSecret?
    private let chosenAccount: AccountID?
    private let chosenSession: SessionID?
    private let block: [UInt8]

    /// - Parameters:
    ///   - attempt: the session and question are derived from it, so that a repeated request finds them again; random
    ///     if nil.
    ///   - account: the id for a new account; random if nil.
    ///   - session: the id of the new session; that of the attempt, or random, if nil.
    init(
        _ environment: SignInEnvironment, for attempt: AttemptSecret? = nil, account: AccountID? = nil,
        session: SessionID? = nil
    ) {
        now = environment.instant
        self.environment = environment
        self.attempt = attempt
        chosenAccount = account
        chosenSession = session
        block = environment.randomBytes(Self.blockLength)
    }

    /// The id for a new account.
    var account: AccountID { chosenAccount ?? .random(bytes(Part.account)) }

    /// The id of the new session.
    var session: SessionID { chosenSession ?? attempt?.sessionID ?? timeOrdered(Part.session) }

    /// The secret of a question to the person.
    var question: OneUseSecret {
        attempt?.question(environment.secrets) ?? OneUseSecret(bytes: bytes(Part.question))
    }

    /// The secret of a held sign-in. It may share the bytes of a question, because no sign-in has both.
    var waiting: OneUseSecret {
        attempt?.waiting(environment.secrets) ?? OneUseSecret(bytes: bytes(Part.question))
    }

    var audit: AuditIDs { AuditIDs(draw: self) }

    /// The nonces for sealing.
    var nameNonce: [UInt8] { bytes(Part.nameNonce) }
    var factsNonce: [UInt8] { bytes(Part.factsNonce) }
    var tokenNonce: [UInt8] { bytes(Part.tokenNonce) }

    var events: EventOutbox { outbox(unique: audit.outcome.text) }
    var upgrade: PasswordUpgrade { PasswordUpgrade(environment, seed: bytes(Part.mail), at: now) }

    /// Events of a change that has an audit entry of its own.
    func outbox(unique: String) -> EventOutbox { EventOutbox(environment, unique: unique, at: now) }

    private func timeOrdered<Owner>(_ part: Range<Int>) -> Identifier<Owner> {
        .timeOrdered(at: now, random: bytes(part))
    }

    /// Fewer bytes if the source gave fewer. No nonce and no identifier is made of those.
    private func bytes(_ part: Range<Int>) -> [UInt8] {
        Array(block.dropFirst(part.lowerBound).prefix(part.count))
    }
}

extension AccountID {
    /// A random id of 16 bytes, which reveals nothing and cannot be guessed.
    static func random(_ bytes: [UInt8]) -> AccountID {
        guard let id = AccountID(bytes: bytes) else {
            preconditionFailure("an account's id has sixteen random bytes")
        }
        return id
    }
}
