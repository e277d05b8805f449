import Foundation
import SignInWithApple

/// The routes of a server with Sign in with Apple, as two commands.
@main
enum Program {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, ["sign-in", "exchange"].contains(arguments[1]) else {
            print("usage: Server sign-in NONCE < TOKEN")
            print("       Server exchange CODE < P8_FILE")
            exit(2)
        }
        let input = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
        if arguments[1] == "sign-in" {
            exit(try await signIn(input.trimmingCharacters(in: .whitespacesAndNewlines), nonce: arguments[2]))
        }
        exit(try await exchange(AuthorizationCode(secretValue: arguments[2]), p8: input))
    }

    private static func signIn(_ text: String, nonce: String) async throws -> Int32 {
        let answer = await Verification.answer(text, nonce: nonce, try Verification.makeVerifier())
        print(answer.status, answer.body)
        return answer.status == 200 ? 0 : 1
    }

    private static func exchange(_ code: AuthorizationCode, p8: String) async throws -> Int32 {
        do {
            let kept = try await Calls.exchange(code, Calls.makeClient(p8: p8))
            print(kept == nil ? "no refresh token" : "a refresh token to keep")
            return 0
        } catch {
            print("failed: \(error)")
            return 1
        }
    }
}
