import Crypto
import Foundation
import SignInWithApple

/// What tells one answer of Apple's from another: the identity token and the code. Both are secrets of whoever brings them.
enum AnswerHash {
    /// SHA-256 over both; stored with the attempt, so that the same answer is known when it comes again.
    static func make(identityToken: String, code: AuthorizationCode?) -> [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("sign-in-with-apple/1/answer".utf8)
        fields.append(identityToken.utf8)
        if let code { fields.append(code.secretValue.utf8) }
        return Array(SHA256.hash(data: Data(fields.bytes)))
    }
}
