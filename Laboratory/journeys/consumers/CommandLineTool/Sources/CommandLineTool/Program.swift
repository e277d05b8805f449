import Foundation
import SignInWithApple

/// Verifies an identity token and prints its subject. It needs no network, because Apple's keys are in a file.
///
///     curl https://appleid.apple.com/auth/keys > keys.json
///     CommandLineTool keys.json NONCE CODE < token.txt
@main
enum Program {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let text = readLine() else {
            print("usage: CommandLineTool KEYS_FILE NONCE CODE < TOKEN")
            exit(2)
        }
        let file = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
        let keys = try JSONWebKeySet(json: Array(file))
        do {
            let code = AuthorizationCode(secretValue: arguments[3])
            let token = try verify(text, nonce: arguments[2], code: code, keys: keys)
            print("subject: \(token.subject)")
        } catch let reason as TokenRejection {
            print("refused: \(reason.code)")
            exit(1)
        }
    }

    private static func verify(
        _ text: String, nonce: String, code: AuthorizationCode, keys: JSONWebKeySet
    ) throws -> VerifiedIdentityToken {
        let clients: Set = [ClientID(rawValue: "com.example.app")]
        let verifier = try IdentityTokenVerifier(issuer: "https://appleid.apple.com", clientIDs: clients, keys: keys)
        let token = try verifier.verify(text, nonce: .sha256(of: nonce), beside: .authorizationCode(code), at: Date())
        // token.subject identifies the person; a refusal has a code: nonce_mismatch, audience_mismatch, …
        return token
    }
}
