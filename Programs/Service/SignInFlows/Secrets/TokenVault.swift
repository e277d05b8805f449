import AccountStorage
import Crypto
import Foundation

/// Seals values that must be readable again, but not with the database alone: Apple's refresh tokens, first-time names,
/// the claims behind an open question, and mail.
///
/// AES-256-GCM. A sealed value consists of a version byte, four bytes that name the key, the nonce, the ciphertext and
/// the tag. The associated data binds it to its purpose and owner, so a value moved to another row does not open.
struct TokenVault: Sendable {
    /// What a value is sealed for. It does not open for any other purpose.
    enum Purpose: Sendable, Hashable {
        case refreshToken(IdentityID, clientID: String)
        case firstTimeName(IdentityID)
        case signedFacts(IdentityID)
        case mail(OutgoingMailID)
    }

    static let nonceLength = 12
    private static let version: UInt8 = 1
    private static let keyNameLength = 4
    private static let tagLength = 16

    private let current: NamedKey
    private let keys: [NamedKey]

    /// Seals under the current key, and opens under any of the keys.
    init(current: SymmetricKey, retired: [SymmetricKey]) {
        self.current = NamedKey(current)
        keys = [NamedKey(current)] + retired.map { NamedKey($0) }
    }

    /// Seals bytes. The caller passes twelve random bytes as the nonce, and must never use them twice.
    func seal(_ plain: [UInt8], for purpose: Purpose, nonce: [UInt8]) -> [UInt8]? {
        guard nonce.count == TokenVault.nonceLength, let gcmNonce = try? AES.GCM.Nonce(data: nonce) else { return nil }
        let box = try? AES.GCM.seal(
            plain, using: current.key, nonce: gcmNonce, authenticating: TokenVault.associatedData(purpose))
        guard let box else { return nil }
        return [TokenVault.version] + current.name + nonce + box.ciphertext + box.tag
    }

    /// Opens bytes; nil if they were altered, moved to another row, or sealed under an unknown key.
    func open(_ sealed: [UInt8], for purpose: Purpose) -> [UInt8]? {
        let nonceStart = 1 + TokenVault.keyNameLength
        let cipherStart = nonceStart + TokenVault.nonceLength
        guard sealed.count >= cipherStart + TokenVault.tagLength, sealed[0] == TokenVault.version else { return nil }
        let name = Array(sealed[1..<nonceStart])
        for key in keys where key.name == name {
            let tagStart = sealed.count - TokenVault.tagLength
            guard let nonce = try? AES.GCM.Nonce(data: sealed[nonceStart..<cipherStart]),
                let box = try? AES.GCM.SealedBox(
                    nonce: nonce, ciphertext: sealed[cipherStart..<tagStart], tag: sealed[tagStart...]),
                let plain = try? AES.GCM.open(
                    box, using: key.key, authenticating: TokenVault.associatedData(purpose))
            else { continue }
            return Array(plain)
        }
        return nil
    }

    /// Whether bytes name the current key as theirs. This does not verify them.
    func isCurrent(_ sealed: [UInt8]) -> Bool {
        sealed.starts(with: [TokenVault.version] + current.name)
    }

    /// The same value sealed under the current key; nil if it does not open.
    ///
    /// The nonce is derived from the sealed bytes, so it is only ever used with the same plaintext. Equal sealed values
    /// stay equal.
    func resealed(_ sealed: [UInt8], for purpose: Purpose) -> [UInt8]? {
        guard let plain = open(sealed, for: purpose) else { return nil }
        var fields = LengthPrefixedFields()
        fields.append("reseal".utf8)
        fields.append(sealed)
        let code = HMAC<SHA256>.authenticationCode(for: fields.bytes, using: current.key)
        return seal(plain, for: purpose, nonce: Array(Array(code).prefix(TokenVault.nonceLength)))
    }

    /// Whether two sealed values have the same content, whatever their keys.
    func isSame(_ one: [UInt8]?, _ other: [UInt8]?, for purpose: Purpose) -> Bool {
        if one == other { return true }
        guard let one, let other, let plain = open(one, for: purpose) else { return false }
        return open(other, for: purpose) == plain
    }

    private static func associatedData(_ purpose: Purpose) -> [UInt8] {
        var fields = LengthPrefixedFields()
        switch purpose {
        case .refreshToken(let identity, let clientID):
            fields.append("refresh-token".utf8)
            fields.append(identity.bytes)
            fields.append(clientID.utf8)
        case .firstTimeName(let identity):
            fields.append("first-time-name".utf8)
            fields.append(identity.bytes)
        case .signedFacts(let identity):
            fields.append("signed-facts".utf8)
            fields.append(identity.bytes)
        case .mail(let mail):
            fields.append("mail".utf8)
            fields.append(mail.bytes)
        }
        return fields.bytes
    }

    /// A key and a short name derived from it, with which a sealed value says which key opens it.
    private struct NamedKey {
        let key: SymmetricKey
        let name: [UInt8]

        init(_ key: SymmetricKey) {
            self.key = key
            let code = HMAC<SHA256>.authenticationCode(for: Array("key-name".utf8), using: key)
            name = Array(Array(code).prefix(TokenVault.keyNameLength))
        }
    }
}
