import AccountStorage
import Foundation

/// What people are written. Every link begins with the configured address and never with what a request said.
struct MailWords: Sendable {
    private let origin: String
    private let host: String

    init(_ publicURL: PublicURL) {
        origin = publicURL.origin
        host = publicURL.origin.split(separator: "/").last.map(String.init) ?? publicURL.origin
    }

    /// A subject and a text.
    struct Words: Sendable {
        let subject: String
        let text: String
    }

    func reset(_ secret: OneUseSecret, lifetime: Duration) -> Words {
        Words(
            subject: "Set a new password for \(host)",
            text: """
                Hello,

                somebody asked for a new password for your account at \(host).
                If it was you, open this address within \(max(1, lifetime.components.seconds / 60)) minutes and choose one:

                \(origin)/web/password/reset?token=\(secret.text)

                If it was not you, there is nothing to do: your password stays as it is,
                and nobody but you can read this mail.
                """)
    }

    var changed: Words {
        Words(
            subject: "Your password for \(host) was changed",
            text: """
                Hello,

                your account at \(host) has a new password, and was signed out everywhere else.

                If it was you, there is nothing to do. If it was not, choose a new password now:

                \(origin)/web/password/forgotten
                """)
    }

    var removed: Words {
        Words(
            subject: "You now sign in to \(host) with Apple",
            text: """
                Hello,

                your account at \(host) opens with your Apple Account from now on.
                Its password was removed, so nobody can use it any more.

                If it was not you, write to whoever runs \(host).
                """)
    }

    var noPassword: Words {
        Words(
            subject: "Signing in to \(host)",
            text: """
                Hello,

                somebody asked for a new password for your account at \(host).
                Your account has no password: you sign in with Apple.

                \(origin)/web/sign-in

                If it was not you, there is nothing to do.
                """)
    }
}

/// A message that is written inside a transaction: what is drawn at random is drawn before.
struct MailDraft: Sendable {
    private let id: OutgoingMailID
    private let nonce: [UInt8]
    private let vault: TokenVault
    private let canMail: Bool
    private let now: Date

    /// A message that was not sent by then is of no use.
    static let lifetime: TimeInterval = 86_400

    init(_ environment: SignInEnvironment) {
        id = .timeOrdered(environment)
        nonce = environment.randomBytes(TokenVault.nonceLength)
        vault = environment.secrets.vault
        canMail = environment.policy.passwords.canMail
        now = environment.instant
    }

    /// Writes the message to the first of the names that is an address; none, and nothing is written.
    func record(
        _ words: MailWords.Words, to names: [LoginName], of account: AccountID, in transaction: any AccountTransaction
    ) throws(StorageFailure) {
        guard canMail,
            let address = names.first(where: { $0.isAddress && $0.provenAt != nil }) ?? names.first(where: \.isAddress),
            let sealed = vault.seal(
                MailMessage(to: address.name, subject: words.subject, text: words.text), mail: id, nonce: nonce)
        else { return }
        try transaction.recordMail(
            OutgoingMail(
                id: id, accountID: account, sealedMessage: sealed, createdAt: now, dueAt: now,
                expiresAt: now.addingTimeInterval(Self.lifetime)))
    }
}
