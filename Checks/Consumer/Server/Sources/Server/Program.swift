import Foundation
import SignInWithApple
import SignInWithAppleTransport

/// What the routes of a server do with Sign in with Apple, as two commands.
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
        let (verifier, transport) = try Verification.makeVerifier()
        let answer = await Verification.answer(text, nonce: nonce, verifier)
        try await transport.shutdown()
        print(answer.status, answer.body)
        return answer.status == 200 ? 0 : 1
    }

    private static func exchange(_ code: AuthorizationCode, p8: String) async throws -> Int32 {
        let transport = AsyncHTTPClientTransport()
        var problem: (any Error)?
        do {
            let apple = try Calls.makeClient(p8: p8, transport: transport, now: { Date() })
            let kept = try await Calls.exchange(code, apple)
            print(kept == nil ? "no refresh token" : "a refresh token to keep")
        } catch {
            problem = error
        }
        try await transport.shutdown()
        if let problem { print("failed: \(problem)") }
        return problem == nil ? 0 : 1
    }
}
