import AccountStorage
import JSONWebTokens

extension TokenVault {
    /// Seals a message, because it holds an address and may hold a code.
    func seal(_ message: MailMessage, mail: OutgoingMailID, nonce: [UInt8]) -> [UInt8]? {
        seal(
            JSONObject([
                (name: "to", value: .string(message.to)), (name: "subject", value: .string(message.subject)),
                (name: "text", value: .string(message.text)),
            ]).json, for: .mail(mail), nonce: nonce)
    }

    func openMail(_ sealed: [UInt8], mail: OutgoingMailID) -> MailMessage? {
        guard let plain = open(sealed, for: .mail(mail)),
            let members = try? StrictJSONReader.readObject(plain, limits: .standard), let to = members.text("to"),
            let subject = members.text("subject"), let text = members.text("text")
        else { return nil }
        return MailMessage(to: to, subject: subject, text: text)
    }
}
