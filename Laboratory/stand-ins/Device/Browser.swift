import AuthenticationServices
import Foundation
import SignInKit

/// The scenarios of the sign-in in the system's browser.
@MainActor
enum Browser {
    static func play() async {
        await Check.scenario("an app without the capability signs in in the browser, and the kit keeps the session") {
            let client = try client()
            StandInBrowser.current = { address in
                let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
                let state = items.first { $0.name == "state" }?.value ?? ""
                return URL(string: "com.example.notes:/callback?code=c&state=\(state)&iss=https://id.example.com")
            }
            await client.launch()
            try await client.signInInBrowser()
            Check.expect(await client.status.state.person?.account.id == "account-1", "\(await client.status)")
            Check.expect(try await client.accessToken().exposed == "access", "another token")
        }

        await Check.scenario("a closed browser, a person who says no and a foreign answer sign nobody in") {
            let client = try client()
            StandInBrowser.current = { _ in nil }
            await client.launch()
            try await client.signInInBrowser()
            Check.expect(await client.status == SignInStatus(state: .signedOut(.notYet)), "\(await client.status)")
            StandInBrowser.current = { address in
                let items = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems ?? []
                let rest = "state=\(items.first { $0.name == "state" }?.value ?? "")&iss=https://id.example.com"
                return URL(string: "com.example.notes:/callback?error=access_denied&" + rest)
            }
            try await client.signInInBrowser()
            Check.expect(await client.status == SignInStatus(state: .signedOut(.notYet)), "\(await client.status)")
            StandInBrowser.current = { _ in
                URL(string: "com.example.notes:/callback?code=c&state=x&iss=https://id.example.com")
            }
            do throws(SignInFailure) {
                try await client.signInInBrowser()
                Check.expect(false, "a foreign answer was taken")
            } catch {
                Check.expect(error == .stateMismatch, "\(error)")
            }
            Check.expect(await client.status.state.person == nil, "\(await client.status)")
        }
    }

    private static func client() throws -> SignInClient {
        let (issuer, redirect) = ("https://id.example.com", "com.example.notes:/callback")
        guard let address = URL(string: issuer), let callback = URL(string: redirect) else {
            throw URLError(.badURL)
        }
        let backend = try OpenIDBackend(issuer: address, client: "notes", redirect: callback, transport: Provider())
        return try SignInClient(
            SignInConfiguration(backend: backend), device: SystemAppleDevice(), storage: MemoryStorage(),
            mark: MemoryStorage())
    }
}

/// A provider that accepts everything.
private struct Provider: ServiceTransport {
    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let body =
            request.url.path == "/oauth/userinfo"
            ? #"{"sub":"account-1","given_name":"Grace"}"#
            : #"{"access_token":"access","expires_in":300,"refresh_token":"refresh"}"#
        return ServiceAnswer(status: 200, body: Data(body.utf8))
    }
}
