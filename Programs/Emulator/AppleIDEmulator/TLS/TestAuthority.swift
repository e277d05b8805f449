import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate authority for one emulator. Clients that trust it accept the emulator's certificate.
///
/// Name constraints (RFC 5280 §4.2.1.10) limit it to names of loopback and of this emulator, and an extended key usage
/// (§4.2.1.12) to servers. Whoever puts it into a trust store does not have to trust its key with any other name, with
/// mail or with programs.
struct TestAuthority: Sendable {
    static let name = "apple-id-emulator test authority"
    static let lifetime: TimeInterval = 365 * 86_400
    /// Certificates begin an hour before they are made, for clients whose clocks are behind.
    static let head: TimeInterval = 3_600

    let key: P256.Signing.PrivateKey
    let certificate: Certificate

    /// Makes an authority for these names, with a new key or a kept one.
    init(for names: ServerNames, at now: Date, key: P256.Signing.PrivateKey = .init()) throws {
        let publicKey = Certificate.PublicKey(key.publicKey)
        let subject = try Self.subject(of: publicKey)
        self.key = key
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey,
            notValidBefore: now - Self.head, notValidAfter: now + Self.lifetime, issuer: subject, subject: subject,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                Critical(NameConstraints(permittedSubtrees: names.permitted))
                // OpenSSL, BoringSSL, NSS and Windows take this for a limit of everything below the authority.
                try ExtendedKeyUsage([.serverAuth])
                SubjectKeyIdentifier(hash: publicKey)
            }, issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// Takes an authority that was read from a folder.
    init(key: P256.Signing.PrivateKey, certificate: Certificate) {
        (self.key, self.certificate) = (key, certificate)
    }

    /// Part of the key's hash tells the authorities of several emulators apart in a trust store.
    private static func subject(of publicKey: Certificate.PublicKey) throws -> DistinguishedName {
        let hash = SHA256.hash(data: Data(publicKey.subjectPublicKeyInfoBytes)).prefix(4)
        let mark = TeamSubjects.hex(Array(hash))
        return try DistinguishedName { CommonName("\(name) \(mark)") }
    }

    /// Signs a server's certificate, which is valid no longer than the authority.
    func certificate(
        for names: ServerNames, key: P256.Signing.PublicKey, from begin: Date, until end: Date? = nil
    ) throws -> Certificate {
        let publicKey = Certificate.PublicKey(key)
        let ours = SubjectKeyIdentifier(hash: Certificate.PublicKey(self.key.publicKey))
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey, notValidBefore: begin,
            notValidAfter: end ?? certificate.notValidAfter, issuer: certificate.subject,
            subject: try DistinguishedName { CommonName("apple-id-emulator") },
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.alternatives)
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: ours.keyIdentifier)
            }, issuerPrivateKey: Certificate.PrivateKey(self.key))
    }

    /// The certificate as a trust store reads it.
    var pem: String {
        get throws { try certificate.serializeAsPEM().pemString + "\n" }
    }

    /// Whether what is below the authority is limited to servers.
    var isForServersOnly: Bool {
        (try? certificate.extensions.extendedKeyUsage) == (try? ExtendedKeyUsage([.serverAuth]))
    }

    /// Whether a client that trusts this authority can accept a certificate for all of these names.
    func covers(_ names: ServerNames) throws -> Bool {
        guard let constraints = try certificate.extensions.nameConstraints else { return true }
        let domains = constraints.permittedDNSDomains.map { $0.lowercased() }
        return names.dnsNames.allSatisfy { name in domains.contains { name == $0 || name.hasSuffix("." + $0) } }
    }
}

extension ServerNames {
    fileprivate var alternatives: [GeneralName] {
        dnsNames.map { .dnsName($0) } + addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) }
    }

    /// `localhost` with everything below it, and each other name.
    ///
    /// Addresses are not constrained. BoringSSL, which NIO and thus `siwa` use, refuses every certificate with an
    /// address below an authority that constrains addresses.
    fileprivate var permitted: [GeneralName] {
        dnsNames.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }.filter { !$0.hasSuffix(".localhost") }
            .map { .dnsName($0) }
    }
}
