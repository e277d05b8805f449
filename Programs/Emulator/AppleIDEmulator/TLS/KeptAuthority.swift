import Crypto
import Foundation
import PrivateFiles
import Settings
import SwiftASN1
import X509

/// An authority that survives restarts, in a folder: `authority.pem` for trust stores, and `authority-key.pem`, mode
/// 0600.
struct KeptAuthority {
    /// An authority that would end sooner is renewed at the start. Its key stays, so whoever trusts the old certificate
    /// can go on until that ends.
    static let renewal: TimeInterval = 30 * 86_400

    let certificateFile: String
    let keyFile: String

    init(folder: String) {
        certificateFile = folder + "/authority.pem"
        keyFile = folder + "/authority-key.pem"
    }

    /// The kept authority; a new one if the folder has none, or a renewed one if it ends soon.
    func authority(for names: ServerNames, at now: Date) throws(ConfigurationFaults) -> TestAuthority {
        guard let key = try readKey() else {
            guard !FileManager.default.fileExists(atPath: certificateFile) else {
                throw fault("\(certificateFile) has no \(keyFile) beside it")
            }
            return try make(for: names, at: now, key: .init())
        }
        guard let certificate = try readCertificate() else { return try make(for: names, at: now, key: key) }
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw fault("\(keyFile) is not the key of \(certificateFile)")
        }
        let kept = TestAuthority(key: key, certificate: certificate)
        // An older one could also vouch for mail and programs.
        guard certificate.notValidAfter > now + Self.renewal, kept.isForServersOnly else {
            return try make(for: names, at: now, key: key)
        }
        guard (try? kept.covers(names)) == true else {
            throw fault(
                "\(certificateFile) was made for other names; remove it, and the next start makes one for "
                    + names.dnsNames.joined(separator: ", "))
        }
        return kept
    }

    private func make(
        for names: ServerNames, at now: Date, key: P256.Signing.PrivateKey
    ) throws(ConfigurationFaults) -> TestAuthority {
        do {
            let authority = try TestAuthority(for: names, at: now, key: key)
            let folder = URL(fileURLWithPath: keyFile).deletingLastPathComponent().path
            try PrivateFile.makeFolder(folder)
            try PrivateFile.replace(keyFile, Array((key.pemRepresentation + "\n").utf8))
            try PrivateFile.replace(certificateFile, Array(try authority.pem.utf8), mode: 0o644)
            return authority
        } catch {
            throw fault("cannot be written: \(error)")
        }
    }

    private func readKey() throws(ConfigurationFaults) -> P256.Signing.PrivateKey? {
        guard let data = FileManager.default.contents(atPath: keyFile) else {
            guard !FileManager.default.fileExists(atPath: keyFile) else { throw fault("\(keyFile) cannot be read") }
            return nil
        }
        do {
            return try P256.Signing.PrivateKey(pemRepresentation: String(decoding: data, as: UTF8.self))
        } catch {
            throw fault("\(keyFile) is not a P-256 private key in PEM")
        }
    }

    private func readCertificate() throws(ConfigurationFaults) -> Certificate? {
        guard let data = FileManager.default.contents(atPath: certificateFile) else { return nil }
        do {
            return try Certificate(pemEncoded: String(decoding: data, as: UTF8.self))
        } catch {
            throw fault("\(certificateFile) is not a certificate in PEM")
        }
    }

    private func fault(_ sentence: String) -> ConfigurationFaults {
        ConfigurationFaults(["tls_authority: \(sentence)"])
    }
}
