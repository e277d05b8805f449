import AccountStorage
import Crypto
import Foundation
import JSONWebTokens

/// The 32 bytes that identify one sign-in: `attempt` for an app, `state` for a browser and a page.
///
/// | bytes | of a stored attempt | of a signed attempt |
/// |---|---|---|
/// | 0 to 5 | the time | the time |
/// | 6 to 15 | random | random |
/// | 16 to 31 | random | an authentication code over the other bytes and the ``AttemptHolder`` |
///
/// The database stores only the time and a hash of all bytes, and the nonce is derived. So nobody can complete a
/// sign-in with what is stored.
struct AttemptSecret: Sendable, CustomStringConvertible {
    private static let length = 32
    private static let timeLength = 6
    private static let signatureLength = 16
    private static let signedLength = length - signatureLength

    private let bytes: [UInt8]

    /// The attempt's identifier: its time, and the first ten bytes of SHA-256 over a label and the secret.
    ///
    /// The time comes first, so that simultaneous sign-ins are stored on the same pages of the database. They are also
    /// found, claimed and removed at about the same time.
    let id: AttemptID

    init(bytes: [UInt8]) {
        self.bytes = bytes
        id = Self.id("attempt", of: bytes)
    }

    /// A new secret with the current time and random bytes of the environment.
    static func drawn(_ environment: SignInEnvironment) -> AttemptSecret {
        AttemptSecret(
            bytes: AttemptID.time(environment.instant) + environment.randomBytes(length - timeLength))
    }

    /// A new secret that itself proves its time and its holder, so that nothing has to be stored.
    static func signed(for holder: AttemptHolder, _ environment: SignInEnvironment) -> AttemptSecret {
        let random = environment.randomBytes(signedLength - timeLength)
        let signed = AttemptID.time(environment.instant) + random
        let signature = signature(of: signed[...], for: holder, environment.secrets)
        return AttemptSecret(bytes: signed + signature[..<signatureLength])
    }

    /// Whether this service signed it for the holder. Compares in constant time.
    func isSigned(for holder: AttemptHolder, _ secrets: ServerSecrets) -> Bool {
        let signature = Self.signature(of: bytes[..<Self.signedLength], for: holder, secrets)
        var difference: UInt8 = 0
        for place in 0..<Self.signatureLength { difference |= signature[place] ^ bytes[Self.signedLength + place] }
        return difference == 0
    }

    private static let signatureLabel = Array("sign-in-with-apple/1/attempt".utf8)

    /// Derived like the nonce. The label and the bytes have fixed lengths, so the inputs for two holders differ, and
    /// every input is longer than that of a nonce or a question.
    private static func signature(
        of signed: ArraySlice<UInt8>, for holder: AttemptHolder, _ secrets: ServerSecrets
    ) -> [UInt8] {
        var text = signatureLabel
        text.append(contentsOf: signed)
        text.append(contentsOf: holder.text.utf8)
        return secrets.held.keys(ofAttemptBegunAt: time(of: signed)).nonceKey.code(over: text)
    }

    private static let browserLabel = Array("sign-in-with-apple/1/browser".utf8)

    /// The authentication code with which the flow cookie proves that it belongs to this attempt and to its return
    /// target. Derived like the nonce, from a longer input with a label of its own.
    func browserCode(returningTo target: String, _ secrets: ServerSecrets) -> [UInt8] {
        keys(secrets).nonceKey.code(over: Self.browserLabel + bytes + Array(target.utf8))
    }

    /// When the secret was drawn.
    var drawnAt: Date { Self.time(of: bytes[...]) }

    private static func time(of bytes: ArraySlice<UInt8>) -> Date {
        Date(millisecondsSince1970: bytes.prefix(timeLength).reduce(Int64(0)) { $0 << 8 | Int64($1) })
    }

    /// Reads the text form; nil for anything else.
    init?(text: String) {
        guard text.utf8.count == 43, let bytes = try? Base64URL.decode(text), bytes.count == AttemptSecret.length else {
            return nil
        }
        self.init(bytes: bytes)
    }

    var text: String { Base64URL.encode(bytes) }

    var description: String { "AttemptSecret(redacted)" }

    /// The nonce that Apple copies into the identity token. It is not stored, but derived with a key that is not in the
    /// database.
    func nonce(_ secrets: ServerSecrets) -> String {
        Base64URL.encode(keys(secrets).nonceKey.code(over: bytes))
    }

    /// The identifier of the session that the attempt begins. It is derived, so that a repeated request finds the
    /// session without storing anything more.
    ///
    /// It is not a secret: the tokens that prove a session are made with a key that is not in the database.
    var sessionID: SessionID { Self.id("session", of: bytes) }

    private static func id<Owner>(_ label: String, of bytes: [UInt8]) -> Identifier<Owner> {
        var fields = LengthPrefixedFields(label: label)
        fields.append(bytes)
        return fields.identifier(after: bytes.prefix(timeLength))
    }

    /// Identifies the question of this attempt. Derived like the nonce but from a longer input, so the two are never
    /// equal.
    func question(_ secrets: ServerSecrets) -> OneUseSecret {
        OneUseSecret(bytes: keys(secrets).nonceKey.code(over: bytes + Array("question".utf8)))
    }

    /// Becomes the session of this attempt after the sign-in was held. Derived like the question, from an input of another
    /// length.
    func waiting(_ secrets: ServerSecrets) -> OneUseSecret {
        OneUseSecret(bytes: keys(secrets).nonceKey.code(over: bytes + Array("held".utf8)))
    }

    /// The code verifier of RFC 7636, derived like the nonce: 43 characters.
    func codeVerifier(_ secrets: ServerSecrets) -> String {
        Base64URL.encode(keys(secrets).codeVerifierKey.code(over: bytes))
    }

    /// The code verifier if authorization requests use a code challenge; nil if they do not.
    func codeVerifier(in environment: SignInEnvironment) -> String? {
        environment.policy.usesCodeChallenge ? codeVerifier(environment.secrets) : nil
    }

    /// The keys that were in use when the secret was drawn.
    private func keys(_ secrets: ServerSecrets) -> DerivedKeys {
        secrets.held.keys(ofAttemptBegunAt: drawnAt)
    }

    /// The S256 code challenge of a verifier.
    static func codeChallenge(of verifier: String) -> String {
        Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)).withUnsafeBytes { Array($0) })
    }

    /// Sixteen hexadecimal characters that distinguish a browser's flows in cookie names. They are useless without the
    /// cookie.
    static func flowID(ofState state: String) -> String {
        var fields = LengthPrefixedFields(label: "flow")
        fields.append(state.utf8)
        return fields.sha256.prefix(8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
