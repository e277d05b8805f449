import AccountStorage
import Foundation

/// Records mails with the same text inside a transaction. Its random values are drawn before.
struct MailDraft: Sendable {
    private let seed: [UInt8]
    private let vault: TokenVault
    private let canMail: Bool
    private let now: Date

    /// After this time a message is no longer useful and is not sent.
    static let lifetime: TimeInterval = 86_400

    /// Draws the random values.
    init(_ environment: SignInEnvironment) {
        self.init(environment, seed: environment.randomBytes(32), at: environment.instant)
    }

    /// - Parameter seed: random bytes that were drawn before, from which those of each message are derived.
    init(_ environment: SignInEnvironment, seed: [UInt8], at now: Date) {
        self.seed = seed
        vault = environment.secrets.vault
        canMail = environment.policy.passwords.canMail
        self.now = now
    }

    /// Records a message to each address.
    func record(
        _ content: MailCopy.Content, to addresses: [LoginNameText], of account: AccountID,
        in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard canMail else { return }
        for (index, address) in addresses.enumerated() {
            let (id, nonce) = draw(index)
            let message = MailMessage(to: address.text, subject: content.subject, text: content.text)
            guard let sealed = vault.seal(message, mail: id, nonce: nonce) else { continue }
            try records.recordMail(
                OutgoingMail(
                    id: id, accountID: account, sealedMessage: sealed, createdAt: now, dueAt: now,
                    expiresAt: now.addingTimeInterval(Self.lifetime)))
        }
    }

    /// The identifier and the nonce of one message. They are derived from the random seed, so a retried transaction
    /// gets the same ones.
    private func draw(_ index: Int) -> (OutgoingMailID, nonce: [UInt8]) {
        var fields = LengthPrefixedFields(label: "mail-draft")
        fields.append(seed)
        fields.append(String(index).utf8)
        let bytes = fields.sha256
        let random = Array(bytes.prefix(OutgoingMailID.randomLength))
        return (.timeOrdered(at: now, random: random), nonce: Array(bytes.suffix(TokenVault.nonceLength)))
    }
}
