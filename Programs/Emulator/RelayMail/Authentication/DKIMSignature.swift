import Foundation

/// A field `DKIM-Signature` (RFC 6376 section 3.5), parsed.
struct DKIMSignature: Sendable {
    enum Algorithm: String, Sendable {
        case rsa = "rsa-sha256"
        case ed25519 = "ed25519-sha256"

        /// How key records name the kind of key.
        var keyType: String { self == .rsa ? "rsa" : "ed25519" }
    }

    let algorithm: Algorithm
    let domain: String
    let selector: String
    let isHeaderRelaxed: Bool
    let isBodyRelaxed: Bool
    /// The names of the signed fields, in small letters.
    let fields: [String]
    let bodyHash: [UInt8]
    let signature: [UInt8]
    let expiresAt: Int?
    /// The domain of the identity `i=`, which is the signing domain or below it.
    let identityDomain: String

    /// The name of the record with the key.
    var keyName: String { "\(selector)._domainkey.\(domain)" }

    /// More names than any signature has. Each is looked for in all fields.
    private static let mostFields = 200

    /// The domain that a signature claims, whether or not the rest can be read.
    static func domain(of field: MailMessage.Field) -> String? {
        DKIMTags(field.rawValue)?.joined("d").map(MailRecords.folded)
    }

    /// Nil for a signature that a verifier must ignore: another version or algorithm, no signed From, a part of the body
    /// only (`l=`, to which anything could be added), or no domain.
    init?(_ field: MailMessage.Field) {
        guard let tags = DKIMTags(field.rawValue), tags.text("v") == "1", tags.text("l") == nil,
            let algorithm = tags.joined("a").flatMap({ Algorithm(rawValue: $0.lowercased()) }),
            let domain = tags.joined("d"), !domain.isEmpty, let selector = tags.joined("s"), !selector.isEmpty,
            let names = tags.joined("h"), let hash = Self.decoded(tags.joined("bh")),
            let signature = Self.decoded(tags.joined("b"))
        else { return nil }
        let fields = names.lowercased().split(separator: ":").map(String.init)
        guard fields.contains("from"), fields.count <= Self.mostFields else { return nil }
        let methods = (tags.joined("c") ?? "simple/simple").lowercased().split(separator: "/").map(String.init)
        guard let header = methods.first, methods.count <= 2,
            methods.allSatisfy({ ["simple", "relaxed"].contains($0) })
        else { return nil }
        if let expiry = tags.joined("x") {
            guard let time = Int(expiry) else { return nil }
            expiresAt = time
        } else {
            expiresAt = nil
        }
        (self.algorithm, self.domain, self.selector) = (algorithm, MailRecords.folded(domain), selector)
        (isHeaderRelaxed, isBodyRelaxed) = (header == "relaxed", methods.count == 2 && methods[1] == "relaxed")
        (self.fields, bodyHash, self.signature) = (fields, hash, signature)
        let identity = tags.joined("i")?.split(separator: "@", omittingEmptySubsequences: false).last
        identityDomain = identity.map { MailRecords.folded(String($0)) } ?? MailRecords.folded(domain)
        guard identityDomain == self.domain || identityDomain.hasSuffix("." + self.domain) else { return nil }
    }

    static func decoded(_ base64: String?) -> [UInt8]? {
        guard let base64, let data = Data(base64Encoded: base64), !data.isEmpty else { return nil }
        return Array(data)
    }
}
