import Crypto
import CryptoExtras
import Foundation

/// What the check of one signature found.
package enum DKIMOutcome: String, Sendable {
    case pass
    /// The body, a signed field or the signature is not what was signed, or the signature has expired or cannot be read.
    case broken
    /// There is no key under the selector, or it was revoked.
    case keyMissing = "key_missing"
    /// The key is marked as a test, so the message counts as unsigned (`t=y`).
    case ignored
}

package struct DKIMResult: Sendable, Equatable {
    /// The signing domain in small letters, empty if it cannot be read.
    package let domain: String
    package let outcome: DKIMOutcome

    package init(domain: String, outcome: DKIMOutcome) { (self.domain, self.outcome) = (domain, outcome) }
}

/// Verifies the signatures of a message (RFC 6376 section 6, RFC 8463).
package enum DKIMCheck {
    /// Each costs a hash of the whole message.
    private static let mostSignatures = 10

    package static func results(of message: MailMessage, in records: MailRecords, now: Int) -> [DKIMResult] {
        message.fields(named: "dkim-signature").prefix(mostSignatures).map { field in
            DKIMResult(
                domain: DKIMSignature.domain(of: field) ?? "", outcome: outcome(of: field, message, records, now))
        }
    }

    private static func outcome(
        of field: MailMessage.Field, _ message: MailMessage, _ records: MailRecords, _ now: Int
    ) -> DKIMOutcome {
        guard let signature = DKIMSignature(field), signature.expiresAt ?? .max > now else { return .broken }
        let keys = records[signature.keyName].txt.compactMap { DKIMKey($0, for: signature) }
        guard let key = keys.first else { return .keyMissing }
        if key.isTest { return .ignored }
        let body = DKIMCanonical.body(message.body, isRelaxed: signature.isBodyRelaxed)
        guard Array(SHA256.hash(data: body)) == signature.bodyHash else { return .broken }
        let header = DKIMCanonical.header(message, signature, in: field)
        return key.isValid(signature.signature, for: SHA256.hash(data: header)) ? .pass : .broken
    }
}

/// A public key in a record (RFC 6376 section 3.6.1).
struct DKIMKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    private let material: Material
    let isTest: Bool

    /// Nil if the record is no key for this signature. An empty `p=` is a revoked key.
    init?(_ record: String, for signature: DKIMSignature) {
        guard let tags = DKIMTags(Array(record.utf8)[...]), tags.text("v") ?? "DKIM1" == "DKIM1",
            (tags.joined("k") ?? "rsa").lowercased() == signature.algorithm.keyType,
            let octets = DKIMSignature.decoded(tags.joined("p"))
        else { return nil }
        func listed(_ name: String) -> [String] {
            (tags.joined(name) ?? "").split(separator: ":").map(String.init)
        }
        let (hashes, services, flags) = (listed("h"), listed("s"), listed("t"))
        guard hashes.isEmpty || hashes.contains("sha256") else { return nil }
        guard services.isEmpty || services.contains("*") || services.contains("email") else { return nil }
        if flags.contains("s"), signature.identityDomain != signature.domain { return nil }
        isTest = flags.contains("y")
        switch signature.algorithm {
        case .rsa:
            // keys of 1,024 bits are still in use, and shorter ones refused (RFC 8301 section 3.2)
            guard let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: octets) else { return nil }
            material = .rsa(key)
        case .ed25519:
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: octets) else { return nil }
            material = .ed25519(key)
        }
    }

    func isValid(_ signature: [UInt8], for digest: SHA256Digest) -> Bool {
        switch material {
        case .rsa(let key):
            key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
        case .ed25519(let key): key.isValidSignature(Data(signature), for: Data(digest))
        }
    }
}
