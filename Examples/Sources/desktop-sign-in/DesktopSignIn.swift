import Foundation

/// Signs a person in to a desktop program with siwa as the OpenID Provider (RFC 8252), and prints who it is.
///
///     desktop-sign-in SIWA_URL CLIENT_ID
///
/// The client is public and has `http://127.0.0.1/callback` in its `redirect_uris`, which stands for any port.
@main
struct DesktopSignIn {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let issuer = URL(string: arguments[1]) else {
            print("usage: desktop-sign-in SIWA_URL CLIENT_ID")
            exit(2)
        }
        do {
            let person = try await signIn(at: issuer, client: arguments[2])
            print(["Signed in:", person.name, person.email, person.subject].compactMap(\.self).joined(separator: " "))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func signIn(at issuer: URL, client: String) async throws -> Person {
        let provider = try await Provider(issuer: issuer)
        let listener = try LoopbackListener()
        let attempt = Attempt(client: client, redirectURI: "http://127.0.0.1:\(listener.port)/callback")
        Browser.open(attempt.address(at: provider))
        while true {
            // Any page or program can send requests here, so everything but our own answer is passed over.
            guard let fields = try await listener.nextRequest(path: "/callback"),
                fields["state"] == attempt.state, fields["iss"] == provider.issuer
            else { continue }
            guard let code = fields["code"] else {
                throw SignInFailure.refused(fields["error_description"] ?? "The sign-in failed.")
            }
            let tokens = try await provider.exchange(code, of: attempt)
            return try await provider.person(with: tokens.accessToken)
        }
    }
}

/// Why nobody is signed in.
enum SignInFailure: Error, CustomStringConvertible {
    case refused(String)
    case noPort(String)

    var description: String {
        switch self {
        case .refused(let reason): reason
        case .noPort(let reason): "No port of this machine is free for the answer: \(reason)"
        }
    }
}
