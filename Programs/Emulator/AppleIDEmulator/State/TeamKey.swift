import Crypto
import JSONWebTokens

/// The public half of a key that signs client secrets, with what the developer portal says about the key.
struct TeamKey: Sendable {
    let publicKeyPEM: String
    let verificationKey: VerificationKey
    var name: String
    /// The primary App ID that the key was made for. Keys of configurations and calls may have none.
    var primaryApp: String?
    var createdAt: Int?
    /// A revoked key stays revoked.
    var revokedAt: Int?

    /// Reads a P-256 public key in PEM.
    init(publicKeyPEM pem: String, keyID: String, name: String? = nil, primaryApp: String? = nil) throws {
        publicKeyPEM = pem
        verificationKey = try Self.read(publicKeyPEM: pem, keyID: keyID)
        self.name = name ?? keyID
        self.primaryApp = primaryApp
    }

    var isRevoked: Bool { revokedAt != nil }
}

extension TeamKey {
    /// Reads a P-256 public key in PEM (SubjectPublicKeyInfo).
    static func read(publicKeyPEM pem: String, keyID: String) throws -> VerificationKey {
        let point = Array(try P256.Signing.PublicKey(pemRepresentation: pem).rawRepresentation)
        return try JSONWebKey(
            p256X: Base64URL.encode(point[..<32]), y: Base64URL.encode(point[32...]), keyID: keyID
        ).verificationKey()
    }

    /// The public half of a private key, so that one key file configures both sides.
    static func publicPEM(ofPrivateKeyPEM pem: String, keyID: String) throws -> String {
        _ = try SigningKey(pem: pem, keyID: keyID, requiring: .es256)
        return try P256.Signing.PrivateKey(pemRepresentation: pem).publicKey.pemRepresentation
    }
}

/// Two keys are equal if what is kept of them is. The parsed key follows from the PEM.
extension TeamKey: Equatable {
    static func == (one: TeamKey, other: TeamKey) -> Bool {
        (one.publicKeyPEM, one.name, one.primaryApp, one.createdAt, one.revokedAt)
            == (other.publicKeyPEM, other.name, other.primaryApp, other.createdAt, other.revokedAt)
    }
}

/// Kept as PEM text, from which the key is parsed again.
extension TeamKey: Codable {
    private enum CodingKeys: String, CodingKey { case keyID, publicKeyPEM, name, primaryApp, createdAt, revokedAt }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            publicKeyPEM: members.decode(String.self, forKey: .publicKeyPEM),
            keyID: members.decode(String.self, forKey: .keyID), name: members.decode(String.self, forKey: .name),
            primaryApp: members.decodeIfPresent(String.self, forKey: .primaryApp))
        createdAt = try members.decodeIfPresent(Int.self, forKey: .createdAt)
        revokedAt = try members.decodeIfPresent(Int.self, forKey: .revokedAt)
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(verificationKey.keyID ?? "", forKey: .keyID)
        try members.encode(publicKeyPEM, forKey: .publicKeyPEM)
        try members.encode(name, forKey: .name)
        try members.encodeIfPresent(primaryApp, forKey: .primaryApp)
        try members.encodeIfPresent(createdAt, forKey: .createdAt)
        try members.encodeIfPresent(revokedAt, forKey: .revokedAt)
    }
}
