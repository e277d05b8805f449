import Foundation
import JSONWebTokens

/// The keys that sign the client secrets of a script, by the name of the secret.
struct SecretKeys: Sendable {
    private let bySecret: [String: SigningKey]

    /// Keys from files. A secret without a file gets a key that nobody registered.
    init(
        of script: RecordingScript, _ values: RecordingValues, readFile: (String) throws -> [UInt8]
    ) throws {
        bySecret = try Self.keys(of: script, values) { file, keyID in
            let path = try values.fill(file)
            guard let bytes = try? readFile(path) else {
                throw RecordingFault("key_file", "The key file \(path) cannot be read.")
            }
            do {
                return try SigningKey(
                    pem: String(decoding: bytes, as: UTF8.self), keyID: keyID, requiring: .es256)
            } catch {
                throw RecordingFault("key_file", "The key file \(path) is not a key of Apple's: \(error)")
            }
        }
    }

    /// Keys of the emulator in place of those from files, by key ID.
    init(of script: RecordingScript, _ values: RecordingValues, registered: [String: SigningKey]) throws {
        bySecret = try Self.keys(of: script, values) { _, keyID in
            registered[keyID] ?? SigningKey.makeES256(keyID: keyID)
        }
    }

    private static func keys(
        of script: RecordingScript, _ values: RecordingValues,
        _ key: (RecordingTemplate, String) throws -> SigningKey
    ) throws -> [String: SigningKey] {
        try Dictionary(
            uniqueKeysWithValues: script.secrets.map { name, secret in
                let keyID = try values.fill(secret.keyID)
                guard let file = secret.keyFile else { return (name, SigningKey.makeES256(keyID: keyID)) }
                return (name, try key(file, keyID))
            })
    }

    /// Signs a client secret (Apple: "Creating a client secret").
    func sign(
        _ name: String, _ secret: RecordingScript.ClientSecret, _ values: RecordingValues, audience: String, now: Int
    ) throws -> String? {
        var claims: [(name: String, value: JSONValue)] = [("iss", .string(try values.fill(secret.teamID)))]
        if secret.hasIssuedAt { claims.append(("iat", .number(JSONNumber(now)))) }
        claims += [
            ("exp", .number(JSONNumber(now + secret.lifetime))),
            ("aud", .string(try secret.audience.map { try values.fill($0) } ?? audience)),
            ("sub", .string(try values.fill(secret.clientID))),
        ]
        return try bySecret[name]?.sign(claims: claims)
    }
}
