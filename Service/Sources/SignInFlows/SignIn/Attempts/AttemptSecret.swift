import AccountStorage
import Crypto
import Foundation
import JSONWebTokens

/// The 32 bytes that name one sign-in: `attempt` to an app, `state` to a browser.
///
/// | bytes | of an attempt that is stored | of one that is signed |
/// |---|---|---|
/// | 0 to 5 | the time | the time |
/// | 6 to 15 | random | random |
/// | 16 to 31 | random | a code over the others and the client's name |
///
/// The database holds the time and a hash of all of them, and the nonce is derived, so nothing stored lets anybody finish a sign-in.
struct AttemptSecret: Sendable, CustomStringConvertible {
    private static let length = 32
    private static let timeLength = 6
    private static let signatureLength = 16

    private let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A new one, at the environment's present moment.
    static func drawn(_ environment: SignInEnvironment) -> AttemptSecret {
        AttemptSecret(
            bytes: AttemptID.time(environment.instant) + environment.randomBytes(length - timeLength))
    }

    /// A new one that says for itself when it was drawn, and for which client: nothing need be stored.
    static func signed(for client: RegisteredClient, _ environment: SignInEnvironment) -> AttemptSecret {
        let secret = drawn(environment)
        let signature = secret.signature(for: client.name, environment.secrets)
        return AttemptSecret(bytes: secret.signedBytes + signature[..<signatureLength])
    }

    /// Whether it was signed for the client by us. Takes a time that does not depend on where it differs.
    func isSigned(for client: RegisteredClient, _ secrets: ServerSecrets) -> Bool {
        let signature = signature(for: client.name, secrets)
        var difference: UInt8 = 0
        for place in 0..<Self.signatureLength {
            difference |= signature[place] ^ bytes[Self.length - Self.signatureLength + place]
        }
        return difference == 0
    }

    private static let signatureLabel = Array("sign-in-with-apple/1/attempt".utf8)

    private var signedBytes: [UInt8] { Array(bytes[..<(Self.length - Self.signatureLength)]) }

    /// Derived like the nonce. The label and the bytes have fixed lengths, so the texts of two clients differ, and none is as short
    /// as a nonce's or a question's.
    private func signature(for client: String, _ secrets: ServerSecrets) -> [UInt8] {
        var text = Self.signatureLabel
        text.append(contentsOf: signedBytes)
        text.append(contentsOf: client.utf8)
        return keys(secrets).nonceKey.code(over: text)
    }

    /// When it was drawn.
    var drawnAt: Date {
        Date(millisecondsSince1970: bytes.prefix(Self.timeLength).reduce(Int64(0)) { $0 << 8 | Int64($1) })
    }

    /// Reads the text form; nil for anything that we did not make.
    init?(text: String) {
        guard text.utf8.count == 43, let bytes = try? Base64URL.decode(text), bytes.count == AttemptSecret.length else {
            return nil
        }
        self.bytes = bytes
    }

    var text: String { Base64URL.encode(bytes) }

    var description: String { "AttemptSecret(redacted)" }

    /// Under which the attempt is stored: its time, and the first ten bytes of SHA-256 over a label and the secret.
    ///
    /// The time stands first so that sign-ins of one moment lie on the same pages: each of them is found, claimed and
    /// cleared away at about the same time as its neighbours.
    var id: AttemptID {
        let hash = AttemptSecret.hash("attempt", bytes).prefix(16 - AttemptSecret.timeLength)
        guard let id = AttemptID(bytes: Array(bytes.prefix(AttemptSecret.timeLength)) + hash) else {
            preconditionFailure("an attempt's id has sixteen bytes")
        }
        return id
    }

    /// What Apple copies into the identity token. Not stored: it is derived under a key that is not in the database.
    func nonce(_ secrets: ServerSecrets) -> String {
        Base64URL.encode(keys(secrets).nonceKey.code(over: bytes))
    }

    /// The session that the attempt begins, so that whoever repeats the request finds it without anything more being stored.
    ///
    /// It is no secret: what proves a session is made under a key that is not in the database.
    var sessionID: SessionID {
        let hash = AttemptSecret.hash("session", bytes).prefix(16 - AttemptSecret.timeLength)
        guard let id = SessionID(bytes: Array(bytes.prefix(AttemptSecret.timeLength)) + hash) else {
            preconditionFailure("a session's id has sixteen bytes")
        }
        return id
    }

    /// Names the question to a person whom nobody knows. Derived like the nonce, over a longer text, so never equal to one.
    func question(_ secrets: ServerSecrets) -> OneUseSecret {
        OneUseSecret(bytes: keys(secrets).nonceKey.code(over: bytes + Array("question".utf8)))
    }

    /// The code verifier of RFC 7636, derived like the nonce: 43 characters.
    func codeVerifier(_ secrets: ServerSecrets) -> String {
        Base64URL.encode(keys(secrets).codeVerifierKey.code(over: bytes))
    }

    /// The same where authorization requests carry a code challenge; nil where they carry none.
    func codeVerifier(in environment: SignInEnvironment) -> String? {
        environment.policy.usesCodeChallenge ? codeVerifier(environment.secrets) : nil
    }

    /// Those that were used when the secret was drawn.
    private func keys(_ secrets: ServerSecrets) -> DerivedKeys {
        secrets.held.keys(ofAttemptBegunAt: drawnAt)
    }

    /// The S256 code challenge of a verifier.
    static func codeChallenge(of verifier: String) -> String {
        Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)).withUnsafeBytes { Array($0) })
    }

    /// Sixteen hexadecimal characters that tell one browser's flows apart in cookie names; useless without the cookie.
    static func flowID(ofState state: String) -> String {
        AttemptSecret.hash("flow", Array(state.utf8)).prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func hash(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("sign-in-with-apple/1/\(label)".utf8)
        fields.append(bytes)
        return fields.sha256
    }
}
