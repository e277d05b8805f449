import AccountStorage
import Crypto
import Foundation
import SignInWithApple

/// What an app or a browser brought from Apple.
struct AppleAnswer: Sendable {
    let identityToken: String
    let code: AuthorizationCode?
    /// Apple hands it out the first time only; unsigned.
    let name: FirstSignInUser?
    /// What the token's `nonce` must be.
    let nonce: ExpectedNonce
    /// Who the answer says it is from (`iss`, RFC 9207); nil where it does not say, as Apple's does not.
    var issuer: String?
    /// The return address of the authorization request; nil for apps, which have none.
    var redirectURI: String?
    /// Where the authorization request carried a code challenge.
    var codeVerifier: String?

    /// SHA-256 over token and code, both secrets of whoever brings them. It is stored with the attempt, so that the same answer
    /// is known when it comes again.
    var hash: [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("sign-in-with-apple/1/answer".utf8)
        fields.append(identityToken.utf8)
        if let code { fields.append(code.secretValue.utf8) }
        return Array(SHA256.hash(data: Data(fields.bytes)))
    }
}

/// Who brings Apple's answer, and under which session of ours.
enum SignInCaller: Sendable {
    /// An app, and whether it can put a question to the person.
    case app(session: SessionID?, canAsk: Bool)
    /// A browser, with the value of its flow cookie.
    case browser(proof: String?, session: SessionID?)

    var kind: SignInAttempt.Kind {
        switch self {
        case .app: .native
        case .browser: .web
        }
    }
}
