import Foundation
import SignInWithApple

/// Checks each access token on standard input and prints the result.
///
///     [SIWA_KEY=siwa_…] check-sessions https://id.example.com https://id.example.com [SECONDS] < TOKENS
///
/// SIWA_KEY is this program's key at siwa, with the scope `operations`. Without it, siwa's `operator_addresses` must name
/// this machine.
@main
struct CheckSessions {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: check-sessions ISSUER AUDIENCE [SECONDS] < TOKENS")
            exit(2)
        }
        let transport = AsyncHTTPClientTransport()
        let checker = SessionChecker(
            issuer: arguments[1], audience: arguments[2],
            seconds: arguments.count > 3 ? Double(arguments[3]) ?? 30 : 30,
            siwaKey: ProcessInfo.processInfo.environment["SIWA_KEY"], transport: transport)
        while let token = readLine() {
            let answer: String
            do {
                answer = "yes " + (try await checker.check(token))
            } catch let refused as SessionChecker.Refused {
                answer = "no " + refused.reason
            } catch {
                answer = "cannot tell"
                FileHandle.standardError.write(Data("cannot tell: \(error)\n".utf8))
            }
            FileHandle.standardOutput.write(Data((answer + "\n").utf8))
        }
        try await transport.shutdown()
    }
}
