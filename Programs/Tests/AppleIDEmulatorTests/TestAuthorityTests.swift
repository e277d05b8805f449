import Crypto
import Foundation
import HTTPServing
import SwiftASN1
import Testing
import X509

@testable import AppleIDEmulator

/// What the certificates say, as another reader of X.509 would find it.
@Suite struct TestAuthorityTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func names(_ adjust: (inout EmulatorConfiguration) -> Void = { _ in }) -> ServerNames {
        var configuration = EmulatorConfiguration()
        adjust(&configuration)
        return ServerNames(configuration)
    }

    /// A certificate as a client reads it: from its text.
    private static func read(_ pem: String) throws -> Certificate { try Certificate(pemEncoded: pem) }

    @Test func `is an authority for servers at loopback, and for nothing else`() throws {
        let authority = try TestAuthority(for: Self.names(), at: Self.now)
        let read = try Self.read(authority.pem)
        #expect("\(read.subject)".hasPrefix("CN=apple-id-emulator test authority "))
        #expect(read.issuer == read.subject && read.publicKey.isValidSignature(read.signature, for: read))
        #expect(try read.extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
        #expect(try read.extensions.keyUsage == KeyUsage(keyCertSign: true))
        #expect(try read.extensions.extendedKeyUsage == ExtendedKeyUsage([.serverAuth]))
        let constraints = try #require(try read.extensions.nameConstraints)
        #expect(Array(constraints.permittedDNSDomains) == ["localhost"])
        #expect(constraints.permittedIPRanges.isEmpty && constraints.excludedDNSDomains.isEmpty)
        #expect(read.notValidBefore == Self.now - 3_600 && read.notValidAfter == Self.now + 365 * 86_400)
        for oid: ASN1ObjectIdentifier in [.X509ExtensionID.basicConstraints, .X509ExtensionID.nameConstraints] {
            #expect(read.extensions[oid: oid]?.critical == true)
        }
    }

    @Test func `signs a server's certificate with every name`() throws {
        let names = Self.names {
            $0.listen = ListenAddress(host: "10.1.2.3", port: 0)
            $0.publicURL = "https://[2001:db8::1]:8443"
            $0.tlsNames = ["Apple.Example", "*.apple.example", "idp.localhost"]
        }
        let authority = try TestAuthority(for: names, at: Self.now)
        let key = P256.Signing.PrivateKey()
        let read = try authority.certificate(for: names, key: key.publicKey, from: Self.now)
        #expect(authority.certificate.publicKey.isValidSignature(read.signature, for: read))
        #expect(read.publicKey == Certificate.PublicKey(key.publicKey))
        #expect(try read.extensions.basicConstraints == .notCertificateAuthority)
        #expect(try read.extensions.keyUsage == KeyUsage(digitalSignature: true))
        #expect(try read.extensions.extendedKeyUsage == ExtendedKeyUsage([.serverAuth]))
        #expect(
            try read.extensions.authorityKeyIdentifier?.keyIdentifier
                == authority.certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
        #expect(read.notValidBefore == Self.now && read.notValidAfter == authority.certificate.notValidAfter)
        var (hosts, addresses): ([String], [[UInt8]]) = ([], [])
        for name in try #require(try read.extensions.subjectAlternativeNames) {
            if case .dnsName(let host) = name { hosts.append(host) }
            if case .ipAddress(let address) = name { addresses.append(Array(address.bytes)) }
        }
        #expect(
            hosts == ["localhost", "idp.localhost", "appleid.localhost", "apple.example", "*.apple.example"])
        #expect(addresses.prefix(3) == [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1], [10, 1, 2, 3]])
        #expect(addresses.count == 4 && addresses[3].prefix(4) == [0x20, 0x01, 0x0D, 0xB8])
    }

    @Test func `is accepted by another verifier for its names only`() async throws {
        let names = Self.names { $0.publicURL = "https://apple.example" }
        // this verifier reads the real clock
        let now = Date()
        let authority = try TestAuthority(for: names, at: now)
        func isAccepted(_ name: String, signedFor names: ServerNames, until end: Date? = nil) async throws -> Bool {
            let certificate = try authority.certificate(
                for: names, key: P256.Signing.PrivateKey().publicKey, from: now - 600, until: end)
            var verifier = Verifier(rootCertificates: CertificateStore([authority.certificate])) {
                RFC5280Policy()
                ServerIdentityPolicy(serverHostname: name, serverIP: nil)
            }
            let result = await verifier.validate(leaf: certificate, intermediates: CertificateStore([]))
            if case .validCertificate = result { return true }
            return false
        }
        #expect(try await isAccepted("apple.example", signedFor: names))
        #expect(try await isAccepted("idp.localhost", signedFor: names))
        #expect(try await !isAccepted("other.example", signedFor: names))
        #expect(try await !isAccepted("bank.example", signedFor: ServerNames(only: "bank.example")))
        #expect(try await isAccepted("below.apple.example", signedFor: ServerNames(only: "below.apple.example")))
        #expect(try await !isAccepted("localhost", signedFor: names, until: now - 300))
    }

    @Test func `covers its names and no others`() throws {
        let authority = try TestAuthority(
            for: Self.names { $0.tlsNames = ["apple.example"] }, at: Self.now)
        func covers(_ name: String) throws -> Bool { try authority.covers(Self.names { $0.tlsNames = [name] }) }
        for name in ["apple.example", "a.apple.example", "10.0.0.2", "127.9.9.9", "x.localhost"] {
            #expect(try covers(name), "\(name)")
        }
        for name in ["pineapple.example", "example", "apple.example.org"] { #expect(try !covers(name), "\(name)") }
    }

    @Test(arguments: [
        "", "*", "*.example", "a..b", "-a.example", "a-.example", "a b", "*.*.example", "a.*.example", "a_b.example",
        String(repeating: "a", count: 64), Array(repeating: "abcdefg", count: 32).joined(separator: "."), "é.example",
    ])
    func `knows what is no name for a certificate`(_ name: String) { #expect(!ServerNames.isHost(name)) }

    @Test(arguments: ["a", "a.b-c.example", "*.a.example", "127.0.0.1", "::1", "9.example", "A.Example"])
    func `knows what is one`(_ name: String) { #expect(ServerNames.isHost(name)) }

    @Test func `never draws a key from the seed`() throws {
        let made = try (0..<2).map { _ in
            try SecureEmulator {
                $0.seed = 7
                $0.drawsFromSeed = true
            }.emulator.server.authorityCertificate
        }
        #expect(made[0] != nil && made[0] != made[1])
    }
}
