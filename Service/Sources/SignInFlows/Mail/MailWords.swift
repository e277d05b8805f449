import AccountStorage
import Crypto
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

    /// The code stands in the link's fragment, which no server, log or referrer ever sees (RFC 3986 section 3.5).
    func reset(_ code: MailedCode, lifetime: Duration) -> Words {
        Words(
            subject: "Set a new password for \(host)",
            text: """
                Hello,

                somebody asked for a new password for your account at \(host).
                If it was you, open this address within \(max(1, lifetime.components.seconds / 60)) minutes and choose one:

                \(origin)/web/password/reset#\(code.text)

                If the page asks for a code, type this one: \(code.text)

                If it was not you, there is nothing to do: your password stays as it is,
                and nobody but you can read this mail.
                """)
    }

    /// - Parameter appleAccounts: how many Apple Accounts open the account beside the password.
    func changed(appleAccounts: Int) -> Words {
        let others =
            switch appleAccounts {
            case 0: ""
            case 1: "\nAn Apple Account opens it, too. See which one at \(origin)/web/account\n"
            default: "\n\(appleAccounts) Apple Accounts open it, too. See which ones at \(origin)/web/account\n"
            }
        return Words(
            subject: "Your password for \(host) was changed",
            text: """
                Hello,

                your account at \(host) has a new password, and was signed out everywhere else.
                \(others)
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

/// Messages with the same words that are written inside a transaction: what is drawn at random is drawn before.
struct MailDraft: Sendable {
    private let seed: [UInt8]
    private let vault: TokenVault
    private let canMail: Bool
    private let now: Date

    /// A message that was not sent by then is of no use.
    static let lifetime: TimeInterval = 86_400

    init(_ environment: SignInEnvironment) {
        seed = environment.randomBytes(32)
        vault = environment.secrets.vault
        canMail = environment.policy.passwords.canMail
        now = environment.instant
    }

    /// Writes a message to each address.
    func record(
        _ words: MailWords.Words, to addresses: [LoginNameText], of account: AccountID,
        in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard canMail else { return }
        for (index, address) in addresses.enumerated() {
            let (id, nonce) = draw(index)
            let message = MailMessage(to: address.text, subject: words.subject, text: words.text)
            guard let sealed = vault.seal(message, mail: id, nonce: nonce) else { continue }
            try records.recordMail(
                OutgoingMail(
                    id: id, accountID: account, sealedMessage: sealed, createdAt: now, dueAt: now,
                    expiresAt: now.addingTimeInterval(Self.lifetime)))
        }
    }

    /// The identifier and the nonce of one message, from the random seed: the transaction can run again and draw the same.
    private func draw(_ index: Int) -> (OutgoingMailID, nonce: [UInt8]) {
        var fields = LengthPrefixedFields()
        fields.append("sign-in-with-apple/1/mail-draft".utf8)
        fields.append(seed)
        fields.append(String(index).utf8)
        let bytes = Array(SHA256.hash(data: Data(fields.bytes)))
        let random = Array(bytes.prefix(OutgoingMailID.randomLength))
        return (.timeOrdered(at: now, random: random), nonce: Array(bytes.suffix(TokenVault.nonceLength)))
    }
}
