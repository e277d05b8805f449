import AccountStorage
import Foundation
import JSONWebTokens

/// 32 random bytes that can be used once. The database stores only a hash of them, as the row's identifier.
struct OneUseSecret: Sendable, CustomStringConvertible {
    static let length = 32

    private let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the text form; nil for anything else.
    init?(text: String) {
        guard text.utf8.count == 43, let bytes = try? Base64URL.decode(text), bytes.count == Self.length else {
            return nil
        }
        self.bytes = bytes
    }

    var text: String { Base64URL.encode(bytes) }

    var description: String { "OneUseSecret(redacted)" }

    /// The row's identifier: the first 16 bytes of SHA-256 over a label and the secret.
    func id<Owner>(_ label: String) -> Identifier<Owner> {
        var fields = LengthPrefixedFields(label: label)
        fields.append(bytes)
        return fields.identifier()
    }

    var ticketID: LinkTicketID { id("link-ticket") }
    var proofID: LinkProofID { id("link-proof") }
    var heldSignInID: HeldSignInID { id("held-sign-in") }

    /// The handle of a held sign-in that the app's backend gets, made from the secret that stays in the app or browser.
    var handle: OneUseSecret {
        var fields = LengthPrefixedFields(label: "handle")
        fields.append(bytes)
        return OneUseSecret(bytes: fields.sha256)
    }
}
