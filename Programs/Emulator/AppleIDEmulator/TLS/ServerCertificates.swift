import Crypto
import Foundation
import NIOSSL
import Settings
import SwiftASN1
import X509

/// What the server can show in a handshake: the right certificate, and wrong ones for faults.
struct ServerCertificates: Sendable {
    let authority: TestAuthority
    let right: NIOSSLContext
    /// It ended a day ago.
    let expired: NIOSSLContext
    /// It is for a name that nobody calls.
    let forOtherName: NIOSSLContext
    /// It has the right names, and nobody knows its authority.
    let ofOtherAuthority: NIOSSLContext

    /// Below `localhost`, so that a client names the wrong name and not a violated name constraint.
    static let otherName = "somebody-else.localhost"

    /// The certificates of a configuration; nil without TLS.
    ///
    /// Keys are never drawn from the seed. Everybody could compute the key of an authority that people trust.
    init?(_ configuration: EmulatorConfiguration, at now: Date) throws {
        guard configuration.tls else { return nil }
        let names = ServerNames(configuration)
        let folder = configuration.tlsAuthority.map(KeptAuthority.init)
        let authority = try folder?.authority(for: names, at: now) ?? TestAuthority(for: names, at: now)
        try self.init(authority, names, at: now)
    }

    init(_ authority: TestAuthority, _ names: ServerNames, at now: Date) throws {
        self.authority = authority
        let key = P256.Signing.PrivateKey()
        let begin = max(now - TestAuthority.head, authority.certificate.notValidBefore)
        func context(
            _ authority: TestAuthority, _ names: ServerNames, from begin: Date, until end: Date? = nil
        ) throws -> NIOSSLContext {
            try Self.context(authority.certificate(for: names, key: key.publicKey, from: begin, until: end), key)
        }
        right = try context(authority, names, from: begin)
        expired = try context(authority, names, from: now - 2 * 86_400, until: now - 86_400)
        forOtherName = try context(authority, ServerNames(only: Self.otherName), from: begin)
        ofOtherAuthority = try context(TestAuthority(for: names, at: now), names, from: begin)
    }

    private static func context(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) throws -> NIOSSLContext {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.derRepresentation), format: .der)))
        // RFC 8996 deprecates TLS 1.0 and 1.1
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        // no client shows a certificate, and reading the system's authorities would take longer than the whole start
        configuration.trustRoots = .certificates([])
        return try NIOSSLContext(configuration: configuration)
    }

    /// The certificate for a fault of connections.
    func context(for kind: Fault.Kind?) -> NIOSSLContext {
        switch kind {
        case .certificateExpired: expired
        case .certificateName: forOtherName
        case .certificateAuthority: ofOtherAuthority
        default: right
        }
    }
}
