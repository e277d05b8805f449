import Foundation
import SignInWithApple

/// Verifies the identity token on standard input against Apple's current keys, and prints whose it is.
///
///     verify-token com.example.app NONCE < token.txt
@main
struct VerifyToken {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let text = readLine() else {
            print("usage: verify-token CLIENT_ID NONCE < TOKEN")
            exit(2)
        }
        exit(await verify(text, for: ClientID(arguments[1]), nonce: arguments[2]))
    }

    /// Returns the exit code. 0: the token is valid. 1: it is refused. 3: it cannot be verified now.
    private static func verify(_ text: String, for client: ClientID, nonce: String) async -> Int32 {
        do {
            let apple = try AppleTokenVerifier(clientIDs: [client])
            let token = try await apple.verify(text, nonce: .sha256(of: nonce), beside: .nothing)
            print("subject \(token.subject), email \(token.email?.address ?? "none")")
            return 0
        } catch TokenVerificationFailure.rejected(let reason) {
            print("refused: \(reason)")
            return 1
        } catch {
            print("could not be decided: \(error)")
            return 3
        }
    }
}
