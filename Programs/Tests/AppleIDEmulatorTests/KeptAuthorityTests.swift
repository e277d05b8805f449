import Crypto
import Foundation
import Settings
import Testing
import X509

@testable import AppleIDEmulator

/// An authority in a folder.
@Suite struct KeptAuthorityTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let names = ServerNames(EmulatorConfiguration())

    @Test func `trusts after a restart what was trusted before`() async throws {
        let folder = try ConfigurationTests.Folder()
        let kept = folder.path + "/authority"
        let trusted = try SecureEmulator { $0.tlsAuthority = kept }.emulator.server.authorityCertificate ?? ""
        #expect(try String(contentsOfFile: kept + "/authority.pem", encoding: .utf8) == trusted)
        let status = try await SecureEmulator { $0.tlsAuthority = kept }.run { caller in
            try await caller.get("/auth/keys", trusting: [trusted]).status
        }
        #expect(status == 200)
    }

    @Test func `lets nobody else read the key`() throws {
        let folder = try ConfigurationTests.Folder()
        let kept = KeptAuthority(folder: folder.path + "/a/b")
        _ = try kept.authority(for: names, at: now)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(kept.keyFile) == 0o600 && mode(folder.path + "/a/b") == 0o700)
        let certificate = try String(contentsOfFile: kept.certificateFile, encoding: .utf8)
        #expect(!certificate.contains("PRIVATE"))
    }

    @Test func `renews what ends soon, under the same key`() throws {
        let folder = try ConfigurationTests.Folder()
        let kept = KeptAuthority(folder: folder.path)
        let first = try kept.authority(for: names, at: now)
        let later = try kept.authority(for: names, at: now + 334 * 86_400)
        #expect(later.certificate == first.certificate)
        let renewed = try kept.authority(for: names, at: now + 336 * 86_400)
        #expect(
            renewed.certificate != first.certificate && renewed.certificate.publicKey == first.certificate.publicKey)
        #expect(renewed.certificate.subject == first.certificate.subject)
        #expect(try kept.authority(for: names, at: now + 337 * 86_400).certificate == renewed.certificate)
    }

    @Test func `renews an authority that could vouch for mail and programs, under the same key`() throws {
        let folder = try ConfigurationTests.Folder()
        let kept = KeptAuthority(folder: folder.path)
        let first = try kept.authority(for: names, at: now)
        let wide = try Certificate(
            version: .v3, serialNumber: first.certificate.serialNumber, publicKey: first.certificate.publicKey,
            notValidBefore: first.certificate.notValidBefore, notValidAfter: first.certificate.notValidAfter,
            issuer: first.certificate.issuer, subject: first.certificate.subject,
            extensions: try Certificate.Extensions(
                first.certificate.extensions.filter { $0.oid != .X509ExtensionID.extendedKeyUsage }),
            issuerPrivateKey: Certificate.PrivateKey(first.key))
        _ = try folder.write("authority.pem", TestAuthority(key: first.key, certificate: wide).pem)
        let renewed = try kept.authority(for: names, at: now)
        #expect(renewed.isForServersOnly && renewed.certificate.publicKey == first.certificate.publicKey)
    }

    @Test func `makes the certificate again where it was removed`() throws {
        let folder = try ConfigurationTests.Folder()
        let kept = KeptAuthority(folder: folder.path)
        let first = try kept.authority(for: names, at: now)
        try FileManager.default.removeItem(atPath: kept.certificateFile)
        let more = ServerNames(only: "apple.example")
        let second = try kept.authority(for: more, at: now)
        #expect(second.certificate.publicKey == first.certificate.publicKey && second.certificate != first.certificate)
    }

    @Test func `refuses an authority that was made for other names`() throws {
        let folder = try ConfigurationTests.Folder()
        let kept = KeptAuthority(folder: folder.path)
        _ = try kept.authority(for: names, at: now)
        let faults = #expect(throws: ConfigurationFaults.self) {
            try kept.authority(for: ServerNames(only: "apple.example"), at: now)
        }
        #expect(faults?.lines.first?.contains("was made for other names") == true)
    }

    @Test func `refuses files that do not belong together or cannot be read`() throws {
        let folder = try ConfigurationTests.Folder()
        let kept = KeptAuthority(folder: folder.path)
        func words() -> String {
            do {
                _ = try kept.authority(for: names, at: now)
                return "accepted"
            } catch {
                return error.lines.joined()
            }
        }
        _ = try kept.authority(for: names, at: now)
        let other = P256.Signing.PrivateKey().pemRepresentation
        _ = try folder.write("authority-key.pem", other)
        #expect(words().contains("is not the key of"))
        _ = try folder.write("authority-key.pem", "none")
        #expect(words().contains("is not a P-256 private key"))
        try FileManager.default.removeItem(atPath: kept.keyFile)
        #expect(words().contains("has no"))
        _ = try folder.write("authority-key.pem", other)
        _ = try folder.write("authority.pem", "none")
        #expect(words().contains("is not a certificate"))
        #expect(words().hasPrefix("tls_authority: "))
    }

    @Test func `says that the folder cannot be written`() throws {
        let folder = try ConfigurationTests.Folder()
        let file = try folder.write("file", "")
        let faults = #expect(throws: ConfigurationFaults.self) {
            try KeptAuthority(folder: file + "/below").authority(for: names, at: now)
        }
        #expect(faults?.lines.first?.hasPrefix("tls_authority: cannot be written: ") == true)
    }
}
