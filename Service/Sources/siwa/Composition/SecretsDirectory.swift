import Foundation
import JSONWebTokens
import SignInFlows

/// The service's own keys, made at the first start and kept in files of mode 0600.
///
/// `master.key` holds 32 bytes as hexadecimal digits; `access-token-<key id>.pem` signs access tokens. Key ids begin
/// with the time, so of several the newest signs and the others are published until they are taken away.
struct SecretsDirectory {
    let secrets: ServerSecrets
    let signingKey: SigningKey
    let retiredKeys: [SigningKey]
    /// Whether this start made the keys: then there cannot be a database yet.
    let isNew: Bool

    private static let master = "master.key"
    private static let keyPrefix = "access-token-"

    init(path: String, now: Date) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try PrivateFile.refuseIfShared(path)
        let masterPath = path + "/" + Self.master
        isNew = !manager.fileExists(atPath: masterPath)
        if isNew { try Self.make(in: path, masterPath: masterPath, now: now) }
        guard let secrets = ServerSecrets(master: try Self.readMaster(masterPath)) else {
            throw PrivateFile.Failure(description: "\(masterPath): not 32 bytes as hexadecimal digits")
        }
        self.secrets = secrets
        let keys = try Self.readKeys(in: path)
        guard let newest = keys.last else {
            throw PrivateFile.Failure(description: "\(path): no \(Self.keyPrefix)….pem beside \(Self.master)")
        }
        signingKey = newest
        retiredKeys = keys.dropLast()
    }

    private static func make(in path: String, masterPath: String, now: Date) throws {
        let seconds = Int(now.timeIntervalSince1970)
        let keyID = "\(seconds)-\(String(UInt32.random(in: .min ... .max), radix: 16))"
        let key = SigningKey.makeES256(keyID: keyID)
        try PrivateFile.create("\(path)/\(keyPrefix)\(keyID).pem", Array(key.pemRepresentation.utf8))
        let bytes = SystemRandom.bytes(32)
        let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try PrivateFile.create(masterPath, Array((text + "\n").utf8))
    }

    private static func readMaster(_ path: String) throws -> [UInt8] {
        let text = try PrivateFile.read(path).filter { $0 > 0x20 }
        guard text.count == 64 else { return [] }
        return stride(from: 0, to: 64, by: 2).compactMap { index in
            UInt8(String(decoding: text[index..<index + 2], as: UTF8.self), radix: 16)
        }
    }

    private static func readKeys(in path: String) throws -> [SigningKey] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return try names.filter { $0.hasPrefix(keyPrefix) && $0.hasSuffix(".pem") }.sorted().map { name in
            let pem = String(decoding: try PrivateFile.read(path + "/" + name), as: UTF8.self)
            let keyID = String(name.dropFirst(keyPrefix.count).dropLast(".pem".count))
            return try SigningKey(pem: pem, keyID: keyID)
        }
    }
}

/// Randomness from the system's own generator, which is a cryptographic source on every platform we run on.
enum SystemRandom {
    static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
